//! Variation on two levels: what a site does to all of its trees, and what makes each tree its own.
//!
//! Other attraction points alone vary a tree's size by one or two per cent. A stand looks like one because its
//! trees differ more than that, and like itself because they differ less than trees of another site.

use serde::{Deserialize, Serialize};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Key, Purpose, math};

use crate::tree::TreeForm;

/// How far forms stray, as standard deviations of natural logarithms: 0.1 is about 10 %. All are 0 or more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Variation {
    /// From site to site.
    pub site: Strays,
    /// From tree to tree of a site.
    pub tree: Strays,
}

/// How far each trait strays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Strays {
    /// Height of crown and stem.
    pub height: f64,
    /// Width of the crown.
    pub width: f64,
    /// Attraction points to a m³ of crown: how dense the branches are.
    pub density: f64,
    /// Tropism, in its own unit rather than as a logarithm: how much branches hang or rise.
    pub tropism: f64,
}

/// A standard deviation that is none.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("`{name}` is {value}, but a standard deviation must lie between 0 and 1 here")]
pub struct VariationError {
    /// The parameter.
    pub name: &'static str,
    /// Its value.
    pub value: f64,
}

impl TreeForm {
    /// This form as `site` changes it for all trees and `tree` for one.
    ///
    /// # Errors
    /// [`VariationError`] for a standard deviation that does not lie from 0 to 1.
    pub fn varied(&self, by: &Variation, site: Key, tree: Key) -> Result<Self, VariationError> {
        by.check()?;
        let factor = |of: fn(&Strays) -> f64, number: u32| {
            math::exp(of(&by.site) * normal(site, number) + of(&by.tree) * normal(tree, number))
        };
        let height = factor(|strays| strays.height, 0);
        let width = factor(|strays| strays.width, 1);
        let points_factor = width * width * height * factor(|strays| strays.density, 2);
        let more = |points: u32| {
            let points = f64::from(points) * points_factor;
            points.round().clamp(1.0, f64::from(u32::MAX)) as u32
        };
        let mut form = self.clone();
        form.crown = self.crown.stretched(width, height);
        form.crown_points = more(self.crown_points);
        for pass in &mut form.scaffold {
            pass.points = more(pass.points);
        }
        form.shoot.trunk.least_m *= height;
        form.shoot.trunk.most_m *= height;
        form.shoot.tropism[2] += by.site.tropism * normal(site, 3) + by.tree.tropism * normal(tree, 3);
        Ok(form)
    }
}

impl Variation {
    fn check(&self) -> Result<(), VariationError> {
        let values = [
            ("site.height", self.site.height),
            ("site.width", self.site.width),
            ("site.density", self.site.density),
            ("site.tropism", self.site.tropism),
            ("tree.height", self.tree.height),
            ("tree.width", self.tree.width),
            ("tree.density", self.tree.density),
            ("tree.tropism", self.tree.tropism),
        ];
        match values.into_iter().find(|(_, value)| !(0.0..=1.0).contains(value)) {
            Some((name, value)) => Err(VariationError { name, value }),
            None => Ok(()),
        }
    }
}

fn normal(key: Key, number: u32) -> f64 {
    let [a, b, ..] = key.draws(0, Purpose::Form, number).map(unit_from_u32);
    standard_normal([a, b])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cloud::Envelope;
    use crate::colonization::Colonization;
    use crate::presets;

    const STRAYS: Variation = Variation {
        site: Strays {
            height: 0.2,
            width: 0.2,
            density: 0.0,
            tropism: 0.05,
        },
        tree: Strays {
            height: 0.08,
            width: 0.08,
            density: 0.1,
            tropism: 0.02,
        },
    };

    fn height_m(site: u64, tree: u64) -> f64 {
        let (site, tree) = (Key::root(site, &["site"]), Key::root(tree, &["tree"]));
        let crown = Envelope::Sphere {
            centre_m: [0.0, 0.0, 3.0],
            radius_m: 2.0,
        };
        let form = TreeForm::of(crown, 300, Colonization::default());
        let varied = form.varied(&STRAYS, site, tree).unwrap();
        varied.grow(tree, &[]).unwrap().metrics.height_m
    }

    fn variance(values: &[f64]) -> f64 {
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum::<f64>()
            / (values.len() - 1) as f64
    }

    #[test]
    fn sites_differ_more_than_the_trees_of_a_site() {
        let heights: Vec<Vec<f64>> = (0..8)
            .map(|site| (0..8).map(|tree| height_m(site, 100 * site + tree)).collect())
            .collect();
        let within = heights.iter().map(|site| variance(site)).sum::<f64>() / 8.0;
        let means: Vec<f64> = heights
            .iter()
            .map(|site| site.iter().sum::<f64>() / 8.0)
            .collect();
        assert!(
            variance(&means) > within,
            "{} between, {within} within",
            variance(&means)
        );
        assert!(within > 0.0);
    }

    #[test]
    fn the_same_tree_grows_otherwise_on_another_site() {
        assert_eq!(height_m(1, 1), height_m(1, 1));
        assert_ne!(height_m(1, 1), height_m(2, 1));
    }

    #[test]
    fn a_deviation_that_is_none_is_refused() {
        let wild = Variation {
            site: Strays {
                height: f64::NAN,
                ..Strays::default()
            },
            ..Variation::default()
        };
        let key = Key::root(1, &[]);
        let refused = presets::PRESETS[0].form().varied(&wild, key, key).unwrap_err();
        assert!(refused.to_string().contains("`site.height` is NaN"));
    }
}

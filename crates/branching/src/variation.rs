//! Variation on two levels: what a stand does to all of its trees, and what makes each tree its own.
//!
//! Other draws alone vary a tree's size by some per cent. A stand looks like one because its trees differ more than that,
//! and like itself because they differ less than trees of another stand.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Real, Table};
use understory_keys::{Checked, Key, OutOfRange, parameters, real, table};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};

use crate::ranges::SHARE;
use crate::seasons::SeasonTree;
use crate::tree::TreeForm;

parameters! {
    /// How far forms stray, as standard deviations of natural logarithms: 0.1 is about 10 %.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Variation: Default {
        /// From stand to stand.
        pub stand: Strays = table(Strays::KEYS, "{ height = 0.2 }").default(Table),
        /// From tree to tree of a stand.
        pub tree: Strays = table(Strays::KEYS, "{ height = 0.08 }").default(Table),
    }
}

const STRAY: Key = real(SHARE, "", "0.1").default(Real(0.0));

parameters! {
    /// How far each trait strays.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Strays: Default {
        /// Standard deviation of the logarithm of the height of crown and stem: 0.1 is about 10 %.
        pub height: f64 = STRAY,
        /// The same of the crown's width.
        pub width: f64 = STRAY,
        /// The same of the attraction points to a m³ of crown.
        pub density: f64 = STRAY,
        /// Standard deviation of the tropism: how much branches hang or rise.
        pub tropism: f64 = STRAY,
    }
}

impl TreeForm {
    /// This form as `stand` changes it for all trees and `tree` for one.
    ///
    /// # Errors
    /// [`OutOfRange`] for a standard deviation that does not lie from 0 to 1.
    pub fn varied(&self, by: &Variation, stand: RandomKey, tree: RandomKey) -> Result<Self, OutOfRange> {
        by.check(&table(Variation::KEYS, ""))?;
        let factor = |of: fn(&Strays) -> f64, number: u32| {
            math::exp(of(&by.stand) * normal(stand, number) + of(&by.tree) * normal(tree, number))
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
        form.shoot.trunk.shortest_m *= height;
        form.shoot.trunk.longest_m *= height;
        form.shoot.tropism[2] += by.stand.tropism * normal(stand, 3) + by.tree.tropism * normal(tree, 3);
        Ok(form)
    }
}

impl SeasonTree {
    /// This form as `stand` changes it for all trees and `tree` for one: longer shoots and paths, longer limbs, more side
    /// buds, limbs that rise more.
    ///
    /// # Errors
    /// [`OutOfRange`] for a standard deviation that does not lie from 0 to 1.
    pub fn varied(&self, by: &Variation, stand: RandomKey, tree: RandomKey) -> Result<Self, OutOfRange> {
        by.check(&table(Variation::KEYS, ""))?;
        let stray = |of: fn(&Strays) -> f64, number: u32| {
            of(&by.stand) * normal(stand, number) + of(&by.tree) * normal(tree, number)
        };
        let factor = |of: fn(&Strays) -> f64, number: u32| math::exp(stray(of, number));
        let height = factor(|strays| strays.height, 0);
        let width = factor(|strays| strays.width, 1);
        let density = factor(|strays| strays.density, 2);
        let mut form = self.clone();
        let season = &mut form.season;
        season.shoot_m *= height;
        season.longest_path_m *= height;
        season.limbs.shoot_share = (season.limbs.shoot_share * width).min(1.0);
        season.spacing_per_height *= width;
        season.limbs.bud_share = (season.limbs.bud_share * density).min(1.0);
        season.limbs.rise_per_m += stray(|strays| strays.tropism, 3);
        season.limbs.angle_deg = (season.limbs.angle_deg / width).min(180.0);
        Ok(form)
    }
}

fn normal(key: RandomKey, number: u32) -> f64 {
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
        stand: Strays {
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
        let (site, tree) = (RandomKey::root(site, &["site"]), RandomKey::root(tree, &["tree"]));
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
            stand: Strays {
                height: f64::NAN,
                ..Strays::default()
            },
            ..Variation::default()
        };
        let key = RandomKey::root(1, &[]);
        let refused = presets::colonized_oak().varied(&wild, key, key).unwrap_err();
        assert!(refused.to_string().contains("`stand.height` is NaN"));
    }
}

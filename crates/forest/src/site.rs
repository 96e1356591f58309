//! How well each species grows at each place of the plot, for what the ground offers there.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use understory_keys::parameters;
use understory_numerics::math::exp;

use crate::cells::Cells;
use crate::error::ForestError;
use crate::parameters::SiteNeeds;

parameters! {
    /// How the factors of a species at a place become one.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Combining of words {
        /// Each takes its share of what the others leave.
        Product = "product",
        /// The least counts alone (Liebig's law of the minimum).
        Minimum = "minimum",
    }
}

impl Combining {
    /// Two factors as one.
    #[inline]
    pub(crate) fn both(self, a: f64, b: f64) -> f64 {
        match self {
            Self::Product => a * b,
            Self::Minimum => a.min(b),
        }
    }
}

/// Height of the ground at a place, m.
pub type HeightAt = Arc<dyn Fn([f64; 2]) -> f64 + Send + Sync>;

/// What the ground offers at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Offer {
    /// Topographic wetness index, no unit.
    pub wetness: f64,
    /// Sun of a year without clouds, MJ/m².
    pub sun_mj_m2: f64,
    /// Depth of the soil, m.
    pub soil_depth_m: f64,
    /// Height above the sea, m.
    pub elevation_m: f64,
}

/// The growth factor, 0 to 1, by one thing that the ground offers.
///
/// # Formula
/// Four numbers a ≤ b ≤ c ≤ d: 0 up to a, rising evenly to 1 at b, 1 to c, falling evenly to 0 at d; an edge that stands upright
/// belongs to the inside. Two, optimum *o* and width *w*: the bell exp(−((x − *o*)/*w*)²/2).
#[must_use]
pub fn response(curve: &[f64], x: f64) -> f64 {
    match *curve {
        [optimum, width] => {
            let off = (x - optimum) / width;
            exp(-0.5 * off * off)
        }
        [a, b, c, d] => {
            if x < a || x > d {
                0.0
            } else if x < b {
                (x - a) / (b - a)
            } else if x > c {
                (d - x) / (d - c)
            } else {
                1.0
            }
        }
        _ => 1.0,
    }
}

impl SiteNeeds {
    /// The growth factor at a place that offers this, 0 to 1; what is not asked for takes nothing.
    #[must_use]
    pub fn factor(&self, offer: &Offer, combining: Combining) -> f64 {
        let asked = [
            (&self.wetness, offer.wetness),
            (&self.sun_mj_m2, offer.sun_mj_m2),
            (&self.soil_depth_m, offer.soil_depth_m),
            (&self.elevation_m, offer.elevation_m),
        ];
        let factors = asked
            .into_iter()
            .filter_map(|(curve, x)| Some(response(curve.as_ref()?, x)));
        factors.fold(1.0, |so_far, factor| combining.both(so_far, factor))
    }
}

/// Growth factors of all species in cells over the plot; beyond them that of the nearest cell.
#[derive(Clone, Debug, PartialEq)]
pub struct Site {
    cells: Cells,
    species: usize,
    /// Cell by cell from the south-west on, each with all species.
    factors: Vec<f32>,
}

impl Site {
    /// Of so many columns and rows of cells from `origin_m` on: `factors` row by row from the south, in each cell all `species`
    /// in their order. A factor of 0 lets nothing germinate, as in water and on rock.
    ///
    /// # Errors
    /// [`ForestError::Impossible`] where the cells hold no ground, or a factor lacks or is not between 0 and 1.
    pub fn new(
        origin_m: [f64; 2],
        cell_m: [f64; 2],
        [columns, rows]: [u32; 2],
        species: usize,
        factors: Vec<f32>,
    ) -> Result<Self, ForestError> {
        let impossible = |why: String| ForestError::impossible("the site", why);
        let cells = Cells::new(origin_m, cell_m, [columns, rows]).map_err(impossible)?;
        let expected = cells.count() * species;
        if factors.len() != expected {
            return Err(impossible(format!(
                "{} factors are given where cells and species ask for {expected}",
                factors.len()
            )));
        }
        if let Some(factor) = factors.iter().find(|factor| !(0.0..=1.0).contains(*factor)) {
            return Err(impossible(format!(
                "a factor is {factor}, but must be from 0 to 1"
            )));
        }
        Ok(Self {
            cells,
            species,
            factors,
        })
    }

    /// How many species it has factors of.
    #[must_use]
    pub fn species(&self) -> usize {
        self.species
    }

    /// The growth factor of a species at a place, 0 to 1.
    ///
    /// # Panics
    /// Where there is no such species.
    #[must_use]
    #[inline]
    pub fn factor(&self, species: u16, place_m: [f64; 2]) -> f64 {
        let cell = self.cells.of(place_m);
        f64::from(self.factors[cell * self.species + usize::from(species)])
    }
}

#[cfg(test)]
mod tests {
    use understory_keys::Checked;

    use super::*;

    #[test]
    fn a_trapezoid_rises_stays_and_falls_and_a_bell_has_its_width() {
        let trapezoid = [2.0, 4.0, 6.0, 10.0];
        for (x, expected) in [
            (1.9, 0.0),
            (2.0, 0.0),
            (3.0, 0.5),
            (4.0, 1.0),
            (6.0, 1.0),
            (9.0, 0.25),
            (10.0, 0.0),
        ] {
            assert_eq!(response(&trapezoid, x), expected, "{x}");
        }
        // Upright edges: all or nothing.
        for (x, expected) in [(0.9, 0.0), (1.0, 1.0), (2.0, 1.0), (2.1, 0.0)] {
            assert_eq!(response(&[1.0, 1.0, 2.0, 2.0], x), expected, "{x}");
        }
        let bell = [8.0, 2.0];
        assert_eq!(response(&bell, 8.0), 1.0);
        assert!((response(&bell, 10.0) - 0.606_530_66).abs() < 1e-8);
        assert_eq!(response(&bell, 5.0), response(&bell, 11.0));
    }

    #[test]
    fn factors_multiply_or_the_least_counts() {
        let needs = SiteNeeds {
            wetness: Some(vec![0.0, 10.0, 20.0, 30.0]),
            sun_mj_m2: None,
            soil_depth_m: Some(vec![0.0, 1.0, 9.0, 9.0]),
            elevation_m: None,
        };
        let offer = Offer {
            wetness: 4.0,
            sun_mj_m2: 0.0,
            soil_depth_m: 0.5,
            elevation_m: -50.0,
        };
        assert_eq!(needs.factor(&offer, Combining::Product), 0.2);
        assert_eq!(needs.factor(&offer, Combining::Minimum), 0.4);
    }

    #[test]
    fn curves_that_are_none_are_refused() {
        let faults = |curve: &[f64]| {
            let needs = SiteNeeds {
                wetness: Some(curve.to_vec()),
                sun_mj_m2: None,
                soil_depth_m: None,
                elevation_m: None,
            };
            needs
                .faults(&understory_keys::table(SiteNeeds::KEYS, "").related(SiteNeeds::RELATED))
                .len()
        };
        for curve in [
            &[][..],
            &[1.0],
            &[1.0, 0.0],
            &[1.0, -2.0],
            &[1.0, 2.0, 3.0],
            &[4.0, 3.0, 5.0, 6.0],
            &[2.0; 4],
        ] {
            assert_eq!(faults(curve), 1, "{curve:?}");
        }
        assert_eq!(faults(&[1.0, 1.0, 2.0, 2.0]), 0);
    }

    #[test]
    fn a_place_has_the_factor_of_its_cell_and_species() {
        let factors = (0_u8..12).map(|n| f32::from(n) / 16.0).collect();
        let site = Site::new([100.0, 50.0], [10.0, 5.0], [3, 2], 2, factors).unwrap();
        for (species, place_m, number) in [
            (0, [100.0, 50.0], 0.0),
            (1, [109.9, 54.9], 1.0),
            (0, [125.0, 50.0], 4.0),
            (1, [125.0, 57.0], 11.0),
            (1, [1e9, 1e9], 11.0),
            (0, [-1e9, 56.0], 6.0),
        ] {
            assert_eq!(site.factor(species, place_m), number / 16.0, "{place_m:?}");
        }
        for factors in [vec![0.5; 11], vec![1.5; 12], vec![f32::NAN; 12]] {
            assert!(Site::new([0.0; 2], [1.0; 2], [3, 2], 2, factors).is_err());
        }
        assert!(Site::new([0.0; 2], [1.0; 2], [0, 2], 2, Vec::new()).is_err());
    }
}

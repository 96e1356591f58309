//! A stem: how much wood it holds, and what it bears before it breaks or its roots give way.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::Real;
use understory_keys::{Interval, OutOfRange, parameters, real};
use understory_numerics::math::{exp, pow};
use understory_numerics::sample::{standard_normals, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, quick};

use crate::components::{BREAST_HEIGHT_M, Size, basal_area_m2};

/// A number of the wood, which is never nothing.
const POSITIVE: Interval = Interval::from(1e-9, 1e6);
const EXPONENT: Interval = Interval::from(0.0, 5.0);

parameters! {
    /// Wood of a stem, a · dbh^n · height^m, mass of its tree, and the moments that it and its roots bear. Where nothing is said it is a beech's.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Stem: Default where Stem::related {
        /// Stress at which green wood breaks when it is bent.
        pub bending_strength_mpa: f64 = real(POSITIVE, "MPa", "36.0").default(Real(65.0)),
        /// Moment at the foot of the stem that uproots a tree, for each kg of its green stem.
        pub uprooting_nm_per_kg: f64 = real(POSITIVE, "N·m per kg", "147.0").default(Real(231.0)),
        /// Density of the green stem.
        pub green_density_kg_per_m3: f64 = real(POSITIVE, "kg per m³", "850.0").default(Real(1158.0)),
        /// The c of the crown's drag c · u^(−n) in a wind of u, m/s: crowns give way to wind.
        pub drag: f64 = real(Interval::from(0.0, 100.0), "", "2.35").default(Real(2.41)),
        /// The n of that drag.
        pub drag_exponent: f64 = real(Interval::from(0.0, 2.0), "", "0.51").default(Real(0.9)),
        /// The a of the stem's volume a · dbh^n · height^m, in m³, cm and m.
        pub volume_factor: f64 = real(POSITIVE, "", "3.8e-5").default(Real(3.8e-5)),
        /// The n of that volume.
        pub volume_dbh_exponent: f64 = real(EXPONENT, "", "1.99").default(Real(1.99)),
        /// The m of that volume.
        pub volume_height_exponent: f64 = real(EXPONENT, "", "1.02").default(Real(1.02)),
        /// The F1 of its wood over 7 cm: π/40000 · dbh² · height · (F1 + F2 / height) · exp(−(d1 / dbh)^2.5), in m³, cm and m.
        pub merchantable_form: f64 = real(Interval::from(0.0, 2.0), "", "0.5").default(Real(0.508)),
        /// The F2 of that wood.
        pub merchantable_form_by_height_m: f64 = real(Interval::from(-10.0, 50.0), "m", "0.07").default(Real(0.068)),
        /// The d1 of that wood: thin stems hold hardly any.
        pub merchantable_dbh_cm: f64 = real(Interval::from(0.1, 100.0), "cm", "6.0").default(Real(5.99)),
        /// The a of a tree's dry mass above the ground a · dbh^b, in kg and cm.
        pub biomass_factor: f64 = real(POSITIVE, "", "0.19").default(Real(0.1903)),
        /// The b of that mass.
        pub biomass_dbh_exponent: f64 = real(EXPONENT, "", "2.36").default(Real(2.3589)),
        /// How far trees of one size differ in what they bear: standard deviation of its logarithm.
        pub soundness_sd: f64 = real(Interval::from(0.0, 2.0), "", "0.5").default(Real(0.5)),
    }
}

impl Stem {
    /// A form that gives negative wood.
    fn related(&self) -> Vec<OutOfRange> {
        let form = self.merchantable_form + self.merchantable_form_by_height_m / BREAST_HEIGHT_M;
        if form >= 0.0 {
            return Vec::new();
        }
        vec![OutOfRange::beside(
            "merchantable_form_by_height_m",
            format!(
                "is {}, which gives a tree of {BREAST_HEIGHT_M} m a form of {form:.3}, and negative wood",
                self.merchantable_form_by_height_m
            ),
            "make it, or `merchantable_form`, larger",
        )]
    }

    /// Wood over 7 cm of a tree of this size, m³.
    ///
    /// # Source
    /// The form is ours, fitted to volume over basal area and height of yield tables: see the presets.
    #[must_use]
    pub fn merchantable_m3(&self, size: Size) -> f64 {
        if size.dbh_cm <= 0.0 {
            return 0.0;
        }
        let form = self.merchantable_form + self.merchantable_form_by_height_m / size.height_m;
        let thin = quick::exp(-quick::pow(self.merchantable_dbh_cm / size.dbh_cm, 2.5));
        basal_area_m2(size.dbh_cm) * size.height_m * form * thin
    }

    /// Volume of a stem of this size, m³.
    #[must_use]
    pub fn volume_m3(&self, size: Size) -> f64 {
        self.volume_factor
            * pow(size.dbh_cm, self.volume_dbh_exponent)
            * pow(size.height_m, self.volume_height_exponent)
    }

    /// Moment that breaks a sound stem, N·m: π/32 · dbh³ · strength.
    ///
    /// # Source
    /// The bending stress at the surface of a round rod, as in ForestGALES.
    #[must_use]
    pub fn breaking_nm(&self, size: Size) -> f64 {
        let dbh_m = size.dbh_cm / 100.0;
        std::f64::consts::PI / 32.0 * dbh_m * dbh_m * dbh_m * self.bending_strength_mpa * 1e6
    }

    /// Moment that uproots a tree on sound roots, N·m: proportional to the mass of its green stem.
    ///
    /// # Source
    /// The regressions of tree pulling that ForestGALES uses.
    #[must_use]
    pub fn uprooting_nm(&self, size: Size) -> f64 {
        self.uprooting_nm_per_kg * self.green_density_kg_per_m3 * self.volume_m3(size)
    }

    /// What the moments that a tree's stem and its roots bear are multiplied by, for life.
    pub(crate) fn soundness(&self, key: RandomKey) -> [f64; 2] {
        let [a, b, ..] = key.draws(0, Purpose::Soundness, 0).map(unit_from_u32);
        standard_normals([a, b]).map(|normal| exp(self.soundness_sd * normal))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn a_spruce_of_40_cm_has_the_moments_of_its_table() {
        let spruce = presets::named("picea-abies").unwrap().species("spruce").stem;
        let size = Size {
            dbh_cm: 40.0,
            height_m: 30.0,
        };
        // 1.15e-4 · 40^2.31 · 30^0.33 by hand; of it 850 kg per m³ and 147 N·m per kg.
        assert!(
            (spruce.volume_m3(size) - 1.773).abs() < 0.005,
            "{}",
            spruce.volume_m3(size)
        );
        assert!((spruce.uprooting_nm(size) / 221.6e3 - 1.0).abs() < 0.005);
        assert!((spruce.breaking_nm(size) / 226.2e3 - 1.0).abs() < 0.001);
    }

    #[test]
    fn soundness_is_the_trees_own_and_one_in_the_median() {
        let stem = Stem::default();
        let lower = (0..1000_u128)
            .filter(|&bits| stem.soundness(RandomKey::from_bits(bits))[1] < 1.0)
            .count();
        assert!((440..560).contains(&lower), "{lower}");
        let key = RandomKey::from_bits(7);
        assert_eq!(stem.soundness(key), stem.soundness(key));
    }
}

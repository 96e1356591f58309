//! Growth curves: what a tree that nothing hinders gains in a year, and how old a tree of a given size is.
//!
//! Neither curve knows an age: the step follows from the size that the tree has, so suppressed years need no
//! bookkeeping. Ages from sizes are those of a tree that nothing ever hindered.

use understory_numerics::math::{cbrt, exp, ln};
use understory_numerics::quick;

use crate::components::Size;
use crate::parameters::{Crown, Growth, SizeFactors};

/// Height at which the diameter is measured, m.
pub const BREAST_HEIGHT_M: f64 = 1.3;

/// Years over which vigour is averaged: each year enters the running mean with one fifth.
const VIGOUR_MEMORY_YR: f64 = 5.0;

/// Share of the greatest slenderness from which trees grow less in height.
const SLENDER_FROM: f64 = 0.6;

/// Crown radius added by each metre of height up to breast height, m per m.
const SEEDLING_RADIUS_PER_HEIGHT: f64 = 0.12;

/// The growth curves of a species with what does not change from year to year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowthCurve {
    growth: Growth,
    /// e^(−b) of the height curve.
    height_decay: f64,
    /// e^(−b) of the diameter curve.
    dbh_decay: f64,
}

/// What a tree gains in a year, as shares of what one gains that nothing hinders; 0 to 1. Of several trees with `T` an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares<T = f64> {
    /// Of the diameter's step; also what vigour is the running mean of.
    pub dbh: T,
    /// Of the height's step.
    pub height: T,
}

/// Sizes of several trees, column by column.
#[derive(Clone, Copy)]
pub(crate) struct Sizes<const N: usize> {
    pub(crate) dbh_cm: [f64; N],
    pub(crate) height_m: [f64; N],
}

impl<const N: usize> Sizes<N> {
    #[inline(always)]
    pub(crate) fn of(sizes: [Size; N]) -> Self {
        Self {
            dbh_cm: sizes.map(|size| size.dbh_cm),
            height_m: sizes.map(|size| size.height_m),
        }
    }

    #[inline(always)]
    pub(crate) fn size(&self, tree: usize) -> Size {
        Size {
            dbh_cm: self.dbh_cm[tree],
            height_m: self.height_m[tree],
        }
    }
}

impl Shares {
    /// Of a tree that nothing hinders.
    pub const FULL: Self = Self {
        dbh: 1.0,
        height: 1.0,
    };
}

impl<const N: usize> Shares<[f64; N]> {
    /// What is left where the ground allows such shares of all growth.
    #[inline(always)]
    pub(crate) fn times(self, factors: [f64; N]) -> Self {
        Self {
            dbh: std::array::from_fn(|tree| self.dbh[tree] * factors[tree]),
            height: std::array::from_fn(|tree| self.height[tree] * factors[tree]),
        }
    }
}

impl GrowthCurve {
    /// The curves of a species with these parameters.
    #[must_use]
    pub fn new(growth: Growth) -> Self {
        Self {
            growth,
            height_decay: exp(-growth.height_rate_per_yr),
            dbh_decay: exp(-growth.dbh_rate_per_yr),
        }
    }

    /// What a tree of this size gains at crowding *C*, with the light L = exp(−C): L^β of the diameter's step, L^(βs) of the
    /// height's, which also falls to nothing as the tree grows slender.
    #[must_use]
    pub fn shares(&self, crowding: f64, size: Size) -> Shares {
        let Shares {
            dbh: [dbh],
            height: [height],
        } = Self::shares_of([self], [crowding], Sizes::of([size]));
        Shares { dbh, height }
    }

    /// [`Self::shares`] of several trees, each of its own species: step by step for all of them, so that the compiler makes
    /// vectors of it.
    #[inline(always)]
    pub(crate) fn shares_of<const N: usize>(
        curves: [&Self; N],
        crowding: [f64; N],
        sizes: Sizes<N>,
    ) -> Shares<[f64; N]> {
        let mut shares = Shares {
            dbh: [0.0; N],
            height: [0.0; N],
        };
        for tree in 0..N {
            let growth = &curves[tree].growth;
            let exponent = -growth.shade_exponent * crowding[tree];
            shares.dbh[tree] = quick::exp(exponent);
            // Falls from 1 to 0 between a part of the greatest slenderness and that slenderness.
            let slenderness = 100.0 * (sizes.height_m[tree] - BREAST_HEIGHT_M) / sizes.dbh_cm[tree];
            let room = (1.0 - slenderness / growth.slenderness_max) / (1.0 - SLENDER_FROM);
            // Of a tree without a diameter nothing is known; the year brings it one.
            let room = if sizes.dbh_cm[tree] > 0.0 {
                room.clamp(0.0, 1.0)
            } else {
                1.0
            };
            shares.height[tree] = quick::exp(exponent * growth.height_shade_share) * room;
        }
        shares
    }

    /// Height and diameter a year later.
    ///
    /// Both curves are taken as yearly steps that need no age: h′ = a(1 − (1 − ∛(h/a)) e^(−b))³ for height
    /// (Chapman–Richards with exponent 3, as in iLand's height potential) and d′ = D(1 − (1 − √(d/D)) e^(−b))²
    /// for the diameter, with a and D those of the species times the tree's own factors; of each step the tree makes
    /// its share. One that is larger than its own curve goes on as it is. The diameter starts from 0 in the year after
    /// the tree passes breast height.
    #[must_use]
    pub fn after_a_year(&self, size: Size, shares: Shares, factors: SizeFactors) -> Size {
        let shares = Shares {
            dbh: [shares.dbh],
            height: [shares.height],
        };
        let factors = SizeFactors {
            dbh: [factors.dbh],
            height: [factors.height],
        };
        let Sizes {
            dbh_cm: [dbh_cm],
            height_m: [height_m],
        } = Self::a_year_later([self], Sizes::of([size]), shares, factors);
        Size { dbh_cm, height_m }
    }

    /// [`Self::after_a_year`] of several trees, each of its own species.
    #[inline(always)]
    #[allow(
        clippy::needless_range_loop,
        reason = "all arrays are gone through by the same number"
    )]
    pub(crate) fn a_year_later<const N: usize>(
        curves: [&Self; N],
        sizes: Sizes<N>,
        shares: Shares<[f64; N]>,
        factors: SizeFactors<[f64; N]>,
    ) -> Sizes<N> {
        let mut after = sizes;
        for tree in 0..N {
            let (curve, height_m) = (curves[tree], sizes.height_m[tree]);
            let max_m = curve.growth.height_max_m * factors.height[tree];
            let root = 1.0 - (1.0 - quick::cbrt(height_m / max_m)) * curve.height_decay;
            let step_m = (max_m * root * root * root - height_m).max(0.0);
            after.height_m[tree] += shares.height[tree] * step_m;
        }
        // A curve of its own, not an allometry of height: old trees would all end at the diameter of the greatest
        // height.
        for tree in 0..N {
            let (curve, dbh_cm) = (curves[tree], sizes.dbh_cm[tree]);
            let max_cm = curve.growth.dbh_max_cm * factors.dbh[tree];
            let root = 1.0 - (1.0 - (dbh_cm / max_cm).sqrt()) * curve.dbh_decay;
            let step_cm = (max_cm * root * root - dbh_cm).max(0.0);
            let thicker_cm = dbh_cm + shares.dbh[tree] * step_cm;
            after.dbh_cm[tree] = if sizes.height_m[tree] >= BREAST_HEIGHT_M {
                thicker_cm
            } else {
                0.0
            };
        }
        after
    }

    /// Years that an unhindered tree takes from birth to `height_m`; 0 at or below the height at birth,
    /// infinite from the greatest height on.
    #[must_use]
    pub fn age_at_height_yr(&self, height_m: f64) -> f64 {
        let left = |height_m: f64| 1.0 - cbrt(height_m / self.growth.height_max_m);
        let start = left(self.growth.seedling_height_m);
        let now = left(height_m);
        if now <= 0.0 {
            f64::INFINITY
        } else {
            (ln(start / now) / self.growth.height_rate_per_yr).max(0.0)
        }
    }

    /// Years that an unhindered tree takes from birth to `dbh_cm`; infinite from the greatest diameter on.
    #[must_use]
    pub fn age_at_dbh_yr(&self, dbh_cm: f64) -> f64 {
        let now = 1.0 - (dbh_cm / self.growth.dbh_max_cm).sqrt();
        if now <= 0.0 {
            return f64::INFINITY;
        }
        self.age_at_height_yr(BREAST_HEIGHT_M) - ln(now) / self.growth.dbh_rate_per_yr
    }

    /// Height of an unhindered tree of this age, m.
    #[must_use]
    pub fn height_at_age_m(&self, age_yr: f64) -> f64 {
        let start = 1.0 - cbrt(self.growth.seedling_height_m / self.growth.height_max_m);
        let root = 1.0 - start * exp(-self.growth.height_rate_per_yr * age_yr);
        self.growth.height_max_m * root * root * root
    }

    /// Diameter of an unhindered tree of this age, cm; 0 until it passes breast height.
    #[must_use]
    pub fn dbh_at_age_cm(&self, age_yr: f64) -> f64 {
        let years = age_yr - self.age_at_height_yr(BREAST_HEIGHT_M);
        if years <= 0.0 {
            return 0.0;
        }
        let root = 1.0 - exp(-self.growth.dbh_rate_per_yr * years);
        self.growth.dbh_max_cm * root * root
    }
}

/// Vigour a year later: the running mean takes the year's growth factor with a weight of one fifth.
#[must_use]
#[inline(always)]
pub fn vigour_after_a_year(vigour: f64, factor: f64) -> f64 {
    vigour + (factor - vigour) / VIGOUR_MEMORY_YR
}

/// Crown radius of a tree, m: 0.12 m per metre of height up to breast height, plus k · dbh^exponent, of which a tree of
/// this vigour has its share.
#[must_use]
pub fn crown_radius_m(crown: &Crown, size: Size, vigour: f64) -> f64 {
    let [radius_m] = crown_radii_m([crown], Sizes::of([size]), [vigour]);
    radius_m
}

/// [`crown_radius_m`] of several trees, each of its own species.
#[inline(always)]
pub(crate) fn crown_radii_m<const N: usize>(
    crowns: [&Crown; N],
    sizes: Sizes<N>,
    vigours: [f64; N],
) -> [f64; N] {
    let mut radii_m = [0.0; N];
    for tree in 0..N {
        let (crown, dbh_cm) = (crowns[tree], sizes.dbh_cm[tree]);
        let share = between(crown.radius_share_in_shade, 1.0, vigours[tree]);
        let crown_m = crown.radius_at_30_cm_m * quick::pow(dbh_cm / 30.0, crown.exponent) * share;
        radii_m[tree] = seedling_radius_m(sizes.size(tree)) + if dbh_cm > 0.0 { crown_m } else { 0.0 };
    }
    radii_m
}

/// Height at which the crown of a tree of this height and vigour begins, m, if it has never been in deeper shade.
#[must_use]
#[inline(always)]
pub fn crown_base_m(crown: &Crown, height_m: f64, vigour: f64) -> f64 {
    height_m * (1.0 - between(crown.length_share_in_shade, crown.length_share, vigour))
}

/// From `low` at a vigour of 0 to `high` at 1.
#[inline(always)]
fn between(low: f64, high: f64, vigour: f64) -> f64 {
    low + (high - low) * vigour
}

/// The part of the crown radius that height gives, m; above breast height it grows no more.
#[inline(always)]
pub(crate) fn seedling_radius_m(size: Size) -> f64 {
    SEEDLING_RADIUS_PER_HEIGHT * size.height_m.min(BREAST_HEIGHT_M)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn beech() -> GrowthCurve {
        GrowthCurve::new(Growth {
            height_max_m: 37.7,
            height_rate_per_yr: 0.0367,
            dbh_max_cm: 75.0,
            dbh_rate_per_yr: 0.018,
            seedling_height_m: 0.15,
            shade_exponent: 1.5,
            height_shade_share: 0.5,
            slenderness_max: 200.0,
        })
    }

    #[test]
    fn yearly_steps_follow_the_closed_curves() {
        let curve = beech();
        let mut size = Size {
            dbh_cm: 0.0,
            height_m: 0.15,
        };
        for year in 1..=200_u32 {
            size = curve.after_a_year(size, Shares::FULL, SizeFactors::ONE);
            let closed_m = curve.height_at_age_m(f64::from(year));
            assert!((size.height_m - closed_m).abs() < 1e-9 * closed_m, "year {year}");
            // The diameter starts on a whole year, the closed curve between two.
            let early_cm = curve.dbh_at_age_cm(f64::from(year) - 1.0);
            let late_cm = curve.dbh_at_age_cm(f64::from(year));
            assert!(
                early_cm <= size.dbh_cm + 1e-9 && size.dbh_cm <= late_cm + 1e-9,
                "year {year}"
            );
        }
    }

    #[test]
    fn a_beech_is_as_tall_as_the_published_curve_from_its_start_height_on() {
        // a(1 − e^(−bt))³ with a 37.7, b 0.0367 starts from 0; ours is the same curve, entered at 0.15 m.
        let lead_yr = -ln(1.0 - cbrt(0.15 / 37.7)) / 0.0367;
        for (age_yr, height_m) in [(20.0, 5.3), (50.0, 22.4), (100.0, 34.9)] {
            let ours_m = beech().height_at_age_m(age_yr - lead_yr);
            assert!((ours_m - height_m).abs() < 0.06, "{age_yr}: {ours_m}");
        }
    }

    #[test]
    fn ages_invert_the_curves() {
        let curve = beech();
        for age_yr in [10.0, 33.3, 120.0, 280.0] {
            assert!((curve.age_at_height_yr(curve.height_at_age_m(age_yr)) - age_yr).abs() < 1e-6);
            assert!((curve.age_at_dbh_yr(curve.dbh_at_age_cm(age_yr)) - age_yr).abs() < 1e-6);
        }
        assert_eq!(curve.age_at_height_yr(0.1), 0.0);
        assert_eq!(curve.age_at_height_yr(37.7), f64::INFINITY);
    }

    #[test]
    fn growth_stops_in_full_shade_and_never_passes_the_greatest_size() {
        let curve = beech();
        let size = Size {
            dbh_cm: 74.9,
            height_m: 37.6,
        };
        assert_eq!(
            curve.after_a_year(
                size,
                Shares {
                    dbh: 0.0,
                    height: 0.0
                },
                SizeFactors::ONE
            ),
            size
        );
        let mut old = size;
        for _ in 0..5000 {
            old = curve.after_a_year(old, Shares::FULL, SizeFactors::ONE);
        }
        assert!(old.dbh_cm <= 75.0 && old.height_m <= 37.7);
    }

    #[test]
    fn height_answers_less_to_shade_than_diameter_until_the_tree_is_slender() {
        let size = |dbh_cm, height_m| Size { dbh_cm, height_m };
        // Above breast height 10 m at 10 cm: a slenderness of 100, half of the greatest.
        let shares = beech().shares(0.8, size(10.0, 11.3));
        assert!((shares.dbh - exp(-1.2)).abs() < 1e-12);
        assert!((shares.height - exp(-0.6)).abs() < 1e-12);
        for (dbh_cm, left) in [
            (10.0 / 1.4, 0.75),
            (5.5, (1.0 - 10.0 / 11.0) / 0.4),
            (5.0, 0.0),
            (4.0, 0.0),
            (0.0, 1.0),
        ] {
            let height = beech().shares(0.0, size(dbh_cm, 11.3)).height;
            assert!((height - left).abs() < 1e-9, "{dbh_cm} {height}");
        }
    }

    #[test]
    fn a_tree_approaches_its_own_greatest_size_and_never_shrinks_to_it() {
        let curve = beech();
        let factors = SizeFactors {
            dbh: 1.2,
            height: 0.9,
        };
        let mut size = Size {
            dbh_cm: 0.0,
            height_m: 0.15,
        };
        for _ in 0..5000 {
            size = curve.after_a_year(size, Shares::FULL, factors);
        }
        assert!((size.dbh_cm - 90.0).abs() < 1e-6 && (size.height_m - 33.93).abs() < 1e-6);
        let large = Size {
            dbh_cm: 100.0,
            height_m: 37.0,
        };
        assert_eq!(curve.after_a_year(large, Shares::FULL, factors), large);
    }

    #[test]
    fn crowns_are_wide_and_long_in_the_open_and_less_so_in_shade() {
        let crown = Crown {
            radius_at_30_cm_m: 3.2,
            exponent: 0.75,
            radius_share_in_shade: 0.5,
            leaf_area_index: 3.0,
            length_share: 0.8,
            length_share_in_shade: 0.4,
        };
        let tree = Size {
            dbh_cm: 30.0,
            height_m: 25.0,
        };
        for (vigour, radius_m, base_m) in [(1.0, 3.2, 5.0), (0.5, 2.4, 10.0), (0.0, 1.6, 15.0)] {
            assert!((crown_radius_m(&crown, tree, vigour) - (radius_m + 0.156)).abs() < 1e-10);
            assert!((crown_base_m(&crown, tree.height_m, vigour) - base_m).abs() < 1e-12);
        }
        let seedling = Size {
            dbh_cm: 0.0,
            height_m: 0.5,
        };
        assert!((crown_radius_m(&crown, seedling, 0.3) - 0.06).abs() < 1e-15);
    }
}

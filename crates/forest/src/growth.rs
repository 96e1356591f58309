//! Growth: what a tree gains in a year by its size, its light and its site, and how old a tree of a given size is.
//!
//! Nothing knows an age: the step follows from the size that the tree has, so suppressed years need no bookkeeping.
//!
//! | | |
//! |---|---|
//! | zone | R = 0.12 min(h, 1.3) + r · (d / 25 cm)^0.8025, the crown that the tree would have in the open |
//! | light | L = exp(−β C), with the crowding C by the light model |
//! | basal area | Δg = γ (S/30)^n (max(h, 4)/20)^(−m) · πR² · L · f · max(0, 1 − (d/D)²), with f the tree's own factor |
//! | height | h′ = A (1 − (1 − (h/A)^(1/q)) e^(−k))^q of the share min(1, (L/L_h)^η), less where the tree is slender |
//!
//! S is the site index, q = q₃₀ (S/30)^e, and A is such that a tree which nothing hinders is a·S high at 100 years.
//!
//! # Source
//! Height: the curve of Chapman and Richards as a yearly step. The exponent of the zone is half of Reineke's 1.605, so that the
//! sum of all zones over the ground, and with it mean crowding, goes with his stand density index, whatever the trees' size: a
//! threshold of vigour is then one line of density. The other forms were chosen by fits to yield tables, see `docs/src/models/forest.md`.

use understory_numerics::math::{exp, ln, pow};
use understory_numerics::quick;

pub use crate::components::BREAST_HEIGHT_M;
use crate::components::Size;
use crate::parameters::{Competition, Crown, Growth, OwnFactors, Species};

/// Years over which vigour is averaged: each year enters the running mean with one fifth.
const VIGOUR_MEMORY_YR: f64 = 5.0;

/// Share of the greatest slenderness from which trees grow less in height.
const SLENDER_FROM: f64 = 0.6;

/// Radius of crown and zone added by each metre of height up to breast height, m per m.
const SEEDLING_RADIUS_PER_HEIGHT: f64 = 0.12;

/// Diameter at which the radius of the zone is given, cm.
const ZONE_DBH_CM: f64 = 25.0;

/// Exponent of the diameter in the radius of the zone: half of that of Reineke's stand density index.
const ZONE_EXPONENT: f64 = 1.605 / 2.0;

/// Height at which the gain of basal area is given, m.
const REFERENCE_HEIGHT_M: f64 = 20.0;

/// Height below which the gain of basal area does not rise any more, m.
const LEAST_GAIN_HEIGHT_M: f64 = 4.0;

/// Years of a life: some trees get so old.
const GREATEST_AGE_YR: usize = 2000;

/// The growth of a species with what does not change from year to year.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct GrowthCurve {
    growth: Growth,
    competition: Competition,
    /// A: height that an average tree approaches on this site, m.
    approached_m: f64,
    /// q and 1/q.
    exponent: f64,
    root: f64,
    /// e^(−k).
    height_decay: f64,
    /// ln L_h.
    ln_height_light: f64,
    /// γ (S/30)^n π: m² of basal area for each m² of the square of the zone's radius.
    gain: f64,
}

/// What a tree gains in a year, as shares of what one gains that nothing hinders; 0 to 1. Of several trees with `T` an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shares<T = f64> {
    /// Of the basal area's step; also what vigour is the running mean of.
    pub basal_area: T,
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
        basal_area: 1.0,
        height: 1.0,
    };
}

impl<const N: usize> Shares<[f64; N]> {
    /// What is left where the ground allows such shares of all growth.
    #[inline(always)]
    pub(crate) fn times(self, factors: [f64; N]) -> Self {
        Self {
            basal_area: std::array::from_fn(|tree| self.basal_area[tree] * factors[tree]),
            height: std::array::from_fn(|tree| self.height[tree] * factors[tree]),
        }
    }
}

impl GrowthCurve {
    /// That of a species.
    #[must_use]
    pub fn new(species: &Species) -> Self {
        let growth = species.growth;
        let exponent = growth.exponent();
        // cm² to m².
        let by_site = pow(growth.site(), growth.basal_area_by_site);
        let gain = 1e-4 * growth.basal_area_cm2_per_m2 * by_site;
        Self {
            growth,
            competition: species.competition,
            approached_m: growth.approached_m(),
            exponent,
            root: 1.0 / exponent,
            height_decay: exp(-growth.curve_rate_per_yr),
            ln_height_light: ln(growth.height_light),
            gain: gain * std::f64::consts::PI,
        }
    }

    /// What a tree of this size gains at crowding *C*: of basal area the light L = exp(−βC), of height min(1, (L/L_h)^η), which
    /// also falls to nothing as the tree grows slender.
    #[must_use]
    pub fn shares(&self, crowding: f64, size: Size) -> Shares {
        let Shares {
            basal_area: [basal_area],
            height: [height],
        } = Self::shares_of([self], [crowding], Sizes::of([size]));
        Shares { basal_area, height }
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
            basal_area: [0.0; N],
            height: [0.0; N],
        };
        for tree in 0..N {
            let (curve, growth) = (curves[tree], &curves[tree].growth);
            let ln_light = -growth.shade_sensitivity * crowding[tree];
            shares.basal_area[tree] = quick::exp(ln_light);
            // Falls from 1 to 0 between a part of the greatest slenderness and that slenderness. Of a tree without a diameter
            // nothing is known; the year brings it one. Were the division in a branch, the compiler would make no vectors of it.
            let dbh_cm = if sizes.dbh_cm[tree] > 0.0 {
                sizes.dbh_cm[tree]
            } else {
                f64::INFINITY
            };
            let slenderness = 100.0 * (sizes.height_m[tree] - BREAST_HEIGHT_M) / dbh_cm;
            let room = ((1.0 - slenderness / growth.slenderness_max) / (1.0 - SLENDER_FROM)).clamp(0.0, 1.0);
            let lacking = (ln_light - curve.ln_height_light).min(0.0);
            shares.height[tree] = quick::exp(growth.height_light_exponent * lacking) * room;
        }
        shares
    }

    /// Height and diameter a year later, by the equations of this module; of each step the tree makes its share. A tree that is
    /// larger than its own curve goes on as it is. The diameter starts from 0 in the year after the tree passes breast height.
    #[must_use]
    pub fn after_a_year(&self, size: Size, shares: Shares, factors: OwnFactors) -> Size {
        let shares = Shares {
            basal_area: [shares.basal_area],
            height: [shares.height],
        };
        let factors = OwnFactors {
            basal_area: [factors.basal_area],
            height: [factors.height],
        };
        // The radius as the year's fields have it.
        let radius_m = f64::from(zone_radius_m(&self.competition, size) as f32);
        let Sizes {
            dbh_cm: [dbh_cm],
            height_m: [height_m],
        } = Self::a_year_later([self], Sizes::of([size]), [radius_m], shares, factors);
        Size { dbh_cm, height_m }
    }

    /// [`Self::after_a_year`] of several trees, each of its own species, whose zones have these radii, m.
    #[inline(always)]
    #[allow(
        clippy::needless_range_loop,
        reason = "all arrays are gone through by the same number"
    )]
    pub(crate) fn a_year_later<const N: usize>(
        curves: [&Self; N],
        sizes: Sizes<N>,
        zone_radii_m: [f64; N],
        shares: Shares<[f64; N]>,
        factors: OwnFactors<[f64; N]>,
    ) -> Sizes<N> {
        let mut after = sizes;
        for tree in 0..N {
            let (curve, height_m) = (curves[tree], sizes.height_m[tree]);
            let max_m = (curve.approached_m * factors.height[tree]).min(curve.growth.greatest_height_m);
            let root = quick::pow((height_m / max_m).min(1.0), curve.root);
            let grown = 1.0 - (1.0 - root) * curve.height_decay;
            let step_m = (max_m * quick::pow(grown, curve.exponent) - height_m).max(0.0);
            after.height_m[tree] += shares.height[tree] * step_m;
        }
        // In one loop with what asks for the height, the compiler would make no vectors of the power.
        let mut falls = [0.0; N];
        for tree in 0..N {
            let relative_height = sizes.height_m[tree].max(LEAST_GAIN_HEIGHT_M) / REFERENCE_HEIGHT_M;
            falls[tree] = quick::pow(relative_height, -curves[tree].growth.basal_area_fall_by_height);
        }
        for tree in 0..N {
            let (curve, dbh_cm) = (curves[tree], sizes.dbh_cm[tree]);
            let of_greatest = dbh_cm / curve.growth.greatest_dbh_cm;
            let left = (1.0 - of_greatest * of_greatest).max(0.0);
            let zone_m2 = zone_radii_m[tree] * zone_radii_m[tree];
            let gain_m2 = curve.gain
                * falls[tree]
                * zone_m2
                * left
                * shares.basal_area[tree]
                * factors.basal_area[tree];
            // Of basal area in m² to the square of a diameter in cm.
            let squared = dbh_cm * dbh_cm + gain_m2 * (4e4 / std::f64::consts::PI);
            after.dbh_cm[tree] = if sizes.height_m[tree] >= BREAST_HEIGHT_M {
                squared.sqrt().min(curve.growth.greatest_dbh_cm.max(dbh_cm))
            } else {
                0.0
            };
        }
        after
    }

    /// Sizes of an average tree year by year in this light L.
    #[must_use]
    pub fn life(&self, light: f64) -> Life {
        let crowding = match self.growth.shade_sensitivity {
            0.0 => 0.0,
            sensitivity => -ln(light) / sensitivity,
        };
        let born = Size {
            dbh_cm: 0.0,
            height_m: self.growth.seedling_height_m,
        };
        let next = |&size: &Size| Some(self.after_a_year(size, self.shares(crowding, size), OwnFactors::ONE));
        let years = std::iter::successors(Some(born), next).take(GREATEST_AGE_YR);
        Life(years.collect())
    }
}

/// The L in which trees of stands that are thinned become as thick at 100 years as those of yield tables: 0.71 to 0.83 for seven
/// species.
pub const LIGHT_IN_STANDS: f64 = 0.8;

/// Share of the greatest age that a founder of unknown age has at most.
const OLDEST_FOUNDER: f64 = 0.9;

/// The greatest age of a founder whose age is not known, yr.
#[must_use]
pub fn oldest_founder_yr(species: &Species) -> f64 {
    OLDEST_FOUNDER * f64::from(species.mortality.age_max_yr)
}

/// Share of a tree's last height up to which the diameter is known by it.
const GROWING_SHARE: f64 = 0.9;

/// Sizes of an average tree in one light, from its birth on.
#[derive(Clone, Debug)]
pub struct Life(Vec<Size>);

impl Life {
    /// Size at this age; at ages that no tree has, the last one.
    #[must_use]
    pub fn at_age(&self, age_yr: u16) -> Size {
        self.0[usize::from(age_yr).min(self.0.len() - 1)]
    }

    /// Age, yr, and height, m, when the tree has this diameter; the age is infinite where it never has.
    #[must_use]
    pub fn at_dbh(&self, dbh_cm: f64) -> (f64, f64) {
        self.when(dbh_cm, |size| size.dbh_cm, |size| size.height_m)
    }

    /// Age at which the tree has this height, yr; where it hardly grows taller, that of its diameter.
    #[must_use]
    pub fn age_at_height_yr(&self, height_m: f64) -> f64 {
        if height_m > self.growing_to_m() {
            self.at_dbh(self.dbh_at_height_cm(height_m)).0
        } else {
            self.when(height_m, |size| size.height_m, |size| size.dbh_cm).0
        }
    }

    /// Age, yr, and height, m, of a tree of which this is known: by its diameter, where it has one.
    #[must_use]
    pub fn age_and_height(&self, dbh_cm: Option<f64>, height_m: Option<f64>) -> (f64, f64) {
        match (dbh_cm, height_m) {
            (Some(dbh_cm), _) if dbh_cm > 0.0 => self.at_dbh(dbh_cm),
            (_, Some(height_m)) => (self.age_at_height_yr(height_m), height_m),
            _ => (0.0, self.at_age(0).height_m),
        }
    }

    /// Diameter at this height, cm; 0 below breast height. Where the tree hardly grows taller, and beyond, the diameter goes with
    /// the height.
    #[must_use]
    pub fn dbh_at_height_cm(&self, height_m: f64) -> f64 {
        let growing_to_m = self.growing_to_m();
        let known_m = height_m.min(growing_to_m);
        let (_, dbh_cm) = self.when(known_m, |size| size.height_m, |size| size.dbh_cm);
        (dbh_cm * (height_m / growing_to_m).max(1.0)).min(self.at_age(u16::MAX).dbh_cm)
    }

    /// Height from which on a tree becomes thicker and hardly taller, m.
    fn growing_to_m(&self) -> f64 {
        GROWING_SHARE * self.at_age(u16::MAX).height_m
    }

    /// When `known` has the value, and `wanted` then: evenly between two years.
    fn when(&self, value: f64, known: fn(&Size) -> f64, wanted: fn(&Size) -> f64) -> (f64, f64) {
        let after = self.0.partition_point(|size| known(size) < value);
        let Some(size) = self.0.get(after) else {
            return (f64::INFINITY, self.0.last().map_or(0.0, wanted));
        };
        let Some(before) = after.checked_sub(1).map(|before| self.0[before]) else {
            return (0.0, wanted(size));
        };
        let part = (value - known(&before)) / (known(size) - known(&before));
        let then = wanted(&before) + part * (wanted(size) - wanted(&before));
        (after as f64 - 1.0 + part, then)
    }
}

/// Vigour a year later: the running mean takes the year's growth factor with a weight of one fifth.
#[must_use]
#[inline(always)]
pub fn vigour_after_a_year(vigour: f64, factor: f64) -> f64 {
    vigour + (factor - vigour) / VIGOUR_MEMORY_YR
}

/// Radius of the crown of a tree of this size in the open, m: 0.12 m per metre of height up to breast height, plus
/// k · (dbh / 30 cm)^exponent.
#[must_use]
pub fn open_crown_radius_m(crown: &Crown, size: Size) -> f64 {
    let [[_, widest_m]] = crown_radii_m([crown], Sizes::of([size]));
    widest_m
}

/// Radii of the narrowest and the widest crown of several trees, each of its own species and size, m.
#[inline(always)]
pub(crate) fn crown_radii_m<const N: usize>(crowns: [&Crown; N], sizes: Sizes<N>) -> [[f64; 2]; N] {
    let mut radii_m = [[0.0; 2]; N];
    for tree in 0..N {
        let (crown, dbh_cm) = (crowns[tree], sizes.dbh_cm[tree]);
        let crown_m = crown.radius_at_30_cm_m * quick::pow(dbh_cm / 30.0, crown.exponent);
        let crown_m = if dbh_cm > 0.0 { crown_m } else { 0.0 };
        let seedling_m = seedling_radius_m(sizes.size(tree));
        radii_m[tree] = [crown.radius_share_in_shade, 1.0].map(|share| seedling_m + share * crown_m);
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

/// [`zone_radius_m`] of several trees, each with the radius of its species at 25 cm.
#[inline(always)]
pub(crate) fn zone_radii_m<const N: usize>(at_25_cm_m: [f64; N], sizes: Sizes<N>) -> [f64; N] {
    let mut radii_m = [0.0; N];
    for tree in 0..N {
        let dbh_cm = sizes.dbh_cm[tree];
        let zone_m = at_25_cm_m[tree] * quick::pow(dbh_cm / ZONE_DBH_CM, ZONE_EXPONENT);
        radii_m[tree] = seedling_radius_m(sizes.size(tree)) + if dbh_cm > 0.0 { zone_m } else { 0.0 };
    }
    radii_m
}

/// Radius of the zone in which a tree of this size competes, m: 0.12 m per metre of height up to breast height, plus
/// r · (dbh / 25 cm)^0.8025.
#[must_use]
pub fn zone_radius_m(competition: &Competition, size: Size) -> f64 {
    let [radius_m] = zone_radii_m([competition.zone_radius_at_25_cm_m], Sizes::of([size]));
    radius_m
}

/// The part of the crown radius that height gives, m; above breast height it grows no more.
#[inline(always)]
pub(crate) fn seedling_radius_m(size: Size) -> f64 {
    SEEDLING_RADIUS_PER_HEIGHT * size.height_m.min(BREAST_HEIGHT_M)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    fn species() -> Species {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.growth = Growth {
            site_index_m: 33.0,
            site_index_least_m: 20.0,
            site_index_greatest_m: 36.0,
            curve_rate_per_yr: 0.02,
            curve_exponent: 1.5,
            curve_exponent_by_site: -0.4,
            open_height_ratio: 1.02,
            greatest_height_m: 50.0,
            basal_area_cm2_per_m2: 0.6,
            basal_area_fall_by_height: 0.7,
            basal_area_by_site: 1.2,
            greatest_dbh_cm: 140.0,
            shade_sensitivity: 1.5,
            height_light: 0.4,
            height_light_exponent: 0.5,
            seedling_height_m: 0.15,
            slenderness_max: 200.0,
        };
        beech.competition.zone_radius_at_25_cm_m = 3.0;
        beech
    }

    fn beech() -> GrowthCurve {
        GrowthCurve::new(&species())
    }

    #[test]
    fn yearly_steps_follow_the_closed_curve_of_height() {
        let (growth, life) = (species().growth, beech().life(1.0));
        let (most_m, exponent) = (growth.approached_m(), growth.exponent());
        let start = 1.0 - pow(growth.seedling_height_m / most_m, 1.0 / exponent);
        for year in 1..=300_u16 {
            let left = start * exp(-growth.curve_rate_per_yr * f64::from(year));
            let (height_m, closed_m) = (life.at_age(year).height_m, most_m * pow(1.0 - left, exponent));
            assert!((height_m - closed_m).abs() < 1e-9 * closed_m, "year {year}");
        }
        assert_eq!(life.age_at_height_yr(0.1), 0.0);
        let [at_the_end_yr, beyond_yr] = [0.9, 1.4].map(|share| life.age_at_height_yr(share * most_m));
        assert!(at_the_end_yr < 200.0 && beyond_yr > at_the_end_yr && beyond_yr < 400.0);
    }

    /// 1.02 · 33 m at 100 years from a height of 0, and by hand A = 33.66 · (1 − e^(−2))^(−1.5 · 1.1^(−0.4)).
    #[test]
    fn the_curve_passes_the_site_index_at_a_hundred_years() {
        let growth = species().growth;
        assert!(
            (growth.approached_m() - 41.52).abs() < 0.01,
            "{}",
            growth.approached_m()
        );
        let lead_yr = beech().life(1.0).age_at_height_yr(33.66);
        assert!((98.0..100.0).contains(&lead_yr), "{lead_yr}");
    }

    /// 25 cm, 20 m and full light: 0.6 cm² · 1.1^1.2 · π (3 + 0.156)² · (1 − (25/140)²) on 490.9 cm².
    #[test]
    fn basal_area_grows_by_zone_light_site_and_size() {
        let curve = beech();
        let size = Size {
            dbh_cm: 25.0,
            height_m: 20.0,
        };
        let gained_cm2 = |size: Size, shares: Shares, factors: OwnFactors| {
            let after = curve.after_a_year(size, shares, factors);
            1e4 * (crate::components::basal_area_m2(after.dbh_cm)
                - crate::components::basal_area_m2(size.dbh_cm))
        };
        let full = gained_cm2(size, Shares::FULL, OwnFactors::ONE);
        let expected =
            0.6 * pow(1.1, 1.2) * std::f64::consts::PI * 3.156 * 3.156 * (1.0 - pow(25.0 / 140.0, 2.0));
        assert!((full / expected - 1.0).abs() < 1e-5, "{full} {expected}");
        let shares = Shares {
            basal_area: 0.3,
            height: 1.0,
        };
        let factors = OwnFactors {
            basal_area: 1.2,
            height: 1.0,
        };
        assert!((gained_cm2(size, shares, factors) / full - 0.36).abs() < 1e-9);
        let tall = Size {
            height_m: 30.0,
            ..size
        };
        let ratio = gained_cm2(tall, Shares::FULL, OwnFactors::ONE) / full;
        assert!((ratio - pow(1.5, -0.7)).abs() < 1e-9, "{ratio}");
        // No thicker than the greatest, however long the step, and no thinner than it is.
        let giant = GrowthCurve { gain: 1.0, ..curve };
        assert_eq!(
            giant.after_a_year(size, Shares::FULL, OwnFactors::ONE).dbh_cm,
            140.0
        );
        for dbh_cm in [140.0, 150.0] {
            let thick = Size {
                dbh_cm,
                height_m: 40.0,
            };
            let after = curve.after_a_year(thick, Shares::FULL, OwnFactors::ONE);
            assert!((after.dbh_cm - dbh_cm).abs() < 1e-9);
        }
    }

    #[test]
    fn height_answers_less_to_shade_than_diameter_until_the_tree_is_slender() {
        let size = |dbh_cm, height_m| Size { dbh_cm, height_m };
        // Above breast height 10 m at 10 cm: a slenderness of 100, half of the greatest.
        let shares = beech().shares(0.8, size(10.0, 11.3));
        assert!((shares.basal_area - exp(-1.2)).abs() < 1e-10);
        assert!((shares.height - (exp(-1.2) / 0.4).sqrt()).abs() < 1e-10);
        // Light enough for a whole step of height, not of basal area.
        let shares = beech().shares(0.5, size(10.0, 11.3));
        assert!(shares.basal_area < 0.5 && shares.height == 1.0);
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
    fn a_life_is_asked_by_age_diameter_and_height_alike() {
        let life = beech().life(0.4);
        for year in [0, 1, 30, 140, 400_u16] {
            let size = life.at_age(year);
            if size.dbh_cm > 0.0 {
                let (age_yr, height_m) = life.at_dbh(size.dbh_cm);
                assert!((age_yr - f64::from(year)).abs() < 1e-6 && (height_m - size.height_m).abs() < 1e-9);
                let (before, middle) = (
                    life.at_age(year - 1),
                    0.5 * (size.dbh_cm + life.at_age(year - 1).dbh_cm),
                );
                let (age_yr, height_m) = life.at_dbh(middle);
                assert!((age_yr - (f64::from(year) - 0.5)).abs() < 1e-9);
                assert!((height_m - 0.5 * (before.height_m + size.height_m)).abs() < 1e-9);
            }
            if size.height_m < 0.9 * life.at_age(2000).height_m {
                assert!((life.age_at_height_yr(size.height_m) - f64::from(year)).abs() < 1e-6);
                assert!((life.dbh_at_height_cm(size.height_m) - size.dbh_cm).abs() < 1e-6);
            }
        }
        // At the end of its growth in height a tree may have any diameter, and one that is taller is no giant for it.
        let last = life.at_age(2000);
        let [known_cm, twice_cm, most_cm] =
            [0.9, 1.8, 90.0].map(|share| life.dbh_at_height_cm(share * last.height_m));
        assert!((twice_cm / known_cm - 2.0).abs() < 1e-9 && most_cm == last.dbh_cm);
        assert_eq!(life.at_dbh(500.0).0, f64::INFINITY);
        assert_eq!(
            (life.age_at_height_yr(0.1), life.dbh_at_height_cm(0.1)),
            (0.0, 0.0)
        );
        // In the shade a tree is thinner for its height, and older for its diameter.
        let open = beech().life(1.0);
        assert!(open.dbh_at_height_cm(20.0) > 1.3 * life.dbh_at_height_cm(20.0));
        assert!(life.at_dbh(25.0).0 > 1.5 * open.at_dbh(25.0).0);
    }

    #[test]
    fn a_tree_approaches_its_own_height_and_never_shrinks_to_it() {
        let curve = beech();
        let factors = OwnFactors {
            basal_area: 1.2,
            height: 0.9,
        };
        let own_m = 0.9 * species().growth.approached_m();
        let mut size = Size {
            dbh_cm: 30.0,
            height_m: own_m + 1.0,
        };
        assert_eq!(
            curve.after_a_year(size, Shares::FULL, factors).height_m,
            own_m + 1.0
        );
        size.height_m = 1.3;
        for _ in 0..3000 {
            size = curve.after_a_year(size, Shares::FULL, factors);
        }
        assert!((size.height_m - own_m).abs() < 1e-6 && size.dbh_cm < 140.0);
        // None is taller than the tallest that is known.
        let tall = OwnFactors {
            height: 1.5,
            ..OwnFactors::ONE
        };
        for _ in 0..3000 {
            size = curve.after_a_year(size, Shares::FULL, tall);
        }
        assert!((size.height_m - 50.0).abs() < 1e-3, "{}", size.height_m);
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
        let [radii_m] = crown_radii_m([&crown], Sizes::of([tree]));
        assert!((radii_m[0] - 1.756).abs() < 1e-10 && (radii_m[1] - 3.356).abs() < 1e-10);
        for (vigour, base_m) in [(1.0, 5.0), (0.5, 10.0), (0.0, 15.0)] {
            assert!((crown_base_m(&crown, tree.height_m, vigour) - base_m).abs() < 1e-12);
        }
        let seedling = Size {
            dbh_cm: 0.0,
            height_m: 0.5,
        };
        assert!((open_crown_radius_m(&crown, seedling) - 0.06).abs() < 1e-15);
    }
}

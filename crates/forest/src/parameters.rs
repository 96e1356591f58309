//! What a species is: the numbers that the systems read, with their units, ranges and meaning.
//!
//! Each is declared once, here: the field, its meaning, range, unit, an example and what holds where a scenario leaves it
//! out. The keys of a scenario, its schema and messages, and the check of a [`Species`] that a library user fills in come
//! from it. The presets in [`crate::presets`] give the numbers with their sources.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use understory_keys::Literal::{Flag, Real, Table, Whole, Word};
use understory_keys::{
    Interval, Key, Need, OutOfRange, ValueKind, When, choice, joined, key, name, parameters, real, table,
    whole,
};
use understory_numerics::math::{exp, pow};
use understory_numerics::quick;

use crate::components::{Scores, Size};
use crate::disturbance::{Disturbance, Hazards};
use crate::stem::Stem;
use crate::wood_rates::WoodRates;

/// The least height of a tree, m. Below some 1e-45 m a crown's reach is 0 in `f32`, and its tree would not be found in
/// the list of its own tile.
pub const LEAST_HEIGHT_M: f64 = 0.001;

const PROBABILITY: Interval = Interval::from(0.0, 1.0);
/// A slower tree gains nothing in ten thousand years.
const RATE: Interval = Interval::from(1e-6, 10.0);
const SITE_INDEX: Interval = Interval::from(1.4, 100.0);
const STRENGTH: Interval = Interval::from(0.0, 1e6);
const KERNEL_MEAN_M: Interval = Interval::from(1e-3, 1e6);
const CROWN_RADII: Interval = Interval::from(0.001, 100.0);
const FIELD_LENGTH_M: Interval = Interval::from(0.001, 1000.0);
const HEIGHT_EXPONENT: Key = real(Interval::from(0.0, 5.0), "", "0.3").default(Real(0.3));

parameters! {
    /// Everything the model knows of one species.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Species where Species::related {
        /// Name by which founders and tables refer to the species; it also enters its random keys.
        pub name: String = name("\"beech\""),
        /// Growth curves and the response to light.
        pub growth: Growth = table(Growth::KEYS, "{ site_index_m = 30.0, … }"),
        /// How far trees of the species differ from each other.
        pub variation: Variation = table(Variation::KEYS, "{ dbh_sd = 0.2, height_sd = 0.08 }").default(Table),
        /// Crown radius and length, and how both answer to shade.
        pub crown: Crown = table(Crown::KEYS, "{ radius_at_30_cm_m = 2.4, exponent = 0.75 }"),
        /// Seeds borne per m² of crown, times vigour and mast.
        pub fruit: Fruit = table(Fruit::KEYS, "{ maturity_age_yr = 40, seeds_per_m2 = 2.0 }"),
        /// Where seeds land, seen from their mother.
        pub dispersal: Dispersal = table(Dispersal::KEYS, "{ kernel = \"2dt\", u_m2 = 120.0, p = 1.5 }"),
        /// How long seeds last in the ground.
        pub seed_bank: SeedBank = table(SeedBank::KEYS, "{ yearly_loss = 0.6, max_age_yr = 3 }"),
        /// Share of sound seeds that could germinate in a spring, and what light and seedbed they need.
        pub germination: Germination = table(Germination::KEYS, "{ probability = 0.3, light_full = 0.3 }"),
        /// Field that keeps seeds from germinating: P = exp(−Σ strength · (height / 20 m)^exponent · kernel).
        pub inhibition: Inhibition = table(
            Inhibition::KEYS,
            "{ kernel = \"exponential\", strength = 3.0, e_fold_crown_radii = 0.5 }",
        ),
        /// Field that takes light from other trees.
        pub competition: Competition = table(Competition::KEYS, "{ zone_radius_at_25_cm_m = 3.0 }").default(Table),
        /// Causes of death, as they strike grown trees.
        pub mortality: Mortality = table(Mortality::KEYS, "{ age_max_yr = 300, … }"),
        /// How the lowest trees die, beside `mortality`.
        pub seedlings: Seedlings = table(Seedlings::KEYS, "{ first_year_loss = 0.6 }").default(Table),
        /// How trees between seedlings and grown ones die, beside `mortality`.
        pub saplings: Saplings = table(Saplings::KEYS, "{ to_height_m = 6.0 }").default(Table),
        /// Regrowth from the stumps of broken trees.
        pub resprout: Resprout = table(
            Resprout::KEYS,
            "{ probability = 0.2, max_age_yr = 60, height_m = 0.5 }",
        ).default(Table),
        /// What the species asks of the ground; left out, and where it asks for nothing: all ground is alike to it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub site: Option<SiteNeeds> =
            table(SiteNeeds::KEYS, "{ wetness = [4.0, 6.0, 9.0, 12.0] }").related(SiteNeeds::RELATED).optional(),
        /// How the species grows in warm, cold, moist and dry years; left out, and where it asks for nothing: in all alike. Only
        /// `[climate]` asks for it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pub climate: Option<ClimateNeeds> =
            table(ClimateNeeds::KEYS, "{ moisture = [8.0, 30.0, 1000.0, 1000.0] }").related(ClimateNeeds::RELATED).optional(),
        /// Wood of a stem, and what it bears; only storms ask for it.
        pub stem: Stem = table(Stem::KEYS, "{ bending_strength_mpa = 36.0 }").default(Table),
        /// What fire and beetles do to it.
        pub hazards: Hazards = table(Hazards::KEYS, "{ beetle_attack = 1.0 }").default(Table),
        /// How it dies in dry years; only `[climate]` asks for it.
        pub drought: Drought = table(Drought::KEYS, "{ dry_below = 24.0 }").default(Table),
        /// How long its dead stand and how fast their wood decays.
        pub deadwood: WoodRates = table(WoodRates::KEYS, "{ decay_per_yr = 0.086 }").default(Table),
    }
}

impl Species {
    /// What does not fit together among the parameters, each sound by itself.
    fn related(&self) -> Vec<OutOfRange> {
        let mut found = Vec::new();
        if self.seedlings.to_height_m > self.saplings.to_height_m {
            found.push(OutOfRange::beside(
                "saplings.to_height_m",
                format!(
                    "is {} m, but seedlings reach to {} m: the stages overlap",
                    self.saplings.to_height_m, self.seedlings.to_height_m
                ),
                "make it at least as large as `seedlings.to_height_m`",
            ));
        }
        if self.germination.light_least > self.germination.light_full {
            found.push(OutOfRange::beside(
                "germination.light_full",
                format!(
                    "is {}, but no sprout lives up to a light of {}",
                    self.germination.light_full, self.germination.light_least
                ),
                "make it at least as large as `germination.light_least`",
            ));
        }
        if self.crown.length_share_in_shade > self.crown.length_share {
            found.push(OutOfRange::beside(
                "crown.length_share_in_shade",
                format!(
                    "is {}, but in the open a crown takes {} of the height",
                    self.crown.length_share_in_shade, self.crown.length_share
                ),
                "make it at most as large as `crown.length_share`",
            ));
        }
        for (number, on) in self.inhibition.on.iter().enumerate() {
            if on.species == self.name {
                found.push(OutOfRange::beside(
                    "inhibition.on",
                    format!("names `{}`, the species itself", on.species),
                    "give `inhibition.strength` for it",
                ));
            }
            if self.inhibition.on[..number]
                .iter()
                .any(|other| other.species == on.species)
            {
                found.push(OutOfRange::beside(
                    "inhibition.on",
                    format!("names `{}` twice", on.species),
                    "give one strength for each species",
                ));
            }
        }
        found
    }

    /// Strength with which its trees keep seeds of a species from germinating.
    #[must_use]
    pub fn strength_on(&self, seeds_of: &str) -> f64 {
        let inhibition = &self.inhibition;
        let named = inhibition.on.iter().find(|on| on.species == seeds_of);
        match named {
            Some(on) => on.strength,
            None if seeds_of == self.name => inhibition.strength,
            None => inhibition.strength_on_others,
        }
    }

    /// The greatest size that a tree of the species can reach.
    #[must_use]
    pub fn greatest(&self) -> Size {
        Size {
            dbh_cm: self.growth.greatest_dbh_cm,
            height_m: self.growth.greatest_height_m,
        }
    }

    /// What the growth of the species is multiplied by for the fastest of its trees.
    #[must_use]
    pub fn greatest_factors(&self) -> OwnFactors {
        let score = Variation::SCORE_MAX as f32;
        self.variation.factors(Scores {
            dbh: score,
            height: score,
        })
    }
}

parameters! {
    /// What a species asks of the ground: its growth factor, 0 to 1, by each thing that a place offers. Four numbers are a
    /// trapezoid (0 up to the first, 1 from the second to the third, 0 from the fourth on), two a bell (optimum and width).
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct SiteNeeds where SiteNeeds::related {
        /// By the topographic wetness index ln(a / tan β).
        #[serde(skip_serializing_if = "Option::is_none")]
        pub wetness: Option<Vec<f64>> = curve("", "[4.0, 6.0, 9.0, 12.0]"),
        /// By the sun of a year without clouds on the sloping ground.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub sun_mj_m2: Option<Vec<f64>> = curve("MJ/m2", "[6000.0, 800.0]"),
        /// By the depth of the soil.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub soil_depth_m: Option<Vec<f64>> = curve("m", "[0.1, 0.5, 10.0, 10.0]"),
        /// By the height of the ground above the sea.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub elevation_m: Option<Vec<f64>> = curve("m", "[0.0, 0.0, 800.0, 1200.0]"),
    }
}

/// The curve by which a species answers to what the ground offers.
const fn curve(unit: &'static str, example: &'static str) -> Key {
    key(ValueKind::Reals(Interval::from(-1e6, 1e6)), unit, example).optional()
}

/// What is wrong with the numbers of a curve.
fn curve_fault(key: &'static str, curve: &[f64]) -> Option<OutOfRange> {
    let is_curve = match *curve {
        [_, width] => width > 0.0,
        [a, b, c, d] => a <= b && b <= c && c <= d && a < d,
        _ => false,
    };
    (!is_curve).then(|| {
        OutOfRange::beside(
            key,
            format!("is {curve:?}, which is no curve"),
            "give four rising numbers, from where to where a tree grows and between which it grows best, or two: the best value and a \
             width above 0",
        )
    })
}

impl SiteNeeds {
    /// Each curve is one.
    fn related(&self) -> Vec<OutOfRange> {
        let curves = [
            ("wetness", &self.wetness),
            ("sun_mj_m2", &self.sun_mj_m2),
            ("soil_depth_m", &self.soil_depth_m),
            ("elevation_m", &self.elevation_m),
        ];
        let faults = curves.map(|(name, curve)| curve_fault(name, curve.as_ref()?));
        faults.into_iter().flatten().collect()
    }
}

parameters! {
    /// How a species grows in each year: its growth factor, 0 to 1, by the year's temperature and moisture. The curves are as those of
    /// `site`.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct ClimateNeeds where ClimateNeeds::related {
        /// By the mean temperature of the year.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub warmth: Option<Vec<f64>> = curve("°C", "[3.0, 8.0, 14.0, 20.0]"),
        /// By the year's index of de Martonne, rain in mm over (temperature in °C + 10); where the ground gathers water it is more.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub moisture: Option<Vec<f64>> = curve("mm per °C", "[8.0, 30.0, 1000.0, 1000.0]"),
    }
}

impl ClimateNeeds {
    /// Each curve is one.
    fn related(&self) -> Vec<OutOfRange> {
        let curves = [("warmth", &self.warmth), ("moisture", &self.moisture)];
        let faults = curves.map(|(name, curve)| curve_fault(name, curve.as_ref()?));
        faults.into_iter().flatten().collect()
    }
}

parameters! {
    /// How a species dies in dry years. With s = 1 − index / dry_below, where the year's index of de Martonne is below `dry_below`, and
    /// with `legacy` of the s of the year before, its square of that before, and so on for three years, the loss is
    /// 1 − exp(−rate · k · s); k is `seedling_factor` for seedlings, 1 + `height_factor` · h / h_max for the others, with the tallest tree's h_max.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Drought: Default {
        /// Index of de Martonne below which a year is dry to it: rain in mm over (temperature in °C + 10); 0: no year is.
        pub dry_below: f64 = real(Interval::from(0.0, 1000.0), "mm per °C", "24.0").default(Real(0.0)),
        /// The rate in that loss.
        pub rate: f64 = real(Interval::from(0.0, 100.0), "per yr", "0.25").default(Real(0.25)),
        /// Share of what a dry year does that is still felt in the next one, in growth and in deaths.
        pub legacy: f64 = real(PROBABILITY, "", "0.5").default(Real(0.0)),
        /// How much more the tallest trees suffer than the smallest that are no seedlings.
        pub height_factor: f64 = real(Interval::from(0.0, 100.0), "", "1.0").default(Real(1.0)),
        /// How much more seedlings suffer, whose roots are shallow.
        pub seedling_factor: f64 = real(Interval::from(0.0, 100.0), "", "2.0").default(Real(1.0)),
    }
}

parameters! {
    /// Growth by size, light and site, each an ageless yearly step; `growth.rs` has the equations.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Growth where Growth::related {
        /// Site index S: top height, the mean of the 100 thickest trees a hectare, at 100 years in a closed stand that nothing disturbs.
        pub site_index_m: f64 = real(SITE_INDEX, "m", "30.0"),
        /// Least site index that the numbers are known for; below it `check` warns.
        pub site_index_least_m: f64 = real(SITE_INDEX, "m", "22.0").default(Real(1.4)),
        /// Greatest site index that the numbers are known for; beyond it `check` warns.
        pub site_index_greatest_m: f64 = real(SITE_INDEX, "m", "37.0").default(Real(100.0)),
        /// Rate k of the height curve A(1 − e^(−kt))^q.
        pub curve_rate_per_yr: f64 = real(RATE, "per yr", "0.018"),
        /// The q of the height curve on a site of 30 m.
        pub curve_exponent: f64 = real(Interval::from(0.2, 5.0), "", "1.3").default(Real(1.3)),
        /// Exponent of S / 30 m in that q.
        pub curve_exponent_by_site: f64 = real(Interval::from(-5.0, 5.0), "", "-0.5").default(Real(-0.5)),
        /// Height that a tree which nothing hinders has at 100 years, over the site index.
        pub open_height_ratio: f64 = real(Interval::from(0.1, 10.0), "", "1.0").default(Real(1.0)),
        /// Height of the tallest tree of the species that is known.
        pub greatest_height_m: f64 = real(Interval::from(1.4, 150.0), "m", "50.0"),
        /// γ: basal area that a tree of 20 m gains in a year for each m² of its zone, in full light on a site of 30 m.
        pub basal_area_cm2_per_m2: f64 = real(Interval::from(1e-6, 1e4), "cm² per m²", "0.6"),
        /// The m by which that falls as trees grow tall: (max(h, 4 m) / 20 m)^(−m).
        pub basal_area_fall_by_height: f64 = real(Interval::from(0.0, 5.0), "", "0.8").default(Real(0.8)),
        /// The n by which it rises with the site: (S / 30 m)^n.
        pub basal_area_by_site: f64 = real(Interval::from(-5.0, 5.0), "", "1.6").default(Real(1.6)),
        /// Diameter at breast height from which a tree grows no thicker: each step is (1 − (d / this)²) of what it would be.
        pub greatest_dbh_cm: f64 = real(Interval::from(0.01, 2000.0), "cm", "140.0"),
        /// β of the response L = exp(−β C) of growth to crowding; large: shade-intolerant.
        pub shade_sensitivity: f64 = real(Interval::from(0.0, 20.0), "", "0.8"),
        /// L_h: the L from which on height growth is whole; below it, it is (L / L_h)^η.
        pub height_light: f64 = real(Interval::from(1e-3, 1.0), "", "0.35").default(Real(0.35)),
        /// The η of that.
        pub height_light_exponent: f64 = real(Interval::from(0.0, 10.0), "", "0.35").default(Real(0.35)),
        /// Height at birth.
        pub seedling_height_m: f64 = real(Interval::within(LEAST_HEIGHT_M, 1.3), "m", "0.15").default(Real(0.15)),
        /// Height above breast height per diameter at which a tree no longer grows in height; growth falls from 0.6 of it on.
        pub slenderness_max: f64 = real(Interval::from(30.0, 1000.0), "m per m", "180.0").default(Real(1000.0)),
    }
}

/// Site index at which the constants of growth are given, m.
const REFERENCE_SITE_M: f64 = 30.0;

/// Age at which a site index is read, yr.
const SITE_AGE_YR: f64 = 100.0;

impl Growth {
    /// The site index over that at which the constants are given.
    pub(crate) fn site(&self) -> f64 {
        self.site_index_m / REFERENCE_SITE_M
    }

    /// q of the height curve on this site.
    pub(crate) fn exponent(&self) -> f64 {
        self.curve_exponent * pow(self.site(), self.curve_exponent_by_site)
    }

    /// Height that an average tree approaches on this site, m.
    #[must_use]
    pub fn approached_m(&self) -> f64 {
        self.open_height_ratio * self.site_index_m / self.grown_share(SITE_AGE_YR)
    }

    /// Share of the height that it approaches which an average tree has at this age.
    pub(crate) fn grown_share(&self, age_yr: f64) -> f64 {
        pow(1.0 - exp(-age_yr * self.curve_rate_per_yr), self.exponent())
    }

    /// A site that no height curve of the species reaches, and sites known from none to none.
    fn related(&self) -> Vec<OutOfRange> {
        let mut found = Vec::new();
        if self.site_index_least_m > self.site_index_greatest_m {
            found.push(OutOfRange::beside(
                "site_index_greatest_m",
                format!(
                    "is {}, but the least is {}",
                    self.site_index_greatest_m, self.site_index_least_m
                ),
                "make it at least as large as `site_index_least_m`",
            ));
        }
        let approached_m = self.approached_m();
        if approached_m <= self.greatest_height_m {
            return found;
        }
        found.push(OutOfRange::beside(
            "site_index_m",
            format!(
                "is {}, on which trees would grow to {approached_m:.1} m, but the tallest of the species has {} m",
                self.site_index_m, self.greatest_height_m
            ),
            "make it smaller, or `greatest_height_m` larger",
        ));
        found
    }
}

parameters! {
    /// How trees of one species differ: each has two scores, normal and within ±2, by which it grows faster or slower than the
    /// species, and taller or less tall.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Variation {
        /// Spread of the yearly gain of basal area: standard deviation of its logarithm.
        pub dbh_sd: f64 = real(PROBABILITY, "", "0.2").default(Real(0.0)),
        /// Spread of the height that trees approach: standard deviation of its logarithm.
        pub height_sd: f64 = real(PROBABILITY, "", "0.08").default(Real(0.0)),
        /// Correlation of a tree's scores with those of its mother, before scores beyond ±2 are drawn again.
        pub correlation_with_mother: f64 = real(Interval::from(-1.0, 1.0), "", "0.3").default(Real(0.0)),
    }
}

/// What the growth of a species is multiplied by for one tree; for several with `T` an array.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OwnFactors<T = f64> {
    /// The yearly gain of basal area; 1 in the mean of trees.
    pub basal_area: T,
    /// The height that it approaches; 1 in the median.
    pub height: T,
}

impl OwnFactors {
    /// Of the average tree.
    pub const ONE: Self = Self {
        basal_area: 1.0,
        height: 1.0,
    };
}

impl Variation {
    /// The scores lie between −this and this.
    pub const SCORE_MAX: f64 = 2.0;

    /// What the growth of a tree of these scores is multiplied by.
    #[must_use]
    pub fn factors(&self, scores: Scores) -> OwnFactors {
        let OwnFactors {
            basal_area: [basal_area],
            height: [height],
        } = Self::factors_of([self], [scores]);
        OwnFactors { basal_area, height }
    }

    /// [`Self::factors`] of several trees, each of its own species.
    #[inline(always)]
    pub(crate) fn factors_of<const N: usize>(
        variations: [&Self; N],
        scores: [Scores; N],
    ) -> OwnFactors<[f64; N]> {
        let mut factors = OwnFactors {
            basal_area: [0.0; N],
            height: [0.0; N],
        };
        for tree in 0..N {
            let Self {
                dbh_sd, height_sd, ..
            } = *variations[tree];
            let score = f64::from(scores[tree].dbh);
            factors.basal_area[tree] = quick::exp(dbh_sd * (score - 0.5 * dbh_sd));
            factors.height[tree] = quick::exp(height_sd * f64::from(scores[tree].height));
        }
        factors
    }
}

parameters! {
    /// Crown radius, 0.12 m per metre of height up to breast height, plus k · dbh^exponent; crown length, a share of the
    /// height. The radius lies between that of a tree in the open and that of one in full shade by the room that its neighbours
    /// leave, the length by vigour.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Crown {
        /// What a diameter of 30 cm adds to the crown radius of a tree in the open.
        pub radius_at_30_cm_m: f64 = real(Interval::from(0.001, 50.0), "m", "2.4"),
        /// Exponent of the diameter in the crown radius.
        pub exponent: f64 = real(Interval::from(0.0, 2.0), "", "0.75"),
        /// Share of it which the narrowest crown has, among others.
        pub radius_share_in_shade: f64 = real(Interval::from(0.01, 1.0), "", "0.4").default(Real(0.4)),
        /// Area of leaves over each m² of the crown's area: by Beer's law they take the light 0.6 times as much from all below.
        pub leaf_area_index: f64 = real(Interval::from(0.01, 30.0), "m² per m²", "3.0").default(Real(3.0)),
        /// Length of the crown of a tree in the open, as a share of its height.
        pub length_share: f64 = real(Interval::from(0.01, 1.0), "", "0.8").default(Real(0.8)),
        /// Length of the crown of a tree in full shade, as a share of its height; a crown's base never comes down again.
        pub length_share_in_shade: f64 = real(Interval::from(0.01, 1.0), "", "0.3").default(Real(0.3)),
    }
}

parameters! {
    /// Seeds borne: Poisson(seeds per m² × crown area × vigour × mast factor) by a mature tree.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Fruit {
        /// Age from which a tree bears seeds.
        pub maturity_age_yr: u32 = whole(0, 10_000, "yr", "40"),
        /// Viable seeds that land per m² of crown in a good year.
        pub seeds_per_m2: f64 = real(Interval::from(0.0, 1e6), "seeds per m²", "2.0"),
        /// Every how many years a good year comes; if irregular, in the mean.
        pub mast_every_yr: u32 = whole(1, 1000, "yr", "5").default(Whole(1)),
        /// Whether good years come by the weather of two summers, or every so many years exactly.
        pub masting: Masting = choice(Masting::WORDS, "", "\"periodic\"").default(Word("irregular")),
        /// Share of a good year's seeds borne in the years between.
        pub off_year_fraction: f64 = real(PROBABILITY, "", "0.1").default(Real(1.0)),
        /// Viable seeds that fly in from beyond the plot per m² of it in a good year, on top of those that its own trees
        /// bear: Poisson over the whole plot, their places uniform. In the currency of the species' `seeds_per_m2`: of the beech
        /// that ships one stands for 140 that traps catch, of the birch for 30,000.
        pub from_outside_per_m2: f64 = real(Interval::from(0.0, 1e6), "seeds per m²", "0.05").default(Real(0.0)),
    }
}

parameters! {
    /// When good seed years come; they are the same for all trees of a species.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Masting of words {
        /// By the weather of the last two summers, so that two good years seldom follow each other.
        Irregular = "irregular",
        /// Every so many years exactly.
        Periodic = "periodic",
    }
}

parameters! {
    /// The distance from a mother to where her seed lands. Densities are seeds per m² at distance r, as shares of all.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kernel", deny_unknown_fields)]
    pub enum DispersalKernel by kernel: "form of the distances from mother to seed", "\"2dt\"" {
        /// Distance exponential with mean `near_mean_m`, and for a share `far_fraction` of the seeds with mean
        /// `far_mean_m` (the form of TreeMig and iLand). The density per m² falls as 1/r near the stem.
        TwoPartExponential = "two-part-exponential" {
            /// Mean distance of most seeds.
            near_mean_m: f64 = real(Interval::from(1e-3, 1e5), "m", "12.0"),
            /// Mean distance of the far-flying seeds.
            far_mean_m: f64 = real(KERNEL_MEAN_M, "m", "100.0"),
            /// Share of far-flying seeds.
            far_fraction: f64 = real(PROBABILITY, "", "0.05"),
        }
        /// Clark's 2Dt: density p / (π u (1 + r²/u)^(p+1)) per m².
        TwoDt = "2dt" {
            /// Scale u of the 2Dt density p / (π u (1 + r²/u)^(p+1)).
            u_m2: f64 = real(Interval::from(1e-6, 1e10), "m²", "120.0"),
            /// Shape p of the 2Dt density; the mean distance is finite above ½.
            p: f64 = real(Interval::from(0.1, 100.0), "", "1.5"),
        }
        /// Uniform on a disc, as Kerr's seed raster.
        Disc = "disc" {
            /// Radius of the disc.
            radius_m: f64 = real(KERNEL_MEAN_M, "m", "20.0"),
        }
        /// Exponential in the plane: density exp(−r/a) / (2π a²), mean distance 2a.
        Exponential = "exponential" {
            /// Scale a of the kernel.
            scale_m: f64 = real(KERNEL_MEAN_M, "m", "12.0"),
        }
        /// Gaussian in the plane: density exp(−r²/a²) / (π a²), mean distance a √π / 2.
        Gaussian = "gaussian" {
            /// Scale a of the kernel.
            scale_m: f64 = real(KERNEL_MEAN_M, "m", "12.0"),
        }
        /// Exponential-power: density c / (2π a² Γ(2/c)) · exp(−(r/a)^c), mean distance a Γ(3/c) / Γ(2/c). With c = 3 it is
        /// the seed shadow of SORTIE, a = D^(−1/3).
        ExponentialPower = "exponential-power" {
            /// Scale a of the kernel.
            scale_m: f64 = real(KERNEL_MEAN_M, "m", "12.0"),
            /// Exponent c of the distance; below 1 the tail is fat.
            exponent: f64 = real(Interval::from(0.2, 10.0), "", "0.7"),
        }
        /// Lognormal distances: density exp(−ln(r/L)² / (2 s²)) / ((2π)^1.5 s r²).
        Lognormal = "lognormal" {
            /// Median distance L.
            median_m: f64 = real(KERNEL_MEAN_M, "m", "15.0"),
            /// Standard deviation s of the distance's logarithm.
            log_sd: f64 = real(Interval::from(0.001, 3.0), "", "1.0"),
        }
        /// Weibull distances: density b / (2π a²) · (r/a)^(b−2) · exp(−(r/a)^b), mean distance a Γ(1 + 1/b).
        Weibull = "weibull" {
            /// Scale a of the kernel.
            scale_m: f64 = real(KERNEL_MEAN_M, "m", "12.0"),
            /// Shape b of the distances; 2 is the Gaussian, below 1 the tail is fat.
            shape: f64 = real(Interval::from(0.2, 20.0), "", "1.5"),
        }
        /// WALD, seeds in wind: distances are inverse Gaussian with mean μ = H U / V and shape λ = H² / s.
        Wald = "wald" {
            /// Height H from which seeds fall.
            release_height_m: f64 = real(Interval::from(0.01, 150.0), "m", "20.0"),
            /// Speed V at which they fall in still air.
            fall_m_per_s: f64 = real(Interval::from(0.001, 100.0), "m per s", "0.6"),
            /// Mean speed U of the wind on their way.
            wind_m_per_s: f64 = real(Interval::from(0.001, 100.0), "m per s", "2.0"),
            /// The s of λ = H² / s, which rises with the turbulence of that wind.
            turbulence_m: f64 = real(Interval::from(1e-4, 1e5), "m", "8.0"),
        }
    }
}

parameters! {
    /// Where a seed lands, seen from its mother: the distance by a kernel, the direction as the wind has it.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Dispersal + "Form of the distances." kernel: DispersalKernel = DispersalKernel::KEYS;
        where Dispersal::related
    {
        /// How much the directions favour the wind's: the mean of the cosine of the angle to it. 0: all directions alike.
        pub wind_bias: f64 = real(Interval::from(0.0, 0.99), "", "0.3").default(Real(0.0)),
        /// Direction in which the wind carries seeds, clockwise from north, which is along y.
        pub wind_towards_deg: f64 = real(Interval::from(0.0, 360.0), "°", "90.0").default(Real(0.0)),
    }
}

impl Dispersal {
    /// A direction without a wind says nothing.
    fn related(&self) -> Vec<OutOfRange> {
        if self.wind_towards_deg == 0.0 || self.wind_bias > 0.0 {
            return Vec::new();
        }
        vec![OutOfRange::beside(
            "wind_towards_deg",
            format!(
                "is {}, but with a `wind_bias` of 0 all directions are alike",
                self.wind_towards_deg
            ),
            "remove it, or give `wind_bias`, e.g. `wind_bias = 0.3`",
        )]
    }
}

impl From<DispersalKernel> for Dispersal {
    /// All directions alike.
    fn from(kernel: DispersalKernel) -> Self {
        Self {
            kernel,
            wind_bias: 0.0,
            wind_towards_deg: 0.0,
        }
    }
}

parameters! {
    /// How long seeds last in the ground; fresh ones can rot before their first spring.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct SeedBank {
        /// Probability that a seed rots in a year.
        pub yearly_loss: f64 = real(PROBABILITY, "per yr", "0.6"),
        /// Springs that a seed can see.
        pub max_age_yr: u32 = whole(1, 1000, "yr", "3"),
    }
}

parameters! {
    /// The share of seeds that could germinate, and what their place must offer: light at the ground, and a seedbed.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Germination {
        /// Probability that a sound seed sprouts in a spring where nothing inhibits it.
        pub probability: f64 = real(PROBABILITY, "per yr", "0.3"),
        /// Light at the ground, as a share of that above the trees, up to which no sprout lives.
        pub light_least: f64 = real(PROBABILITY, "", "0.05").default(Real(0.0)),
        /// Light at the ground from which light is no hindrance; between the two the chance rises evenly.
        pub light_full: f64 = real(PROBABILITY, "", "0.3").default(Real(0.0)),
        /// Share of sprouts that live on litter.
        pub on_litter: f64 = real(PROBABILITY, "", "0.3").default(Real(1.0)),
        /// Share of sprouts that live on mineral soil.
        pub on_mineral_soil: f64 = real(PROBABILITY, "", "1.0").default(Real(1.0)),
        /// Share of sprouts that live on rotten logs and stumps.
        pub on_logs: f64 = real(PROBABILITY, "", "1.0").default(Real(1.0)),
        /// Within this distance of a living tree of the species no seed of it germinates, and in one spring only one in each cell of about
        /// 2.5 m: a recruit stands for all of its kind around it. 0: each seed for itself.
        pub recruit_spacing_m: f64 = real(Interval::from(0.0, 10.0), "m", "1.1").default(Real(0.0)),
        /// What becomes of a seed that the summed `inhibition` around it keeps from germinating.
        pub inhibited_seeds: InhibitedSeeds =
            choice(InhibitedSeeds::WORDS, "", "\"die\"").default(Word("wait")),
    }
}

parameters! {
    /// What becomes of a seed that the summed field of the trees around it keeps from germinating.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum InhibitedSeeds of words {
        /// It lies on, and may come forward in another spring.
        Wait = "wait",
        /// It is dead.
        Die = "die",
    }
}

parameters! {
    /// The shape of a tree's field over distance.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "kernel", deny_unknown_fields)]
    pub enum FieldKernel by kernel: "shape of the field over distance", "\"exponential\"" {
        /// (exp(−r/λ) − c)/(1 − c) up to λ ln(1/c), with λ proportional to the radius of the zone, a tree's crown in the open.
        Exponential = "exponential" {
            /// e-folding length of the field.
            e_fold_crown_radii: f64 = real(CROWN_RADII, "zone radii", "0.5"),
            /// Fraction below which the field is zero; it sets the reach.
            cut_fraction: f64 = real(Interval::from(1e-30, 0.999), "", "0.02").default(Real(0.02)),
        }
        /// 1 within a radius proportional to the zone's, 0 beyond: the "kill zone".
        Disc = "disc" {
            /// Radius of the field's disc.
            radius_crown_radii: f64 = real(CROWN_RADII, "zone radii", "1.0"),
        }
        /// As `exponential`, with a λ that is the same for all trees of the species, whatever their size.
        FixedExponential = "fixed-exponential" {
            /// e-folding length of the field, whatever the crown.
            e_fold_m: f64 = real(FIELD_LENGTH_M, "m", "2.0"),
            /// Fraction below which the field is zero; it sets the reach.
            cut_fraction: f64 = real(Interval::from(1e-30, 0.999), "", "0.02").default(Real(0.02)),
        }
        /// As `disc`, with the same radius for all trees of the species, whatever their size.
        FixedDisc = "fixed-disc" {
            /// Radius of the field's disc, whatever the crown.
            radius_m: f64 = real(FIELD_LENGTH_M, "m", "4.0"),
        }
    }
}

impl FieldKernel {
    /// Distance beyond which the field of a tree with this radius of its zone is zero, m.
    #[must_use]
    pub fn reach_m(&self, zone_radius_m: f64) -> f64 {
        let folds = |cut_fraction: f64| -understory_numerics::math::ln(cut_fraction);
        match *self {
            Self::Exponential {
                e_fold_crown_radii,
                cut_fraction,
            } => zone_radius_m * (e_fold_crown_radii * folds(cut_fraction)),
            Self::Disc { radius_crown_radii } => zone_radius_m * radius_crown_radii,
            Self::FixedExponential {
                e_fold_m,
                cut_fraction,
            } => e_fold_m * folds(cut_fraction),
            Self::FixedDisc { radius_m } => radius_m,
        }
    }
}

parameters! {
    /// The field that keeps seeds from germinating: P = exp(−Σ strength · height factor · kernel).
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Inhibition + "Shape over distance." kernel: FieldKernel = FieldKernel::KEYS; {
        /// Strength on seeds of its own species.
        pub strength: f64 = real(STRENGTH, "", "3.0"),
        /// Strength on seeds of other species.
        pub strength_on_others: f64 = real(STRENGTH, "", "1.0").default(Real(1.0)),
        /// Strengths on seeds of single other species, in place of `strength_on_others`.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub on: Vec<StrengthOn> = key(ValueKind::Tables(StrengthOn::KEYS, &[]), "", "").optional(),
        /// Exponent of (height / 20 m), by which the strength rises with height.
        pub height_exponent: f64 = HEIGHT_EXPONENT,
        /// e-folding time of a dead tree's field.
        pub fade_yr: f64 = real(Interval::from(1e-3, 1e4), "yr", "5.0").default(Real(5.0)),
        /// Years after which a dead tree's field is gone; 0: at once.
        pub memory_yr: u32 = whole(0, 1000, "yr", "15").default(Whole(15)),
    }
}

parameters! {
    /// How strongly one species keeps seeds of another from germinating.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct StrengthOn {
        /// Name of the other species.
        pub species: String = name("\"beech\""),
        /// Strength on its seeds.
        pub strength: f64 = real(STRENGTH, "", "2.0"),
    }
}

/// The kernel and its length need not be given.
const COMPETITION_KERNEL: [Key; FieldKernel::KEYS.len()] = {
    let mut keys = joined(&[FieldKernel::KEYS]);
    keys[0] = keys[0].default(Word("exponential"));
    keys[1] = keys[1].default(Real(0.5));
    keys
};

parameters! {
    /// The field that takes light from other trees: C = Σ w · 0.6 · leaf area index · kernel. Its lengths are in radii of the zone, the
    /// crown that a tree of its size would have in the open.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    pub struct Competition + "Shape over distance." kernel: FieldKernel = &COMPETITION_KERNEL; {
        /// What a diameter of 25 cm adds to the radius of the zone; it goes with the diameter to the 0.8025.
        pub zone_radius_at_25_cm_m: f64 = real(Interval::from(0.001, 50.0), "m", "2.7").default(Real(2.7)),
        /// Share that a neighbour of another species counts of what one of its own does; only where the light model sums fields.
        pub others_share: f64 = real(PROBABILITY, "", "0.6").default(Real(1.0)),
    }
}

parameters! {
    /// Causes of death of grown trees. Chance takes chance_per_yr · (1 + rise · (d/D)⁴) of them a year, with the greatest diameter D;
    /// senescence rises with the square of the years past the greatest age.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Mortality {
        /// Age from which senescence begins.
        pub age_max_yr: u32 = whole(1, 10_000, "yr", "300"),
        /// Share of trees that die in a year whatever their light and age.
        pub chance_per_yr: f64 = real(PROBABILITY, "per yr", "0.004"),
        /// The rise of that share up to the greatest diameter.
        pub chance_rise_at_greatest_dbh: f64 = real(Interval::from(0.0, 1000.0), "", "3.0").default(Real(0.0)),
        /// b in the stress loss 1 − exp(−b · stress).
        pub stress_rate: f64 = real(Interval::from(0.0, 100.0), "", "1.0"),
        /// Vigour below which a tree is under stress.
        pub stress_threshold: f64 = real(PROBABILITY, "", "0.2"),
        /// Share of that vigour which is enough for a tree at most half as high as those around it; from 0.7 of their height on it
        /// needs all.
        pub stress_share_overtopped: f64 = real(Interval::from(0.0, 1.0), "", "0.2").default(Real(1.0)),
        /// Yearly loss at 1.2 times the greatest age.
        pub senescence_per_yr: f64 = real(PROBABILITY, "per yr", "0.1").default(Real(0.1)),
    }
}

parameters! {
    /// How seedlings die. Old age and its rates are those of `mortality`.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Seedlings {
        /// Height from which a tree is no seedling any more.
        pub to_height_m: f64 = real(Interval::from(0.0, 150.0), "m", "1.3").default(Real(1.3)),
        /// Share that dies in its first year of other causes than crowding and browsing, at a vigour of 1; in shade as much less as
        /// vigour is, as a canopy shelters from frost and drought.
        pub first_year_loss: f64 = real(PROBABILITY, "per yr", "0.6").default(Real(0.0)),
        /// Share that dies in each later year of other causes than crowding and browsing, at a vigour of 1 as `first_year_loss`.
        pub yearly_loss: f64 = real(PROBABILITY, "per yr", "0.1").default(Real(0.0)),
        /// Share that game kills in a year, of trees between 0.3 and 0.5 m, whose leaders it takes most; it falls to 0 at
        /// no height and at `browsed_to_height_m`.
        pub browsing_loss: f64 = real(PROBABILITY, "per yr", "0.05").default(Real(0.0)),
        /// Height to which game reaches.
        pub browsed_to_height_m: f64 = real(Interval::from(0.6, 5.0), "m", "1.5").default(Real(1.5)),
        /// Vigour below which a seedling is under stress.
        pub stress_threshold: f64 = real(PROBABILITY, "", "0.1").default(Real(0.1)),
    }
}

parameters! {
    /// How saplings die: the trees from the greatest height of seedlings to this. Old age and its rates are those of
    /// `mortality`.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Saplings {
        /// Height from which a tree is grown.
        pub to_height_m: f64 = real(Interval::from(0.0, 150.0), "m", "6.0").default(Real(6.0)),
        /// Share that dies in a year of other causes than crowding and browsing.
        pub yearly_loss: f64 = real(PROBABILITY, "per yr", "0.02").default(Real(0.0)),
        /// Vigour below which a sapling is under stress.
        pub stress_threshold: f64 = real(PROBABILITY, "", "0.15").default(Real(0.1)),
    }
}

parameters! {
    /// Regrowth from stumps, which trees leave whose stem was severed from a living root: of the causes of death `intrinsic`, by
    /// which grown trees break, `snapped`, `hit` and `fire`.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Resprout {
        /// Probability that a stump resprouts in the year after.
        pub probability: f64 = real(PROBABILITY, "", "0.2").default(Real(0.0)),
        /// Age at death up to which a tree can resprout.
        pub max_age_yr: u32 = whole(0, 10_000, "yr", "60").default(Whole(0)),
        /// Height of the sprout at its birth.
        pub height_m: f64 = real(Interval::from(LEAST_HEIGHT_M, 150.0), "m", "0.5").default(Real(0.5)),
    }
}

/// Exponent of the size-asymmetric weight, where a scenario does not say it.
const SIZE_ASYMMETRY: f64 = 2.0;
/// Height from which trees are part of the canopy, m, where a scenario does not say it.
const CANOPY_FROM_M: f64 = 5.0;
/// How far the shade of the canopy spreads, m, where a scenario does not say it.
const CANOPY_SPREAD_M: f64 = 10.0;

parameters! {
    /// How trees take light from each other: each model gives every tree and every sprout its crowding *C*, and it grows and
    /// germinates by the light L = exp(−C). What keeps seeds from germinating besides is each species' `inhibition`, under all
    /// models.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(tag = "model", deny_unknown_fields)]
    pub enum Light by model: "how trees take light from each other", "\"crowding\"" {
        /// The sum of the neighbours' fields, each with the kernel of its species' `competition`; below the canopy at least the
        /// canopy's shade.
        Crowding = "crowding" {
            /// Exponent p of the weight 2 h_j^p / (h_i^p + h_j^p) of neighbour j on tree i; 0: symmetric, large: one-sided.
            size_asymmetry: f64 = real(Interval::from(0.0, 10.0), "", "2.0").default(Real(SIZE_ASYMMETRY)),
            /// Height from which trees are part of the canopy, whose leaves shade all that is lower.
            canopy_from_m: f64 = real(Interval::from(0.5, 150.0), "m", "5.0").default(Real(CANOPY_FROM_M)),
            /// How far the shade of the canopy spreads: the leaves are spread out over twice this before light passes.
            canopy_spread_m: f64 = real(Interval::from(0.0, 100.0), "m", "10.0").default(Real(CANOPY_SPREAD_M)),
            /// Whether, on ground that is not level, a neighbour counts as taller by half of what its ground is higher, and the
            /// tree itself as lower by as much.
            slope: bool = key(ValueKind::Flag, "", "false").default(Flag(true)),
        }
        /// As `crowding`, but the kernel of every species is a disc.
        Disc = "disc" {
            /// Exponent p of the weight 2 h_j^p / (h_i^p + h_j^p) of neighbour j on tree i.
            size_asymmetry: f64 = real(Interval::from(0.0, 10.0), "", "2.0").default(Real(SIZE_ASYMMETRY)),
            /// Height from which trees are part of the canopy.
            canopy_from_m: f64 = real(Interval::from(0.5, 150.0), "m", "5.0").default(Real(CANOPY_FROM_M)),
            /// How far the shade of the canopy spreads.
            canopy_spread_m: f64 = real(Interval::from(0.0, 100.0), "m", "10.0").default(Real(CANOPY_SPREAD_M)),
            /// Radius of the disc in which a tree takes light; at 0.62 all of it together is as much as of an exponential
            /// kernel of 0.5 zone radii, cut at 0.02.
            disc_crown_radii: f64 = real(CROWN_RADII, "zone radii", "0.62").default(Real(0.62)),
            /// Whether trees higher up a slope count as taller.
            slope: bool = key(ValueKind::Flag, "", "false").default(Flag(true)),
        }
        /// As `crowding`, but the kernel of every species is (exp(−r²/(2σ²)) − c)/(1 − c) up to σ √(2 ln(1/c)).
        Gaussian = "gaussian" {
            /// Exponent p of the weight 2 h_j^p / (h_i^p + h_j^p) of neighbour j on tree i.
            size_asymmetry: f64 = real(Interval::from(0.0, 10.0), "", "2.0").default(Real(SIZE_ASYMMETRY)),
            /// Height from which trees are part of the canopy.
            canopy_from_m: f64 = real(Interval::from(0.5, 150.0), "m", "5.0").default(Real(CANOPY_FROM_M)),
            /// How far the shade of the canopy spreads.
            canopy_spread_m: f64 = real(Interval::from(0.0, 100.0), "m", "10.0").default(Real(CANOPY_SPREAD_M)),
            /// Standard deviation σ of the kernel; at 0.46 all of it together is as much as of an exponential kernel of 0.5
            /// zone radii, cut at 0.02.
            sigma_crown_radii: f64 = real(CROWN_RADII, "zone radii", "0.46").default(Real(0.46)),
            /// Fraction c below which the kernel is zero; it sets the reach.
            sigma_cut_fraction: f64 = real(Interval::from(1e-30, 0.999), "", "0.02").default(Real(0.02)),
            /// Whether trees higher up a slope count as taller.
            slope: bool = key(ValueKind::Flag, "", "false").default(Flag(true)),
        }
        /// The field of neighbourhood: the mean of the neighbours' fields over a tree's own zone of influence, whose radius is
        /// a · RBH^b with the stem's radius RBH. It reads nothing of `competition`.
        FieldOfNeighbourhood = "fon" {
            /// The a of a · RBH^b: radius of the zone of a stem of 1 m radius.
            zone_scale_m: f64 = real(Interval::from(0.01, 1000.0), "m", "10.0").default(Real(10.0)),
            /// The b of a · RBH^b.
            zone_exponent: f64 = real(Interval::from(0.0, 2.0), "", "0.5").default(Real(0.5)),
            /// Field at the edge of the zone, F_min; within the stem it is 1.
            field_at_edge: f64 = real(Interval::within(1e-30, 1.0), "", "0.1").default(Real(0.1)),
            /// What each unit of the mean field takes from the light: L = 1 − this · mean, at least 0.01.
            loss_per_field: f64 = real(Interval::from(0.0, 100.0), "", "2.0").default(Real(2.0)),
        }
        /// Hegyi's index: C = s · Σ (d_j/d_i)^p / (distance + 1 m) over the nearest competitors that are near enough. It reads nothing of
        /// `competition`.
        Hegyi = "hegyi" {
            /// How many of the nearest competitors count.
            neighbours: u32 = whole(1, 1000, "", "8").default(Whole(8)),
            /// How far away a competitor counts at most.
            competitors_within_m: f64 = real(Interval::from(0.1, 1e4), "m", "10.0").default(Real(10.0)),
            /// Height from which a tree is a competitor.
            competitor_from_m: f64 = real(Interval::from(0.0, 150.0), "m", "5.0").default(Real(5.0)),
            /// The p of (d_j/d_i)^p; 1 in Hegyi's own index.
            ratio_exponent: f64 = real(Interval::from(0.0, 3.0), "", "0.25").default(Real(0.25)),
            /// The s: crowding for each unit of the index; at 0.66 the canopy of a closed stand of beech gets as much light as
            /// under `crowding`.
            crowding_per_index: f64 = real(Interval::from(0.0, 1e6), "m", "0.66").default(Real(0.66)),
        }
        /// Beer's law through a grid of leaves, straight down and from the side. It reads nothing of `competition`.
        Grid = "grid" {
            /// Least side of a cell: each tile of about 10 m is cut into as many as it holds.
            cell_m: f64 = real(Interval::from(0.25, 100.0), "m", "2.0").default(Real(2.0)),
            /// Height of a layer.
            layer_m: f64 = real(Interval::from(0.25, 100.0), "m", "2.0").default(Real(2.0)),
            /// Extinction of light for each m² of leaves over each m² of ground on its way straight down; at 0.34 the canopy of a
            /// closed stand of beech gets as much light as under `crowding`.
            extinction: f64 = real(Interval::from(0.0, 10.0), "", "0.34").default(Real(0.34)),
        }
    }
}

/// The keys of [`Light`], where the model itself need not be given.
pub const LIGHT_KEYS: [Key; Light::KEYS.len()] = {
    let mut keys = joined(&[Light::KEYS]);
    keys[0] = keys[0].default(Word("crowding"));
    keys
};

impl Default for Light {
    fn default() -> Self {
        Self::Crowding {
            size_asymmetry: SIZE_ASYMMETRY,
            canopy_from_m: CANOPY_FROM_M,
            canopy_spread_m: CANOPY_SPREAD_M,
            slope: true,
        }
    }
}

impl Light {
    /// What scenarios call the models.
    pub const MODELS: [&'static str; 6] = ["crowding", "disc", "gaussian", "fon", "hegyi", "grid"];

    /// The model of this name, with the defaults of its keys.
    #[must_use]
    pub fn named(model: &str) -> Option<Self> {
        let of_model = |key: &&Key| matches!(key.when, When::Is(_, models) if models.contains(&model));
        let default = |key: &Key| match key.need {
            Need::Default(Real(value)) => Some((key.name.to_owned(), Value::from(value))),
            Need::Default(Whole(value)) => Some((key.name.to_owned(), Value::from(value))),
            Need::Default(Flag(value)) => Some((key.name.to_owned(), Value::from(value))),
            _ => None,
        };
        let mut table: Map<String, Value> = LIGHT_KEYS.iter().filter(of_model).filter_map(default).collect();
        table.insert("model".to_owned(), Value::from(model));
        serde_json::from_value(Value::Object(table)).ok()
    }

    /// Whether trees higher up a slope count as taller.
    #[must_use]
    pub(crate) fn slope(&self) -> bool {
        match *self {
            Self::Crowding { slope, .. } | Self::Disc { slope, .. } | Self::Gaussian { slope, .. } => slope,
            Self::FieldOfNeighbourhood { .. } | Self::Hegyi { .. } | Self::Grid { .. } => false,
        }
    }

    /// The canopy, where a model has one: the height from which trees are part of it, and how far its shade spreads, m.
    #[must_use]
    pub(crate) fn canopy(&self) -> Option<Canopy> {
        match *self {
            Self::Crowding {
                canopy_from_m,
                canopy_spread_m,
                ..
            }
            | Self::Disc {
                canopy_from_m,
                canopy_spread_m,
                ..
            }
            | Self::Gaussian {
                canopy_from_m,
                canopy_spread_m,
                ..
            } => Some(Canopy {
                from_m: canopy_from_m,
                spread_m: canopy_spread_m,
            }),
            Self::FieldOfNeighbourhood { .. } | Self::Hegyi { .. } | Self::Grid { .. } => None,
        }
    }
}

/// What the canopy is, whose leaves shade all that is lower.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Canopy {
    /// Height from which trees are part of it, m.
    pub(crate) from_m: f64,
    /// How far its shade spreads, m.
    pub(crate) spread_m: f64,
}

parameters! {
    /// What seeds come to lie on, as shares of the ground; the rest is litter. The ground is cut into cells of 1 m, each of
    /// one kind.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Seedbed: Default where Seedbed::related {
        /// Share of bare mineral soil.
        pub mineral_soil_share: f64 = real(PROBABILITY, "", "0.1").default(Real(0.0)),
        /// Share of rotten logs and stumps.
        pub log_share: f64 = real(PROBABILITY, "", "0.04").default(Real(0.0)),
    }
}

impl Seedbed {
    /// The shares together are at most 1.
    fn related(&self) -> Vec<OutOfRange> {
        let sum = self.mineral_soil_share + self.log_share;
        if sum <= 1.0 {
            return Vec::new();
        }
        vec![OutOfRange::beside(
            "log_share",
            format!(
                "is {}, which with `mineral_soil_share` makes {sum} of the ground",
                self.log_share
            ),
            "make both together at most 1",
        )]
    }
}

/// What holds for trees of all species.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Conditions {
    /// How trees take light from each other.
    pub light: Light,
    /// What seeds come to lie on.
    pub seedbed: Seedbed,
    /// What strikes many trees at once.
    pub disturbance: Disturbance,
}

//! Species that ship with the program: every number with its unit and where it comes from.
//!
//! "iLand, species_param_europe" is the species table that ships as test data with the OSU-MARS port of iLand
//! (Seidl et al. 2012, Ecological Modelling 231, 87–100).

use crate::parameters::Species;
use Origin::{Assumed, Divisor, Source};
use PresetValue::{Real, Whole, Word};

/// Where a number of a preset comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Read in this publication or program.
    Source(&'static str),
    /// A published number divided (or multiplied) to fit this model's currency, with the reason.
    Divisor(&'static str),
    /// Not published: assumed, with the reason.
    Assumed(&'static str),
}

/// A number of a preset, or a word such as a kernel's name.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PresetValue {
    /// A real number.
    Real(f64),
    /// A whole number.
    Whole(u32),
    /// A choice.
    Word(&'static str),
}

/// One line of a preset.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PresetEntry {
    /// The key as in a scenario, below `[[species]]`: `growth.height_max_m`.
    pub key: &'static str,
    /// Its value.
    pub value: PresetValue,
    /// Its unit as read by people: `m`, `cm`, `per yr`, `yr`, `seeds per m²`, `–`.
    pub unit: &'static str,
    /// Where it comes from.
    pub origin: Origin,
}

/// A species that ships with the program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Preset {
    /// The name a scenario uses: `fagus-sylvatica`.
    pub name: &'static str,
    /// What it is: `European beech`.
    pub about: &'static str,
    /// All keys of a species but its name.
    pub entries: &'static [PresetEntry],
}

/// The preset with this name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Preset> {
    PRESETS.iter().find(|preset| preset.name == name)
}

impl Preset {
    /// The species under a name of the user's.
    ///
    /// # Panics
    /// Never for the presets that ship, which is tested; only for one with a key too few or too many.
    #[must_use]
    pub fn species(&self, name: &str) -> Species {
        let mut tables = serde_json::Map::new();
        tables.insert("name".to_owned(), name.into());
        for entry in self.entries {
            let (table, key) = entry.key.split_once('.').expect("a preset's key names its table");
            let table = tables.entry(table).or_insert_with(|| serde_json::json!({}));
            table[key] = match entry.value {
                Real(value) => value.into(),
                Whole(value) => value.into(),
                Word(value) => value.into(),
            };
        }
        serde_json::from_value(tables.into()).expect("a preset has all keys of a species")
    }
}

const fn entry(key: &'static str, value: PresetValue, unit: &'static str, origin: Origin) -> PresetEntry {
    PresetEntry {
        key,
        value,
        unit,
        origin,
    }
}

/// All presets, in alphabetical order of their names.
pub const PRESETS: &[Preset] = &[
    Preset {
        name: "betula-pendula",
        about: "silver birch: light-demanding, early, short-lived",
        entries: &[
            entry(
                "growth.height_max_m",
                Real(30.5),
                "m",
                Source("iLand, species_param_europe: height potential, a"),
            ),
            entry(
                "growth.height_rate_per_yr",
                Real(0.085),
                "per yr",
                Source("iLand, species_param_europe: height potential, b"),
            ),
            entry(
                "growth.dbh_max_cm",
                Real(45.0),
                "cm",
                Assumed("birches stay slender"),
            ),
            entry(
                "growth.dbh_rate_per_yr",
                Real(0.045),
                "per yr",
                Assumed("reaches 20 cm in about 25 open years"),
            ),
            entry(
                "growth.seedling_height_m",
                Real(0.15),
                "m",
                Assumed("from 0 the height curve needs about four years to 0.1 m"),
            ),
            entry(
                "growth.shade_exponent",
                Real(2.5),
                "–",
                Assumed("light-demanding: iLand's light class 1"),
            ),
            entry(
                "crown.radius_at_30_cm_m",
                Real(3.2),
                "m",
                Assumed("with exponent 0.75 gives a thinning line of slope −1.6"),
            ),
            entry(
                "crown.exponent",
                Real(0.75),
                "–",
                Assumed("the main knob of the thinning line"),
            ),
            entry(
                "fruit.maturity_age_yr",
                Whole(15),
                "yr",
                Divisor("iLand, species_param_europe has 30: halved, as birches in the open bear early"),
            ),
            entry(
                "fruit.seeds_per_m2",
                Real(2.0),
                "seeds per m²",
                Divisor(
                    "iLand, species_param_europe has 200 per m² of canopy: divided by 100, as here each seed is an individual that lands viable",
                ),
            ),
            entry(
                "fruit.mast_every_yr",
                Whole(3),
                "yr",
                Source("iLand, species_param_europe: seed years"),
            ),
            entry(
                "fruit.off_year_fraction",
                Real(0.35),
                "–",
                Source("iLand, species_param_europe: share of seeds in other years"),
            ),
            entry(
                "dispersal.kernel",
                Word("two-part-exponential"),
                "–",
                Source("iLand, species_param_europe: the form of TreeMig"),
            ),
            entry(
                "dispersal.near_mean_m",
                Real(60.0),
                "m",
                Divisor(
                    "iLand, species_param_europe has a mean of 200 m for all: most seeds land nearer, a fifth as far",
                ),
            ),
            entry(
                "dispersal.far_mean_m",
                Real(200.0),
                "m",
                Source("iLand, species_param_europe: as1"),
            ),
            entry(
                "dispersal.far_fraction",
                Real(0.2),
                "–",
                Assumed("the fifth that flies as far as iLand's mean"),
            ),
            entry(
                "seed_bank.yearly_loss",
                Real(0.45),
                "per yr",
                Source("Tiebel et al. (2018, 2021): viable for up to five years, 5 % left then"),
            ),
            entry(
                "seed_bank.max_age_yr",
                Whole(8),
                "yr",
                Assumed("beyond it fewer than 1 % are left"),
            ),
            entry(
                "germination.probability",
                Real(0.3),
                "–",
                Assumed("with 1 seed per m² the stand renews itself; adults hardly depend on it"),
            ),
            entry(
                "inhibition.kernel",
                Word("exponential"),
                "–",
                Source("West, Random Scattering: exponential fields that add up"),
            ),
            entry(
                "inhibition.strength",
                Real(3.0),
                "–",
                Assumed("clear gaps around mothers in thinned stands; 0 to 10 was tried"),
            ),
            entry(
                "inhibition.strength_on_others",
                Real(1.0),
                "–",
                Assumed("a third of the strength on its own kind, so that species mix"),
            ),
            entry(
                "inhibition.height_exponent",
                Real(0.3),
                "–",
                Assumed("with crown exponent 0.75 gives a thinning line of slope −1.6"),
            ),
            entry(
                "inhibition.e_fold_crown_radii",
                Real(0.5),
                "crown radii",
                Assumed("the field fades within two crown radii"),
            ),
            entry(
                "inhibition.cut_fraction",
                Real(0.02),
                "–",
                Assumed("part of the model: basal area moves with it"),
            ),
            entry(
                "inhibition.fade_yr",
                Real(5.0),
                "yr",
                Assumed("a stump's shade and soil are let go within a decade"),
            ),
            entry(
                "inhibition.memory_yr",
                Whole(15),
                "yr",
                Assumed("three e-foldings"),
            ),
            entry(
                "competition.kernel",
                Word("exponential"),
                "–",
                Assumed("as for inhibition"),
            ),
            entry(
                "competition.strength",
                Real(1.0),
                "–",
                Assumed("sets, with the e-folding length, how dense a closed stand is"),
            ),
            entry(
                "competition.height_exponent",
                Real(0.3),
                "–",
                Assumed("as for inhibition"),
            ),
            entry(
                "competition.e_fold_crown_radii",
                Real(0.5),
                "crown radii",
                Assumed("as for inhibition"),
            ),
            entry(
                "competition.cut_fraction",
                Real(0.02),
                "–",
                Assumed("as for inhibition"),
            ),
            entry(
                "mortality.age_max_yr",
                Whole(160),
                "yr",
                Source("iLand, species_param_europe: greatest age"),
            ),
            entry(
                "mortality.lucky_fraction",
                Real(0.01),
                "–",
                Source("iLand: share that reaches the greatest age"),
            ),
            entry(
                "mortality.stress_rate",
                Real(6.9),
                "–",
                Source("iLand, species_param_europe: b of the stress mortality"),
            ),
            entry(
                "mortality.stress_threshold",
                Real(0.15),
                "–",
                Assumed("less tolerant of shade than beech"),
            ),
            entry(
                "mortality.stress_threshold_height_factor",
                Real(2.0),
                "–",
                Assumed("tolerance falls as trees grow"),
            ),
            entry(
                "mortality.senescence_per_yr",
                Real(0.1),
                "per yr",
                Assumed("old trees fall within some decades past the greatest age"),
            ),
            entry(
                "resprout.probability",
                Real(0.5),
                "–",
                Assumed("as LANDIS-II has for Betula papyrifera, its relative"),
            ),
            entry(
                "resprout.max_age_yr",
                Whole(60),
                "yr",
                Assumed("old stumps lose the ability"),
            ),
            entry(
                "resprout.height_m",
                Real(0.5),
                "m",
                Assumed("a first year's shoot from a living root"),
            ),
        ],
    },
    Preset {
        name: "fagus-sylvatica",
        about: "European beech: shade-tolerant, slow, long-lived",
        entries: &[
            entry(
                "growth.height_max_m",
                Real(37.7),
                "m",
                Source("iLand, species_param_europe: height potential, a"),
            ),
            entry(
                "growth.height_rate_per_yr",
                Real(0.0367),
                "per yr",
                Source("iLand, species_param_europe: height potential, b"),
            ),
            entry(
                "growth.dbh_max_cm",
                Real(75.0),
                "cm",
                Assumed(
                    "diameter gets its own curve, as strict allometry piles old trees up at the asymptote",
                ),
            ),
            entry(
                "growth.dbh_rate_per_yr",
                Real(0.018),
                "per yr",
                Assumed("reaches 30 cm in about 80 open years"),
            ),
            entry(
                "growth.seedling_height_m",
                Real(0.15),
                "m",
                Assumed("from 0 the height curve needs about four years to 0.1 m"),
            ),
            entry(
                "growth.shade_exponent",
                Real(1.5),
                "–",
                Assumed("shade-tolerant: iLand's light class 5"),
            ),
            entry(
                "crown.radius_at_30_cm_m",
                Real(3.2),
                "m",
                Assumed("with exponent 0.75 gives a thinning line of slope −1.6"),
            ),
            entry(
                "crown.exponent",
                Real(0.75),
                "–",
                Assumed("the main knob of the thinning line"),
            ),
            entry(
                "fruit.maturity_age_yr",
                Whole(55),
                "yr",
                Source("iLand, species_param_europe: maturity"),
            ),
            entry(
                "fruit.seeds_per_m2",
                Real(1.0),
                "seeds per m²",
                Divisor(
                    "iLand, species_param_europe has 40 per m² of canopy: divided by 40, as here each seed is an individual that lands viable",
                ),
            ),
            entry(
                "fruit.mast_every_yr",
                Whole(4),
                "yr",
                Source("iLand, species_param_europe: seed years"),
            ),
            entry(
                "fruit.off_year_fraction",
                Real(0.3),
                "–",
                Source("iLand, species_param_europe: share of seeds in other years"),
            ),
            entry(
                "dispersal.kernel",
                Word("two-part-exponential"),
                "–",
                Source("iLand, species_param_europe: the form of TreeMig"),
            ),
            entry(
                "dispersal.near_mean_m",
                Real(25.0),
                "m",
                Source("iLand, species_param_europe: as1"),
            ),
            entry(
                "dispersal.far_mean_m",
                Real(200.0),
                "m",
                Source("iLand, species_param_europe: as2"),
            ),
            entry(
                "dispersal.far_fraction",
                Real(0.01),
                "–",
                Source("iLand, species_param_europe: ks"),
            ),
            entry(
                "seed_bank.yearly_loss",
                Real(0.7),
                "per yr",
                Assumed("canopy trees of the temperate zone keep hardly any bank"),
            ),
            entry(
                "seed_bank.max_age_yr",
                Whole(3),
                "yr",
                Assumed("as the yearly loss"),
            ),
            entry(
                "germination.probability",
                Real(0.3),
                "–",
                Assumed("with 1 seed per m² the stand renews itself; adults hardly depend on it"),
            ),
            entry(
                "inhibition.kernel",
                Word("exponential"),
                "–",
                Source("West, Random Scattering: exponential fields that add up"),
            ),
            entry(
                "inhibition.strength",
                Real(3.0),
                "–",
                Assumed("clear gaps around mothers in thinned stands; 0 to 10 was tried"),
            ),
            entry(
                "inhibition.strength_on_others",
                Real(1.0),
                "–",
                Assumed("a third of the strength on its own kind, so that species mix"),
            ),
            entry(
                "inhibition.height_exponent",
                Real(0.3),
                "–",
                Assumed("with crown exponent 0.75 gives a thinning line of slope −1.6"),
            ),
            entry(
                "inhibition.e_fold_crown_radii",
                Real(0.5),
                "crown radii",
                Assumed("the field fades within two crown radii"),
            ),
            entry(
                "inhibition.cut_fraction",
                Real(0.02),
                "–",
                Assumed("part of the model: basal area moves with it"),
            ),
            entry(
                "inhibition.fade_yr",
                Real(5.0),
                "yr",
                Assumed("a stump's shade and soil are let go within a decade"),
            ),
            entry(
                "inhibition.memory_yr",
                Whole(15),
                "yr",
                Assumed("three e-foldings"),
            ),
            entry(
                "competition.kernel",
                Word("exponential"),
                "–",
                Assumed("as for inhibition"),
            ),
            entry(
                "competition.strength",
                Real(1.0),
                "–",
                Assumed("sets, with the e-folding length, how dense a closed stand is"),
            ),
            entry(
                "competition.height_exponent",
                Real(0.3),
                "–",
                Assumed("as for inhibition"),
            ),
            entry(
                "competition.e_fold_crown_radii",
                Real(0.5),
                "crown radii",
                Assumed("as for inhibition"),
            ),
            entry(
                "competition.cut_fraction",
                Real(0.02),
                "–",
                Assumed("as for inhibition"),
            ),
            entry(
                "mortality.age_max_yr",
                Whole(300),
                "yr",
                Divisor(
                    "iLand, species_param_europe has 600: halved, as without wind the founding cohort would stand for 400 years",
                ),
            ),
            entry(
                "mortality.lucky_fraction",
                Real(0.01),
                "–",
                Source("iLand: share that reaches the greatest age"),
            ),
            entry(
                "mortality.stress_rate",
                Real(1.39),
                "–",
                Source("iLand, species_param_europe: b of the stress mortality"),
            ),
            entry(
                "mortality.stress_threshold",
                Real(0.1),
                "–",
                Assumed("vigour in deep shade that a seedling survives"),
            ),
            entry(
                "mortality.stress_threshold_height_factor",
                Real(2.0),
                "–",
                Assumed("tolerance falls as trees grow"),
            ),
            entry(
                "mortality.senescence_per_yr",
                Real(0.1),
                "per yr",
                Assumed("old trees fall within some decades past the greatest age"),
            ),
            entry(
                "resprout.probability",
                Real(0.0),
                "–",
                Assumed("old beech stumps hardly sprout"),
            ),
            entry(
                "resprout.max_age_yr",
                Whole(0),
                "yr",
                Assumed("as the probability"),
            ),
            entry(
                "resprout.height_m",
                Real(0.5),
                "m",
                Assumed("not used at probability 0"),
            ),
        ],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_whole_species() {
        for preset in PRESETS {
            let species = preset.species("tree");
            let spelled_out = serde_json::to_value(&species).unwrap();
            let keys: usize = spelled_out
                .as_object()
                .unwrap()
                .values()
                .filter_map(|table| table.as_object().map(serde_json::Map::len))
                .sum();
            assert_eq!(keys, preset.entries.len(), "{}", preset.name);
        }
        assert!(PRESETS.is_sorted_by_key(|preset| preset.name));
    }

    #[test]
    fn beech_keeps_the_height_curve_of_its_source() {
        let beech = named("fagus-sylvatica").unwrap().species("beech");
        assert_eq!(
            (beech.growth.height_max_m, beech.growth.height_rate_per_yr),
            (37.7, 0.0367)
        );
    }
}

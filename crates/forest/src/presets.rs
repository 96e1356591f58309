//! Species that ship with the program: every number with where it comes from.
//!
//! They are the files in `presets/` of this crate, one for a species, with the tables and keys of a scenario's
//! `[[species]]`. Each value stands beside its origin, one of three: `source`, read in this publication or program;
//! `divisor`, a published number brought to this model's currency, with the reason; `assumed`, not published, with
//! the reason. A file that joins is named in `FILES`.
//!
//! "iLand, species_param_europe" is the species table that ships as test data with the OSU-MARS port of iLand
//! (Seidl et al. 2012, Ecological Modelling 231, 87–100), where also that of the Pacific Northwest is.
//! "LANDIS-II, Canadian set of Cyr and Boulanger" is the species table of dcyr/LANDIS-II_IA_generalUseFiles; "Carmean, Hahn & Jacobs
//! (1989)" are site curves of the eastern United States (General Technical Report NC-128), and "Rijal et al. (2012)" heights by diameter
//! in the Acadian Region (Forestry 85, 379–390), both with the numbers that the R package CanadaForestAllometry and LANDIS-II projects
//! ship.
//! iLand's light class, 1 to 5, sets all that a species needs of light by one rule: from the beech's numbers at 5 to the birch's
//! at 1, evenly or by equal factors, as each number says.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::parameters::Species;

/// In alphabetical order of the names.
const FILES: &[(&str, &str)] = &[
    ("abies-alba", include_str!("../presets/abies-alba.toml")),
    (
        "acer-pseudoplatanus",
        include_str!("../presets/acer-pseudoplatanus.toml"),
    ),
    ("acer-saccharum", include_str!("../presets/acer-saccharum.toml")),
    ("betula-pendula", include_str!("../presets/betula-pendula.toml")),
    (
        "carpinus-betulus",
        include_str!("../presets/carpinus-betulus.toml"),
    ),
    ("fagus-sylvatica", include_str!("../presets/fagus-sylvatica.toml")),
    (
        "fraxinus-excelsior",
        include_str!("../presets/fraxinus-excelsior.toml"),
    ),
    ("larix-decidua", include_str!("../presets/larix-decidua.toml")),
    ("picea-abies", include_str!("../presets/picea-abies.toml")),
    (
        "pinus-sylvestris",
        include_str!("../presets/pinus-sylvestris.toml"),
    ),
    ("populus-tremula", include_str!("../presets/populus-tremula.toml")),
    (
        "pseudotsuga-menziesii",
        include_str!("../presets/pseudotsuga-menziesii.toml"),
    ),
    ("quercus-robur", include_str!("../presets/quercus-robur.toml")),
    (
        "tsuga-canadensis",
        include_str!("../presets/tsuga-canadensis.toml"),
    ),
];

/// All presets, in alphabetical order of their names.
pub static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    let read = |&(name, text): &(&str, &str)| match toml::from_str(text) {
        Ok(preset) => Preset {
            name: name.to_owned(),
            ..preset
        },
        Err(error) => panic!("the preset {name} that ships: {error}"),
    };
    FILES.iter().map(read).collect()
});

/// A species that ships with the program.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Preset {
    /// The name a scenario uses: `fagus-sylvatica`.
    #[serde(skip)]
    pub name: String,
    /// What it is: `European beech`.
    pub about: String,
    /// Why it makes no closed stand alone, where it does not.
    #[serde(default)]
    pub open_alone: Option<String>,
    /// All parameters of a species but its name, by table (`growth`) and key (`site_index_m`).
    #[serde(flatten)]
    pub tables: BTreeMap<String, BTreeMap<String, PresetEntry>>,
}

/// A parameter of a preset.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct PresetEntry {
    /// Its value.
    pub value: PresetValue,
    /// Where it comes from.
    #[serde(flatten)]
    pub origin: Origin,
}

/// A number of a preset, a word such as a kernel's name, or the numbers of a curve.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(untagged)]
pub enum PresetValue {
    /// A whole number.
    Whole(u32),
    /// A real number.
    Real(f64),
    /// A choice.
    Word(String),
    /// A curve.
    Numbers(Vec<f64>),
}

impl From<&PresetValue> for Value {
    fn from(value: &PresetValue) -> Self {
        match value {
            PresetValue::Whole(number) => (*number).into(),
            PresetValue::Real(number) => (*number).into(),
            PresetValue::Word(word) => word.as_str().into(),
            PresetValue::Numbers(numbers) => numbers.clone().into(),
        }
    }
}

/// Where a number of a preset comes from.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// Read in this publication or program.
    Source(String),
    /// A published number divided (or multiplied) to fit this model's currency, with the reason.
    Divisor(String),
    /// Not published: assumed, with the reason.
    Assumed(String),
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
        // A value of JSON, which has no dates: what reads one is a third shorter than what reads one of TOML.
        let mut species = Map::from_iter([("name".to_owned(), name.into())]);
        for (table, entries) in &self.tables {
            let values = entries
                .iter()
                .map(|(key, entry)| (key.clone(), Value::from(&entry.value)));
            species.insert(table.clone(), Value::Object(values.collect()));
        }
        serde_json::from_value(Value::Object(species)).expect("a preset has all keys of a species")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_preset_is_a_whole_species_and_every_file_one() {
        for preset in &*PRESETS {
            let spelled_out = serde_json::to_value(preset.species("tree")).unwrap();
            let keys: usize = spelled_out
                .as_object()
                .unwrap()
                .values()
                .filter_map(|table| table.as_object().map(serde_json::Map::len))
                .sum();
            assert_eq!(
                keys,
                preset.tables.values().map(BTreeMap::len).sum::<usize>(),
                "{}",
                preset.name
            );
        }
        assert!(PRESETS.is_sorted_by_key(|preset| &preset.name));
        let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/presets")).unwrap();
        assert_eq!(folder.count(), PRESETS.len());
    }

    /// On the best site that its table knows, no tree is taller than the species' tallest.
    #[test]
    fn every_site_of_a_preset_is_within_its_reach() {
        for preset in &*PRESETS {
            let mut species = preset.species("tree");
            for site_index_m in [
                species.growth.site_index_least_m,
                species.growth.site_index_m,
                species.growth.site_index_greatest_m,
            ] {
                species.growth.site_index_m = site_index_m;
                let approached_m = species.growth.approached_m();
                assert!(
                    approached_m <= species.growth.greatest_height_m,
                    "{}: {approached_m} m on a site of {site_index_m} m",
                    preset.name
                );
            }
        }
    }
}

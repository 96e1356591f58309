//! The keys of a `[[species]]` entry: those of `understory_forest::parameters::Species`, and the preset.

use understory_forest::parameters::Species;
use understory_keys::{all_keys, key, parameters};

use super::{Key, Presets, ValueKind};

/// Names that tables use for something else than a species.
pub const RESERVED_NAMES: &[&str] = &["all", "seedling", "sapling", "adult"];

parameters! {
    /// From where a species has the numbers that it does not give.
    const PRESET {
        /// Species that ships with the program; each key below overrides its number.
        preset = key(ValueKind::Preset(Presets::Species), "", "\"fagus-sylvatica\"").optional(),
    }
}

/// The name first, then the preset, then the tables.
pub const SPECIES: &[Key] = {
    const TABLES: &[Key] = Species::KEYS.split_first().unwrap().1;
    all_keys!([Species::KEYS[0]], PRESET, TABLES)
};

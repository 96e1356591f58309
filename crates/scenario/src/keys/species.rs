//! The keys of a `[[species]]` entry: those of `understory_forest::parameters::Species`, and the preset.

use understory_forest::parameters::Species;

use super::{Key, Presets, ValueKind};

/// Names that tables use for something else than a species.
pub const RESERVED_NAMES: &[&str] = &["all", "seedling", "sapling", "adult"];

const PRESET: Key = Key::new(
    "preset",
    ValueKind::Preset(Presets::Species),
    "",
    "species that ships with the program; each key below overrides its number",
    "\"fagus-sylvatica\"",
)
.optional();

/// The name first, then the preset, then the tables.
pub const SPECIES: &[Key] = {
    const TABLES: &[Key] = Species::KEYS.split_first().unwrap().1;
    &understory_keys::joined::<{ TABLES.len() + 2 }>(&[&[Species::KEYS[0], PRESET], TABLES])
};

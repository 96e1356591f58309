//! The living forest: trees, seeds and the dead as entities, and the systems of a year.

pub mod parameters;
pub mod presets;

//! What a key of a scenario is, and structs whose fields are such keys.
//!
//! A parameter of a model is declared once, with [`parameters!`]: its field, its meaning, range, unit and default.
//! From there come the struct itself, the keys that a scenario file, its schema, messages and reference pages know,
//! and the check of a struct that a library user fills in.

mod check;
mod interval;
mod key;
mod named;
mod out_of_range;
mod parameters;

pub use check::{Checked, FromKey};
pub use interval::Interval;
pub use key::{Key, Literal, Need, Presets, Related, ValueKind, When};
pub use out_of_range::OutOfRange;
#[doc(hidden)]
pub use out_of_range::add_within;
pub use parameters::{
    all_when, choice, count, count_distinct, distinct, flag, joined, key, list, name, path, phrase,
    phrase_len, real, table, whole, words,
};

#[doc(hidden)]
pub use serde_json::from_value;
pub use serde_json::{Map, Value};

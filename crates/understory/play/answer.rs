//! What a page may ask, and what it is answered. No word of it names a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::saving::Saving;

/// What a page asks.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Ask {
    /// What is there now.
    Look {},
    /// The keys that can be turned, with their values.
    Dials {},
    /// The year after this one; what is there now, where the forest is in another year, so that asking twice is no harm.
    Year {
        /// The year.
        after: u32,
    },
    /// The forest from year 0 again.
    Restart {},
    /// Other values of keys, by their paths; without a value what the scenario says.
    Change {
        /// The keys.
        set: BTreeMap<String, Option<Turn>>,
        /// Whether a tree is to grow coarsely, as it is still being dragged at.
        #[serde(default)]
        coarse: bool,
    },
    /// The scenario as it is now, as a file.
    Scenario {},
    /// The files that `run`, `grow` or `scatter` of the scenario would leave, of a forest as far as the year shown.
    Save {},
    /// How far that has come.
    Saving {},
}

/// The value of a key.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(untagged)]
pub enum Turn {
    /// `true` or `false`.
    Flag(bool),
    /// A number.
    Number(f64),
    /// Several numbers.
    Numbers(Vec<f64>),
    /// A word.
    Word(String),
}

/// What a page is answered.
#[derive(Clone, Debug, PartialEq)]
pub enum Answer {
    /// What is to be drawn, as `understory_page` packs it.
    Frame(Vec<u8>),
    /// The keys that can be turned, as JSON.
    Dials(String),
    /// The text of a scenario.
    Scenario(String),
    /// How far saving has come.
    Saving(Saving),
}

//! `manifest.json` of `grow`: what a grown tree was made from, what it took, and the files it left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{InputFile, OtherFile, TableFile};

/// The manifest of a tree. Times and memory stand here and in no other file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `grow`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was grown, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// Seed of all randomness.
    pub seed: u64,
    /// Threads used; they change no file but this one.
    pub threads: u64,
    /// What it took.
    pub performance: TreePerformance,
    /// Files that stand beside this one, but for figures, scenario and inputs, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Hash of all that fixes the tree.
    pub identity: String,
    /// Figures, scenario and inputs, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// What a tree took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreePerformance {
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// Placing attraction points, seconds.
    #[serde(serialize_with = "finite")]
    pub attraction_s: f64,
    /// The tree itself.
    #[serde(flatten)]
    pub tree: TreeTimes,
    /// Writing everything but the figures, seconds.
    #[serde(serialize_with = "finite")]
    pub write_s: f64,
    /// The L-system beside it, if there is one.
    #[serde(rename = "counterpart")]
    pub baseline: Option<TreeTimes>,
}

/// What a tree or its baseline took, on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TreeTimes {
    /// Growing the raw skeleton, or rewriting letters and walking them, seconds.
    #[serde(serialize_with = "finite")]
    pub growth_s: f64,
    /// Shaping, thickening and measuring it, seconds.
    #[serde(serialize_with = "finite")]
    pub finish_s: f64,
    /// Drawing bark and leaves in all levels of detail, seconds.
    #[serde(serialize_with = "finite")]
    pub mesh_s: f64,
}

impl Document for TreeManifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["grow"];
}

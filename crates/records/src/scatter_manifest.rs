//! `manifest.json` of `scatter`: the ground, its segments and borders, and the files that were left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{InputFile, OtherFile, TableFile};
use crate::manifest::World;
use crate::world_manifest::WorldCourse;

/// The manifest of points that a method laid out. Times and memory stand here and in no other file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScatterManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `scatter`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was laid out, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// The ground, or the window of a lattice without bounds.
    pub world: World,
    /// Seed of all randomness.
    pub seed: u64,
    /// Threads used; they change no table.
    pub threads: u64,
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// The method of the ground, or that of segments that name none.
    pub method: String,
    /// The segments; empty for a lattice without bounds.
    pub segments: Vec<ScatterSegment>,
    /// The borders.
    pub borders: Vec<WorldCourse>,
    /// The segments that were asked for, by name; empty for all.
    pub only: Vec<String>,
    /// Tables, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Hash of all that fixes the points.
    pub identity: String,
    /// Figures, scenario and inputs, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// A segment of the ground.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScatterSegment {
    /// What tables call it.
    pub name: String,
    /// The method that fills it.
    pub method: String,
    /// Its outline and those of its holes, m.
    pub rings_m: Vec<Vec<[f64; 2]>>,
}

impl Document for ScatterManifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["scatter"];
}

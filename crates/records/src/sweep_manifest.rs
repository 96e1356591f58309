//! `manifest.json` of a sweep: what was varied, what it took, and the files it left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{InputFile, OtherFile, TableFile};
use crate::manifest::World;
use crate::run_json::RunJson;

/// The manifest of a sweep. Times stand here and in no table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SweepManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `sweep`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was run, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// The plot, or the part of it that tables hold, where nothing else is varied.
    pub world: World,
    /// Seed of the first replicate.
    pub seed: u64,
    /// Years simulated.
    pub years: u32,
    /// Runs of each point with seeds `seed`, `seed` + 1, …
    pub replicates: u32,
    /// Threads used; they change no table.
    pub threads: u64,
    /// Which values come together, such as `grid`.
    pub design: String,
    /// The keys that are varied.
    pub keys: Vec<String>,
    /// Runs in all.
    pub tasks: u64,
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// Tables that were left, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Hash of all that fixes the results except the number of years and replicates.
    pub identity: String,
    /// Every other file that was left, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

impl Document for SweepManifest {
    const KIND: &'static str = "manifest of a sweep";
    const COMMANDS: &'static [&'static str] = &["sweep"];
}

impl SweepManifest {
    /// What the sweep was made from, to compare it with another.
    #[must_use]
    pub fn run(&self) -> RunJson {
        RunJson {
            version: self.version.clone(),
            scenario: self.scenario.clone(),
            scenario_blake3: self.scenario_blake3.clone(),
            inputs: self.inputs.clone(),
            identity: self.identity.clone(),
            seed: self.seed,
            years: self.years,
            replicates: self.replicates,
            each_year: None,
        }
    }
}

//! `manifest.json` of a calibration: what was fitted to what, what it took, and the files it left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{InputFile, OtherFile, TableFile};
use crate::manifest::World;
use crate::run_json::RunJson;

/// The manifest of a calibration. Times stand here and in no table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibrateManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `calibrate`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was fitted, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// The plot, or the part of it that is counted.
    pub world: World,
    /// Seed of all draws.
    pub seed: u64,
    /// Years of the scenario.
    pub years: u32,
    /// Threads used; they change no table.
    pub threads: u64,
    /// The keys that were looked for, each with the ends of its prior.
    pub keys: Vec<CalibratedKey>,
    /// Years of the censuses.
    pub censuses: Vec<u32>,
    /// Runs from the prior of which keys were found again; none of a calibration itself.
    pub recovery: Option<u32>,
    /// Runs in all.
    pub evaluations: u32,
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// Tables that were left, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Hash of all that fixes the results.
    pub identity: String,
    /// Every other file that was left, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// A key that was looked for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CalibratedKey {
    /// Its path.
    pub key: String,
    /// Its lowest value.
    pub low: f64,
    /// Its highest value.
    pub high: f64,
    /// Whether its ratios are as likely, and not its differences.
    pub is_log: bool,
}

impl Document for CalibrateManifest {
    const KIND: &'static str = "manifest of a calibration";
    const COMMANDS: &'static [&'static str] = &["calibrate"];
}

impl CalibrateManifest {
    /// What the calibration was made from, to compare it with another.
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
            replicates: 1,
            each_year: None,
        }
    }
}

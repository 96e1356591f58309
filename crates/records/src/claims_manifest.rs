//! `manifest.json` of `claims`: what was measured, what it took, and the files it left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{OtherFile, TableFile};
use crate::run_json::RunJson;

/// The manifest of measured claims. Times stand here and in no table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ClaimsManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `claims`.
    pub command: String,
    /// The sets that were asked for.
    pub sets: Vec<String>,
    /// The claims of them that were asked for; empty for all.
    pub only: Vec<String>,
    /// The first seed of each experiment.
    #[serde(default)]
    pub first_seed: u64,
    /// Seeds of each experiment, from the first on.
    pub seeds: u32,
    /// What fixes the table besides the version, in words; empty in manifests from before it was written.
    #[serde(default)]
    pub identity: String,
    /// Threads used; they change no table.
    pub threads: u64,
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// Tables that were left, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Figures, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

impl ClaimsManifest {
    /// What the claims were measured from, to compare it with other ones.
    #[must_use]
    pub fn run(&self) -> RunJson {
        RunJson {
            version: self.version.clone(),
            scenario: self.identity.clone(),
            scenario_blake3: String::new(),
            inputs: Vec::new(),
            identity: self.identity.clone(),
            seed: self.first_seed,
            years: 0,
            replicates: self.seeds,
            each_year: None,
        }
    }
}

impl Document for ClaimsManifest {
    const KIND: &'static str = "manifest of claims";
    const COMMANDS: &'static [&'static str] = &["claims"];
}

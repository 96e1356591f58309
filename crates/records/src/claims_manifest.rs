//! `manifest.json` of `claims`: what was measured, what it took, and the files it left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{OtherFile, TableFile};

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
    /// Seeds of each experiment: 0, 1, … to one below this.
    pub seeds: u32,
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

impl Document for ClaimsManifest {
    const KIND: &'static str = "manifest of claims";
    const COMMANDS: &'static [&'static str] = &["claims"];
}

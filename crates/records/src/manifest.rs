//! `manifest.json` of `run` and `compare`: what a finished run is, what it was made from, what it took, and the files it left.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize, Serializer};

use crate::document::{Document, finite, finite_pair};
use crate::format::Format;
use crate::listing::{InputFile, OtherFile, TableFile};
use crate::paths;
use crate::run_json::RunJson;

/// The manifest of a finished run. Times and memory stand here and in no table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Manifest {
    /// Version of the program.
    pub version: String,
    /// The command that was run, such as `run`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was run, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// The plot, or the part of it that tables hold.
    pub world: World,
    /// Seed of the first replicate.
    pub seed: u64,
    /// Years simulated.
    pub years: u32,
    /// Threads used; they change no table.
    pub threads: u64,
    /// What it took.
    pub performance: Performance,
    /// Tables that the run left, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Names of the species, in the order of the scenario.
    pub species: Vec<String>,
    /// Runs with seeds `seed`, `seed` + 1, …
    pub replicates: u32,
    /// Years that have tables of trees and spacing, ascending.
    pub recorded_years: Vec<u32>,
    /// Founders that lay on the far edge of a torus and were moved to the near one.
    pub founders_moved_to_near_edge: u64,
    /// Hash of all that fixes the results except the number of years and replicates.
    pub identity: String,
    /// The function of the user's own that changed the forest before each year, without which the scenario gives other results.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each_year: Option<String>,
    /// Every other file that was left, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// The plot, without the strip that tables leave out.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// Width and height, m.
    #[serde(serialize_with = "finite_pair")]
    pub size_m: [f64; 2],
    /// Lower left corner in the coordinates of the files, m.
    #[serde(serialize_with = "finite_pair")]
    pub origin_m: [f64; 2],
    /// `torus` or `open`.
    pub edge: String,
    /// EPSG code of the coordinate reference system of the files, where the map of heights names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsg: Option<u16>,
}

/// What a run took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Performance {
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Time inside the years, without reading, writing and drawing, seconds.
    #[serde(serialize_with = "finite")]
    pub year_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// Most seeds that were there at once: the bank and what fell in a year.
    pub peak_seeds: u64,
    /// Sum over the years of the trees alive when the year begins.
    pub tree_years: u64,
    /// `tree_years / year_s`; 0 where no time passed.
    #[serde(serialize_with = "finite")]
    pub tree_years_per_s: f64,
    /// Seconds spent in each system, in the order of the schedule.
    #[serde(serialize_with = "finite_each")]
    pub system_s: IndexMap<String, f64>,
}

impl Document for Manifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["run", "compare"];
}

impl Manifest {
    /// The format of the run's tables of trees: that in which the first recorded year is listed.
    #[must_use]
    pub fn format(&self) -> Format {
        let first = self.recorded_years.first().copied().unwrap_or_default();
        let is_listed = |format: &Format| {
            let path = paths::trees(first, *format);
            self.files.iter().any(|file| file.path == path)
        };
        Format::ALL.into_iter().find(is_listed).unwrap_or(Format::Csv)
    }

    /// What the run was made from, to compare it with another.
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
            each_year: self.each_year.clone(),
        }
    }
}

fn finite_each<S: Serializer>(values: &IndexMap<String, f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match values.values().find(|value| !value.is_finite()) {
        None => values.serialize(serializer),
        Some(value) => finite(value, serializer),
    }
}

//! `run.json`: what a run that is being built is made from, so that only the same run goes on in its folder.
//!
//! A comment in the scenario may change between a stop and going on; what fixes the results may not.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::listing::InputFile;

/// What a run is made from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunJson {
    /// Version of the program.
    pub version: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it is run, 64 hex digits. A comment changes it, so it is not compared.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// Hash of all that fixes the results except the number of years and replicates.
    pub identity: String,
    /// Seed of the first replicate.
    pub seed: u64,
    /// Years to simulate; 0, and left out, where none are.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub years: u32,
    /// Runs with seeds `seed`, `seed` + 1, …
    pub replicates: u32,
    /// The function of the user's own that changes the forest before each year; none in a run of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub each_year: Option<String>,
}

/// Something in which two runs differ, with both values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunDifference {
    /// What differs: `version`, `seed`, an input's path, …
    pub what: String,
    /// Its value in the run that was begun.
    pub was: String,
    /// Its value now.
    pub now: String,
}

impl fmt::Display for RunDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} was {} and is now {}",
            self.what, self.was, self.now
        )
    }
}

impl Document for RunJson {
    const KIND: &'static str = "description of a run";
}

impl RunJson {
    /// Why `self` cannot go on where `begun` stopped; empty when it can.
    ///
    /// Version, seed, inputs and identity must be the same. Years and replicates may grow.
    #[must_use]
    pub fn differences_from(&self, begun: &Self) -> Vec<RunDifference> {
        let input_of = |run: &Self, path: &str| {
            let input = run.inputs.iter().find(|input| input.path == path);
            input.map_or_else(|| "not used".to_owned(), |input| input.blake3.clone())
        };
        let is_new = |now: &&InputFile| begun.inputs.iter().all(|was| was.path != now.path);
        let inputs = begun.inputs.iter().chain(self.inputs.iter().filter(is_new));
        let called = |run: &Self| match &run.each_year {
            Some(name) => format!("`{name}`"),
            None => "none".to_owned(),
        };
        let mut differences = Vec::new();
        let mut differ = |what: &str, is_other: bool, of: &dyn Fn(&Self) -> String| {
            if is_other {
                differences.push(RunDifference {
                    what: what.to_owned(),
                    was: of(begun),
                    now: of(self),
                });
            }
        };
        let other_version = begun.version != self.version;
        differ("the version of understory", other_version, &|run| {
            run.version.clone()
        });
        differ("`seed`", begun.seed != self.seed, &|run| run.seed.to_string());
        for input in inputs {
            let hash = |run: &Self| input_of(run, &input.path);
            let is_other = hash(begun) != hash(self);
            differ(&format!("input `{}`", input.path), is_other, &|run| {
                short(&hash(run))
            });
        }
        let other_scenario = begun.identity != self.identity;
        differ("the scenario, with what is set in it,", other_scenario, &named);
        differ(
            "the function called each year",
            begun.each_year != self.each_year,
            &called,
        );
        let is_shorter = begun.years > self.years;
        differ("`years`, which may only grow,", is_shorter, &|run| {
            run.years.to_string()
        });
        let are_fewer = begun.replicates > self.replicates;
        differ("`replicates`, which may only grow,", are_fewer, &|run| {
            run.replicates.to_string()
        });
        differences
    }

    /// Whether `complete` is this very run: nothing differs, and years and replicates are as many.
    #[must_use]
    pub fn is_the_same_as(&self, complete: &Self) -> bool {
        self.differences_from(complete).is_empty()
            && (self.years, self.replicates) == (complete.years, complete.replicates)
    }
}

fn is_zero(years: &u32) -> bool {
    *years == 0
}

/// A scenario with enough of its identity to see that two of one name differ.
fn named(run: &RunJson) -> String {
    format!("`{}` ({})", run.scenario, short(&run.identity))
}

/// Enough of a hash to tell two apart.
fn short(hash: &str) -> String {
    hash.chars().take(12).collect()
}

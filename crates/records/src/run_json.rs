//! `run.json`: what a run that is being built is made from, so that only the same run goes on in its folder.
//!
//! A comment in the scenario may change between a stop and going on; what fixes the results may not.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::document::Document;
use crate::listing::InputFile;

/// What a run is made from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
    /// Years to simulate.
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
        let mut differences = Vec::new();
        let mut differ = |what: &str, was: String, now: String| {
            differences.push(RunDifference {
                what: what.to_owned(),
                was,
                now,
            });
        };
        if begun.version != self.version {
            differ(
                "the version of understory",
                begun.version.clone(),
                self.version.clone(),
            );
        }
        if begun.seed != self.seed {
            differ("`seed`", begun.seed.to_string(), self.seed.to_string());
        }
        for input in &begun.inputs {
            match self.inputs.iter().find(|now| now.path == input.path) {
                None => differ(
                    &format!("input `{}`", input.path),
                    short(&input.blake3),
                    "not used".to_owned(),
                ),
                Some(now) if now.blake3 != input.blake3 => {
                    differ(
                        &format!("input `{}`", input.path),
                        short(&input.blake3),
                        short(&now.blake3),
                    );
                }
                Some(_) => {}
            }
        }
        for now in self
            .inputs
            .iter()
            .filter(|now| begun.inputs.iter().all(|input| input.path != now.path))
        {
            differ(
                &format!("input `{}`", now.path),
                "not used".to_owned(),
                short(&now.blake3),
            );
        }
        if begun.identity != self.identity {
            differ("the scenario, with what is set in it,", named(begun), named(self));
        }
        if begun.each_year != self.each_year {
            let called = |run: &Self| match &run.each_year {
                Some(name) => format!("`{name}`"),
                None => "none".to_owned(),
            };
            differ("the function called each year", called(begun), called(self));
        }
        if begun.years > self.years {
            differ(
                "`years`, which may only grow,",
                begun.years.to_string(),
                self.years.to_string(),
            );
        }
        if begun.replicates > self.replicates {
            differ(
                "`replicates`, which may only grow,",
                begun.replicates.to_string(),
                self.replicates.to_string(),
            );
        }
        differences
    }

    /// Whether `complete` is this very run: nothing differs, and years and replicates are as many.
    #[must_use]
    pub fn is_the_same_as(&self, complete: &Self) -> bool {
        self.differences_from(complete).is_empty()
            && (self.years, self.replicates) == (complete.years, complete.replicates)
    }
}

/// A scenario with enough of its identity to see that two of one name differ.
fn named(run: &RunJson) -> String {
    format!("`{}` ({})", run.scenario, short(&run.identity))
}

/// Enough of a hash to tell two apart.
fn short(hash: &str) -> String {
    hash.chars().take(12).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    fn run() -> RunJson {
        let input = |path: &str, digit: &str| InputFile {
            path: path.into(),
            bytes: 4,
            blake3: digit.repeat(64),
        };
        RunJson {
            version: "0.1.0".into(),
            scenario: "old-field".into(),
            scenario_blake3: "1".repeat(64),
            inputs: vec![input("a.csv", "a"), input("b.csv", "b")],
            identity: "2".repeat(64),
            seed: 7,
            years: 100,
            replicates: 2,
            each_year: None,
        }
    }

    fn messages(change: impl Fn(&mut RunJson)) -> Vec<String> {
        let mut now = run();
        change(&mut now);
        now.differences_from(&run())
            .iter()
            .map(ToString::to_string)
            .collect()
    }

    #[test]
    fn reads_back_equal() {
        let mut text = Vec::new();
        run().write(&mut text).unwrap();
        assert_eq!(RunJson::read("run.json", &text[..]).unwrap(), run());
    }

    #[test]
    fn years_and_replicates_may_grow_and_comments_may_change() {
        assert_eq!(messages(|_| {}), [""; 0]);
        let grown =
            |now: &mut RunJson| (now.years, now.replicates, now.scenario_blake3) = (101, 3, "3".repeat(64));
        assert_eq!(messages(grown), [""; 0]);
        assert_eq!(
            messages(|now| now.years = 99),
            ["`years`, which may only grow, was 100 and is now 99"]
        );
        assert_eq!(
            messages(|now| now.replicates = 1),
            ["`replicates`, which may only grow, was 2 and is now 1"]
        );
    }

    #[test]
    fn each_difference_is_named_with_both_values() {
        let all = messages(|now| {
            now.version = "0.2.0".into();
            now.seed = 8;
            now.inputs[0].path = "c.csv".into();
            now.inputs[1].blake3 = "d".repeat(64);
            now.identity = "e".repeat(64);
        });
        assert_eq!(
            all,
            [
                "the version of understory was 0.1.0 and is now 0.2.0",
                "`seed` was 7 and is now 8",
                "input `a.csv` was aaaaaaaaaaaa and is now not used",
                "input `b.csv` was bbbbbbbbbbbb and is now dddddddddddd",
                "input `c.csv` was not used and is now aaaaaaaaaaaa",
                "the scenario, with what is set in it, was `old-field` (222222222222) and is now `old-field` (eeeeeeeeeeee)",
            ]
        );
    }

    #[test]
    fn only_as_many_years_and_replicates_are_the_same_run() {
        assert!(run().is_the_same_as(&run()));
        for change in [
            |now: &mut RunJson| now.years = 101,
            |now: &mut RunJson| now.replicates = 3,
            |now: &mut RunJson| now.seed = 8,
        ] {
            let mut now = run();
            change(&mut now);
            assert!(!now.is_the_same_as(&run()));
        }
    }
}

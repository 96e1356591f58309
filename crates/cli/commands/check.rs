//! `check`: every problem of scenarios, before hours are spent on them.
//!
//! It goes through what the command itself tries before it writes (`understory::check`), so that a scenario that is
//! ready does not fail later for a reason that was known.

use std::path::{Path, PathBuf};

use clap::Args;
use understory::scenario::Described;
use understory::{Overrides, Scenario, Setting};

use crate::failure::{Failure, Outcome};
use crate::output::{fault, say};

/// Find every problem of scenario files, then exit
#[derive(Args, Debug)]
#[command(after_help = include_str!("../help/check.txt").trim_end())]
pub(crate) struct CheckOptions {
    /// The scenario files
    #[arg(required = true, value_name = "SCENARIO")]
    pub(crate) scenarios: Vec<PathBuf>,
    /// Value of a key in place of the scenario's, such as world.seed=8 or species.beech.fruit.seeds_per_m2=2; a bare word is
    /// a text; holds for each file; may be given several times
    #[arg(long, value_name = "PATH=VALUE")]
    pub(crate) set: Vec<Setting>,
}

/// Every problem of each file.
pub(crate) fn check(options: &CheckOptions) -> Outcome {
    let mut broken = 0;
    for path in &options.scenarios {
        match check_one(path, &options.set) {
            Ok((name, command)) => say(&format!("{}: `{name}` is ready to {command}", path.display())),
            Err(failure) => {
                fault(&failure);
                broken += 1;
            }
        }
    }
    match (broken, options.scenarios.len()) {
        (0, _) => Ok(()),
        (_, 1) => Err(Failure::input("the scenario has problems")),
        (broken, all) => Err(Failure::input(format!(
            "{broken} of {all} scenarios have problems"
        ))),
    }
}

/// The scenario's name and the command it is for, or its problems.
fn check_one(path: &Path, set: &[Setting]) -> Result<(String, &'static str), Failure> {
    let overrides = Overrides {
        set: set.to_vec(),
        ..Overrides::default()
    };
    let scenario: Scenario = understory::open(path, &overrides)?;
    for note in &scenario.header().notes {
        say(&note.as_note());
    }
    understory::check(&scenario)?;
    Ok((scenario.header().name.clone(), scenario.command()))
}

use std::path::Path;

use understory_lab::compare::try_methods;
use understory_scenario::{AnyScenario, Overrides, Subject};

use crate::Outcome;
use crate::args::CheckOptions;
use crate::failure::Failure;
use crate::files::{DiskFiles, slashed};
use crate::output::say;

/// Every problem of each file.
pub(crate) fn check(options: &CheckOptions) -> Outcome {
    let mut broken = 0;
    for path in &options.scenarios {
        match check_one(path) {
            Ok((name, command)) => say(&format!("{}: `{name}` is ready to {command}", path.display())),
            Err(problem) => {
                say(problem.trim_end());
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
fn check_one(path: &Path) -> Result<(String, &'static str), String> {
    let found = understory_scenario::load_any(&slashed(path), &DiskFiles, &Overrides::default())
        .map_err(|problems| problems.to_string())?;
    let cannot = |error: &dyn std::fmt::Display| format!("error: {}: {error}", path.display());
    match found {
        AnyScenario::Subject(subject) => {
            let (tried, command) = match &subject {
                Subject::Grown(scenario) => (understory_lab::try_founders(scenario), "run"),
                Subject::Measured(_) => (Ok(()), "compare"),
            };
            tried
                .and_then(|()| try_methods(subject.compare(), subject.plot(), subject.seed()))
                .map_err(|error| cannot(&error))?;
            Ok((subject.name().to_owned(), command))
        }
        AnyScenario::Tree(scene) => {
            let grown = scene.specimen.grow(scene.seed).map(|_| ());
            grown
                .and_then(|()| scene.specimen.grow_counterpart(scene.seed))
                .map_err(|error| cannot(&error))?;
            Ok((scene.name, "grow"))
        }
    }
}

//! Whether a scenario is ready: whether the commands that it is for begin.

use understory_lab::Watch;
use understory_scenario::{Described, Files, Scenario};

use super::calibrate::FittedForest;
use super::check::{all_of, check_compared};
use super::experiment_of;
use crate::error::Error;
use crate::experiment::{Experiment as _, Host};
use crate::files::DiskFiles;

/// Tries what shows only when something is laid out or grown: founders, methods, a tree; and whether the machine has the memory.
///
/// It is what the scenario's commands try before they write anything.
///
/// # Errors
/// [`Error::Scenario`], with all that is wrong; [`Error::TooLarge`] where the machine lacks the memory.
pub fn check(scenario: &Scenario) -> Result<(), Error> {
    check_with(scenario, &DiskFiles)
}

/// The same of a scenario whose files `files` opens again for each run of a sweep or calibration.
///
/// # Errors
/// As for [`check`].
pub fn check_with(scenario: &Scenario, files: &(dyn Files + Sync)) -> Result<(), Error> {
    let own = experiment_of(scenario, files)?.check(&Checker);
    let compared = match scenario {
        // It is compared and no more.
        Scenario::Stand(_) => Ok(()),
        _ => scenario.comparison().map_or(Ok(()), |(plot, compare)| {
            check_compared(scenario.header(), plot, compare)
        }),
    };
    let fitted = match scenario {
        Scenario::Forest(forest) if forest.calibration.is_some() => {
            FittedForest::new(forest, files, None)?.check(&Checker)
        }
        _ => Ok(()),
    };
    all_of([own, fitted, compared])
}

/// Asks no more of an estimate than whether there is the memory.
struct Checker;

impl Watch for Checker {}

impl Host for Checker {
    fn only_checks(&self) -> bool {
        true
    }
}

//! Whether a scenario is ready: whether the commands that it is for begin.

use understory_lab::Watch;
use understory_scenario::{Described, Files, ForestScenario, Scenario};

use crate::kinds::check::{all_of, check_compared, check_tree};
use crate::kinds::comparison::Comparison;
use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::files::DiskFiles;
use crate::kinds::calibration::FittedForest;
use crate::kinds::world::WorldTask;
use crate::kinds::points::ScatterTask;
use crate::kinds::sweep::SweptForest;
use crate::kinds::task::Task;

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
    let own = match scenario {
        Scenario::Forest(forest) => check_grown(forest, files),
        // It is compared and no more.
        Scenario::Stand(_) => Ok(()),
        Scenario::Scatter(scatter) => ScatterTask::new(scatter, &[])?.check(&Checker),
        Scenario::World(world) => WorldTask::new(world, &[])?.check(&Checker),
        // Faults are only known once a tree has grown.
        Scenario::Tree(tree) => check_tree(tree),
    };
    let compared = match (scenario, scenario.comparison()) {
        (Scenario::Stand(stand), _) => Comparison::new(scenario, stand.compare.clone())?.check(&Checker),
        (_, Some((plot, compare))) => check_compared(scenario.header(), plot, compare),
        (_, None) => Ok(()),
    };
    all_of([own, compared])
}

fn check_grown(forest: &ForestScenario, files: &(dyn Files + Sync)) -> Result<(), Error> {
    let run = match forest.sweep {
        Some(_) => SweptForest::new(forest, files)?.check(&Checker),
        None => Task::new(forest)?.check(&Checker),
    };
    let fitted = match forest.calibration {
        Some(_) => FittedForest::new(forest, files, None)?.check(&Checker),
        None => Ok(()),
    };
    all_of([run, fitted])
}

/// Asks no more of an estimate than whether there is the memory.
struct Checker;

impl Watch for Checker {}

impl Host for Checker {
    fn takes_bounds(&self) -> bool {
        true
    }
}

//! The kinds of experiments, a folder each: what it makes and checks, its figures, its page, its sentences, what is said at the end.
//!
//! What is chosen by kind is in three files: [`experiment_of`] by what a scenario describes, `drawn.rs` and `explain.rs` by
//! what a manifest says.

pub(crate) mod bake;
pub(crate) mod calibrate;
pub(crate) mod check;
#[cfg(feature = "claims")]
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod drawn;
pub(crate) mod explain;
pub(crate) mod grow;
pub(crate) mod place;
pub(crate) mod ready;
pub(crate) mod run;
pub(crate) mod scatter;
pub(crate) mod sentences;
pub(crate) mod stats;
pub(crate) mod sweep;
pub(crate) mod task;
pub(crate) mod words;

use understory_scenario::{Files, Scenario};

use self::compare::Comparison;
use self::place::WorldTask;
use self::scatter::ScatterTask;
use self::sweep::SweptForest;
use self::task::Task;
use crate::error::Error;
use crate::experiment::Experiment;

/// What a scenario describes, whose files `files` opens again for each run of a sweep.
///
/// # Errors
/// [`Error::Io`], where a hash cannot be taken.
pub fn experiment_of<'a>(
    scenario: &'a Scenario,
    files: &'a (dyn Files + Sync),
) -> Result<Box<dyn Experiment + 'a>, Error> {
    Ok(match scenario {
        Scenario::Forest(forest) if forest.sweep.is_some() => Box::new(SweptForest::new(forest, files)?),
        Scenario::Forest(forest) => Box::new(Task::new(&**forest)?),
        Scenario::Stand(stand) => Box::new(Comparison::new(scenario, stand.compare.clone())?),
        Scenario::Tree(tree) => Box::new(Task::new(&**tree)?),
        Scenario::World(world) => Box::new(WorldTask::new(world, &[])?),
        Scenario::Scatter(scatter) => Box::new(ScatterTask::new(scatter, &[])?),
    })
}

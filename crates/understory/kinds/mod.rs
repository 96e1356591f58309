//! The kinds of experiments, a folder each: what it makes and checks, its figures, its page, its sentences, what is said at the end.
//!
//! What depends on the kind is chosen here alone: [`experiment_of`] by what a scenario describes, `shown` by what a manifest says.

pub(crate) mod bake;
pub(crate) mod calibrate;
pub(crate) mod check;
#[cfg(feature = "claims")]
pub(crate) mod claims;
pub(crate) mod compare;
pub(crate) mod drawn;
pub(crate) mod grow;
pub(crate) mod place;
pub(crate) mod ready;
pub(crate) mod run;
pub(crate) mod scatter;
pub(crate) mod sentences;
pub(crate) mod shown;
pub(crate) mod stats;
pub(crate) mod sweep;
pub(crate) mod task;
pub(crate) mod words;

use understory_records::{Body, Manifest};
use understory_scenario::{Files, Scenario};

pub use self::bake::{BakeRequest, BakeTask, line_of_rule};
pub use self::calibrate::FittedForest;
#[cfg(feature = "claims")]
pub use self::claims::ClaimsRequest;
#[cfg(feature = "claims")]
pub use self::claims::figures::draw_claims;
pub use self::compare::Comparison;
pub use self::drawn::explain;
pub use self::grow::metrics::shown_metrics;
pub use self::place::WorldTask;
pub use self::place::hand_edits::keep_hand_edits;
pub use self::place::watched::{Rebuilt, WatchedWorld};
pub use self::ready::{check, check_with};
pub use self::run::divided::DividedForest;
pub use self::run::figures::run_about;
pub use self::scatter::ScatterTask;
pub use self::sentences::Sentence;
use self::shown::Shown;
pub use self::stats::figures::{Labels, draw_stats};
pub use self::stats::{Competition, StatsRequest, StatsTask, corners};
pub use self::sweep::SweptForest;
pub use self::task::Task;
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
        Scenario::Stand(_) => Box::new(Comparison::new(scenario, &[])?),
        Scenario::Tree(tree) => Box::new(Task::new(&**tree)?),
        Scenario::World(world) => Box::new(WorldTask::new(world, &[])?),
        Scenario::Scatter(scatter) => Box::new(ScatterTask::new(scatter, &[])?),
    })
}

/// What is shown of results with this manifest.
pub(crate) fn shown(manifest: &Manifest) -> Box<dyn Shown + '_> {
    match &manifest.body {
        Body::Run(body) | Body::Compare(body) => Box::new(manifest.with(body)),
        Body::Grow(body) => Box::new(manifest.with(body)),
        Body::Place(body) => Box::new(manifest.with(&**body)),
        Body::Scatter(body) => Box::new(manifest.with(body)),
        Body::Stats(body) => Box::new(manifest.with(body)),
        Body::Bake(body) => Box::new(manifest.with(body)),
        Body::Sweep(body) => Box::new(manifest.with(body)),
        Body::Calibrate(body) => Box::new(manifest.with(body)),
        Body::Claims(body) => Box::new(manifest.with(body)),
    }
}

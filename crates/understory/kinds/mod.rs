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

use self::compare::Comparison;
use self::place::WorldTask;
use self::scatter::ScatterTask;
use self::shown::Shown;
use self::sweep::SweptForest;
use self::task::Task;
use crate::error::Error;
use crate::experiment::Experiment;
#[cfg(not(feature = "claims"))]
use crate::{feature::Feature, stored::Each};
#[cfg(not(feature = "claims"))]
use understory_lab::store::Store;
#[cfg(not(feature = "claims"))]
use understory_records::ClaimsManifest;

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

#[cfg(not(feature = "claims"))]
impl Shown for ClaimsManifest<'_> {
    fn draw(&self, _: &dyn Store, _: Option<f64>, _: Each<'_>) -> Result<(), Error> {
        Ok(Feature::Claims.needed_by("drawing what claims show")?)
    }
}

//! Points that a method lays out: their tables and figures.

pub(crate) mod figures;

use understory_lab::End;
use understory_lab::scatter::{ScatterFound, asked, write_tables};
use understory_lab::store::Store;
use understory_records::{Body, RunJson, ScatterBody, ScatterSegment, Took, WorldCourse};
use understory_scenario::{ScatterScenario, Scattering};

use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::manifests::world_of;
use crate::kinds::task::Task;

/// Scattered points on their way to results.
#[derive(Debug)]
pub struct ScatterTask<'a> {
    task: Task<'a, ScatterScenario>,
    only: Vec<String>,
}

impl<'a> ScatterTask<'a> {
    /// All of a scenario, or the segments of these names.
    ///
    /// # Errors
    /// [`Error::Io`], where a hash cannot be taken.
    pub fn new(scenario: &'a ScatterScenario, only: &[String]) -> Result<Self, Error> {
        let mut task = Task::new(scenario)?;
        if !only.is_empty() {
            task.made_from.identity = format!("{} {only:?}", task.made_from.identity);
        }
        Ok(Self {
            task,
            only: only.to_vec(),
        })
    }
}

impl Experiment for ScatterTask<'_> {
    type Found = ScatterFound;

    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
    }

    /// Laying points out again takes seconds.
    fn keeps_what_was_finished(&self) -> bool {
        false
    }

    /// Whether there are the segments that are asked for; what each takes was found when the scenario was read.
    fn check(&self, _: &dyn Host) -> Result<(), Error> {
        let scenario = self.task.scenario;
        let names: &[String] = match &scenario.scattering {
            Scattering::Ground { names, .. } => names,
            Scattering::Plane(_) => &[],
        };
        asked(names, &self.only)
            .map(|_| ())
            .map_err(|error| Error::at_keys(&scenario.header, [error]))
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.task.write_copies(store)
    }

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<ScatterFound>, Error> {
        let scenario = self.task.scenario;
        let found = write_tables(scenario, &self.only, store, host);
        Ok(End::Complete(
            found.map_err(|error| Error::at_keys(&scenario.header, [error]))?,
        ))
    }

    fn body(&self, _: &ScatterFound) -> Result<(Body, Option<Took>), Error> {
        let scenario = self.task.scenario;
        let (method, segments, borders) = match &scenario.scattering {
            Scattering::Plane(_) => ("jittered-plane", Vec::new(), Vec::new()),
            Scattering::Ground { ground, names, usual } => {
                let segments = ground.segments().iter().zip(names);
                let segments = segments.map(|((segment, fill), name)| ScatterSegment {
                    name: name.clone(),
                    method: fill.method.name().to_owned(),
                    rings_m: segment.rings_m().to_vec(),
                });
                let borders = ground.borders().iter().map(|border| WorldCourse {
                    name: border.name.clone(),
                    points_m: border.points_m.clone(),
                    width_m: border.width_m,
                });
                (usual.method.name(), segments.collect(), borders.collect())
            }
        };
        let body = ScatterBody {
            world: world_of(&scenario.plot, None),
            method: method.to_owned(),
            segments,
            borders,
            only: self.only.clone(),
        };
        Ok((Body::Scatter(body), Some(Took::Whole {})))
    }
}

//! Points that a method lays out: their tables and figures.

pub(crate) mod figures;
mod summary;

use understory_lab::End;
use understory_lab::scatter::{asked, write_tables};
use understory_lab::store::Store;
use understory_records::{Body, RunJson, ScatterBody, ScatterManifest, ScatterSegment, Took, WorldCourse};
use understory_scenario::{ScatterScenario, Scattering};

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::kinds::shown::Shown;
use crate::kinds::task::Task;
use crate::manifests::world_of;
use crate::stored::Each;

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
    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
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

    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let scenario = self.task.scenario;
        let found = write_tables(scenario, &self.only, store, host);
        let found = found.map_err(|error| Error::at_keys(&scenario.header, [error]))?;
        Ok(End::Complete(Found {
            body: Body::Scatter(self.body()),
            took: Some(Took::Whole {}),
            summary: Summary {
                line: format!("{}: {} points", scenario.header.name, found.points),
                table: [summary::segments(&found.segments), summary::seams(&found.seams)].concat(),
                ..Summary::default()
            },
            drawing: None,
        }))
    }
}

impl ScatterTask<'_> {
    fn body(&self) -> ScatterBody {
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
        ScatterBody {
            world: world_of(&scenario.plot, None),
            method: method.to_owned(),
            segments,
            borders,
            only: self.only.clone(),
        }
    }
}

impl Shown for ScatterManifest<'_> {
    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_scatter(store, *self, each)
    }
}

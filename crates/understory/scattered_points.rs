//! Points that a method lays out: their tables and figures.

use understory_lab::End;
use understory_lab::scatter::{ScatterFound, asked, write_tables};
use understory_lab::store::Store;
use understory_records::{RunJson, ScatterManifest};
use understory_scenario::{ScatterScenario, Scattering};

use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::figures::{self, Each};
use crate::manifests::of_scatter;
use crate::task::Task;

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
    type Manifest = ScatterManifest;

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

    fn manifest(&self, _: &ScatterFound, store: &dyn Store) -> Result<ScatterManifest, Error> {
        of_scatter(self.task.scenario, &self.only, &self.task.made_from, store)
    }

    fn draw(
        &self,
        store: &dyn Store,
        _: &ScatterFound,
        manifest: &ScatterManifest,
        each: Each<'_>,
    ) -> Result<(), Error> {
        figures::of_scatter(store, manifest, each)
    }
}

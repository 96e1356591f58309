//! A forest that is grown: estimated, run, drawn.
//!
//! The estimate is asked before anything is written, and may refuse: hours of work must not end for want of memory.

use understory_lab::store::Store;
use understory_lab::{End, Estimate, Job, Ran, Watch};
use understory_records::{Manifest, RunJson};
use understory_scenario::ForestScenario;

use crate::check::Trial;
use crate::error::Error;
use crate::experiment::{Experiment, Host};
use crate::figures::{self, Each};
use crate::machine::gigabytes;
use crate::manifests::of_forest;
use crate::pages;
use crate::root_exports;
use crate::task::Task;

impl Task<'_, ForestScenario> {
    /// What it will take, by a small sample of it.
    ///
    /// # Errors
    /// [`Error::Scenario`] where the program cannot write the format that is asked for, or no forest can be made of it.
    pub fn estimate(&self) -> Result<Estimate, Error> {
        estimate(self.scenario)
    }

    /// Writes what programs for roots read, beside the tables of a run that is whole.
    pub(crate) fn write_root_exports(&self, store: &dyn Store) -> Result<(), Error> {
        let format = understory_lab::table_format(self.scenario);
        root_exports::write(store, &self.made_from.scenario, self.made_from.years, format)
    }

    /// An estimate in words.
    #[must_use]
    pub fn takes(&self, estimate: &Estimate) -> String {
        let replicates = match self.scenario.replicates {
            1 => String::new(),
            n => format!(" each in {n} replicates"),
        };
        format!(
            "for about {} trees{replicates} this run takes about {} of memory and writes about {} of tables, with their page",
            estimate.trees,
            gigabytes(estimate.memory_bytes),
            gigabytes(estimate.disk_bytes + estimate.page_bytes)
        )
    }
}

/// What a forest takes that is grown for its trees alone, in words and in numbers.
pub(crate) fn takes_of(scenario: &ForestScenario) -> Result<(String, Estimate), Error> {
    let estimate = estimate(scenario)?;
    let takes = format!(
        "for about {} trees the forest of `{}` takes about {} of memory",
        estimate.trees,
        scenario.header.path,
        gigabytes(estimate.memory_bytes)
    );
    Ok((takes, estimate))
}

impl Experiment for Task<'_, ForestScenario> {
    type Found = Ran;
    type Manifest = Manifest;

    fn made_from(&self) -> RunJson {
        self.made_from.clone()
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        let estimate = self.estimate()?;
        host.estimated(&self.takes(&estimate), &estimate)?;
        let mut trial = Trial::new(&self.scenario.header);
        trial.founders(self.scenario);
        trial.crowns(self.scenario);
        trial.verdict()
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.write_copies(store)
    }

    /// What was finished stays after an error too, and the run can go on from its newest checkpoint.
    fn tables(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<Ran>, Error> {
        let end = grow(self.scenario, &self.made_from, store, from, host)?;
        if let End::Complete(_) = end {
            self.write_root_exports(store)?;
        }
        Ok(end)
    }

    fn manifest(&self, ran: &Ran, store: &dyn Store) -> Result<Manifest, Error> {
        of_forest(self.scenario, ran, &self.made_from, "run", store)
    }

    fn draw(&self, store: &dyn Store, _: &Ran, manifest: &Manifest, each: Each<'_>) -> Result<(), Error> {
        figures::of_run(store, manifest, None, each)
    }

    fn page(&self, store: &dyn Store, manifest: &Manifest) -> Result<Option<String>, Error> {
        pages::of_run(store, manifest).map(Some)
    }
}

/// What a forest will take, by a small sample of it.
pub(crate) fn estimate(scenario: &ForestScenario) -> Result<Estimate, Error> {
    let refused = |error| Error::at_keys(&scenario.header, [error]);
    understory_lab::check_format(scenario).map_err(refused)?;
    Estimate::of(scenario, rayon::current_num_threads()).map_err(refused)
}

/// Grows a forest with all its tables.
pub(crate) fn grow(
    scenario: &ForestScenario,
    made_from: &RunJson,
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
) -> Result<End<Ran>, Error> {
    let job = Job {
        scenario,
        identity: &made_from.identity,
        version: &made_from.version,
    };
    understory_lab::run(&job, store, from, watch).map_err(|error| Error::at_keys(&scenario.header, [error]))
}

//! A forest that is grown: estimated, run, drawn.

use understory_lab::store::Store;
use understory_lab::{End, Estimate, Job, Watch};
use understory_records::{Document, Manifest, RunJson, paths};
use understory_scenario::ForestScenario;

use crate::error::Error;
use crate::figures;
use crate::left::{keep, others};
use crate::machine::peak_rss_bytes;
use crate::task::Task;

/// What running a scenario takes, by a small sample of it.
///
/// # Errors
/// [`Error::Scenario`] where the program cannot write the format that is asked for, or no forest can be made of it.
pub fn estimate(scenario: &ForestScenario) -> Result<Estimate, Error> {
    let refused = |error| Error::at_keys(&scenario.header, [error]);
    understory_lab::check_format(scenario).map_err(refused)?;
    Estimate::of(scenario, rayon::current_num_threads()).map_err(refused)
}

/// Tries what only shows when founders are laid out.
///
/// # Errors
/// [`Error::Scenario`], with all that is wrong.
pub fn try_founders(scenario: &ForestScenario) -> Result<(), Error> {
    understory_lab::try_founders(scenario).map_err(|errors| Error::at_keys(&scenario.header, errors))
}

impl Task<'_, ForestScenario> {
    /// Grows the forest from year 0, or from the checkpoint of the year `from`, and leaves tables, figures and, when
    /// all is there, a manifest.
    ///
    /// # Errors
    /// [`Error`]; what was finished stays, and the run can go on from its newest checkpoint.
    pub fn run(&self, store: &dyn Store, from: Option<u32>, watch: &dyn Watch) -> Result<End, Error> {
        self.write_copies(store)?;
        let mut manifest = match grow((self.scenario, &self.made_from), "run", store, from, watch)? {
            End::Complete(manifest) => manifest,
            stopped @ End::Stopped { .. } => return Ok(stopped),
        };
        // A run that was stopped while it was drawn may have had another last year.
        store.remove("figures")?;
        self.close(&mut manifest, store, watch)?;
        Ok(End::Complete(manifest))
    }
}

/// Grows a forest with all its tables.
pub(crate) fn grow(
    (scenario, made_from): (&ForestScenario, &RunJson),
    command: &str,
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
) -> Result<End, Error> {
    let job = Job {
        scenario,
        scenario_blake3: &made_from.scenario_blake3,
        identity: &made_from.identity,
        version: &made_from.version,
        command,
        threads: rayon::current_num_threads(),
    };
    understory_lab::run(&job, store, from, watch).map_err(|error| Error::at_keys(&scenario.header, [error]))
}

impl<S: ?Sized> Task<'_, S> {
    /// Draws the figures and writes the manifest, last.
    pub(crate) fn close(
        &self,
        manifest: &mut Manifest,
        store: &dyn Store,
        watch: &dyn Watch,
    ) -> Result<(), Error> {
        watch.step("drawing figures", 0, 1);
        figures::of_run(store, manifest, &mut |figure| keep(store, &figure))?;
        manifest.others = others(store, &mut manifest.files)?;
        manifest.performance.wall_s = self.begun.elapsed().as_secs_f64();
        manifest.performance.peak_rss_bytes = peak_rss_bytes();
        store.write(paths::MANIFEST, &mut |out| Ok(manifest.write(out)?))?;
        Ok(())
    }
}

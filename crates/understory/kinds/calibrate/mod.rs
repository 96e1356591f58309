//! Keys of a scenario fitted to a measured stand, and whether known keys are found again, as experiments with a folder of results.

pub(crate) mod explain;
pub(crate) mod figures;
mod summary;

use understory_lab::calibrate::CalibrateJob;
use understory_lab::store::Store;
use understory_lab::{End, Estimate};
use understory_records::{Body, CalibrateBody, CalibrateManifest, CalibratedKey, RunJson, Took, paths};
use understory_scenario::{Calibration, Files, ForestScenario};

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::folder::GoesOn;
use crate::kinds::check::check_planting;
use crate::kinds::run::{estimate, larger, world_of_forest};
use crate::kinds::sentences::Sentences;
use crate::kinds::shown::Shown;
use crate::kinds::task::Task;
use crate::machine::gigabytes;
use crate::results::Results;
use crate::stored::Each;

/// Fewer runs tell nothing of how often intervals hold.
const LEAST_RECOVERY: u32 = 200;

/// A scenario with `[calibrate]`, whose keys are looked for.
pub struct FittedForest<'a> {
    task: Task<'a, ForestScenario>,
    calibration: &'a Calibration,
    files: &'a (dyn Files + Sync),
    recovery: Option<u32>,
}

impl<'a> FittedForest<'a> {
    /// Of a scenario, whose files are opened by `files` again for each run; with `recovery`, so many runs from the prior whose keys
    /// are found again.
    ///
    /// # Errors
    /// [`Error::Lab`] where the scenario has no `[calibrate]`, [`Error::Refused`] for too few runs, [`Error::Io`] where a hash cannot be
    /// taken.
    pub fn new(
        scenario: &'a ForestScenario,
        files: &'a (dyn Files + Sync),
        recovery: Option<u32>,
    ) -> Result<Self, Error> {
        let calibration = scenario.calibration.as_ref();
        let calibration = calibration.ok_or(understory_lab::LabError::NoCalibration)?;
        if let Some(runs) = recovery.filter(|runs| *runs < LEAST_RECOVERY) {
            return Err(Error::Refused {
                why: format!("{runs} runs tell nothing of how often intervals hold"),
                way_out: format!("take at least {LEAST_RECOVERY}, or 5000"),
            });
        }
        let mut task = Task::new(scenario)?;
        if let Some(runs) = recovery {
            task.made_from.identity.push_str(&format!(":recovery:{runs}"));
        }
        // No forest of its own is grown again.
        task.made_from.replicates = 1;
        Ok(Self {
            task,
            calibration,
            files,
            recovery,
        })
    }

    fn job(&self) -> CalibrateJob<'_> {
        CalibrateJob {
            scenario: self.task.scenario,
            calibration: self.calibration,
            files: self.files,
        }
    }
}

impl Experiment for FittedForest<'_> {
    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
    }

    fn goes_on(&self) -> Option<GoesOn> {
        Some(GoesOn::AfterRows(paths::EVALUATIONS))
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        let (header, job) = (&self.task.scenario.header, self.job());
        let refused = |error| Error::at_keys(header, [error]);
        // A forest of the least values of all keys, one of the greatest, and one between.
        let tried = |share| {
            let forest = job.at(share).map_err(refused)?;
            check_planting(header, &forest)?;
            Ok::<_, Error>(forest)
        };
        let largest = larger(larger(tried(0.5)?, tried(0.0)?), tried(1.0)?);
        let runs = self.recovery.unwrap_or(self.calibration.budget);
        let runs_bytes = job.memory_of_runs(runs).map_err(refused)?;
        let at_once = u64::try_from(rayon::current_num_threads()).unwrap_or(1);
        let one = estimate(&largest, at_once, host)?;
        let takes = Estimate {
            memory_bytes: one
                .memory_bytes
                .saturating_mul(at_once)
                .saturating_add(runs_bytes),
            disk_bytes: 0,
            page_bytes: 0,
            ..one
        };
        let words = format!(
            "{runs} runs of about {} trees, {at_once} at once, take about {} of memory",
            one.trees,
            gigabytes(takes.memory_bytes)
        );
        host.estimated(&words, &takes)
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.task.write_copies(store)
    }

    /// Runs that an earlier start finished are not made again.
    fn tables(&self, store: &dyn Store, from: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let (job, resumes) = (self.job(), from.is_some());
        let shown = match self.recovery {
            Some(runs) => job
                .recover(runs, store, resumes, host)
                .map(|end| end.map(|found| (found.evaluations, summary::recovered(&found)))),
            None => job
                .run(store, resumes, host)
                .map(|end| end.map(|found| (found.evaluations, summary::keys(&found)))),
        };
        let header = &self.task.scenario.header;
        let shown = shown.map_err(|error| Error::at_keys(header, [error]))?;
        Ok(shown.map(|(evaluations, table)| Found {
            body: Body::Calibrate(self.body(evaluations)),
            took: Some(Took::Whole {}),
            summary: Summary {
                line: format!("{}: {evaluations} runs", header.name),
                table,
                ..Summary::default()
            },
            drawing: None,
        }))
    }
}

impl FittedForest<'_> {
    fn body(&self, evaluations: u32) -> CalibrateBody {
        let keys = self.calibration.priors.iter().map(|prior| CalibratedKey {
            key: prior.key.clone(),
            low: prior.range.from,
            high: prior.range.to,
            is_log: prior.range.is_log,
        });
        let censuses = self.calibration.censuses.iter();
        CalibrateBody {
            world: world_of_forest(self.task.scenario),
            keys: keys.collect(),
            censuses: censuses.map(|census| census.year).collect(),
            recovery: self.recovery,
            evaluations,
        }
    }
}

impl Shown for CalibrateManifest<'_> {
    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_calibration(store, *self, each)
    }

    fn explain(&self, results: &Results, said: &mut Sentences) -> Result<(), Error> {
        explain::calibration(said, results, *self)
    }
}

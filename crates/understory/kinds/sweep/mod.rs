//! The runs of a sweep: all of them into one folder, or one by one in processes that know nothing of each other.
//!
//! All at once they are an experiment as any other. One by one they go into a folder that stands from the first of them on: it
//! holds `run.json` until the table is gathered, and `tasks/`.

pub(crate) mod explain;
pub(crate) mod figures;
pub(crate) mod runs;

use std::path::Path;

use understory_lab::store::Store;
use understory_lab::sweep::{SweepJob, TaskEnd};
use understory_lab::{End, Estimate};
use understory_records::{Body, RunJson, SweepBody, SweepManifest, Took};
use understory_scenario::{Design, Files, ForestScenario, Task as SweepTask};

use crate::error::Error;
use crate::experiment::{Experiment, Found, Host, Summary};
use crate::folder::{GoesOn, TaskFolder};
use crate::kinds::check::check_forest;
use crate::kinds::run::{estimate, larger, world_of_forest};
use crate::kinds::sentences::Sentences;
use crate::kinds::shown::Shown;
use crate::kinds::task::Task;
use crate::machine::gigabytes;
use crate::results::Results;
use crate::stored::Each;

/// The runs of a scenario with `[sweep]`.
pub struct SweptForest<'a> {
    task: Task<'a, ForestScenario>,
    files: &'a (dyn Files + Sync),
    inputs: Vec<(String, String)>,
}

impl<'a> SweptForest<'a> {
    /// Of a scenario, whose files are opened by `files` again for each run.
    ///
    /// # Errors
    /// [`Error::Io`], where a hash cannot be taken.
    pub fn new(scenario: &'a ForestScenario, files: &'a (dyn Files + Sync)) -> Result<Self, Error> {
        let task = Task::new(scenario)?;
        Ok(Self {
            inputs: task.inputs_from("../.."),
            task,
            files,
        })
    }

    /// Its runs.
    #[must_use]
    pub fn job(&self) -> SweepJob<'_> {
        SweepJob {
            scenario: self.task.scenario,
            files: self.files,
            inputs: &self.inputs,
            version: &self.task.made_from.version,
        }
    }

    /// Runs one task into `out/tasks/ID`, unless it is finished; other processes may be at work on others there.
    ///
    /// # Errors
    /// [`Error::Folder`] where `out` holds something else, or what the run reports.
    pub fn run_task(&self, task: SweepTask, out: &Path, host: &dyn Host) -> Result<TaskEnd, Error> {
        let (job, header) = (self.job(), &self.task.scenario.header);
        let refused = |error| Error::at_keys(header, [error]);
        let values = job
            .points()
            .map_or_else(Vec::new, |points| points.values(task.point));
        check_forest(header, &job.scenario_of(task, &values).map_err(refused)?)?;
        let folder = TaskFolder::open(out, &self.task.made_from)?;
        job.run_one(task, &folder.store(), host).map_err(refused)
    }

    /// The folder in which its tasks were run one by one.
    pub(crate) fn folder_of_tasks(&self, out: &Path) -> Result<TaskFolder, Error> {
        Ok(TaskFolder::existing(out, &self.task.made_from)?)
    }

    /// The table of all tasks.
    pub(crate) fn gathered(&self, store: &dyn Store) -> Result<Found<'static>, Error> {
        let scenario = self.task.scenario;
        let rows = self.job().gather(store);
        rows.map_err(|error| Error::at_keys(&scenario.header, [error]))?;
        let sweep = scenario.sweep.as_ref();
        let varied = sweep.iter().flat_map(|sweep| &sweep.varied);
        let body = SweepBody {
            world: world_of_forest(scenario),
            design: sweep.map_or(Design::Grid, |sweep| sweep.design).name().to_owned(),
            keys: varied.map(|varied| varied.path.clone()).collect(),
            tasks: scenario.task_count(),
        };
        Ok(Found {
            summary: Summary {
                line: format!(
                    "{}: {} runs of {} years",
                    scenario.header.name, body.tasks, self.task.made_from.years
                ),
                ..Summary::default()
            },
            body: Body::Sweep(body),
            took: Some(Took::Whole {}),
            drawing: None,
        })
    }
}

impl Experiment for SweptForest<'_> {
    fn made_from(&self) -> RunJson {
        self.task.made_from.clone()
    }

    fn goes_on(&self) -> Option<GoesOn> {
        Some(GoesOn::AfterTasks)
    }

    fn check(&self, host: &dyn Host) -> Result<(), Error> {
        let scenario = self.task.scenario;
        host.sweep(scenario.task_count())?;
        let job = self.job();
        let refused = |error| Error::at_keys(&scenario.header, [error]);
        let (mut noted, mut largest) = (scenario.header.notes.clone(), None);
        for tried in job.tried() {
            let (task, values, forest) = tried.map_err(refused)?;
            for note in &forest.header.notes {
                if !noted.contains(note) {
                    host.note(&note.as_note());
                    noted.push(note.clone());
                }
            }
            // Founders are drawn anew for each replicate.
            let forest = ForestScenario {
                replicates: scenario.replicates,
                ..forest
            };
            check_forest(&scenario.header, &forest).map_err(|error| match error {
                // Of the first the key itself is told, as in a run of its own.
                Error::Scenario(problems) if task.point > 0 => {
                    refused(job.of_task(task, &values, problems.into()))
                }
                error => error,
            })?;
            largest = Some(match largest {
                Some(largest) => larger(largest, forest),
                None => forest,
            });
        }
        let at_once = u64::try_from(rayon::current_num_threads())
            .unwrap_or(1)
            .min(scenario.task_count());
        let one = estimate(&largest.expect("a point at least is tried"), at_once, host)?;
        let keeps_all = scenario.sweep.as_ref().is_some_and(|sweep| sweep.keep_tables);
        let takes = Estimate {
            memory_bytes: one.memory_bytes.saturating_mul(at_once),
            disk_bytes: if keeps_all {
                one.disk_bytes.saturating_mul(scenario.task_count())
            } else {
                0
            },
            page_bytes: 0,
            ..one
        };
        let words = format!(
            "{} runs of about {} trees, {at_once} at once, take about {} of memory and write about {} of tables",
            scenario.task_count(),
            one.trees,
            gigabytes(takes.memory_bytes),
            gigabytes(takes.disk_bytes)
        );
        host.estimated(&words, &takes)
    }

    fn write_inputs(&self, store: &dyn Store) -> Result<(), Error> {
        self.task.write_copies(store)
    }

    /// Tasks that an earlier start finished are not run again.
    fn tables(&self, store: &dyn Store, _: Option<u32>, host: &dyn Host) -> Result<End<Found<'_>>, Error> {
        let is_whole = self.job().run(store, host);
        let is_whole = is_whole.map_err(|error| Error::at_keys(&self.task.scenario.header, [error]))?;
        if !is_whole {
            return Ok(End::Stopped { year: 0 });
        }
        self.gathered(store).map(End::Complete)
    }
}

impl Shown for SweepManifest<'_> {
    fn draw(&self, store: &dyn Store, _: Option<f64>, each: Each<'_>) -> Result<(), Error> {
        figures::of_sweep(store, *self, each)
    }

    fn explain(&self, results: &Results, said: &mut Sentences) -> Result<(), Error> {
        explain::sweep(said, results, *self)
    }
}

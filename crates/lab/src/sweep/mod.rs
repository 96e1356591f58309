//! The runs of a sweep: one by one or all, and the one table that they make together.
//!
//! A task leaves `tasks/ID/`, with `task.json` last: a folder without it is not whole, and its task is run again. Tasks know
//! nothing of each other, so they may run in any order, in several processes and on several machines.

mod below;
mod gather;
mod sensitivity;

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};

use understory_records::{Content, Document, OtherFile, TaskJson, paths};
use understory_scenario::{Described, Files, ForestScenario, Points, Task};

use self::below::Below;
use crate::error::LabError;
use crate::job::{Job, Watch};
use crate::run::calendar::is_recorded;
use crate::run::census::census;
use crate::run::founders::forest_at_start;
use crate::run::run;
use crate::store::Store;
use crate::tables::write_table;
use crate::workers::Workers;

pub use self::sensitivity::{Effect, SobolIndex, morris, sobol};

/// A sweep that is to be run.
#[derive(Clone, Copy)]
pub struct SweepJob<'a> {
    /// What is varied.
    pub scenario: &'a ForestScenario,
    /// What opens the files that the scenario names.
    pub files: &'a (dyn Files + Sync),
    /// Where the copy of a task's scenario finds the files that the scenario names, seen from the folder of the task: each path
    /// as the scenario has it, and the other.
    pub inputs: &'a [(String, String)],
    /// Version of the program.
    pub version: &'a str,
}

/// What came of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskEnd {
    /// It is whole.
    Finished,
    /// It was whole before, and nothing was done.
    WasFinished,
    /// It was stopped, and nothing of it is kept.
    Stopped,
}

impl<'a> SweepJob<'a> {
    /// The points of the sweep; a single one without any.
    #[must_use]
    pub fn points(&self) -> Option<Points<'a>> {
        let sweep = self.scenario.sweep.as_ref()?;
        Some(sweep.points(self.scenario.header.seed))
    }

    /// The task of this name, where the sweep has one.
    #[must_use]
    pub fn task(&self, id: &str) -> Option<Task> {
        let task = Task::named(id)?;
        let points = self.scenario.sweep.as_ref().map_or(1, |sweep| sweep.count());
        (task.point < points && task.replicate < self.scenario.replicates).then_some(task)
    }

    /// The seed of a task.
    #[must_use]
    pub fn seed(&self, task: Task) -> u64 {
        self.scenario.header.seed + u64::from(task.replicate)
    }

    /// The scenario of a task, with these values of the varied keys.
    ///
    /// # Errors
    /// [`LabError::Of`] with what the scenario has against them.
    pub fn scenario_of(&self, task: Task, values: &[String]) -> Result<ForestScenario, LabError> {
        let found = self.scenario.of_task(self.files, values, task.replicate);
        found.map_err(|problems| self.of_task(task, values, problems.into()))
    }

    /// Tasks of points that stand for all, each with its values and its scenario: [`Points::probes`].
    ///
    /// # Errors
    /// As for [`Self::scenario_of`].
    pub fn tried(&self) -> impl Iterator<Item = Result<(Task, Vec<String>, ForestScenario), LabError>> {
        let points = self.points();
        let probes = points.as_ref().map_or(vec![0], Points::probes);
        let of_point = move |point: u64| {
            let task = Task { point, replicate: 0 };
            let values = points
                .as_ref()
                .map_or_else(Vec::new, |points| points.values(task.point));
            let forest = self.scenario_of(task, &values)?;
            Ok((task, values, forest))
        };
        probes.into_iter().map(of_point)
    }

    /// Runs all tasks that are not finished, as many at once as there are threads. Gives `false` where `watch` stopped it.
    ///
    /// # Errors
    /// [`LabError::Of`] of the first task that fails; those that are finished stay.
    pub fn run(&self, store: &dyn Store, watch: &dyn Watch) -> Result<bool, LabError> {
        let points = self.points();
        let count = self.scenario.task_count();
        let identity = &self.scenario.header.identity;
        let replicates = u64::from(self.scenario.replicates);
        let done = AtomicU64::new(0);
        watch.step("runs", 0, count);
        let work = |number: u64| {
            if watch.is_stopped() {
                return Ok(false);
            }
            let task = Task {
                point: number / replicates,
                replicate: (number % replicates) as u32,
            };
            let values = points
                .as_ref()
                .map_or_else(Vec::new, |points| points.values(task.point));
            let end = self.run_task(task, &values, identity, store, watch)?;
            if end == TaskEnd::Stopped {
                return Ok(false);
            }
            watch.step("runs", done.fetch_add(1, Ordering::Relaxed) + 1, count);
            Ok(true)
        };
        Workers::new(count)?.each(count, &work)
    }

    /// Runs one task, unless it is finished.
    ///
    /// # Errors
    /// [`LabError::Of`] where its scenario cannot be run, or what the store reports.
    pub fn run_one(&self, task: Task, store: &dyn Store, watch: &dyn Watch) -> Result<TaskEnd, LabError> {
        let points = self.points();
        let values = points.map_or_else(Vec::new, |points| points.values(task.point));
        self.run_task(task, &values, &self.scenario.header.identity, store, watch)
    }

    fn run_task(
        &self,
        task: Task,
        values: &[String],
        identity: &str,
        store: &dyn Store,
        watch: &dyn Watch,
    ) -> Result<TaskEnd, LabError> {
        let mut made = self.description(task, values, identity);
        if self.finished_census(&made, store)?.is_some() {
            return Ok(TaskEnd::WasFinished);
        }
        let scenario = self.scenario_of(task, values)?;
        let store = &Below::new(store, paths::task(&made.task));
        store.remove("")?;
        let keeps_all = self
            .scenario
            .sweep
            .as_ref()
            .is_some_and(|sweep| sweep.keep_tables);
        let is_whole = if keeps_all {
            self.all_tables(&scenario, store, watch)
        } else {
            census_alone(&scenario, store, watch)
        };
        if !is_whole.map_err(|error| self.of_task(task, values, error))? {
            store.remove("")?;
            return Ok(TaskEnd::Stopped);
        }
        for path in store.list("")? {
            let blake3 = Content::of(store.open(&path)?)?.blake3;
            made.files.push(OtherFile { path, blake3 });
        }
        store.write(paths::TASK, &mut |out| Ok(made.write(out)?))?;
        Ok(TaskEnd::Finished)
    }

    /// Grows a forest with all its tables.
    fn all_tables(
        &self,
        scenario: &ForestScenario,
        store: &dyn Store,
        watch: &dyn Watch,
    ) -> Result<bool, LabError> {
        let copy = scenario.copies(&|input| {
            let found = self.inputs.iter().find(|(path, _)| *path == input.path);
            found.map(|(_, from_task)| from_task.clone())
        });
        store.write("scenario.toml", &mut |out| {
            out.write_all(copy.scenario.as_bytes())
        })?;
        let job = Job {
            scenario,
            identity: &scenario.header.identity,
            version: self.version,
            each_year: None,
        };
        let end = run(&job, store, None, &Among(watch))?;
        store.remove(paths::FINISHED)?;
        Ok(end.complete().is_some())
    }

    fn description(&self, task: Task, values: &[String], identity: &str) -> TaskJson {
        let varied = self.scenario.sweep.iter().flat_map(|sweep| &sweep.varied);
        TaskJson {
            version: self.version.to_owned(),
            identity: identity.to_owned(),
            task: task.id(),
            seed: self.seed(task),
            years: self.scenario.years,
            set: varied
                .map(|varied| varied.path.clone())
                .zip(values.iter().cloned())
                .collect(),
            files: Vec::new(),
        }
    }

    /// The census of a task that is whole and of which no file was changed since; `None` where it has to be run.
    fn finished_census(&self, wanted: &TaskJson, store: &dyn Store) -> Result<Option<Vec<u8>>, LabError> {
        let folder = paths::task(&wanted.task);
        let open = |name: &str| match store.open(&format!("{folder}/{name}")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            input => input.map(Some),
        };
        let Some(found) = open(paths::TASK)? else {
            return Ok(None);
        };
        let Ok(found) = TaskJson::read(paths::TASK, found) else {
            return Ok(None);
        };
        let wanted = TaskJson {
            files: found.files.clone(),
            ..wanted.clone()
        };
        if found != wanted {
            return Ok(None);
        }
        let mut census = None;
        for file in &found.files {
            let mut bytes = Vec::new();
            let content = match open(&file.path)? {
                None => return Ok(None),
                // The one table that is read on: so that it cannot change in between.
                Some(mut input) if file.path == paths::CENSUS => {
                    input.read_to_end(&mut bytes)?;
                    Content::of(bytes.as_slice())?
                }
                Some(input) => Content::of(input)?,
            };
            if content.blake3 != file.blake3 {
                return Ok(None);
            }
            if file.path == paths::CENSUS {
                census = Some(bytes);
            }
        }
        Ok(census)
    }

    /// What a task was refused for, by its name and values.
    #[must_use]
    pub fn of_task(&self, task: Task, values: &[String], source: LabError) -> LabError {
        let varied = self.scenario.sweep.iter().flat_map(|sweep| &sweep.varied);
        let set: Vec<String> = varied
            .zip(values)
            .map(|(varied, value)| format!("{} = {value}", varied.path))
            .collect();
        let set = match set.is_empty() {
            true => String::new(),
            false => format!(" ({})", set.join(", ")),
        };
        let key = if source.is_user_error() { "sweep" } else { "" };
        LabError::of(format!("task {}{set}", task.id()), key, source)
    }
}

/// Grows a forest and keeps the census of its recorded years.
fn census_alone(scenario: &ForestScenario, store: &dyn Store, watch: &dyn Watch) -> Result<bool, LabError> {
    let mut forest = forest_at_start(scenario, scenario.header.seed, false)?;
    let mut rows = census(&forest)?;
    for year in 1..=scenario.years {
        if watch.is_stopped() {
            return Ok(false);
        }
        forest.advance();
        if is_recorded(scenario, year) {
            rows.extend(census(&forest)?);
        }
    }
    write_table(store, paths::CENSUS, rows)?;
    Ok(true)
}

/// Who looks on at one task among others, whose years are not told.
struct Among<'a>(&'a dyn Watch);

impl Watch for Among<'_> {
    fn note(&self, note: &str) {
        self.0.note(note);
    }

    fn is_stopped(&self) -> bool {
        self.0.is_stopped()
    }
}

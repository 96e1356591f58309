//! A run: the first replicate with its tables and checkpoints, year by year, then the other replicates.
//!
//! What is written in which order decides what a stop leaves. A checkpoint comes after everything that it names is on
//! the disk, and an earlier state goes only after the new checkpoint is there.

pub(crate) mod calendar;
pub(crate) mod census;
pub(crate) mod checkpoint;
pub(crate) mod crowns;
mod deadwood;
pub(crate) mod estimate;
mod events;
pub(crate) mod founders;
mod gaps;
mod ground;
mod growing;
mod harvest;
mod inventory;
mod page_estimate;
mod replicates;
mod sample;
pub(crate) mod spacing;
mod superseded;
mod wetness;
mod yearly;

use std::sync::Arc;
use std::time::Instant;

use serde::{Deserialize, Serialize};

use understory_forest::exchange::{Exchange, from_root};
use understory_forest::{Forest, YearClimate};
use understory_records::{
    CensusRow, Checkpoint, CheckpointFile, ClimateRow, Content, FinishedRow, Format, SpacingRow, TableFile,
    paths, row_count,
};
use understory_scenario::ForestScenario;

use self::calendar::{is_checkpoint, is_recorded};
use self::census::census;
use self::deadwood::deadwood;
use self::founders::{empty_forest, forest_at_start, moved_to_near_edge};
use self::gaps::gaps;
use self::growing::Growing;
use self::harvest::{harvest, idle_interventions};
use self::inventory::Inventories;
use self::spacing::spacing;
use crate::error::LabError;
use crate::job::{Job, Watch};
use crate::store::Store;
use crate::tables::{Names, Written, read_table};

/// How a run ended.
#[derive(Clone, Debug, PartialEq)]
pub enum End<T> {
    /// All years and replicates are over, and this is what came of it.
    Complete(T),
    /// It was stopped after this year of the first replicate and can go on from there.
    Stopped {
        /// The year.
        year: u32,
    },
}

impl<T> End<T> {
    /// What came of it, where it was not stopped.
    #[must_use]
    pub fn complete(self) -> Option<T> {
        match self {
            Self::Complete(result) => Some(result),
            Self::Stopped { .. } => None,
        }
    }

    /// The same with another result.
    #[must_use]
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> End<U> {
        match self {
            Self::Complete(result) => End::Complete(change(result)),
            Self::Stopped { year } => End::Stopped { year },
        }
    }
}

/// What a run reports beside its tables.
///
/// A manifest of them is the caller's to write, when everything else is there, and then `finished.csv` to remove,
/// without which the run could not go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Ran {
    /// Time inside the years of the first replicate, s.
    pub year_s: f64,
    /// Time in each system, in the order of the year, s.
    pub system_s: Vec<(String, f64)>,
    /// Trees times years of the first replicate.
    pub tree_years: u64,
    /// Most seeds at once in it.
    pub peak_seeds: u64,
    /// The years of which there is a table of trees.
    pub recorded_years: Vec<u32>,
    /// Founders on the far edge of a torus that were moved to the near one.
    pub founders_moved_to_near_edge: u64,
}

/// Whether this program can write the format that a scenario asks for.
///
/// # Errors
/// [`LabError::WithoutParquet`].
pub fn check_format(scenario: &ForestScenario) -> Result<(), LabError> {
    if checkpoint::format(scenario).is_built_in() {
        Ok(())
    } else {
        Err(LabError::WithoutParquet)
    }
}

/// Makes a run: the first replicate with its tables from year 0, or from the checkpoint of year `from`, then
/// the others.
///
/// Same scenario, seed and version give the same tables, for any number of threads and after any stop.
///
/// # Errors
/// [`LabError`]; what was written until then stays, and the run can go on from its newest checkpoint.
pub fn run(
    job: &Job<'_>,
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
) -> Result<End<Ran>, LabError> {
    run_shared(job, store, from, watch, None)
}

/// As [`run`], of a forest that several processes grow, each its strip of the plot. This is the root, which writes all tables; each of the
/// others calls [`follow`]. Replicates after the first are the root's alone.
///
/// # Errors
/// As [`run`]. Who tells the others that the root cannot go on is the caller.
pub fn run_in_parts(
    job: &Job<'_>,
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
    exchange: Arc<dyn Exchange>,
) -> Result<End<Ran>, LabError> {
    run_shared(job, store, from, watch, Some(exchange))
}

/// That a scenario's forest can be grown by so many processes.
///
/// # Errors
/// [`LabError::Forest`] with what asks for the whole forest, or where the plot has fewer rows of tiles.
pub fn check_parts(scenario: &ForestScenario, parts: usize) -> Result<(), LabError> {
    Ok(empty_forest(scenario, scenario.header.seed)?.check_parts(parts)?)
}

/// Grows this process' part of a forest beside the root, which calls [`run_in_parts`] with the same scenario; writes nothing.
///
/// # Errors
/// [`LabError`] where no such forest can be made.
///
/// # Panics
/// Where another process is gone.
pub fn follow(scenario: &ForestScenario, exchange: Arc<dyn Exchange>) -> Result<(), LabError> {
    let mut forest = empty_forest(scenario, scenario.header.seed)?;
    if scenario.record.events {
        forest.note_events();
    }
    if from_root(&*exchange, &[]) == STOP {
        return Ok(());
    }
    share(&mut forest, scenario, &exchange)?;
    while forest.year() < scenario.years {
        if from_root(&*exchange, &[]) == STOP {
            forest.gather(true);
            return Ok(());
        }
        forest.advance();
        forest.gather(needs_state(scenario, forest.year()));
    }
    Ok(())
}

/// Lets the processes that [`follow`] end, by the root, in place of [`run_in_parts`]: where there is nothing to grow.
///
/// # Panics
/// Where another process is gone.
pub fn dismiss(exchange: &dyn Exchange) {
    from_root(exchange, &STOP);
}

/// What the root says before all years and before each.
const GO_ON: [u8; 1] = [1];
const STOP: [u8; 1] = [0];

/// Leaves each process its part of the root's forest, and lets the root know the whole.
fn share(
    forest: &mut Forest,
    scenario: &ForestScenario,
    exchange: &Arc<dyn Exchange>,
) -> Result<(), LabError> {
    forest.divide(exchange.clone())?;
    forest.gather(needs_state(scenario, forest.year()));
    Ok(())
}

/// Whether the tables of a year tell of single trees.
fn needs_state(scenario: &ForestScenario, year: u32) -> bool {
    is_recorded(scenario, year) || is_checkpoint(scenario, year)
}

fn run_shared(
    job: &Job<'_>,
    store: &dyn Store,
    from: Option<u32>,
    watch: &dyn Watch,
    exchange: Option<Arc<dyn Exchange>>,
) -> Result<End<Ran>, LabError> {
    let scenario = job.scenario;
    if let Some(exchange) = &exchange {
        from_root(&**exchange, &GO_ON);
    }
    // The forest as it is planted, or as its checkpoint left it; tables that grew beyond that are cut back.
    let mut recording = match from {
        Some(year) => Recording::resume(job, store, year, exchange.as_ref())?,
        None => Recording::begin(job, store, exchange.as_ref())?,
    };
    watch.year(recording.forest.year(), recording.forest.tree_count());
    while recording.forest.year() < scenario.years {
        // Between years only: the tables of a year are written together or not at all.
        let is_stopped = watch.is_stopped();
        if let Some(exchange) = &exchange {
            from_root(&**exchange, if is_stopped { &STOP } else { &GO_ON });
        }
        let changed = match job.each_year {
            Some(each_year) if !is_stopped => (each_year.change)(&mut recording.forest),
            _ => Ok(()),
        };
        if is_stopped || changed.is_err() {
            recording.forest.gather(true);
            recording.checkpoint()?;
            let year = recording.forest.year();
            return match changed {
                Ok(()) => Ok(End::Stopped { year }),
                Err(why) => Err(LabError::EachYear { year: year + 1, why }),
            };
        }
        let before = Instant::now();
        recording.forest.advance();
        recording
            .forest
            .gather(needs_state(scenario, recording.forest.year()));
        recording.times.year_s += before.elapsed().as_secs_f64();
        recording.record()?;
        watch.year(recording.forest.year(), recording.forest.tree_count());
    }
    // The first replicate is whole: from here on it can only be read.
    recording.close()?;
    if let Some(refusal) = crowns::write_last(store, &mut recording.forest, scenario)? {
        watch.note(&refusal);
    }
    if let Some(idle) = idle_interventions(store, scenario)? {
        watch.note(&idle);
    }
    let times = recording.times_so_far();
    let Recording { forest, .. } = recording;
    let (year, tree_years, peak_seeds) = (forest.year(), forest.tree_years(), forest.peak_seeds());
    // What is left to do reads tables, and needs the memory.
    drop(forest);
    let first = replicates::quantities(
        &read_table::<CensusRow>(store, paths::CENSUS)?,
        &read_table::<SpacingRow>(store, paths::SPACING)?,
    );
    // The others keep no tables but their quantities, so they are grown again from the start where they were stopped.
    if !replicates::complete(scenario, store, first, watch)? {
        return Ok(End::Stopped { year });
    }
    // Parquet cannot grow: events were CSV until now.
    if scenario.record.events && checkpoint::format(scenario) == Format::Parquet {
        events::settle(store, year)?;
    }
    let recorded_years: Vec<u32> = (0..=scenario.years)
        .filter(|&year| is_recorded(scenario, year))
        .collect();
    ground::write(store, scenario, &recorded_years)?;
    store.remove(TIMES)?;
    Ok(End::Complete(Ran {
        year_s: times.year_s,
        system_s: times.system_s,
        tree_years,
        peak_seeds,
        recorded_years,
        founders_moved_to_near_edge: moved_to_near_edge(scenario),
    }))
}

/// The tables that a store holds, for a manifest; not the inputs, nor the list that a run keeps while it is made.
///
/// # Errors
/// What the store reports.
pub fn tables_in(store: &dyn Store) -> Result<Vec<TableFile>, LabError> {
    let tables = store
        .list("")?
        .into_iter()
        .filter(|path| Format::of(path).is_some() && !path.starts_with("inputs/") && path != paths::FINISHED);
    tables
        .map(|path| {
            Ok(TableFile {
                rows: Some(row_count(&path, store.open(&path)?)?),
                blake3: Content::of(store.open(&path)?)?.blake3,
                path,
            })
        })
        .collect()
}

/// Where the times of a run that may be stopped are kept; no table, as no two runs take the same.
const TIMES: &str = "times.json";

/// What the years so far took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
struct Times {
    /// The year up to which they count.
    year: u32,
    /// Time inside the years, s.
    year_s: f64,
    /// Time in each system, s.
    system_s: Vec<(String, f64)>,
}

impl Times {
    /// Those of an earlier start up to this year. Where they are missing or of another year, which a stop
    /// between two files can bring about, none.
    fn read(store: &dyn Store, year: u32) -> Self {
        let times = store
            .open(TIMES)
            .ok()
            .and_then(|input| serde_json::from_reader::<_, Self>(input).ok());
        times.filter(|times| times.year == year).unwrap_or_default()
    }
}

/// The first replicate with the tables that follow it.
struct Recording<'a> {
    job: &'a Job<'a>,
    store: &'a dyn Store,
    forest: Forest,
    inventories: Inventories,
    /// Tables that grow, in the order of a checkpoint.
    census: Growing,
    spacing: Growing,
    deadwood: Growing,
    inventory: Growing,
    harvest: Option<Growing>,
    gaps: Option<Growing>,
    climate: Option<Growing>,
    events: Option<Growing>,
    /// The list of what no later year touches, by which a changed file is recognised when the run goes on.
    finished: Growing,
    /// Year of the newest checkpoint, and its own file if that is kept and not yet on the list.
    newest: Option<u32>,
    unlisted: Option<FinishedRow>,
    /// Time inside the years, with that of earlier starts; of the systems, that of earlier starts alone.
    times: Times,
}

impl<'a> Recording<'a> {
    /// From year 0; whatever an earlier start left is removed.
    fn begin(
        job: &'a Job<'a>,
        store: &'a dyn Store,
        exchange: Option<&Arc<dyn Exchange>>,
    ) -> Result<Self, LabError> {
        let mut forest = forest_at_start(job.scenario, job.scenario.header.seed, job.scenario.record.events)?;
        if let Some(exchange) = exchange {
            share(&mut forest, job.scenario, exchange)?;
        }
        // Before year 0 is recorded, so that no table of an earlier start can be taken for one of this.
        for leftover in [
            paths::CENSUS,
            paths::SPACING,
            paths::DEADWOOD,
            paths::INVENTORY,
            paths::HARVEST,
            paths::GAPS,
            paths::CLIMATE,
            paths::EVENTS,
            paths::EVENTS_PARQUET,
            paths::FINISHED,
            paths::STATE,
            paths::CROWNS,
            "trees",
        ] {
            store.remove(leftover)?;
        }
        let mut recording = Self {
            job,
            store,
            forest,
            inventories: Inventories::begin(),
            census: Growing::new(paths::CENSUS),
            spacing: Growing::new(paths::SPACING),
            deadwood: Growing::new(paths::DEADWOOD),
            inventory: Growing::new(paths::INVENTORY),
            harvest: (!job.scenario.interventions.is_empty()).then(|| Growing::new(paths::HARVEST)),
            gaps: job.scenario.record.gaps.map(|_| Growing::new(paths::GAPS)),
            climate: job
                .scenario
                .climate
                .as_ref()
                .map(|_| Growing::new(paths::CLIMATE)),
            events: job.scenario.record.events.then(|| Growing::new(paths::EVENTS)),
            finished: Growing::new(paths::FINISHED),
            newest: None,
            unlisted: None,
            times: Times::default(),
        };
        recording.record()?;
        Ok(recording)
    }

    /// From the checkpoint of `year`; what later years appended is cut off.
    fn resume(
        job: &'a Job<'a>,
        store: &'a dyn Store,
        year: u32,
        exchange: Option<&Arc<dyn Exchange>>,
    ) -> Result<Self, LabError> {
        let scenario = job.scenario;
        let mut checkpoint = checkpoint::read(store, year)?;
        events::reopen(store, &mut checkpoint)?;
        let mut forest = empty_forest(scenario, scenario.header.seed)?;
        if scenario.record.events {
            forest.note_events();
        }
        checkpoint::restore(store, scenario, &mut forest, &checkpoint)?;
        if let Some(exchange) = exchange {
            share(&mut forest, scenario, exchange)?;
        }
        let cut = |path: &'static str| cut_to(store, &checkpoint, path);
        let inventory = cut(paths::INVENTORY)?;
        let recording = Self {
            job,
            store,
            inventories: Inventories::resume(&forest, store.open(paths::INVENTORY)?)?,
            forest,
            census: cut(paths::CENSUS)?,
            spacing: cut(paths::SPACING)?,
            deadwood: cut(paths::DEADWOOD)?,
            inventory,
            harvest: (!scenario.interventions.is_empty())
                .then(|| cut(paths::HARVEST))
                .transpose()?,
            gaps: scenario.record.gaps.map(|_| cut(paths::GAPS)).transpose()?,
            climate: scenario
                .climate
                .as_ref()
                .map(|_| cut(paths::CLIMATE))
                .transpose()?,
            events: scenario.record.events.then(|| cut(paths::EVENTS)).transpose()?,
            finished: Growing::cut(store, paths::FINISHED, checkpoint.finished.bytes)?,
            newest: Some(year),
            unlisted: unlisted(job, store, year)?,
            times: Times::read(store, year),
        };
        superseded::clear(store, scenario, year)?;
        crowns::clear(store, scenario, year)?;
        Ok(recording)
    }

    /// Appends the spacing of the last year where it is recorded for being the last only. This comes after its
    /// checkpoint, so that a run which goes on from there for more years has never recorded it.
    fn close(&mut self) -> Result<(), LabError> {
        if !self
            .forest
            .year()
            .is_multiple_of(self.job.scenario.record.every_years)
        {
            self.measure()?;
            self.spacing.sync(self.store)?;
            if let Some(table) = &self.gaps {
                table.sync(self.store)?;
            }
        }
        Ok(())
    }

    /// Appends what is measured of a recorded year.
    fn measure(&mut self) -> Result<(), LabError> {
        let scenario = self.job.scenario;
        self.spacing
            .append(self.store, spacing(&self.forest, scenario)?)?;
        if let (Some(table), Some(rules)) = (&mut self.gaps, &scenario.record.gaps) {
            table.append(self.store, [gaps(&self.forest, rules)?])?;
        }
        Ok(())
    }

    /// Writes what belongs to the year that has just passed.
    fn record(&mut self) -> Result<(), LabError> {
        let (scenario, year) = (self.job.scenario, self.forest.year());
        // In the year after its checkpoint, so that a stop in between changes nothing in the list.
        if let Some(row) = self.unlisted.take() {
            self.finished.append(self.store, [row])?;
        }
        let has_trees = year.is_multiple_of(scenario.record.every_years);
        if has_trees || is_checkpoint(scenario, year) {
            // Rows are written from an index of the forest; the year's own lists make room for it.
            self.forest.rest();
        }
        let events = self.forest.take_events();
        if let Some(table) = &mut self.events {
            let (names, window) = (Names::of(&self.forest), self.forest.window());
            let counted = events.iter().filter(|event| window.holds(event.place_m));
            table.append(self.store, counted.map(|event| names.event_row(event)))?;
        }
        self.census.append(self.store, census(&self.forest)?)?;
        if let Some(table) = &mut self.climate {
            // None of year 0, in which nothing has happened.
            let now = self.forest.climate_of_year();
            table.append(self.store, now.map(|now| climate_row(year, now)))?;
        }
        self.deadwood.append(self.store, deadwood(&self.forest))?;
        self.inventory
            .append(self.store, self.inventories.rows(&self.forest))?;
        if let Some(table) = &mut self.harvest {
            table.append(self.store, harvest(&self.forest, scenario))?;
        }
        let mut trees = None;
        if has_trees {
            self.measure()?;
            let written = checkpoint::write_trees(self.store, &self.forest, self.job.scenario)?;
            self.finished.append(self.store, [listed(&written)])?;
            trees = Some(written);
            let crowns = crowns::write_year(self.store, &mut self.forest, scenario)?;
            self.finished.append(self.store, crowns.iter().map(listed))?;
        }
        if is_checkpoint(scenario, year) {
            self.write_checkpoint(trees)?;
        }
        Ok(())
    }

    /// A checkpoint of the current year, where there is none yet.
    fn checkpoint(&mut self) -> Result<(), LabError> {
        if self.newest == Some(self.forest.year()) {
            Ok(())
        } else {
            self.write_checkpoint(None)
        }
    }

    /// The state as tables, then the checkpoint's own file, and only then away with the state before. `recorded` is
    /// the table of trees, where this year has one already.
    fn write_checkpoint(&mut self, recorded: Option<Written>) -> Result<(), LabError> {
        let (scenario, year) = (self.job.scenario, self.forest.year());
        let is_recorded = recorded.is_some();
        let trees = match recorded {
            Some(trees) => trees,
            None => checkpoint::write_trees(self.store, &self.forest, self.job.scenario)?,
        };
        let mut state = vec![trees];
        state.extend(checkpoint::write_state(self.store, &self.forest, scenario)?);
        if is_kept(scenario, year) {
            let unlisted = &state[usize::from(is_recorded)..];
            self.finished.append(self.store, unlisted.iter().map(listed))?;
        }
        let growing = [
            Some(&self.census),
            Some(&self.spacing),
            Some(&self.deadwood),
            Some(&self.inventory),
            self.harvest.as_ref(),
            self.gaps.as_ref(),
            self.climate.as_ref(),
            self.events.as_ref(),
        ];
        let growing: Vec<CheckpointFile> = growing
            .into_iter()
            .flatten()
            .map(|table| table.stand(self.store))
            .collect::<Result<_, _>>()?;
        let finished = self.finished.stand(self.store)?;
        checkpoint::write(self.store, self.job, &self.forest, &state, growing, finished)?;
        // From here on the new checkpoint counts, and the one before may go.
        let former = self.newest.replace(year);
        self.unlisted = unlisted(self.job, self.store, year)?;
        let times = self.times_so_far();
        self.store
            .write(TIMES, &mut |out| Ok(serde_json::to_writer(out, &times)?))?;
        match former {
            Some(former) => superseded::clear_former(self.store, scenario, former),
            None => Ok(()),
        }
    }

    /// Times of this start and of those before it.
    fn times_so_far(&self) -> Times {
        let earlier = |name: &str| {
            self.times
                .system_s
                .iter()
                .find(|(own, _)| own == name)
                .map_or(0.0, |(_, s)| *s)
        };
        Times {
            year: self.forest.year(),
            year_s: self.times.year_s,
            system_s: self
                .forest
                .system_seconds()
                .map(|(name, seconds)| (name.to_owned(), seconds + earlier(name)))
                .collect(),
        }
    }
}

fn climate_row(year: u32, now: YearClimate) -> ClimateRow {
    ClimateRow {
        year,
        temperature_c: now.temperature_c,
        rain_mm: now.rain_mm,
    }
}

/// Whether the state of this year stays when it is no longer the newest, however many years the run goes on for.
fn is_kept(scenario: &ForestScenario, year: u32) -> bool {
    scenario.record.keep_state && year.is_multiple_of(scenario.record.checkpoint_every_years)
}

fn listed(table: &Written) -> FinishedRow {
    FinishedRow::new(table.path.as_str(), &table.content)
}

/// The own file of a checkpoint that is kept: it cannot stand on the list that it vouches for, so the next one lists it.
fn unlisted(job: &Job<'_>, store: &dyn Store, year: u32) -> Result<Option<FinishedRow>, LabError> {
    if !is_kept(job.scenario, year) {
        return Ok(None);
    }
    let path = paths::checkpoint(year);
    let content = Content::of(store.open(&path)?)?;
    Ok(Some(FinishedRow::new(path, &content)))
}

/// A table that grows as it stood at a checkpoint.
fn cut_to(store: &dyn Store, checkpoint: &Checkpoint, path: &'static str) -> Result<Growing, LabError> {
    Growing::cut(store, path, checkpoint::named(checkpoint, path)?.bytes)
}

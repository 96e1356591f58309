//! The runs of a calibration: forests that grow until the last census, as many at once as there are threads.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use understory_numerics::RandomKey;
use understory_scenario::{Calibration, Files, ForestScenario};

use super::abc::{Draw, Model, share};
use super::evaluations::{self, Columns, Row};
use super::stands::{SizeOf, Stand};
use super::summaries::Catalogue;
use crate::error::LabError;
use crate::job::Watch;
use crate::run::founders::forest_at_start;
use crate::store::Store;
use crate::workers::Workers;

/// How often the table of runs is brought to the disk.
const KEPT_EVERY: Duration = Duration::from_secs(5);

/// A scenario whose keys are looked for.
#[derive(Clone, Copy)]
pub(super) struct Fitted<'a> {
    pub(super) scenario: &'a ForestScenario,
    pub(super) calibration: &'a Calibration,
    pub(super) files: &'a (dyn Files + Sync),
}

impl Fitted<'_> {
    /// The values of the keys at these shares of their ranges, as they stand in a file.
    pub(super) fn values(&self, shares: &[f64]) -> Vec<String> {
        let priors = self.calibration.priors.iter();
        priors
            .zip(shares)
            .map(|(prior, share)| prior.at(*share))
            .collect()
    }

    /// Grows a forest with these values: its stands in the years of the censuses, `None` where it was stopped. `name` is what errors
    /// call it.
    pub(super) fn grow(
        &self,
        (name, values, seed): (&str, &[String], u64),
        size_of: SizeOf,
        watch: &dyn Watch,
    ) -> Result<Option<Vec<Stand>>, LabError> {
        let paths = self.calibration.priors.iter().map(|prior| prior.key.as_str());
        let of_run = |source: LabError| {
            let set = paths
                .clone()
                .zip(values)
                .map(|(path, value)| format!("{path} = {value}"));
            let set = set.collect::<Vec<_>>().join(", ");
            let key = if source.is_user_error() { "prior" } else { "" };
            LabError::of(format!("{name} ({set})"), key, source)
        };
        let last = self.calibration.censuses.last().map_or(0, |census| census.year);
        let pairs = paths.clone().zip(values.iter().map(String::as_str));
        // Year 0 alone is no run, and the forest need not grow for it.
        let scenario = self.scenario.with_values(self.files, pairs, seed, last.max(1));
        let scenario = scenario.map_err(|problems| of_run(problems.into()))?;
        let mut forest = forest_at_start(&scenario, seed, false).map_err(of_run)?;
        let mut stands = Vec::new();
        for census in &self.calibration.censuses {
            while forest.year() < census.year {
                if watch.is_stopped() {
                    return Ok(None);
                }
                forest.advance();
            }
            stands.push(Stand::grown(&forest, self.calibration, size_of));
        }
        Ok(Some(stands))
    }
}

/// The seed of a run, from its key.
pub(super) fn seed_of(key: RandomKey) -> u64 {
    // Seeds lie below 2^63.
    (key.bits() as u64) >> 1
}

/// The runs, with those that are there already.
pub(super) struct Forests<'a> {
    pub(super) fitted: Fitted<'a>,
    pub(super) catalogue: &'a Catalogue,
    pub(super) columns: Columns<'a>,
    pub(super) store: &'a dyn Store,
    pub(super) watch: &'a dyn Watch,
    pub(super) workers: &'a Workers,
    /// Runs in all, for who looks on.
    pub(super) budget: u64,
    /// Those of an earlier start.
    pub(super) before: Vec<Row>,
    /// Those that are done, in their order.
    pub(super) done: Mutex<Vec<Row>>,
}

/// The runs of one batch, as they come.
struct Batch {
    rows: Vec<Option<Row>>,
    done: u64,
    kept: Instant,
}

impl Forests<'_> {
    fn one(&self, draw: &Draw) -> Result<Option<Row>, LabError> {
        let shares: Vec<f64> = draw.z.iter().map(|z| share(*z)).collect();
        let values = self.fitted.values(&shares);
        let seed = seed_of(draw.key);
        let summaries = match evaluations::summaries_of(&self.before, draw, seed, &values)? {
            Some(summaries) => summaries,
            None => {
                let name = format!("run {}", draw.evaluation);
                let size_of = self.catalogue.size_of;
                let Some(stands) = self.fitted.grow((&name, &values, seed), size_of, self.watch)? else {
                    return Ok(None);
                };
                self.catalogue.of(&stands)?
            }
        };
        Ok(Some(Row {
            round: draw.round,
            seed,
            values,
            summaries,
        }))
    }

    /// Brings to the disk what is done without a gap.
    fn keep(&self, batch: &Batch) -> Result<(), LabError> {
        let mut rows = self.done.lock().unwrap_or_else(PoisonError::into_inner).clone();
        rows.extend(batch.rows.iter().map_while(Option::clone));
        // What an earlier start left and this one has not come to yet stays.
        let rest = self.before.get(rows.len()..).unwrap_or_default();
        rows.extend_from_slice(rest);
        evaluations::write(self.store, self.columns, &rows)
    }
}

impl Model for Forests<'_> {
    fn run(&self, draws: &[Draw]) -> Result<Option<Vec<Vec<Option<f64>>>>, LabError> {
        let batch = Mutex::new(Batch {
            rows: vec![None; draws.len()],
            done: 0,
            kept: Instant::now(),
        });
        let first = draws.first().map_or(0, |draw| draw.evaluation) as u64;
        let work = |number: u64| {
            let at = number as usize;
            let Some(row) = self.one(&draws[at])? else {
                return Ok(false);
            };
            let mut batch = batch.lock().unwrap_or_else(PoisonError::into_inner);
            batch.rows[at] = Some(row);
            batch.done += 1;
            self.watch.step("runs", first + batch.done, self.budget);
            if batch.kept.elapsed() >= KEPT_EVERY {
                self.keep(&batch)?;
                batch.kept = Instant::now();
            }
            Ok(!self.watch.is_stopped())
        };
        let is_whole = self.workers.each(draws.len() as u64, &work);
        let batch = batch.into_inner().unwrap_or_else(PoisonError::into_inner);
        self.keep(&batch)?;
        let rows: Option<Vec<Row>> = batch.rows.into_iter().collect();
        let Some(rows) = rows.filter(|_| matches!(is_whole, Ok(true))) else {
            return is_whole.map(|_| None);
        };
        let summaries = rows.iter().map(|row| row.summaries.clone()).collect();
        self.done
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .extend(rows);
        Ok(Some(summaries))
    }
}

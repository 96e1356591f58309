//! Replicates: the same scenario with other seeds, and the figures of all of them with an interval.
//!
//! Replicate *n* has the scenario's seed plus *n* and keeps no tables but its figures. The first one is the run
//! itself.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use understory_numerics::parallel::try_map;
use understory_records::{CensusRow, Content, ReplicateRow, ReplicatesRow, SpacingRow, paths};

use super::census::census;
use super::founders::forest_at_start;
use super::spacing::indices;
use crate::error::LabError;
use crate::job::Watch;
use crate::run::calendar::is_recorded;
use crate::store::Store;
use crate::tables::{read_table, write_table};
use understory_numerics::interval;
use understory_scenario::ForestScenario;

/// The figures of one run: of each year the census, of each recorded year the indices of spacing.
///
/// Named `column.scope`, such as `trees.all` and `clark_evans_naive.adult`; undefined ones are left out.
pub(crate) fn quantities(census: &[CensusRow], spacing: &[SpacingRow]) -> Vec<ReplicateRow> {
    let mut figures = Vec::new();
    for row in census {
        let columns = [
            ("trees", Some(row.trees as f64)),
            ("seedlings", Some(row.seedlings as f64)),
            ("saplings", Some(row.saplings as f64)),
            ("adults", Some(row.adults as f64)),
            ("seeds", Some(row.seeds as f64)),
            ("died_by_stress", Some(row.died_by_stress as f64)),
            ("basal_area_m2_per_ha", Some(row.basal_area_m2_per_ha)),
            ("mean_dbh_cm", row.mean_dbh_cm),
            ("mean_height_m", row.mean_height_m),
            ("mean_nnd_m", row.mean_nnd_m),
        ];
        figures.extend(columns.into_iter().filter_map(|(column, value)| {
            let figure = format!("{column}.{}", row.species);
            Some(ReplicateRow {
                year: row.year,
                figure,
                value: value?,
            })
        }));
    }
    let indices = spacing.iter().filter(|row| row.r_m.is_none());
    figures.extend(indices.filter_map(|row| {
        let figure = format!("{}.{}", row.statistic, row.scope);
        Some(ReplicateRow {
            year: row.year,
            figure,
            value: row.observed?,
        })
    }));
    figures
}

/// The hashes of finished replicates, so that one that was edited or cut since is run again. Stands in the folder
/// while replicates are run.
const FINISHED: &str = "finished-replicates.json";

/// Runs the replicates after the first, several at once, and writes the quantities of each when it is done, and of all.
///
/// Gives `false` where `watch` stopped it before all were done.
pub(crate) fn complete(
    scenario: &ForestScenario,
    store: &dyn Store,
    first: Vec<ReplicateRow>,
    watch: &dyn Watch,
) -> Result<bool, LabError> {
    let path_of = |number: u32| paths::replicate(scenario.header.seed + u64::from(number));
    let all: Vec<String> = (0..scenario.replicates).map(path_of).collect();
    if let [own, others @ ..] = all.as_slice()
        && !others.is_empty()
    {
        write_table(store, own, first.clone())?;
        if !run_others(scenario, others, store, watch)? {
            return Ok(false);
        }
    }
    write_all(&all[1..], store, first)?;
    Ok(true)
}

/// Those that an earlier start has finished are not run again.
fn run_others(
    scenario: &ForestScenario,
    others: &[String],
    store: &dyn Store,
    watch: &dyn Watch,
) -> Result<bool, LabError> {
    let earlier = store.open(FINISHED).ok();
    let earlier =
        earlier.and_then(|input| serde_json::from_reader::<_, BTreeMap<String, String>>(input).ok());
    let finished = Mutex::new(earlier.unwrap_or_default());
    // The first replicate is the run itself, and over.
    let done = AtomicU32::new(1);
    let report = || watch.replicate(done.fetch_add(1, Ordering::Relaxed) + 1, scenario.replicates);
    let run = |number: usize| -> Result<bool, LabError> {
        let path = &others[number];
        let seed = scenario.header.seed + 1 + number as u64;
        let hash = hashes(&finished).get(path).cloned();
        if !is_finished(scenario, store, path, hash.as_deref())? {
            let Some(rows) = run_one(scenario, seed, watch)? else {
                return Ok(false);
            };
            let hash = write_table(store, path, rows)?.content.blake3;
            let mut finished = hashes(&finished);
            finished.insert(path.clone(), hash);
            store.write(FINISHED, &mut |out| Ok(serde_json::to_writer(out, &*finished)?))?;
        }
        report();
        Ok(true)
    };
    let all = try_map(others.len(), 1, run)?;
    let all_done = all.into_iter().all(|done| done);
    if all_done {
        store.remove(FINISHED)?;
    }
    Ok(all_done)
}

fn hashes(finished: &Mutex<BTreeMap<String, String>>) -> MutexGuard<'_, BTreeMap<String, String>> {
    // A panic elsewhere leaves whole entries.
    finished.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether the figures of this replicate are there as they were written, and go as far as they should.
fn is_finished(
    scenario: &ForestScenario,
    store: &dyn Store,
    path: &str,
    hash: Option<&str>,
) -> Result<bool, LabError> {
    let input = match store.open(path) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(false),
        input => input?,
    };
    if hash != Some(Content::of(input)?.blake3.as_str()) {
        return Ok(false);
    }
    // A run for fewer years has recorded its last year, which this one may not.
    let rows: Vec<ReplicateRow> = read_table(store, path)?;
    Ok(rows.iter().map(|row| row.year).max() == Some(scenario.years))
}

/// Grows one replicate without tables; `None` where it was stopped, and then nothing of it is kept.
fn run_one(
    scenario: &ForestScenario,
    seed: u64,
    watch: &dyn Watch,
) -> Result<Option<Vec<ReplicateRow>>, LabError> {
    let mut forest = forest_at_start(scenario, seed, false)?;
    let (mut years, mut spacing) = (census(&forest)?, indices(&forest)?);
    for year in 1..=scenario.years {
        if watch.is_stopped() {
            return Ok(None);
        }
        forest.advance();
        years.extend(census(&forest)?);
        if is_recorded(scenario, year) {
            spacing.extend(indices(&forest)?);
        }
    }
    Ok(Some(quantities(&years, &spacing)))
}

/// Writes `replicates.csv` from the first run's quantities and the tables of the others.
fn write_all(others: &[String], store: &dyn Store, first: Vec<ReplicateRow>) -> Result<(), LabError> {
    let mut order = Vec::new();
    let mut values: BTreeMap<(u32, String), Vec<f64>> = BTreeMap::new();
    let mut add = |rows: Vec<ReplicateRow>| {
        for row in rows {
            let key = (row.year, row.figure);
            if !order.contains(&key.1) {
                order.push(key.1.clone());
            }
            values.entry(key).or_default().push(row.value);
        }
    };
    add(first);
    for path in others {
        add(read_table(store, path)?);
    }
    let mut rows: Vec<ReplicatesRow> = values
        .into_iter()
        .filter_map(|((year, figure), values)| {
            let mean = interval::mean(&values)?;
            let [low, high] = mean.interval.map_or([None, None], |ends| ends.map(Some));
            Some(ReplicatesRow {
                year,
                figure,
                mean: mean.mean,
                low,
                high,
                n: values.len() as u64,
            })
        })
        .collect();
    // Figures in the order of the first run's columns, not of the alphabet, which the map has.
    rows.sort_by_cached_key(|row| (row.year, order.iter().position(|figure| *figure == row.figure)));
    write_table(store, paths::REPLICATES, rows)?;
    Ok(())
}

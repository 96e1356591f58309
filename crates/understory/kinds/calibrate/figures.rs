//! The figures of a calibration, from its tables and its manifest alone.

use std::io;

use understory_lab::store::Store;
use understory_records::{CalibrateManifest, CalibratedKey, PredictiveRow, RankRow, RecoveryRow, paths};
use understory_report::{FittedKey, KeyRanks, PredictedFunction, marginals, pairs, predicted, ranks};

use crate::error::Error;
use crate::stored::{Each, read};

/// What the functions of `predictive.csv` are, in words, and their axes.
const FUNCTIONS: [(&str, &str, &str); 6] = [
    ("L_minus_r", "Besag's L(r) − r", "L(r) − r (m)"),
    ("pcf", "pair correlation", "g(r)"),
    ("G", "distances to the nearest neighbour", "G(r)"),
    ("F", "distances from any place", "F(r)"),
    ("mark_correlation", "mark correlation of sizes", "k(r)"),
    ("mark_variogram", "mark variogram of sizes", "γ(r) (size squared)"),
];

/// Draws the figures of a calibration.
pub(crate) fn of_calibration(
    store: &dyn Store,
    manifest: CalibrateManifest<'_>,
    each: Each<'_>,
) -> Result<(), Error> {
    let scenario = &manifest.all.made_from.scenario;
    if manifest.recovery.is_some() {
        each(ranks(scenario, &known_keys(store)?)?)?;
        return Ok(());
    }
    let (keys, weights) = posterior(store, &manifest.keys)?;
    each(marginals(scenario, &keys, &weights)?)?;
    if keys.len() > 1 {
        each(pairs(scenario, &keys, &weights)?)?;
    }
    let summary: serde_json::Value =
        serde_json::from_reader(store.open(paths::SUMMARY)?).map_err(io::Error::from)?;
    let runs = summary["predictive_runs"].as_u64().unwrap_or_default() as u32;
    each(predicted(scenario, runs, &functions(store)?)?)?;
    Ok(())
}

/// The keys with their particles, and the weights of these.
fn posterior(store: &dyn Store, keys: &[CalibratedKey]) -> Result<(Vec<FittedKey>, Vec<f64>), Error> {
    let summary: serde_json::Value =
        serde_json::from_reader(store.open(paths::SUMMARY)?).map_err(io::Error::from)?;
    let mut table = csv::Reader::from_reader(store.open(paths::POSTERIOR)?);
    let header = table.headers().map_err(io::Error::from)?.clone();
    let records: Vec<csv::StringRecord> = table
        .records()
        .collect::<Result<_, _>>()
        .map_err(io::Error::from)?;
    let column = |name: &str| -> Vec<f64> {
        let at = header.iter().position(|column| column == name);
        let field = |record: &csv::StringRecord| at.and_then(|at| record.get(at)?.parse().ok());
        records
            .iter()
            .map(|record| field(record).unwrap_or(f64::NAN))
            .collect()
    };
    let fitted = keys.iter().map(|key| {
        let of_key = &summary["keys"][&key.key];
        let number = |name: &str| of_key[name].as_f64().unwrap_or(f64::NAN);
        FittedKey {
            key: key.key.clone(),
            low: key.low,
            high: key.high,
            is_log: key.is_log,
            values: column(&key.key),
            quantiles: ["q025", "q50", "q975"].map(number),
            is_identified: of_key["identified"].as_bool().unwrap_or_default(),
        }
    });
    Ok((fitted.collect(), column("weight")))
}

/// The functions that the fitted model predicts, of each census.
fn functions(store: &dyn Store) -> Result<Vec<PredictedFunction>, Error> {
    let rows: Vec<PredictiveRow> = read(store, paths::PREDICTIVE)?;
    let one_year = rows.iter().all(|row| row.year == rows[0].year);
    let alike = |a: &PredictiveRow, b: &PredictiveRow| a.year == b.year && a.function == b.function;
    let functions = rows.chunk_by(alike).map(|rows| {
        let first = &rows[0];
        let known = FUNCTIONS.iter().find(|(name, ..)| *name == first.function);
        let (words, y_label) = known.map_or((first.function.as_str(), ""), |(_, words, y_label)| {
            (*words, *y_label)
        });
        PredictedFunction {
            words: match one_year {
                true => words.to_owned(),
                false => format!("{words}, year {}", first.year),
            },
            y_label: y_label.to_owned(),
            is_fitted: first.fitted == "yes",
            r_m: rows.iter().map(|row| row.r).collect(),
            observed: rows.iter().map(|row| row.obs).collect(),
            mean: rows.iter().map(|row| row.mean).collect(),
            low: rows.iter().map(|row| row.lo).collect(),
            high: rows.iter().map(|row| row.hi).collect(),
        }
    });
    Ok(functions.collect())
}

/// The keys that were known and looked for.
fn known_keys(store: &dyn Store) -> Result<Vec<KeyRanks>, Error> {
    let found: Vec<RecoveryRow> = read(store, paths::RECOVERY)?;
    let rows: Vec<RankRow> = read(store, paths::RANKS)?;
    let of_key = |recovered: &RecoveryRow| {
        let own = || rows.iter().filter(|row| row.key == recovered.key);
        let first = own().next();
        KeyRanks {
            key: recovered.key.clone(),
            counts: own().map(|row| f64::from(row.count)).collect(),
            expected: first.map_or(0.0, |row| row.expected),
            usual: first.map_or([0.0; 2], |row| [row.low, row.high]),
            coverage_95: recovered.coverage_95,
        }
    };
    Ok(found.iter().map(of_key).collect())
}

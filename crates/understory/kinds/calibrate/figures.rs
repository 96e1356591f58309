//! The figures of a calibration, from its tables and its manifest alone.

use std::io;

use understory_lab::store::Store;
use understory_records::{CalibrateManifest, CalibratedKey, PredictiveRow, RankRow, RecoveryRow, paths};
use understory_report::{FittedKey, marginals, pairs, predicted, ranks};

use crate::error::Error;
use crate::stored::{Each, read};

/// Draws the figures of a calibration.
pub(crate) fn of_calibration(
    store: &dyn Store,
    manifest: CalibrateManifest<'_>,
    each: Each<'_>,
) -> Result<(), Error> {
    let scenario = &manifest.all.made_from.scenario;
    if manifest.recovery.is_some() {
        let (found, parts): (Vec<RecoveryRow>, Vec<RankRow>) =
            (read(store, paths::RECOVERY)?, read(store, paths::RANKS)?);
        each(ranks(scenario, &found, &parts)?)?;
        return Ok(());
    }
    let summary: serde_json::Value =
        serde_json::from_reader(store.open(paths::SUMMARY)?).map_err(io::Error::from)?;
    let (keys, weights) = posterior(store, &manifest.keys, &summary)?;
    each(marginals(scenario, &keys, &weights)?)?;
    if keys.len() > 1 {
        each(pairs(scenario, &keys, &weights)?)?;
    }
    let runs = summary["predictive_runs"].as_u64().unwrap_or_default() as u32;
    each(predicted(
        scenario,
        runs,
        &read::<PredictiveRow>(store, paths::PREDICTIVE)?,
    )?)?;
    Ok(())
}

/// The keys with their particles, and the weights of these.
fn posterior(
    store: &dyn Store,
    keys: &[CalibratedKey],
    summary: &serde_json::Value,
) -> Result<(Vec<FittedKey>, Vec<f64>), Error> {
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
            prior: key.clone(),
            values: column(&key.key),
            quantiles: ["q025", "q50", "q975"].map(number),
            is_identified: of_key["identified"].as_bool().unwrap_or_default(),
        }
    });
    Ok((fitted.collect(), column("weight")))
}

//! What came of a calibration, in numbers: `summary.json`, and the tables with a column a key.

use std::collections::BTreeMap;
use std::io::BufWriter;

use serde::Serialize;
use understory_records::{RecoveryRow, SummaryRow};

use super::abc::{Posterior, SamplerOutcome, Weighted, effective_size};
use super::forests::Fitted;
use super::predictive::Predicted;
use crate::error::LabError;
use crate::store::Store;

/// A key is identified where its 95 % interval spans at most this share of the prior's, on the prior's scale.
const IDENTIFIED: f64 = 0.7;
/// The interval that a prior's own 95 % spans, as a share of its range.
const OF_PRIOR: f64 = 0.95;
/// Fewer particles, by their weights, are no posterior; nor is a smaller share of those that were kept.
const FEWEST: f64 = 10.0;
const LEAST_SHARE: f64 = 0.1;

/// What came of a calibration.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// Runs in all.
    pub evaluations: u32,
    /// Of those, runs from the posterior.
    pub predictive_runs: u32,
    /// Rounds of the sampler.
    pub rounds: u32,
    /// Share of the last round's runs that came nearer than what was kept.
    pub acceptance: f64,
    /// Distance of the farthest particle that was kept.
    pub distance: f64,
    /// Particles that were kept.
    pub particles: u32,
    /// Effective number of particles, by the weights of the posterior.
    pub effective_size: f64,
    /// How runs were compared: `predicted-keys` or `scaled-summaries`.
    pub compared_by: String,
    /// Root mean square error of the keys of runs that were left out, as a share of the prior's range, by each way of comparing.
    pub pilot_errors: BTreeMap<String, f64>,
    /// Each key.
    #[serde(serialize_with = "in_order")]
    pub keys: Vec<(String, KeySummary)>,
    /// Keys of which the measured stand tells little.
    pub not_identified: Vec<String>,
    /// Summaries that are not compared, each with the reason.
    pub left_out: BTreeMap<String, String>,
    /// Summaries of the measured stand that no run reached which was kept.
    pub not_reached: Vec<String>,
    /// What the fitted model predicts, function by function.
    #[serde(serialize_with = "in_order")]
    pub predictive: Vec<(String, Predicted)>,
    /// What may be wrong, in words.
    pub warnings: Vec<String>,
}

/// The posterior of a key.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KeySummary {
    /// Mean.
    pub mean: f64,
    /// Standard deviation.
    pub sd: f64,
    /// 2.5 % lie below it.
    pub q025: f64,
    /// Half lies below it.
    pub q50: f64,
    /// 97.5 % lie below it.
    pub q975: f64,
    /// Whether the 95 % interval is clearly narrower than the prior's.
    pub identified: bool,
    /// Width of the 95 % interval as a share of the prior's, on the prior's scale.
    pub interval_share: f64,
    /// Lowest value of the prior.
    pub low: f64,
    /// Highest value.
    pub high: f64,
    /// `linear` or `log`.
    pub scale: String,
}

/// What came of a recovery.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RecoveryOutcome {
    /// Runs from the prior.
    pub evaluations: u32,
    /// Of those, runs of which a summary is not defined; they were not looked for.
    pub undefined: u32,
    /// How runs were compared.
    pub compared_by: String,
    /// How many runs each was found from.
    pub near: u32,
    /// Each key.
    pub keys: Vec<RecoveryRow>,
}

fn in_order<T: Serialize, S: serde::Serializer>(
    entries: &[(String, T)],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(entries.iter().map(|(name, entry)| (name, entry)))
}

/// What came of the rounds.
pub(super) fn of(
    fitted: &Fitted<'_>,
    found: &SamplerOutcome,
    posterior: &Posterior,
    summaries: &[SummaryRow],
    (predictive, predictive_runs): (Vec<(String, Predicted)>, u32),
) -> Outcome {
    let keys: Vec<(String, KeySummary)> = fitted
        .calibration
        .priors
        .iter()
        .zip(&posterior.adjusted)
        .map(|(prior, shares)| {
            let values: Vec<f64> = shares
                .iter()
                .map(|share| prior.at(*share).parse().unwrap_or(f64::NAN))
                .collect();
            let of_values = Weighted::new(&values, &posterior.weights);
            let of_shares = Weighted::new(shares, &posterior.weights);
            let interval = of_shares.quantile(0.975) - of_shares.quantile(0.025);
            let summary = KeySummary {
                mean: of_values.mean(),
                sd: of_values.sd(),
                q025: of_values.quantile(0.025),
                q50: of_values.quantile(0.5),
                q975: of_values.quantile(0.975),
                identified: interval <= IDENTIFIED * OF_PRIOR,
                interval_share: interval / OF_PRIOR,
                low: prior.range.from,
                high: prior.range.to,
                scale: if prior.range.is_log { "log" } else { "linear" }.to_owned(),
            };
            (prior.key.clone(), summary)
        })
        .collect();
    let not_identified: Vec<String> = keys
        .iter()
        .filter(|(_, key)| !key.identified)
        .map(|(name, _)| name.clone())
        .collect();
    let left_out: BTreeMap<String, String> = summaries
        .iter()
        .filter(|row| row.used != "yes")
        .map(|row| (row.summary.clone(), row.used.clone()))
        .collect();
    let not_reached: Vec<String> = summaries
        .iter()
        .filter(|row| row.used == "yes" && row.reached == "no")
        .map(|row| row.summary.clone())
        .collect();
    let size = effective_size(&posterior.weights);
    let mut warnings = Vec::new();
    if size < FEWEST || size < LEAST_SHARE * found.kept.len() as f64 {
        warnings.push(format!(
            "the posterior collapsed: its {} particles weigh as much as {size:.1}; raise the budget, or narrow the priors",
            found.kept.len()
        ));
    }
    if !not_identified.is_empty() {
        warnings.push(format!(
            "the measured stand cannot tell {}: the posterior is about as wide as the prior",
            not_identified.join(", ")
        ));
    }
    if !left_out.is_empty() {
        let told: Vec<String> = left_out
            .iter()
            .map(|(name, why)| format!("{name} ({why})"))
            .collect();
        warnings.push(format!("not compared: {}", told.join(", ")));
    }
    if !not_reached.is_empty() {
        warnings.push(format!(
            "beyond all runs that were kept, so that the model does not reach the measured stand there: {}",
            not_reached.join(", ")
        ));
    }
    let outside: Vec<&str> = predictive
        .iter()
        .filter(|(_, predicted)| predicted.inside == Some(false))
        .map(|(name, _)| name.as_str())
        .collect();
    if !outside.is_empty() {
        warnings.push(format!(
            "the measured stand leaves the 95 % envelope of the fitted model in {}",
            outside.join(", ")
        ));
    }
    let last = found.rounds.last();
    let errors = found.fitted.errors.map(|[predicted, scaled]| {
        [("predicted-keys", predicted), ("scaled-summaries", scaled)]
            .map(|(name, error)| (name.to_owned(), error))
    });
    Outcome {
        evaluations: found.evaluations.len() as u32 + predictive_runs,
        predictive_runs,
        rounds: found.rounds.len() as u32,
        acceptance: last.map_or(0.0, |round| round.accepted as f64 / round.runs as f64),
        distance: last.map_or(0.0, |round| round.distance),
        particles: found.kept.len() as u32,
        effective_size: size,
        compared_by: found.fitted.method.name().to_owned(),
        pilot_errors: errors.into_iter().flatten().collect(),
        keys,
        not_identified,
        left_out,
        not_reached,
        predictive,
        warnings,
    }
}

/// Writes a table whose last columns are the keys, from shares of their ranges, key by key.
pub(super) fn write_keyed(
    store: &dyn Store,
    path: &str,
    fitted: &Fitted<'_>,
    shares: &[Vec<f64>],
    own: impl Fn(usize) -> Vec<(&'static str, String)>,
) -> Result<(), LabError> {
    let count = shares.first().map_or(0, Vec::len);
    let keys = || fitted.calibration.priors.iter().map(|prior| prior.key.as_str());
    store.write(path, &mut |out| {
        let mut out = csv::Writer::from_writer(BufWriter::new(out));
        for number in 0..count {
            let own = own(number);
            if number == 0 {
                out.write_record(own.iter().map(|(name, _)| *name).chain(keys()))?;
            }
            let of_particle: Vec<f64> = shares.iter().map(|of_key| of_key[number]).collect();
            let values = fitted.values(&of_particle);
            out.write_record(own.into_iter().map(|(_, value)| value).chain(values))?;
        }
        out.flush()
    })?;
    Ok(())
}

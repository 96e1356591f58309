//! Keys of a scenario fitted to a measured stand, by approximate Bayesian computation.
//!
//! Forests grow with keys from their priors; each is reduced to numbers (`summaries`), and how far these are from those of the
//! measured stand decides where keys are tried next (`abc`). What came of it is a posterior of each key, and a second look:
//! forests from the posterior, whose functions of distance are held against the measured stand's (`predictive`). Whether all of
//! that works is told by keys that are known (`recovery`).

mod abc;
mod evaluations;
mod forests;
mod outcome;
mod predictive;
mod recovery;
mod stands;
mod summaries;

use std::sync::Mutex;

use understory_numerics::RandomKey;
use understory_records::{RoundRow, SummaryRow, paths};
use understory_scenario::{Calibration, Files, ForestScenario, LEAST_PREDICTIVE};

use self::abc::{Ending, SamplerOutcome, from_prior, sample};
use self::evaluations::Columns;
use self::forests::{Fitted, Forests};
use self::outcome::write_keyed;
use self::stands::Stand;
use self::summaries::Catalogue;
use crate::error::LabError;
use crate::job::Watch;
use crate::run::End;
use crate::store::Store;
use crate::tables::write_table;
use crate::workers::Workers;

pub use self::outcome::{KeySummary, Outcome, RecoveryOutcome};
pub use self::predictive::Predicted;

/// Runs from the posterior are at most this share of the budget.
const MOST_PREDICTIVE: f64 = 0.2;

/// A calibration that is to be made.
#[derive(Clone, Copy)]
pub struct CalibrateJob<'a> {
    /// What is fitted.
    pub scenario: &'a ForestScenario,
    /// To what.
    pub calibration: &'a Calibration,
    /// What opens the files that the scenario names.
    pub files: &'a (dyn Files + Sync),
}

/// Everything that both ways need.
struct Bench<'a> {
    fitted: Fitted<'a>,
    catalogue: Catalogue,
    keys: Vec<String>,
    names: Vec<String>,
    observed: Vec<Option<f64>>,
    root: RandomKey,
    workers: Workers,
}

impl<'a> CalibrateJob<'a> {
    fn bench(&self, runs: u64) -> Result<Bench<'a>, LabError> {
        let catalogue = Catalogue::new(self.scenario)?.ok_or(LabError::NoCalibration)?;
        let measured: Vec<Stand> = self
            .calibration
            .censuses
            .iter()
            .map(|census| Stand::measured(census, catalogue.size_of))
            .collect();
        Ok(Bench {
            fitted: Fitted {
                scenario: self.scenario,
                calibration: self.calibration,
                files: self.files,
            },
            observed: catalogue.of(&measured)?,
            keys: self
                .calibration
                .priors
                .iter()
                .map(|prior| prior.key.clone())
                .collect(),
            names: catalogue
                .summaries
                .iter()
                .map(|summary| summary.name.clone())
                .collect(),
            root: RandomKey::root(self.scenario.header.seed, &["calibrate"]),
            workers: Workers::new(runs)?,
            catalogue,
        })
    }

    /// Runs that are kept for what the fitted model predicts.
    #[must_use]
    pub fn predictive_runs(&self) -> u32 {
        let most = (MOST_PREDICTIVE * f64::from(self.calibration.budget)) as u32;
        self.calibration.predictive.min(most).max(LEAST_PREDICTIVE)
    }

    /// Memory of so many runs with their keys and summaries, bytes.
    ///
    /// # Errors
    /// [`LabError::Spacing`] where the measured stand cannot be summed up as the runs will be.
    pub fn memory_of_runs(&self, runs: u32) -> Result<u64, LabError> {
        const OF_ONE: usize = 150;
        let bench = self.bench(1)?;
        let each = OF_ONE + 8 * bench.keys.len() + 16 * bench.names.len();
        Ok(u64::from(runs) * each as u64)
    }

    /// The scenario of a run so far along all priors: at their lowest values with 0, in their middle with 0.5, at their highest with 1.
    ///
    /// # Errors
    /// [`LabError::Scenario`] with what the scenario has against it.
    pub fn at(&self, share: f64) -> Result<ForestScenario, LabError> {
        let values: Vec<String> = self
            .calibration
            .priors
            .iter()
            .map(|prior| prior.at(share))
            .collect();
        let paths = self.calibration.priors.iter().map(|prior| prior.key.as_str());
        let last = self
            .calibration
            .censuses
            .last()
            .map_or(1, |census| census.year.max(1));
        let pairs = paths.zip(values.iter().map(String::as_str));
        let seed = self.scenario.header.seed;
        Ok(self.scenario.with_values(self.files, pairs, seed, last)?)
    }

    /// Fits the keys. Runs of an earlier start that `store` holds are not made again where `resumes`.
    ///
    /// The same scenario and seed give the same tables, for any number of threads and after any stop.
    ///
    /// # Errors
    /// [`LabError::Of`] of a run that fails, [`LabError::Refused`] where too few runs have the summaries that the
    /// measured stand has, or what the store reports; runs that were finished stay.
    pub fn run(&self, store: &dyn Store, resumes: bool, watch: &dyn Watch) -> Result<End<Outcome>, LabError> {
        let predictive = self.predictive_runs();
        let budget = self.calibration.budget - predictive;
        let bench = self.bench(u64::from(budget))?;
        let forests = bench.forests(store, (resumes, watch), u64::from(budget))?;
        let ending = sample(
            &forests,
            bench.keys.len(),
            &bench.observed,
            budget as usize,
            bench.root,
        )?;
        let found = match ending {
            Ending::Finished(found) => found,
            Ending::Stopped => return Ok(End::Stopped { year: 0 }),
            Ending::Undefined { pilot } => return Err(bench.nothing_to_compare(&pilot)),
        };
        let posterior = found.posterior();
        let prediction = predictive::predict(
            (bench.fitted, &bench.catalogue),
            (&posterior.adjusted, &posterior.weights),
            predictive,
            bench.root,
            (&bench.workers, watch),
        )?;
        let Some(prediction) = prediction else {
            return Ok(End::Stopped { year: 0 });
        };
        let summaries = bench.summary_rows(&found);
        let rounds = round_rows(&found);
        let outcome = outcome::of(
            &bench.fitted,
            &found,
            &posterior,
            &summaries,
            (prediction.functions, predictive),
        );
        write_table(store, paths::SUMMARIES, &summaries)?;
        write_table(store, paths::ROUNDS, &rounds)?;
        write_table(store, paths::PREDICTIVE, &prediction.rows)?;
        let distances: Vec<f64> = found.kept.iter().map(|particle| particle.distance).collect();
        write_keyed(
            store,
            paths::POSTERIOR,
            &bench.fitted,
            &posterior.adjusted,
            |number| {
                vec![
                    ("particle", number.to_string()),
                    ("weight", format!("{:?}", posterior.weights[number])),
                    ("distance", format!("{:?}", distances[number])),
                ]
            },
        )?;
        write_keyed(
            store,
            paths::PARTICLES,
            &bench.fitted,
            &posterior.drawn,
            |number| {
                vec![
                    ("particle", number.to_string()),
                    ("evaluation", found.kept[number].evaluation.to_string()),
                    ("weight", format!("{:?}", posterior.drawn_weights[number])),
                    ("distance", format!("{:?}", distances[number])),
                ]
            },
        )?;
        write_json(store, &outcome)?;
        for warning in &outcome.warnings {
            watch.note(warning);
        }
        Ok(End::Complete(outcome))
    }

    /// Makes so many runs from the prior and finds the keys of each from the others.
    ///
    /// # Errors
    /// As for [`Self::run`].
    pub fn recover(
        &self,
        runs: u32,
        store: &dyn Store,
        resumes: bool,
        watch: &dyn Watch,
    ) -> Result<End<RecoveryOutcome>, LabError> {
        let bench = self.bench(u64::from(runs))?;
        let forests = bench.forests(store, (resumes, watch), u64::from(runs))?;
        let Some(evaluations) = from_prior(&forests, bench.keys.len(), runs as usize, bench.root)? else {
            return Ok(End::Stopped { year: 0 });
        };
        let recovered = recovery::recover(self.calibration, &evaluations, &bench.observed);
        let Some(statistic) = recovered.statistic else {
            return Err(bench.nothing_to_compare(&evaluations));
        };
        write_table(store, paths::RECOVERY, &recovered.keys)?;
        write_table(store, paths::RANKS, &recovered.ranks)?;
        let outcome = RecoveryOutcome {
            evaluations: runs,
            undefined: recovered.undefined as u32,
            compared_by: statistic.by.to_owned(),
            near: statistic.near as u32,
            keys: recovered.keys,
        };
        write_json(store, &outcome)?;
        Ok(End::Complete(outcome))
    }
}

fn write_json(store: &dyn Store, outcome: &impl serde::Serialize) -> Result<(), LabError> {
    store.write(paths::SUMMARY, &mut |out| {
        serde_json::to_writer_pretty(&mut *out, outcome)?;
        out.write_all(b"\n")
    })?;
    Ok(())
}

impl<'a> Bench<'a> {
    fn forests<'b>(
        &'b self,
        store: &'b dyn Store,
        (resumes, watch): (bool, &'b dyn Watch),
        budget: u64,
    ) -> Result<Forests<'b>, LabError>
    where
        'a: 'b,
    {
        let columns = Columns {
            keys: &self.keys,
            summaries: &self.names,
        };
        let before = if resumes {
            evaluations::read(store, columns)?
        } else {
            Vec::new()
        };
        Ok(Forests {
            fitted: self.fitted,
            catalogue: &self.catalogue,
            columns,
            store,
            watch,
            workers: &self.workers,
            budget,
            before,
            done: Mutex::new(Vec::new()),
        })
    }

    fn nothing_to_compare(&self, runs: &[abc::Evaluation]) -> LabError {
        let undefined = |number: usize| runs.iter().filter(|run| run.summaries[number].is_none()).count();
        let worst = (0..self.names.len()).max_by_key(|number| (undefined(*number), usize::MAX - number));
        LabError::refused(
            "prior",
            format!(
                "in {} of {} runs from the prior `{}` is not defined, and too few have all that is compared",
                worst.map_or(0, undefined),
                runs.len(),
                worst.map_or("", |number| &self.names[number])
            ),
            "most of these forests have too few trees for it: narrow the priors, lower `calibrate.smallest_dbh_cm`, or name \
             `calibrate.summaries` that need fewer",
        )
    }

    fn summary_rows(&self, found: &SamplerOutcome) -> Vec<SummaryRow> {
        let rows = self
            .catalogue
            .summaries
            .iter()
            .enumerate()
            .map(|(number, summary)| {
                let of_kept = || {
                    found
                        .kept
                        .iter()
                        .filter_map(|particle| found.evaluations[particle.evaluation].summaries[number])
                };
                let (low, high) = (
                    of_kept().fold(f64::INFINITY, f64::min),
                    of_kept().fold(f64::NEG_INFINITY, f64::max),
                );
                let observed = self.observed[number];
                let is_reached = observed.is_none_or(|observed| (low..=high).contains(&observed));
                let [median, mad] = match found.fitted.medians[number] {
                    Some([median, mad]) => [Some(median), Some(mad)],
                    None => [None, None],
                };
                SummaryRow {
                    summary: summary.name.clone(),
                    family: summary.kind.name().to_owned(),
                    year: summary.year,
                    r_m: summary.r_m,
                    observed,
                    prior_median: median,
                    prior_mad: mad,
                    kept_low: low.is_finite().then_some(low),
                    kept_high: high.is_finite().then_some(high),
                    used: match found.fitted.left_out[number] {
                        None => "yes",
                        Some(abc::Reason::DoesNotVary) => "does not vary",
                        Some(abc::Reason::NotMeasured) => "not defined in the measured stand",
                        Some(abc::Reason::SeldomDefined) => "not defined in most runs from the prior",
                    }
                    .to_owned(),
                    reached: if is_reached { "yes" } else { "no" }.to_owned(),
                }
            });
        rows.collect()
    }
}

fn round_rows(found: &SamplerOutcome) -> Vec<RoundRow> {
    let rows = found.rounds.iter().enumerate().map(|(number, round)| RoundRow {
        round: number as u32,
        runs: round.runs as u32,
        undefined: round.undefined as u32,
        accepted: round.accepted as u32,
        acceptance: round.accepted as f64 / round.runs as f64,
        kept: round.kept as u32,
        distance: round.distance,
        effective_size: round.effective_size,
    });
    rows.collect()
}

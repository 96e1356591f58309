//! The rounds: a pilot from the prior, then draws about the nearest runs, until the budget is spent or few draws come nearer.

use understory_numerics::{Purpose, RandomKey, sort};

use super::adjust::{Cloud, adjusted};
use super::population::{Particle, Proposal, effective_size, normalised, prior_draw, share};
use super::statistic::{Fitted, Statistic, distance};
use crate::error::LabError;

/// Share of the budget that is drawn from the prior.
const PILOT: f64 = 0.25;
/// Fewer runs make no pilot.
const LEAST_PILOT: usize = 40;
/// Share of the particles that is kept in each round.
const KEPT: f64 = 0.5;
/// Where a smaller share of draws comes nearer than what was kept, it is over.
const LEAST_ACCEPTANCE: f64 = 0.05;

/// Keys that are to be tried.
#[derive(Clone, Debug)]
pub(in crate::calibrate) struct Draw {
    /// Number among all runs.
    pub(in crate::calibrate) evaluation: usize,
    pub(in crate::calibrate) round: u32,
    /// From which the run's own draws follow.
    pub(in crate::calibrate) key: RandomKey,
    /// The keys on the normal scale.
    pub(in crate::calibrate) z: Vec<f64>,
}

/// What can be run.
pub(in crate::calibrate) trait Model {
    /// The summaries of each run; `None` where it was stopped.
    fn run(&self, draws: &[Draw]) -> Result<Option<Vec<Vec<Option<f64>>>>, LabError>;
}

/// A run that was made.
#[derive(Clone, Debug)]
pub(in crate::calibrate) struct Evaluation {
    pub(in crate::calibrate) draw: Draw,
    pub(in crate::calibrate) summaries: Vec<Option<f64>>,
}

/// A round that is over.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::calibrate) struct Round {
    pub(in crate::calibrate) runs: usize,
    pub(in crate::calibrate) undefined: usize,
    pub(in crate::calibrate) accepted: usize,
    pub(in crate::calibrate) kept: usize,
    pub(in crate::calibrate) distance: f64,
    pub(in crate::calibrate) effective_size: f64,
}

/// What came of the rounds.
pub(in crate::calibrate) struct SamplerOutcome {
    pub(in crate::calibrate) fitted: Fitted,
    pub(in crate::calibrate) evaluations: Vec<Evaluation>,
    pub(in crate::calibrate) rounds: Vec<Round>,
    /// The nearest, in order of distance.
    pub(in crate::calibrate) kept: Vec<Particle>,
    /// Distance of the nearest that was not kept.
    beyond: f64,
    observed: Vec<f64>,
}

/// How the rounds ended.
pub(in crate::calibrate) enum Ending {
    Finished(Box<SamplerOutcome>),
    Stopped,
    /// Too few runs of the pilot have all summaries.
    Undefined {
        /// All runs from the prior.
        pilot: Vec<Evaluation>,
    },
}

/// Draws of a round: the keys of its runs follow from its number and theirs.
fn draws(
    root: RandomKey,
    round: u32,
    first: usize,
    count: usize,
    of: impl Fn(RandomKey) -> Vec<f64>,
) -> Vec<Draw> {
    let each = (0..count).map(|number| {
        let key = root.child(round, Purpose::Particle, number as u32);
        Draw {
            evaluation: first + number,
            round,
            key,
            z: of(key),
        }
    });
    each.collect()
}

/// Runs from the prior alone.
pub(in crate::calibrate) fn from_prior(
    model: &dyn Model,
    keys: usize,
    count: usize,
    root: RandomKey,
) -> Result<Option<Vec<Evaluation>>, LabError> {
    let draws = draws(root, 0, 0, count, |key| prior_draw(key, keys));
    let Some(summaries) = model.run(&draws)? else {
        return Ok(None);
    };
    Ok(Some(evaluated(draws, summaries)))
}

fn evaluated(draws: Vec<Draw>, summaries: Vec<Vec<Option<f64>>>) -> Vec<Evaluation> {
    let pairs = draws.into_iter().zip(summaries);
    pairs
        .map(|(draw, summaries)| Evaluation { draw, summaries })
        .collect()
}

/// Finds keys whose runs have such summaries, in so many runs.
pub(in crate::calibrate) fn sample(
    model: &dyn Model,
    keys: usize,
    observed: &[Option<f64>],
    budget: usize,
    root: RandomKey,
) -> Result<Ending, LabError> {
    let pilot = ((PILOT * budget as f64) as usize).max(LEAST_PILOT).min(budget);
    let Some(mut evaluations) = from_prior(model, keys, pilot, root)? else {
        return Ok(Ending::Stopped);
    };
    let runs: Vec<(&[f64], &[Option<f64>])> = evaluations
        .iter()
        .map(|run| (run.draw.z.as_slice(), run.summaries.as_slice()))
        .collect();
    let fitted = Statistic::fit(&runs, observed);
    let of_observed = fitted.as_ref().and_then(|fitted| fitted.statistic.of(observed));
    let (Some(fitted), Some(of_observed)) = (fitted, of_observed) else {
        return Ok(Ending::Undefined { pilot: evaluations });
    };
    let distance_of = |run: &Evaluation| {
        fitted
            .statistic
            .of(&run.summaries)
            .map(|numbers| distance(&numbers, &of_observed))
    };
    let particle = |run: &Evaluation, weight_ln: f64| {
        distance_of(run).map(|distance| Particle {
            evaluation: run.draw.evaluation,
            z: run.draw.z.clone(),
            weight_ln,
            distance,
        })
    };
    let wanted = ((KEPT * pilot as f64) as usize).max(1);
    let mut rounds = Vec::new();
    let particles: Vec<Particle> = evaluations.iter().filter_map(|run| particle(run, 0.0)).collect();
    let defined = particles.len();
    let (mut kept, mut beyond) = nearest(particles, wanted);
    rounds.push(round(&kept, pilot, pilot - defined, defined));
    let fresh = pilot - wanted;
    while evaluations.len() < budget && fresh > 0 {
        let left = budget - evaluations.len();
        // No round of its own for less than half of one.
        let count = if left < fresh + fresh.div_ceil(2) {
            left
        } else {
            fresh
        };
        let proposal = Proposal::new(&kept);
        let draws = draws(root, rounds.len() as u32, evaluations.len(), count, |key| {
            proposal.draw(key)
        });
        let Some(summaries) = model.run(&draws)? else {
            return Ok(Ending::Stopped);
        };
        let new = evaluated(draws, summaries);
        let particles: Vec<Particle> = new
            .iter()
            .filter_map(|run| particle(run, proposal.weight_ln(&run.draw.z)))
            .collect();
        let farthest = kept.last().map_or(f64::INFINITY, |particle| particle.distance);
        let undefined = count - particles.len();
        let accepted = particles
            .iter()
            .filter(|particle| particle.distance < farthest)
            .count();
        evaluations.extend(new);
        // Those that were passed over before are farther than all that were kept, but for the nearest of them.
        let before = beyond;
        (kept, beyond) = nearest(kept.into_iter().chain(particles).collect(), wanted);
        beyond = beyond.min(before);
        rounds.push(round(&kept, count, undefined, accepted));
        if (accepted as f64) < LEAST_ACCEPTANCE * count as f64 {
            break;
        }
    }
    Ok(Ending::Finished(Box::new(SamplerOutcome {
        observed: of_observed,
        fitted,
        evaluations,
        rounds,
        kept,
        beyond,
    })))
}

/// The nearest, in order of distance, and the distance of the nearest of the others.
fn nearest(mut particles: Vec<Particle>, wanted: usize) -> (Vec<Particle>, f64) {
    sort::by(&mut particles, |a, b| {
        let by_distance = a.distance.total_cmp(&b.distance);
        by_distance.then(a.evaluation.cmp(&b.evaluation))
    });
    let beyond = particles
        .get(wanted)
        .map_or(f64::INFINITY, |particle| particle.distance);
    particles.truncate(wanted);
    (particles, beyond)
}

fn round(kept: &[Particle], runs: usize, undefined: usize, accepted: usize) -> Round {
    let weights = normalised(kept.iter().map(|particle| particle.weight_ln));
    Round {
        runs,
        undefined,
        accepted,
        kept: kept.len(),
        distance: kept.last().map_or(f64::INFINITY, |particle| particle.distance),
        effective_size: effective_size(&weights),
    }
}

/// The posterior: the particles that were kept, adjusted.
pub(in crate::calibrate) struct Posterior {
    /// Shares of the priors' ranges, key by key, as they were drawn.
    pub(in crate::calibrate) drawn: Vec<Vec<f64>>,
    /// The same, adjusted.
    pub(in crate::calibrate) adjusted: Vec<Vec<f64>>,
    /// What each weighed as it was drawn; they sum to 1.
    pub(in crate::calibrate) drawn_weights: Vec<f64>,
    /// What each weighs now; they sum to 1.
    pub(in crate::calibrate) weights: Vec<f64>,
}

impl SamplerOutcome {
    /// The posterior.
    pub(in crate::calibrate) fn posterior(&self) -> Posterior {
        let drawn_weights = normalised(self.kept.iter().map(|particle| particle.weight_ln));
        let keys = self.kept.first().map_or(0, |particle| particle.z.len());
        let drawn: Vec<Vec<f64>> = (0..keys)
            .map(|key| self.kept.iter().map(|particle| share(particle.z[key])).collect())
            .collect();
        // All that were kept have all numbers.
        let statistics: Vec<Vec<f64>> = self
            .kept
            .iter()
            .map(|particle| {
                let run = &self.evaluations[particle.evaluation];
                self.fitted.statistic.of(&run.summaries).unwrap_or_default()
            })
            .collect();
        let distances: Vec<f64> = self.kept.iter().map(|particle| particle.distance).collect();
        let farthest = distances.last().copied().unwrap_or(0.0);
        let cloud = Cloud {
            statistics: &statistics,
            observed: &self.observed,
            weights: &drawn_weights,
            distances: &distances,
            // Where nothing was left, the farthest still counts a little.
            distance: self.beyond.min(farthest * 1.01),
        };
        let (adjusted, weights) = adjusted(&cloud, &drawn);
        Posterior {
            drawn,
            adjusted,
            drawn_weights,
            weights,
        }
    }
}

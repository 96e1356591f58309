//! The whole sampler on models whose posterior is known.

use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};

use super::*;
use crate::error::LabError;

/// Some numbers about a mean that is a key from −1 to 1, the other key does nothing.
struct Mean {
    noise: f64,
    numbers: u32,
}

impl Mean {
    fn summaries(&self, mean: f64, key: RandomKey) -> Vec<Option<f64>> {
        let number = |number: u32| {
            let [a, b, ..] = key.draws(1, Purpose::Particle, number).map(unit_from_u32);
            mean + self.noise * standard_normal([a, b])
        };
        let numbers: Vec<f64> = (0..self.numbers).map(number).collect();
        let average = numbers.iter().sum::<f64>() / f64::from(self.numbers);
        let greatest = numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        // The third is always the same, the fourth noise alone.
        vec![
            Some(average),
            Some(greatest),
            Some(7.0),
            Some(number(1000) - mean),
        ]
    }
}

impl Model for Mean {
    fn run(&self, draws: &[Draw]) -> Result<Option<Vec<Vec<Option<f64>>>>, LabError> {
        let each = draws
            .iter()
            .map(|draw| self.summaries(2.0 * share(draw.z[0]) - 1.0, draw.key));
        Ok(Some(each.collect()))
    }
}

const MODEL: Mean = Mean {
    noise: 1.0,
    numbers: 20,
};

fn found(observed: &[Option<f64>], budget: usize, seed: u64) -> Box<SamplerOutcome> {
    match sample(&MODEL, 2, observed, budget, RandomKey::root(seed, &["toy"])).unwrap() {
        Ending::Finished(found) => found,
        _ => panic!("nothing stops it"),
    }
}

/// Mean and standard deviation of a normal distribution of this mean and standard deviation between −1 and 1, summed over a grid.
fn truncated(mean: f64, sd: f64) -> [f64; 2] {
    let (mut mass, mut first, mut second) = (0.0, 0.0, 0.0);
    for step in 0..20_000 {
        let x = -1.0 + (f64::from(step) + 0.5) / 10_000.0;
        let density = math::exp(-0.5 * (x - mean) * (x - mean) / (sd * sd));
        mass += density;
        first += density * x;
        second += density * x * x;
    }
    let mean = first / mass;
    [mean, (second / mass - mean * mean).sqrt()]
}

/// One posterior of some hundred particles strays by a fifth of its standard deviation; ten of them agree with theory, in the middle of
/// the prior as at its end, where the logit bends most.
#[test]
fn posteriors_of_a_mean_are_those_of_theory() {
    for truth in [0.2, 0.9] {
        let (mut off, mut wide) = (0.0, 0.0);
        for seed in 10..20 {
            let observed = MODEL.summaries(truth, RandomKey::root(seed, &["observed"]));
            let found = found(&observed, 2000, seed);
            let posterior = found.posterior();
            let values: Vec<f64> = posterior.adjusted[0]
                .iter()
                .map(|share| 2.0 * share - 1.0)
                .collect();
            let weighted = Weighted::new(&values, &posterior.weights);
            let [mean, sd] = truncated(
                observed[0].unwrap(),
                MODEL.noise / f64::from(MODEL.numbers).sqrt(),
            );
            off += 0.1 * (weighted.mean() - mean) / sd;
            wide += 0.1 * weighted.sd() / sd;
            assert!((weighted.mean() - mean).abs() < 0.6 * sd, "{truth} {seed}");
            assert_eq!(found.fitted.left_out[2], Some(Reason::DoesNotVary));
            assert_eq!(found.evaluations.len(), 2000);
            assert!(effective_size(&posterior.weights) > 60.0);
            // Round for round it comes nearer.
            assert!(
                found
                    .rounds
                    .windows(2)
                    .all(|pair| pair[1].distance <= pair[0].distance)
            );
        }
        assert!(
            off.abs() < 0.2 && (wide - 1.0).abs() < 0.15,
            "{truth}: {off} {wide}"
        );
    }
}

/// A key that does nothing keeps its prior.
#[test]
fn an_idle_key_is_not_learned() {
    let observed = MODEL.summaries(0.2, RandomKey::root(1, &["observed"]));
    let posterior = found(&observed, 2000, 1).posterior();
    let idle = Weighted::new(&posterior.adjusted[1], &posterior.weights);
    let width = idle.quantile(0.975) - idle.quantile(0.025);
    assert!(width > 0.8, "{width}");
}

#[test]
fn intervals_hold_the_truth_as_often_as_they_say() {
    let prior = from_prior(&MODEL, 2, 1500, RandomKey::root(5, &["recovery"]))
        .unwrap()
        .unwrap();
    let runs: Vec<(&[f64], &[Option<f64>])> = prior
        .iter()
        .map(|run| (run.draw.z.as_slice(), run.summaries.as_slice()))
        .collect();
    let fitted = Statistic::fit(&runs, &prior[0].summaries).unwrap();
    let statistics: Vec<Vec<f64>> = prior
        .iter()
        .map(|run| fitted.statistic.of(&run.summaries).unwrap())
        .collect();
    let shares: Vec<Vec<f64>> = prior
        .iter()
        .map(|run| run.draw.z.iter().map(|z| share(*z)).collect())
        .collect();
    for key in 0..2 {
        let held = (0..400)
            .filter(|left_out| {
                let (adjusted, weights) = from_others(&statistics, &shares, *left_out, 150);
                let weighted = Weighted::new(&adjusted[key], &weights);
                (weighted.quantile(0.025)..=weighted.quantile(0.975)).contains(&shares[*left_out][key])
            })
            .count();
        assert!((368..=392).contains(&held), "key {key}: {held} of 400");
    }
}

#[test]
fn the_same_key_gives_the_same_draws_and_another_others() {
    let observed = MODEL.summaries(0.1, RandomKey::root(9, &["observed"]));
    let [a, b, c] = [4, 4, 5].map(|seed| found(&observed, 400, seed));
    assert_eq!(a.kept, b.kept);
    assert_ne!(a.kept, c.kept);
}

#[test]
fn where_nothing_is_defined_nothing_is_found() {
    struct Bare;
    impl Model for Bare {
        fn run(&self, draws: &[Draw]) -> Result<Option<Vec<Vec<Option<f64>>>>, LabError> {
            Ok(Some(vec![vec![None]; draws.len()]))
        }
    }
    let ending = sample(&Bare, 1, &[Some(1.0)], 100, RandomKey::root(1, &["bare"])).unwrap();
    assert!(matches!(ending, Ending::Undefined { pilot } if pilot.len() == 40));
}

//! Which keys matter to a figure: the effects of Morris and the indices of Sobol.

use understory_numerics::{Purpose, RandomKey, interval};

/// How often a sample is drawn anew from itself for an interval.
const RESAMPLES: u32 = 200;

/// What a key does to a figure along the trajectories of Morris's method.
///
/// An elementary effect is the change of the figure over the change of the key, the latter as a share of its range.
///
/// # Source
/// The page of `morris` of R's package sensitivity, which names Morris (1991). Held against SALib by `tests/outside_sweep.sh`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Effect {
    /// Mean of the elementary effects.
    pub mu: f64,
    /// Mean of their absolute values: how much the key matters.
    pub mu_star: f64,
    /// Its 95 % interval by Student's t over the trajectories; none where there is one alone.
    pub mu_star_interval: Option<[f64; 2]>,
    /// Their standard deviation: how much the effect depends on the other keys or on where the key stands.
    pub sigma: f64,
}

/// The effects of each key, from the figure at each point, trajectory by trajectory, and from the shares of each point.
#[must_use]
pub fn morris<'a>(values: &[f64], shares: impl Fn(u64) -> &'a [f64], keys: usize) -> Vec<Effect> {
    let mut effects: Vec<Vec<f64>> = vec![Vec::new(); keys];
    for (trajectory, values) in values.chunks_exact(keys + 1).enumerate() {
        let first = (trajectory * (keys + 1)) as u64;
        for (step, pair) in (first..).zip(values.windows(2)) {
            let (before, after) = (shares(step), shares(step + 1));
            let moved = (0..keys).find(|&key| before[key] != after[key]);
            if let Some(key) = moved {
                effects[key].push((pair[1] - pair[0]) / (after[key] - before[key]));
            }
        }
    }
    effects.iter().map(|effects| effect(effects)).collect()
}

fn effect(effects: &[f64]) -> Effect {
    let absolute: Vec<f64> = effects.iter().map(|effect| effect.abs()).collect();
    let (mu, star) = (interval::mean(effects), interval::mean(&absolute));
    let mu = mu.map_or(0.0, |mean| mean.mean);
    let squares: f64 = effects.iter().map(|effect| (effect - mu) * (effect - mu)).sum();
    Effect {
        mu,
        mu_star: star.map_or(0.0, |mean| mean.mean),
        mu_star_interval: star.and_then(|mean| mean.interval),
        sigma: (squares / (effects.len().max(2) - 1) as f64).sqrt(),
    }
}

/// A share of a figure's variance, with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SobolIndex {
    /// The share.
    pub value: f64,
    /// Its 95 % interval: 1.96 standard deviations of the index over samples drawn from the sample.
    pub interval: [f64; 2],
}

/// Of each key the first-order index, its own share of the variance, and the total index, its share with all that it does
/// together with other keys. The figure stands point by point in the order of [`Design::Sobol`](understory_scenario::Design).
///
/// # Source
/// The estimators that the page of `sobol` of R's package propagate tells, there called Saltelli's: with the figure less its
/// mean, the first order is the mean of `B (AB − A)`, the total half the mean of `(A − AB)²`, both over the variance of A and B
/// together. Held against SALib by `tests/outside_sweep.sh`.
#[must_use]
pub fn sobol(values: &[f64], keys: usize, seed: u64) -> Vec<[SobolIndex; 2]> {
    let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
    let centred: Vec<f64> = values.iter().map(|value| value - mean).collect();
    let rows: Vec<&[f64]> = centred.chunks_exact(keys + 2).collect();
    let all: Vec<usize> = (0..rows.len()).collect();
    let key_of_draws = RandomKey::root(seed, &["sobol"]);
    let resamples: Vec<Vec<usize>> = (0..RESAMPLES)
        .map(|resample| {
            let draw = |number: usize| {
                let word = key_of_draws.draws(resample, Purpose::Simulation, number as u32)[0];
                ((u64::from(word) * rows.len() as u64) >> 32) as usize
            };
            (0..rows.len()).map(draw).collect()
        })
        .collect();
    (0..keys)
        .map(|key| {
            let whole = indices(&rows, &all, key);
            let each: Vec<[f64; 2]> = resamples
                .iter()
                .map(|chosen| indices(&rows, chosen, key))
                .collect();
            std::array::from_fn(|index| {
                let drawn: Vec<f64> = each
                    .iter()
                    .map(|both| both[index])
                    .filter(|value| value.is_finite())
                    .collect();
                let half = 1.96 * standard_deviation(&drawn);
                let value = whole[index];
                SobolIndex {
                    value,
                    interval: [value - half, value + half],
                }
            })
        })
        .collect()
}

/// First-order and total index of a key from some rows, each A, A with B's value of each key, B.
fn indices(rows: &[&[f64]], chosen: &[usize], key: usize) -> [f64; 2] {
    let count = chosen.len() as f64;
    let (mut sum, mut squares, mut first, mut total) = (0.0, 0.0, 0.0, 0.0);
    for &row in chosen {
        let row = rows[row];
        let (a, ab, b) = (row[0], row[1 + key], row[row.len() - 1]);
        sum += a + b;
        squares += a * a + b * b;
        first += b * (ab - a);
        total += (a - ab) * (a - ab);
    }
    let mean = sum / (2.0 * count);
    let variance = squares / (2.0 * count) - mean * mean;
    [first / count / variance, total / (2.0 * count) / variance]
}

fn standard_deviation(values: &[f64]) -> f64 {
    let count = values.len().max(1) as f64;
    let mean = values.iter().sum::<f64>() / count;
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (squares / count).sqrt()
}

#[cfg(test)]
mod tests {
    use understory_numerics::math;
    use understory_numerics::sample::unit_from_u32;

    use super::*;

    const POINTS: u32 = 4096;

    fn unit(column: u32, row: u32) -> f64 {
        unit_from_u32(RandomKey::root(3, &["test"]).draws(column, Purpose::Simulation, row)[0])
    }

    /// The figure at A, A with each key of B, and B, row by row.
    fn saltelli(figure: impl Fn(&[f64]) -> f64, keys: u32) -> Vec<f64> {
        let mut values = Vec::new();
        for row in 0..POINTS {
            let a: Vec<f64> = (0..keys).map(|key| unit(key, row)).collect();
            let b: Vec<f64> = (0..keys).map(|key| unit(keys + key, row)).collect();
            values.push(figure(&a));
            for key in 0..keys as usize {
                let mut ab = a.clone();
                ab[key] = b[key];
                values.push(figure(&ab));
            }
            values.push(figure(&b));
        }
        values
    }

    /// sin x₁ + 7 sin² x₂ + 0.1 x₃⁴ sin x₁ on (−π, π): first order 0.3139, 0.4424, 0; total 0.5576, 0.4424, 0.2437, which
    /// follow from its variances (a²/8 + bπ⁴/5 + b²π⁸/18 + 1/2 in all).
    #[test]
    fn the_function_of_ishigami_has_its_known_indices() {
        let pi = std::f64::consts::PI;
        let figure = |shares: &[f64]| {
            let x: Vec<f64> = shares.iter().map(|share| (2.0 * share - 1.0) * pi).collect();
            let (sin1, sin2) = (math::sin(x[0]), math::sin(x[1]));
            sin1 + 7.0 * sin2 * sin2 + 0.1 * x[2] * x[2] * x[2] * x[2] * sin1
        };
        let found = sobol(&saltelli(figure, 3), 3, 1);
        let known = [[0.3139, 0.5576], [0.4424, 0.4424], [0.0, 0.2437]];
        for (found, known) in found.iter().flatten().zip(known.iter().flatten()) {
            assert!((found.value - known).abs() < 0.05, "{found:?}, {known}");
            let [low, high] = found.interval;
            assert!(
                low < found.value && found.value < high && high - low < 0.2,
                "{found:?}"
            );
        }
        // Four of six intervals hold what is known at least, the expected number being 5.7.
        let held = found.iter().flatten().zip(known.iter().flatten());
        let held = held.filter(|(found, known)| (found.interval[0]..=found.interval[1]).contains(*known));
        assert!(held.count() >= 4);
    }

    /// 2 x₁ + x₁ x₂, whose effects are 2 + x₂ and x₁, on a trajectory from (0, 1/3) and on one from (1, 1).
    #[test]
    fn effects_are_changes_of_the_figure_over_changes_of_the_key() {
        let points: [&[f64]; 6] = [
            &[0.0, 1.0 / 3.0],
            &[2.0 / 3.0, 1.0 / 3.0],
            &[2.0 / 3.0, 1.0],
            &[1.0, 1.0],
            &[1.0, 1.0 / 3.0],
            &[1.0 / 3.0, 1.0 / 3.0],
        ];
        let values: Vec<f64> = points
            .iter()
            .map(|point| 2.0 * point[0] + point[0] * point[1])
            .collect();
        let found = morris(&values, |point| points[point as usize], 2);
        for (effect, of_each) in found.iter().zip([[7.0 / 3.0, 7.0 / 3.0], [2.0 / 3.0, 1.0]]) {
            let mean = (of_each[0] + of_each[1]) / 2.0;
            assert!(
                (effect.mu - mean).abs() < 1e-12 && (effect.mu_star - mean).abs() < 1e-12,
                "{effect:?}"
            );
            let sigma = (of_each[0] - of_each[1]).abs() / std::f64::consts::SQRT_2;
            assert!((effect.sigma - sigma).abs() < 1e-12, "{effect:?}");
        }
    }
}

//! From the summaries of a run to the few numbers by which it is compared: scaled by a pilot of runs from the prior, and put together
//! into one prediction of each key.

use understory_keys::named;
use understory_numerics::{math, sort};

use super::adjust::{Cloud, adjusted};
use super::linear::{Line, Regression};
use super::population::share;

/// Fewer runs of the pilot tell nothing.
const FEWEST: usize = 10;
/// A summary that is undefined in more than this share of the pilot is left out.
const OFTEN: f64 = 0.5;
/// Ridges that are tried, each added to the mean squares of scaled summaries.
const RIDGES: [f64; 5] = [1e-4, 1e-3, 1e-2, 1e-1, 1.0];
/// So many runs a coefficient, and squares enter as well.
const RUNS_A_COEFFICIENT: usize = 4;
/// Share of the runs that count as near where the two ways are compared, and the fewest.
const NEAR: usize = 10;
const FEWEST_NEAR: usize = 15;
/// Runs that are left out in turn, at most.
const LEFT_OUT: usize = 200;

/// Why a summary is not compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::calibrate) enum Reason {
    /// It is the same in all runs of the pilot.
    DoesNotVary,
    /// It is not defined for what was measured.
    NotMeasured,
    /// It is not defined in most runs of the pilot.
    SeldomDefined,
}

named! {
    /// How runs are compared.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(in crate::calibrate) enum Method {
        /// By the predictions of the keys from the summaries.
        Predicted = "predicted-keys",
        /// By the summaries themselves, each scaled by its median absolute deviation.
        Scaled = "scaled-summaries",
    }
}

/// How one summary is scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Scale {
    /// Its number among all summaries.
    number: usize,
    median: f64,
    /// Median absolute deviation, or the standard deviation where more than half of the pilot has one value.
    unit: f64,
}

/// What turns the summaries of a run into the numbers by which it is compared.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::calibrate) struct Statistic {
    scales: Vec<Scale>,
    /// One prediction for each key, where runs are compared by those.
    lines: Vec<Line>,
    has_squares: bool,
}

/// A statistic with what the pilot said.
pub(in crate::calibrate) struct Fitted {
    pub(in crate::calibrate) statistic: Statistic,
    /// Of each summary, why it is left out, where it is.
    pub(in crate::calibrate) left_out: Vec<Option<Reason>>,
    /// Median of each summary in the pilot, and its median absolute deviation.
    pub(in crate::calibrate) medians: Vec<Option<[f64; 2]>>,
    pub(in crate::calibrate) method: Method,
    /// Root mean square error of the keys, as shares of the priors' ranges, by predictions and by scaled summaries; none where there
    /// were too few runs to tell.
    pub(in crate::calibrate) errors: Option<[f64; 2]>,
}

/// Runs from the prior: keys on the normal scale, and summaries.
pub(in crate::calibrate) type Runs<'a> = [(&'a [f64], &'a [Option<f64>])];

impl Statistic {
    /// The better one of the two ways, by leaving runs of the pilot out; `None` where fewer than ten have all summaries.
    ///
    /// # Source
    /// Fearnhead & Prangle's semi-automatic summaries: the regression of the keys on summaries and their squares; with a ridge here,
    /// as there are many.
    pub(in crate::calibrate) fn fit(pilot: &Runs<'_>, observed: &[Option<f64>]) -> Option<Fitted> {
        let mut left_out = vec![None; observed.len()];
        let mut medians = vec![None; observed.len()];
        let mut scales = Vec::new();
        for number in 0..observed.len() {
            let values: Vec<f64> = pilot
                .iter()
                .filter_map(|(_, summaries)| summaries[number])
                .collect();
            if values.is_empty() {
                left_out[number] = Some(Reason::SeldomDefined);
                continue;
            }
            let median = middle(values.clone());
            let deviation = middle(values.iter().map(|value| (value - median).abs()).collect());
            medians[number] = Some([median, deviation]);
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
            let sd = (squares / values.len() as f64).sqrt();
            let undefined = 1.0 - values.len() as f64 / pilot.len() as f64;
            left_out[number] = if observed[number].is_none() {
                Some(Reason::NotMeasured)
            } else if undefined > OFTEN {
                Some(Reason::SeldomDefined)
            } else if values.iter().all(|value| *value == values[0]) {
                Some(Reason::DoesNotVary)
            } else {
                let unit = if deviation > 0.0 { deviation } else { sd };
                scales.push(Scale { number, median, unit });
                None
            };
        }
        let plain = Self {
            scales,
            lines: Vec::new(),
            has_squares: false,
        };
        let defined: Vec<(&[f64], Vec<f64>)> = pilot
            .iter()
            .filter_map(|(z, summaries)| Some((*z, plain.of(summaries)?)))
            .collect();
        if defined.len() < FEWEST || plain.scales.is_empty() {
            return None;
        }
        let errors = compared(&defined);
        let method = match errors {
            Some([predicted, scaled]) if scaled < predicted => Method::Scaled,
            _ => Method::Predicted,
        };
        let statistic = match method {
            Method::Scaled => plain,
            Method::Predicted => {
                let all: Vec<_> = defined
                    .iter()
                    .map(|(z, scaled)| (*z, scaled.as_slice()))
                    .collect();
                let (lines, has_squares) = predictions(&all);
                Self {
                    lines,
                    has_squares,
                    ..plain
                }
            }
        };
        Some(Fitted {
            statistic,
            left_out,
            medians,
            method,
            errors,
        })
    }

    /// The numbers of a run; `None` where a summary that is compared is not defined.
    pub(in crate::calibrate) fn of(&self, summaries: &[Option<f64>]) -> Option<Vec<f64>> {
        let scaled = self
            .scales
            .iter()
            .map(|scale| Some(bent((summaries[scale.number]? - scale.median) / scale.unit)));
        let scaled: Vec<f64> = scaled.collect::<Option<_>>()?;
        if self.lines.is_empty() {
            return Some(scaled);
        }
        let row = with_squares(&scaled, self.has_squares);
        Some(self.lines.iter().map(|line| line.at(&row)).collect())
    }
}

/// Distance of two runs by their numbers.
pub(in crate::calibrate) fn distance(a: &[f64], b: &[f64]) -> f64 {
    a.iter()
        .zip(b)
        .map(|(a, b)| (a - b) * (a - b))
        .sum::<f64>()
        .sqrt()
}

/// The inverse hyperbolic sine, which is nearly *x* up to 1 and grows as its logarithm beyond: no single summary of a run far away
/// decides.
fn bent(x: f64) -> f64 {
    let size = x.abs();
    math::ln(size + (size * size + 1.0).sqrt()).copysign(x)
}

fn with_squares(scaled: &[f64], has_squares: bool) -> Vec<f64> {
    let squares = scaled.iter().filter(|_| has_squares).map(|x| x * x);
    scaled.iter().copied().chain(squares).collect()
}

/// One regression for each key, with the ridge that predicts runs best which are left out.
fn predictions(runs: &[(&[f64], &[f64])]) -> (Vec<Line>, bool) {
    let columns = runs.first().map_or(0, |(_, scaled)| scaled.len());
    let has_squares = runs.len() >= RUNS_A_COEFFICIENT * (2 * columns + 1);
    let rows: Vec<Vec<f64>> = runs
        .iter()
        .map(|(_, scaled)| with_squares(scaled, has_squares))
        .collect();
    let weights = vec![1.0; rows.len()];
    let keys = runs.first().map_or(0, |(z, _)| z.len());
    let values: Vec<Vec<f64>> = (0..keys)
        .map(|key| runs.iter().map(|(z, _)| z[key]).collect())
        .collect();
    let mut best: Option<(f64, Vec<Line>)> = None;
    for ridge in RIDGES {
        let Some(regression) = Regression::new(&rows, &weights, ridge) else {
            continue;
        };
        let leverages = regression.leverages();
        let lines: Vec<Line> = values.iter().map(|values| regression.of(values)).collect();
        let mut error = 0.0;
        for (line, values) in lines.iter().zip(&values) {
            for ((row, value), leverage) in rows.iter().zip(values).zip(&leverages) {
                let left_out = (value - line.at(row)) / (1.0 - leverage).max(1e-9);
                error += left_out * left_out;
            }
        }
        if best.as_ref().is_none_or(|(least, _)| error < *least) {
            best = Some((error, lines));
        }
    }
    (best.map(|(_, lines)| lines).unwrap_or_default(), has_squares)
}

/// The errors of both ways: regressions from every other run, tried on those between, each found from the others of them.
fn compared(runs: &[(&[f64], Vec<f64>)]) -> Option<[f64; 2]> {
    let half = |odd: usize| runs.iter().skip(odd).step_by(2);
    let tried: Vec<&(&[f64], Vec<f64>)> = half(1).collect();
    if tried.len() < 2 * FEWEST_NEAR {
        return None;
    }
    let learned: Vec<(&[f64], &[f64])> = half(0).map(|(z, scaled)| (*z, scaled.as_slice())).collect();
    let (lines, has_squares) = predictions(&learned);
    let scaled: Vec<Vec<f64>> = tried.iter().map(|(_, scaled)| scaled.clone()).collect();
    let predicted: Vec<Vec<f64>> = scaled
        .iter()
        .map(|scaled| {
            let row = with_squares(scaled, has_squares);
            lines.iter().map(|line| line.at(&row)).collect()
        })
        .collect();
    let shares: Vec<Vec<f64>> = tried
        .iter()
        .map(|(z, _)| z.iter().map(|z| share(*z)).collect())
        .collect();
    Some([&predicted, &scaled].map(|statistics| error_of(statistics, &shares)))
}

/// Root mean square error of the shares, each run found from the others that are near.
fn error_of(statistics: &[Vec<f64>], shares: &[Vec<f64>]) -> f64 {
    let mut squares = 0.0;
    let mut count = 0;
    let near = (statistics.len() / NEAR).max(FEWEST_NEAR);
    for left_out in (0..statistics.len()).take(LEFT_OUT) {
        let found = from_others(statistics, shares, left_out, near);
        for (key, (of_key, weights)) in found.0.iter().zip(std::iter::repeat(&found.1)).enumerate() {
            let mean: f64 = of_key
                .iter()
                .zip(weights)
                .map(|(share, weight)| share * weight)
                .sum();
            let error = mean - shares[left_out][key];
            squares += error * error;
            count += 1;
        }
    }
    (squares / f64::from(count.max(1))).sqrt()
}

/// The posterior of a run from the others alone: adjusted shares, key by key, and the weights of those that are near.
pub(in crate::calibrate) fn from_others(
    statistics: &[Vec<f64>],
    shares: &[Vec<f64>],
    left_out: usize,
    near: usize,
) -> (Vec<Vec<f64>>, Vec<f64>) {
    let observed = &statistics[left_out];
    let mut others: Vec<(f64, usize)> = (0..statistics.len())
        .filter(|other| *other != left_out)
        .map(|other| (distance(&statistics[other], observed), other))
        .collect();
    let near = near.min(others.len().saturating_sub(1));
    others.select_nth_unstable_by(near, |a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let beyond = others[near].0;
    others.truncate(near);
    others.sort_unstable_by_key(|(_, other)| *other);
    let of = |rows: &[Vec<f64>]| -> Vec<Vec<f64>> {
        others.iter().map(|(_, other)| rows[*other].clone()).collect()
    };
    let (rows, of_shares) = (of(statistics), of(shares));
    let keys = of_shares.first().map_or(0, Vec::len);
    let by_key: Vec<Vec<f64>> = (0..keys)
        .map(|key| of_shares.iter().map(|shares| shares[key]).collect())
        .collect();
    let distances: Vec<f64> = others.iter().map(|(distance, _)| *distance).collect();
    let cloud = Cloud {
        statistics: &rows,
        observed,
        weights: &vec![1.0; rows.len()],
        distances: &distances,
        distance: beyond,
    };
    adjusted(&cloud, &by_key)
}

/// The middle of some numbers, of at least one.
fn middle(mut values: Vec<f64>) -> f64 {
    sort::numbers(&mut values);
    let half = values.len() / 2;
    match values.len() % 2 {
        1 => values[half],
        _ => 0.5 * (values[half - 1] + values[half]),
    }
}

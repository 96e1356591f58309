//! Whether keys are found again whose values are known: each of many runs from the prior is left out in turn, and found from the others.

use understory_numerics::math;
use understory_records::{RankRow, RecoveryRow};
use understory_scenario::Calibration;

use super::abc::{Evaluation, Statistic, Weighted, from_others, share};

/// Share of the runs that count as near, and the fewest.
const NEAR: f64 = 0.05;
const FEWEST_NEAR: usize = 60;
/// Parts of a histogram of ranks.
const BINS: usize = 20;
/// The interval that a prior's own 95 % spans, as a share of its range.
const OF_PRIOR: f64 = 0.95;
/// Standard deviation of even shares.
const SD_OF_PRIOR: f64 = 0.288_675_134_594_812_9;

/// What was found again.
pub(super) struct Recovered {
    pub(super) keys: Vec<RecoveryRow>,
    pub(super) ranks: Vec<RankRow>,
    /// Runs of which a summary is not defined; they are left out.
    pub(super) undefined: usize,
    /// Names of how runs are compared.
    pub(super) statistic: Option<Compared>,
}

/// How runs are compared.
pub(super) struct Compared {
    pub(super) by: &'static str,
    pub(super) near: usize,
}

/// Leaves out each run with all summaries, one after the other.
pub(super) fn recover(calibration: &Calibration, runs: &[Evaluation], observed: &[Option<f64>]) -> Recovered {
    let pairs: Vec<(&[f64], &[Option<f64>])> = runs
        .iter()
        .map(|run| (run.draw.z.as_slice(), run.summaries.as_slice()))
        .collect();
    let nothing = Recovered {
        keys: Vec::new(),
        ranks: Vec::new(),
        undefined: runs.len(),
        statistic: None,
    };
    let Some(fitted) = Statistic::fit(&pairs, observed) else {
        return nothing;
    };
    let mut statistics = Vec::new();
    let mut shares: Vec<Vec<f64>> = Vec::new();
    for run in runs {
        if let Some(numbers) = fitted.statistic.of(&run.summaries) {
            statistics.push(numbers);
            shares.push(run.draw.z.iter().map(|z| share(*z)).collect());
        }
    }
    let near = ((NEAR * statistics.len() as f64) as usize)
        .max(FEWEST_NEAR)
        .min(statistics.len().saturating_sub(2));
    if near == 0 {
        return nothing;
    }
    let mut found: Vec<Key> = calibration.priors.iter().map(|_| Key::default()).collect();
    for left_out in 0..statistics.len() {
        let (adjusted, weights) = from_others(&statistics, &shares, left_out, near);
        for (number, (key, of_key)) in found.iter_mut().zip(&adjusted).enumerate() {
            key.add(&Weighted::new(of_key, &weights), shares[left_out][number]);
        }
    }
    let mut keys = Vec::new();
    let mut ranks = Vec::new();
    for (prior, key) in calibration.priors.iter().zip(&found) {
        keys.push(key.row(&prior.key));
        ranks.extend(key.ranks(&prior.key));
    }
    Recovered {
        keys,
        ranks,
        undefined: runs.len() - statistics.len(),
        statistic: Some(Compared {
            by: fitted.method.name(),
            near,
        }),
    }
}

/// What the intervals of one key did, over all runs that were left out.
#[derive(Default)]
struct Key {
    held_95: u32,
    held_50: u32,
    widths: f64,
    truths: Vec<f64>,
    means: Vec<f64>,
    bins: [u32; BINS],
}

impl Key {
    fn add(&mut self, posterior: &Weighted, truth: f64) {
        let within = |low: f64, high: f64| {
            u32::from((posterior.quantile(low)..=posterior.quantile(high)).contains(&truth))
        };
        self.held_95 += within(0.025, 0.975);
        self.held_50 += within(0.25, 0.75);
        self.widths += posterior.quantile(0.975) - posterior.quantile(0.025);
        let rank = posterior.share_below(truth);
        self.bins[((rank * BINS as f64) as usize).min(BINS - 1)] += 1;
        self.truths.push(truth);
        self.means.push(posterior.mean());
    }

    fn count(&self) -> f64 {
        self.truths.len() as f64
    }

    fn row(&self, key: &str) -> RecoveryRow {
        let count = self.count();
        let squares: f64 = self
            .truths
            .iter()
            .zip(&self.means)
            .map(|(truth, mean)| (truth - mean) * (truth - mean))
            .sum();
        let expected = count / BINS as f64;
        let chi_square: f64 = self
            .bins
            .iter()
            .map(|count| (f64::from(*count) - expected) * (f64::from(*count) - expected) / expected)
            .sum();
        RecoveryRow {
            key: key.to_owned(),
            runs: self.truths.len() as u32,
            coverage_95: f64::from(self.held_95) / count,
            coverage_50: f64::from(self.held_50) / count,
            interval_share: self.widths / count / OF_PRIOR,
            error_share: (squares / count).sqrt() / SD_OF_PRIOR,
            correlation: correlation(&self.truths, &self.means),
            ranks_p: beyond_chi_square(chi_square, BINS - 1),
        }
    }

    fn ranks(&self, key: &str) -> Vec<RankRow> {
        let expected = self.count() / BINS as f64;
        // The normal approximation of a binomial count; 99 %.
        let spread = 2.575_829_303_548_901 * (expected * (1.0 - 1.0 / BINS as f64)).sqrt();
        let row = |(bin, count): (usize, &u32)| RankRow {
            key: key.to_owned(),
            bin: bin as u32,
            count: *count,
            expected,
            low: (expected - spread).max(0.0),
            high: expected + spread,
        };
        self.bins.iter().enumerate().map(row).collect()
    }
}

/// Pearson's; 0 where one does not vary.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_a, mean_b) = (mean(a), mean(b));
    let product: f64 = a.iter().zip(b).map(|(a, b)| (a - mean_a) * (b - mean_b)).sum();
    let squares = |values: &[f64], mean: f64| -> f64 { values.iter().map(|x| (x - mean) * (x - mean)).sum() };
    let scale = (squares(a, mean_a) * squares(b, mean_b)).sqrt();
    if scale > 0.0 { product / scale } else { 0.0 }
}

/// The share of a χ² distribution of odd degrees of freedom beyond a value: a finite sum after that of one degree.
fn beyond_chi_square(value: f64, degrees: usize) -> f64 {
    let root = value.sqrt();
    let mut share = math::erfc(root * std::f64::consts::FRAC_1_SQRT_2);
    // Each two degrees more add √(2/π) e^(−x/2) x^(k/2) / (1 · 3 ⋯ k).
    let mut term = (2.0 / std::f64::consts::PI).sqrt() * math::exp(-0.5 * value) * root;
    let mut odd = 1;
    while odd < degrees {
        share += term;
        odd += 2;
        term *= value / odd as f64;
    }
    share.min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tails_of_chi_square_are_those_of_tables() {
        for (value, degrees, expected) in [
            (3.841_458_8, 1, 0.05),
            (30.143_527, 19, 0.05),
            (36.190_869, 19, 0.01),
            (0.0, 19, 1.0),
        ] {
            let found = beyond_chi_square(value, degrees);
            assert!((found - expected).abs() < 1e-6, "{value} {degrees}: {found}");
        }
    }

    #[test]
    fn a_line_has_correlation_one() {
        let a = [1.0, 2.0, 4.0];
        assert!((correlation(&a, &[3.0, 5.0, 9.0]) - 1.0).abs() < 1e-12);
        assert!((correlation(&a, &[-1.0, -2.0, -4.0]) + 1.0).abs() < 1e-12);
        assert_eq!(correlation(&a, &[2.0; 3]), 0.0);
    }
}

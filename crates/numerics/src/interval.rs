//! The 95 % intervals of a mean and of a median.
//!
//! They say where the mean or median of the process lies that the values come from, not where single values lie.

use crate::{math, sort};

/// Mean with its 95 % interval by Student's *t*; no interval for a single value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Where the mean lies of what the values are drawn from, in 95 % of cases.
    pub interval: Option<[f64; 2]>,
}

/// Mean of values in their order, with its interval. `None` without a value.
#[must_use]
pub fn mean(values: &[f64]) -> Option<Mean> {
    if values.is_empty() {
        return None;
    }
    let n = values.len() as f64;
    let mean = values.iter().sum::<f64>() / n;
    let interval = (values.len() > 1).then(|| {
        let squares = values
            .iter()
            .map(|value| (value - mean) * (value - mean))
            .sum::<f64>();
        let error = (squares / (n - 1.0) / n).sqrt();
        let half = error * t_quantile_975(values.len() - 1);
        [mean - half, mean + half]
    });
    Some(Mean { mean, interval })
}

/// Median with its interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Median {
    /// The median.
    pub median: f64,
    /// Two of the values themselves, which enclose the median of what they are drawn from in 95 % of cases or more;
    /// below six values their whole range, which encloses it less often.
    pub interval: [f64; 2],
}

/// Median of values in any order, with its interval. `None` without a value.
#[must_use]
pub fn median(values: &[f64]) -> Option<Median> {
    let mut sorted = values.to_vec();
    sort::numbers(&mut sorted);
    let last = sorted.len().checked_sub(1)?;
    let outside = values_outside(sorted.len());
    Some(Median {
        median: (sorted[last / 2] + sorted[last.div_ceil(2)]) / 2.0,
        interval: [sorted[outside], sorted[last - outside]],
    })
}

/// How many of so many values may be left out at each end: the most for which no more than 2.5 % of samples have
/// as few or fewer below their median.
fn values_outside(count: usize) -> usize {
    // By logarithms, as the first share of a thousand values is smaller than any float.
    let mut ln_share = -(count as f64) * std::f64::consts::LN_2;
    let (mut below, mut outside) = (0.0, 0_usize);
    loop {
        below += math::exp(ln_share);
        if below > 0.025 {
            return outside.saturating_sub(1);
        }
        outside += 1;
        ln_share += math::ln((count + 1 - outside) as f64 / outside as f64);
    }
}

/// The 97.5 % quantile of Student's *t* for 1 to 30 degrees of freedom.
const T_975: [f64; 30] = [
    12.706_205, 4.302_653, 3.182_446, 2.776_445, 2.570_582, 2.446_912, 2.364_624, 2.306_004, 2.262_157,
    2.228_139, 2.200_985, 2.178_813, 2.160_369, 2.144_787, 2.131_450, 2.119_905, 2.109_816, 2.100_922,
    2.093_024, 2.085_963, 2.079_614, 2.073_873, 2.068_658, 2.063_899, 2.059_539, 2.055_529, 2.051_831,
    2.048_407, 2.045_230, 2.042_272,
];

/// The table, and beyond it the expansion around the normal quantile, exact there to six digits. Arithmetic
/// only, so that tables made with it are the same on every machine.
fn t_quantile_975(degrees: usize) -> f64 {
    if let Some(&quantile) = T_975.get(degrees.wrapping_sub(1)) {
        return quantile;
    }
    let z = 1.959_963_984_540_054_f64;
    let (z2, v) = (z * z, degrees as f64);
    let first = z * (z2 + 1.0) / 4.0;
    let second = z * ((5.0 * z2 + 16.0) * z2 + 3.0) / 96.0;
    let third = z * (((3.0 * z2 + 19.0) * z2 + 17.0) * z2 - 15.0) / 384.0;
    z + (first + (second + third / v) / v) / v
}

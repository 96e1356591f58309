//! What a calibration found: each key beside its prior, keys in pairs, what the fitted model predicts, and whether keys that are known
//! are found again.

mod marginals;
mod pairs;
mod predicted;
mod ranks;

pub use marginals::marginals;
pub use pairs::pairs;
pub use predicted::{PredictedFunction, predicted};
pub use ranks::{KeyRanks, ranks};

use crate::kit::*;
use crate::needed::{FINITE, Needed};

/// A key with its prior and its posterior.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedKey {
    /// Its path.
    pub key: String,
    /// Lowest value of the prior.
    pub low: f64,
    /// Highest value, above the lowest.
    pub high: f64,
    /// Whether ratios are as likely in the prior, and not differences; then both are above 0.
    pub is_log: bool,
    /// Its value in each particle.
    pub values: Vec<f64>,
    /// 2.5 %, 50 % and 97.5 % of the posterior.
    pub quantiles: [f64; 3],
    /// Whether the posterior is clearly narrower than the prior.
    pub is_identified: bool,
}

impl FittedKey {
    fn axis(&self, label: &str) -> Axis {
        match self.is_log {
            true => Axis::logarithmic(label, self.low, self.high),
            false => Axis::exact(label, self.low, self.high, 5),
        }
    }

    /// The value at this share of the prior.
    fn at(&self, share: f64) -> f64 {
        use understory_numerics::math;
        match self.is_log {
            true => self.low * math::exp(share * math::ln(self.high / self.low)),
            false => self.low + share * (self.high - self.low),
        }
    }

    /// The share of the prior below a value.
    fn share(&self, value: f64) -> f64 {
        use understory_numerics::math;
        match self.is_log {
            true => math::ln(value / self.low) / math::ln(self.high / self.low),
            false => (value - self.low) / (self.high - self.low),
        }
    }

    fn check(&self, figure: &str, weights: &[f64]) -> Result<(), ReportError> {
        let ends = match self.is_log {
            true => Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0"),
            false => FINITE,
        };
        ends.of(figure, "key", self.values.iter().copied())?;
        ends.of(figure, "quantile", self.quantiles)?;
        ends.of(figure, "low", [self.low])?;
        Needed(self.low.next_up(), f64::MAX, "a number above the low end").of(figure, "high", [self.high])?;
        Needed(0.0, f64::MAX, "a weight of 0 or more").of(figure, "weight", weights.iter().copied())?;
        ReportError::check_count(figure, &self.key, self.values.len(), "weights", weights.len())
    }
}

/// Panels for so many things, in rows, each with a heading of its own.
fn cells(sheet: &mut Sheet, count: usize, most_columns: usize, row_height: f64) -> Vec<Frame> {
    let columns = count.clamp(1, most_columns);
    let rows = count.div_ceil(columns).max(1);
    let room = sheet.room(rows as f64 * row_height);
    room.grid(columns, rows, 10.0 * PT)
        .into_iter()
        .take(count)
        .collect()
}

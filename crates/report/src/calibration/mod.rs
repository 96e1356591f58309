//! What a calibration found: each key beside its prior, keys in pairs, what the fitted model predicts, and whether keys that are known
//! are found again.

mod marginals;
mod pairs;
mod predicted;
mod ranks;

pub use marginals::marginals;
pub use pairs::pairs;
pub use predicted::predicted;
pub use ranks::ranks;

use understory_records::CalibratedKey;

use crate::kit::*;
use crate::needed::{FINITE, Needed};

/// A key with its prior and its posterior.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedKey {
    /// The key, whose highest value is above the lowest; where its ratios are as likely, both are above 0.
    pub prior: CalibratedKey,
    /// Its value in each particle.
    pub values: Vec<f64>,
    /// 2.5 %, 50 % and 97.5 % of the posterior.
    pub quantiles: [f64; 3],
    /// Whether the posterior is clearly narrower than the prior.
    pub is_identified: bool,
}

impl FittedKey {
    fn axis(&self, label: &str) -> Axis {
        match self.prior.is_log {
            true => Axis::logarithmic(label, self.prior.low, self.prior.high),
            false => Axis::exact(label, self.prior.low, self.prior.high, 5),
        }
    }

    /// The value at this share of the prior.
    fn at(&self, share: f64) -> f64 {
        use understory_numerics::math;
        match self.prior.is_log {
            true => self.prior.low * math::exp(share * math::ln(self.prior.high / self.prior.low)),
            false => self.prior.low + share * (self.prior.high - self.prior.low),
        }
    }

    /// The share of the prior below a value.
    fn share(&self, value: f64) -> f64 {
        use understory_numerics::math;
        match self.prior.is_log {
            true => math::ln(value / self.prior.low) / math::ln(self.prior.high / self.prior.low),
            false => (value - self.prior.low) / (self.prior.high - self.prior.low),
        }
    }

    fn check(&self, figure: &str, weights: &[f64]) -> Result<(), ReportError> {
        let ends = match self.prior.is_log {
            true => Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0"),
            false => FINITE,
        };
        ends.of(figure, "key", self.values.iter().copied())?;
        ends.of(figure, "quantile", self.quantiles)?;
        ends.of(figure, "low", [self.prior.low])?;
        Needed(self.prior.low.next_up(), f64::MAX, "a number above the low end").of(
            figure,
            "high",
            [self.prior.high],
        )?;
        Needed(0.0, f64::MAX, "a weight of 0 or more").of(figure, "weight", weights.iter().copied())?;
        ReportError::check_count(
            figure,
            &self.prior.key,
            self.values.len(),
            "weights",
            weights.len(),
        )
    }
}

//! Approximate Bayesian computation of any model that can be run: draws, distances, weights and the adjustment by regression.
//!
//! Keys stand on a normal scale here: *z* = Φ⁻¹ of the share of the prior's range that lies below the value, so that the prior of every
//! key is a standard normal one and no draw leaves its range.

mod adjust;
mod linear;
mod population;
mod sampler;
mod statistic;
mod weighted;

pub(super) use population::{effective_size, share};
pub(super) use sampler::{Draw, Ending, Evaluation, Model, Posterior, SamplerOutcome, from_prior, sample};
pub(super) use statistic::{Reason, Statistic, from_others};
pub(super) use weighted::Weighted;

#[cfg(test)]
mod tests;

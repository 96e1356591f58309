//! Quartiles of measured values.

use serde::{Deserialize, Serialize};
use understory_numerics::sort;

/// Where a quarter, a half and three quarters of values lie below.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Quartiles {
    /// Lower quartile.
    pub q25: f64,
    /// Median.
    pub median: f64,
    /// Upper quartile.
    pub q75: f64,
}

pub(super) fn quartiles(mut values: Vec<f64>) -> Option<Quartiles> {
    sort::numbers(&mut values);
    let last = values.len().checked_sub(1)?;
    let at = |share: f64| {
        let place = share * last as f64;
        let below = place.floor();
        let (low, high) = (values[below as usize], values[(below as usize + 1).min(last)]);
        low + (high - low) * (place - below)
    };
    Some(Quartiles {
        q25: at(0.25),
        median: at(0.5),
        q75: at(0.75),
    })
}

//! A curve as the page reads it: one column a quantity, those of one distance beside each other.

use serde::Serialize;

#[derive(Default, Debug, Serialize)]
pub(crate) struct Curve {
    r_m: Vec<f64>,
    observed: Vec<Option<f64>>,
    /// What complete spatial randomness gives; of a method, what the target has.
    beside: Vec<Option<f64>>,
    low: Vec<Option<f64>>,
    high: Vec<Option<f64>>,
}

impl Curve {
    /// Puts the values at a further distance behind the others.
    pub(crate) fn push(&mut self, r_m: f64, [observed, beside, low, high]: [Option<f64>; 4]) {
        self.r_m.push(to_five_digits(r_m));
        for (values, value) in [
            (&mut self.observed, observed),
            (&mut self.beside, beside),
            (&mut self.low, low),
            (&mut self.high, high),
        ] {
            values.push(value.map(to_five_digits));
        }
    }
}

/// Enough for a curve that is drawn and for its numbers as they are shown, and a third of the bytes.
fn to_five_digits(number: f64) -> f64 {
    format!("{number:.4e}").parse().unwrap_or(number)
}

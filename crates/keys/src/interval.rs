//! Ranges of real numbers, with or without their ends.

use std::fmt;

/// The real numbers that a key may have; always finite ones.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    low: f64,
    low_is_in: bool,
    high: f64,
    high_is_in: bool,
}

impl Interval {
    /// From `low` to `high`, both included.
    #[must_use]
    pub const fn from(low: f64, high: f64) -> Self {
        Self {
            low,
            low_is_in: true,
            high,
            high_is_in: true,
        }
    }

    /// Above `low` and at most `high`.
    #[must_use]
    pub const fn above(low: f64, high: f64) -> Self {
        Self {
            low,
            low_is_in: false,
            high,
            high_is_in: true,
        }
    }

    /// Between `low` and `high`, neither included.
    #[must_use]
    pub const fn within(low: f64, high: f64) -> Self {
        Self {
            low,
            low_is_in: false,
            high,
            high_is_in: false,
        }
    }

    /// Whether `x` is one of them; NaN never is.
    #[must_use]
    pub fn contains(&self, x: f64) -> bool {
        (x > self.low || self.low_is_in && x == self.low)
            && (x < self.high || self.high_is_in && x == self.high)
    }

    /// Its two ends.
    #[must_use]
    pub fn ends(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// Its two ends as JSON Schema says them: (keyword, number).
    #[must_use]
    pub fn schema_bounds(&self) -> [(&'static str, f64); 2] {
        [
            (
                if self.low_is_in {
                    "minimum"
                } else {
                    "exclusiveMinimum"
                },
                self.low,
            ),
            (
                if self.high_is_in {
                    "maximum"
                } else {
                    "exclusiveMaximum"
                },
                self.high,
            ),
        ]
    }
}

/// `greater than 0 and at most 150`.
impl fmt::Display for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let low = if self.low_is_in {
            "at least"
        } else {
            "greater than"
        };
        let high = if self.high_is_in { "at most" } else { "less than" };
        write!(f, "{low} {} and {high} {}", self.low, self.high)
    }
}

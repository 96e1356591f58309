//! Where a claim holds, and what an interval says of it.
//!
//! A claim is judged by the whole interval: with few seeds it is wide, and a claim then holds only in part.

use std::fmt;

use serde::Deserialize;

/// The values for which a claim holds.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expected {
    /// This value and no other.
    Exactly(f64),
    /// This value and all above.
    AtLeast(f64),
    /// This value and all below.
    AtMost(f64),
    /// All above this value.
    Above(f64),
    /// From the first to the second, both of them too.
    Between(f64, f64),
}

/// What an experiment says of a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The whole interval lies where the claim holds.
    Holds,
    /// A part of it does.
    InPart,
    /// None of it does.
    Fails,
}

impl Expected {
    /// Whether the claim holds for a value.
    #[must_use]
    pub fn contains(self, value: f64) -> bool {
        match self {
            Self::Exactly(only) => value == only,
            Self::AtLeast(low) => value >= low,
            Self::AtMost(high) => value <= high,
            Self::Above(low) => value > low,
            Self::Between(low, high) => (low..=high).contains(&value),
        }
    }

    /// What an interval says of the claim.
    #[must_use]
    pub fn verdict(self, [low, high]: [f64; 2]) -> Verdict {
        if self.contains(low) && self.contains(high) {
            return Verdict::Holds;
        }
        let is_beside = match self {
            Self::Exactly(only) => high < only || low > only,
            Self::AtLeast(least) => high < least,
            Self::AtMost(most) => low > most,
            Self::Above(bound) => high <= bound,
            Self::Between(least, most) => high < least || low > most,
        };
        if is_beside {
            Verdict::Fails
        } else {
            Verdict::InPart
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(only) => write!(formatter, "{only}"),
            Self::AtLeast(low) => write!(formatter, "at least {low}"),
            Self::AtMost(high) => write!(formatter, "at most {high}"),
            Self::Above(low) => write!(formatter, "above {low}"),
            Self::Between(low, high) => write!(formatter, "{low} to {high}"),
        }
    }
}

impl Verdict {
    /// The word in the table.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::InPart => "in part",
            Self::Fails => "fails",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interval_holds_inside_fails_beside_and_else_says_something_in_part() {
        let judged = [
            (Expected::Between(30.0, 70.0), [31.0, 70.0], Verdict::Holds),
            (Expected::Between(30.0, 70.0), [29.0, 50.0], Verdict::InPart),
            (Expected::Between(30.0, 70.0), [20.0, 80.0], Verdict::InPart),
            (Expected::Between(30.0, 70.0), [88.0, 90.0], Verdict::Fails),
            (Expected::Exactly(9.0), [10.0, 10.0], Verdict::Fails),
            (Expected::Exactly(10.0), [10.0, 10.0], Verdict::Holds),
            (Expected::Above(0.0), [0.0, 0.0], Verdict::Fails),
            (Expected::Above(0.0), [0.0, 1.0], Verdict::InPart),
            (Expected::AtLeast(0.0), [0.0, 0.0], Verdict::Holds),
            (Expected::AtLeast(1.0), [0.5, 0.9], Verdict::Fails),
            (Expected::AtMost(1.0), [0.5, 1.1], Verdict::InPart),
        ];
        for (expected, interval, verdict) in judged {
            assert_eq!(expected.verdict(interval), verdict, "{expected} {interval:?}");
        }
    }
}

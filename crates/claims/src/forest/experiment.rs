//! An experiment with the forest whose numbers stand in several claims.

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, SaidBy, Set};
use crate::error::ClaimError;
use crate::expected::Expected;
use crate::kept::Kept;

/// One of the numbers that an experiment gives, with what it should be.
pub(super) struct Row<T> {
    /// The name of its claim, or what that begins with.
    pub(super) id: &'static str,
    pub(super) statement: &'static str,
    /// What is measured; what is done stands before it.
    pub(super) measured: &'static str,
    pub(super) expected: Expected,
    /// Where the range comes from.
    pub(super) source: &'static str,
    /// None where too few trees are left to tell.
    pub(super) value: fn(&T) -> Option<f64>,
}

/// How many seeds an experiment takes, and what of them must lie in the range.
#[derive(Clone, Copy)]
pub(super) enum Taking {
    /// All of a budget: the interval of their mean.
    Quick,
    /// The same, of an experiment that takes long: `--quick` leaves it out, as those of few seeds.
    Long,
    /// At most this many: each of them.
    EachOf(u32),
    /// At most this many: their mean.
    MeanOf(u32),
}

impl Taking {
    fn of(self, budget: Budget) -> Budget {
        let seeds = match self {
            Self::Quick | Self::Long => budget.seeds,
            Self::EachOf(most) | Self::MeanOf(most) => budget.seeds.min(most),
        };
        Budget { seeds, ..budget }
    }

    fn in_words(self) -> String {
        match self {
            Self::Quick | Self::Long => "mean".to_owned(),
            Self::EachOf(seeds) => format!("mean of {seeds} seeds, each of which must lie in the range"),
            Self::MeanOf(seeds) => format!("mean of {seeds} seeds"),
        }
    }

    fn measured(self, values: &[f64]) -> Result<Measured, ClaimError> {
        let found = Measured::mean(values)?;
        let interval = match self {
            Self::Quick | Self::Long => found.interval,
            // The least and the greatest: either of a number and NaN is the number.
            Self::EachOf(_) => [f64::min, f64::max].map(|of| values.iter().copied().fold(f64::NAN, of)),
            Self::MeanOf(_) => [found.value; 2],
        };
        Ok(Measured { interval, ..found })
    }
}

/// An experiment whose numbers stand in several claims.
pub(super) struct Experiment<T: 'static> {
    /// What is done.
    pub(super) about: &'static str,
    pub(super) taking: Taking,
    pub(super) of_seed: fn(u64) -> Result<T, ClaimError>,
    pub(super) rows: Vec<Row<T>>,
}

impl<T: Send + 'static> Experiment<T> {
    pub(super) fn claims(self) -> Vec<Claim> {
        let found = Kept::new(Box::new(self.of_seed));
        let claim = |row: Row<T>| row.claim(row.id.to_owned(), self.about, self.taking, &found);
        self.rows.into_iter().map(claim).collect()
    }
}

impl<T: Send + 'static> Row<T> {
    /// Its claim under this name, of an experiment that is done and taken like this.
    pub(super) fn claim(&self, id: String, about: &str, taking: Taking, found: &Kept<T>) -> Claim {
        let (value, found) = (self.value, found.clone());
        Claim {
            id: id.clone(),
            set: Set::Forest,
            said_by: SaidBy::Ours,
            statement: self.statement.to_owned(),
            experiment: format!("{about}: {}, {}", self.measured, taking.in_words()),
            expected: self.expected,
            remark: self.source.to_owned(),
            is_long: !matches!(taking, Taking::Quick),
            measure: Box::new(move |budget: Budget| {
                let of_seed = |(seed, found): (u64, &T)| {
                    let claim = id.clone();
                    value(found).ok_or(ClaimError::TooFewTrees { seed, claim })
                };
                found.measured(taking.of(budget), |found| {
                    let values: Vec<f64> = (0..).zip(found).map(of_seed).collect::<Result<_, _>>()?;
                    taking.measured(&values)
                })
            }),
        }
    }
}

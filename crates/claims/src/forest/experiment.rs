//! An experiment with the forest whose numbers stand in several claims.

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, SaidBy, Set};
use crate::error::ClaimError;
use crate::expected::Expected;
use crate::kept::Kept;

/// One of the numbers that an experiment gives, with what it should be.
pub(super) struct Row<T> {
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

/// How an experiment that takes long is judged, by few seeds.
#[derive(Clone, Copy)]
pub(super) enum Few {
    /// Each of so many must lie in the range.
    Each(u32),
    /// The mean of so many must.
    Mean(u32),
}

impl Few {
    fn of(self, budget: Budget) -> Budget {
        let (Self::Each(seeds) | Self::Mean(seeds)) = self;
        Budget {
            seeds: budget.seeds.min(seeds),
            ..budget
        }
    }

    fn in_words(self) -> String {
        match self {
            Self::Each(seeds) => format!("mean of {seeds} seeds, each of which must lie in the range"),
            Self::Mean(seeds) => format!("mean of {seeds} seeds"),
        }
    }

    fn measured(self, values: &[f64]) -> Result<Measured, ClaimError> {
        let found = Measured::mean(values)?;
        let [least, greatest] = [f64::min, f64::max].map(|chosen| values.iter().copied().reduce(chosen));
        Ok(Measured {
            interval: match self {
                Self::Each(_) => [least, greatest].map(|value| value.unwrap_or(found.value)),
                Self::Mean(_) => [found.value; 2],
            },
            ..found
        })
    }
}

/// An experiment whose numbers stand in several claims.
pub(super) struct Experiment<T: 'static> {
    /// What is done.
    pub(super) about: &'static str,
    pub(super) is_long: bool,
    pub(super) of_seed: fn(u64) -> Result<T, ClaimError>,
    pub(super) rows: Vec<Row<T>>,
}

impl<T: Send + 'static> Experiment<T> {
    pub(super) fn claims(self) -> Vec<Claim> {
        let found = Kept::new(Box::new(self.of_seed));
        let claim = |row: Row<T>| row.claim(row.id.to_owned(), self.about, self.is_long, &found);
        self.rows.into_iter().map(claim).collect()
    }

    /// Its claims, of at most so many seeds and judged as said: of an experiment that takes long.
    pub(super) fn claims_of(self, few: Few) -> Vec<Claim> {
        let found = Kept::new(Box::new(self.of_seed));
        let claim = |row: Row<T>| row.claim_of(few, row.id.to_owned(), self.about, &found);
        self.rows.into_iter().map(claim).collect()
    }
}

impl<T: Send + 'static> Row<T> {
    /// Its claim under this name, of an experiment that is done like this.
    pub(super) fn claim(&self, id: String, about: &str, is_long: bool, found: &Kept<T>) -> Claim {
        self.claim_by(None, is_long, id, about, found)
    }

    /// The same of an experiment that takes long, of few seeds.
    pub(super) fn claim_of(&self, few: Few, id: String, about: &str, found: &Kept<T>) -> Claim {
        self.claim_by(Some(few), true, id, about, found)
    }

    fn claim_by(&self, few: Option<Few>, is_long: bool, id: String, about: &str, found: &Kept<T>) -> Claim {
        let (value, found) = (self.value, found.clone());
        Claim {
            id: id.clone(),
            set: Set::Forest,
            said_by: SaidBy::Ours,
            statement: self.statement.to_owned(),
            experiment: match few {
                None => format!("{about}: {}, mean", self.measured),
                Some(few) => format!("{about}: {}, {}", self.measured, few.in_words()),
            },
            expected: self.expected,
            remark: self.source.to_owned(),
            is_long,
            measure: Box::new(move |budget: Budget| {
                let of_seed = |(seed, found): (u64, &T)| {
                    let claim = id.clone();
                    value(found).ok_or(ClaimError::TooFewTrees { seed, claim })
                };
                let taken = few.map_or(budget, |few| few.of(budget));
                found.measured(taken, |found| {
                    let values: Vec<f64> = (0..).zip(found).map(of_seed).collect::<Result<_, _>>()?;
                    few.map_or_else(|| Measured::mean(&values), |few| few.measured(&values))
                })
            }),
        }
    }
}

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
}

impl<T: Send + 'static> Row<T> {
    /// Its claim under this name, of an experiment that is done like this.
    pub(super) fn claim(&self, id: String, about: &str, is_long: bool, found: &Kept<T>) -> Claim {
        let (value, found) = (self.value, found.clone());
        Claim {
            id: id.clone(),
            set: Set::Forest,
            said_by: SaidBy::Ours,
            statement: self.statement.to_owned(),
            experiment: format!("{about}: {}, mean", self.measured),
            expected: self.expected,
            remark: self.source.to_owned(),
            is_long,
            measure: Box::new(move |budget: Budget| {
                let of_seed = |(seed, found): (u64, &T)| {
                    let claim = id.clone();
                    value(found).ok_or(ClaimError::TooFewTrees { seed, claim })
                };
                found.measured(budget, |found| {
                    let values: Vec<f64> = (0..).zip(found).map(of_seed).collect::<Result<_, _>>()?;
                    Measured::mean(&values)
                })
            }),
        }
    }
}

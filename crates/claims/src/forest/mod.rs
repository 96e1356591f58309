//! What must come out of the forest: stands of the species that ship, held against measured ones.
//!
//! All plots are tori, so that no edge takes part. Each experiment gives several numbers, a claim each; a claim says in its
//! remark where its range comes from, or that it is our own.

mod even_aged;
mod figures;
mod lone;
mod masting;
mod old_growth;
mod pioneer;
mod stand;
mod stress;
mod succession;

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, Set};
use crate::error::ClaimError;
use crate::expected::Expected;
use crate::kept::Kept;

/// The claims, experiment by experiment.
pub(super) fn claims() -> Vec<Claim> {
    [
        even_aged::claims(),
        stress::claims(),
        pioneer::claims(),
        succession::claims(),
        old_growth::claims(),
        masting::claims(),
        lone::claims(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// One of the numbers that an experiment gives, with what it should be.
struct Row<T> {
    id: &'static str,
    statement: &'static str,
    /// What is measured; what is done stands before it.
    measured: &'static str,
    expected: Expected,
    /// Where the range comes from.
    source: &'static str,
    /// None where too few trees are left to tell.
    value: fn(&T) -> Option<f64>,
}

/// An experiment whose numbers stand in several claims.
struct Experiment<T: 'static> {
    /// What is done.
    about: &'static str,
    is_long: bool,
    of_seed: fn(u64) -> Result<T, ClaimError>,
    rows: Vec<Row<T>>,
}

impl<T: Send + 'static> Experiment<T> {
    fn claims(self) -> Vec<Claim> {
        let found = Kept::new(Box::new(self.of_seed));
        let claim = |row: Row<T>| {
            let found = found.clone();
            Claim {
                id: row.id.to_owned(),
                set: Set::Forest,
                statement: row.statement.to_owned(),
                experiment: format!("{}: {}, mean", self.about, row.measured),
                expected: row.expected,
                remark: row.source.to_owned(),
                is_long: self.is_long,
                measure: Box::new(move |budget: Budget| {
                    let of_seed = |(seed, found): (u64, &T)| {
                        let claim = row.id.to_owned();
                        (row.value)(found).ok_or(ClaimError::TooFewTrees { seed, claim })
                    };
                    found.measured(budget, |found| {
                        let values: Vec<f64> = (0..).zip(found).map(of_seed).collect::<Result<_, _>>()?;
                        Measured::mean(&values)
                    })
                }),
            }
        };
        self.rows.into_iter().map(claim).collect()
    }
}

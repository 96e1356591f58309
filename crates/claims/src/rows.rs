//! Claims of an article whose numbers come from one experiment.

use crate::ClaimError;
use crate::budget::Measured;
use crate::claim::{Claim, SaidBy, Set};
use crate::expected::Expected;
use crate::kept::Kept;

/// One of the numbers that an experiment gives, and what it should be.
pub(super) struct Row<T: 'static> {
    pub(super) id: &'static str,
    pub(super) said_by: SaidBy,
    pub(super) statement: &'static str,
    pub(super) experiment: &'static str,
    pub(super) expected: Expected,
    pub(super) remark: &'static str,
    pub(super) value: fn(&T) -> f64,
}

/// The claims of rows whose numbers `of_seed` gives, so many times for each seed of a budget: made once for all of them, and of each
/// the mean of the seeds' means.
pub(super) fn claims_of<T: Send + 'static>(
    of_seed: fn(u64) -> Result<T, ClaimError>,
    times: u64,
    rows: &'static [Row<T>],
) -> Vec<Claim> {
    let found = Kept::new(Box::new(move |seed| {
        let each = (seed * times..(seed + 1) * times).map(of_seed);
        each.collect::<Result<Vec<T>, ClaimError>>()
    }));
    let mean = match times {
        1 => "mean".to_owned(),
        _ => format!("mean of {times} a seed, mean"),
    };
    let claim = |row: &'static Row<T>| {
        let found = found.clone();
        Claim {
            id: row.id.to_owned(),
            set: Set::Articles,
            said_by: row.said_by,
            statement: row.statement.to_owned(),
            experiment: format!("{}, {mean}", row.experiment),
            expected: row.expected,
            remark: row.remark.to_owned(),
            is_long: false,
            measure: Box::new(move |budget| {
                found.measured(budget, |found| {
                    let of_seed = |each: &Vec<T>| each.iter().map(row.value).sum::<f64>() / times as f64;
                    let values: Vec<f64> = found.iter().map(of_seed).collect();
                    Measured::mean(&values)
                })
            }),
        }
    };
    rows.iter().map(claim).collect()
}

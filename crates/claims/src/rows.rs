//! Claims of an article: each with an experiment of its own, or several whose numbers come from one.

use crate::ClaimError;
use crate::budget::{Budget, Measured};
use crate::claim::{Claim, Set};
use crate::kept::Kept;
use crate::words::Words;

/// A claim of an article with an experiment of its own, by its name.
pub(super) struct Definition(
    pub(super) &'static str,
    pub(super) fn(Budget) -> Result<Measured, ClaimError>,
);

impl Definition {
    pub(super) fn claim(&self) -> Claim {
        Words::of(self.0).claim(self.0, Set::Articles, self.1)
    }
}

/// One of the numbers that an experiment gives, by the name of its claim.
pub(super) struct Row<T: 'static>(pub(super) &'static str, pub(super) fn(&T) -> f64);

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
    let claim = |Row(id, value): &'static Row<T>| {
        let found = found.clone();
        let words = Words::of(id);
        Claim {
            experiment: format!("{}, {mean}", words.experiment),
            ..words.claim(id, Set::Articles, move |budget| {
                found.measured(budget, |found| {
                    let of_seed = |each: &Vec<T>| each.iter().map(value).sum::<f64>() / times as f64;
                    let values: Vec<f64> = found.iter().map(of_seed).collect();
                    Measured::mean(&values)
                })
            })
        }
    };
    rows.iter().map(claim).collect()
}

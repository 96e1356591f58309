//! Claims of an article: each with an experiment of its own, or several whose numbers come from one.

use crate::ClaimError;
use crate::budget::{Budget, Measured};
use crate::claim::{Claim, Set};
use crate::kept::Kept;
use crate::words::Words;

/// A claim of an article with an experiment of its own, by its name.
#[derive(Clone, Copy)]
pub(super) enum Definition {
    /// A number that no seed changes.
    Once(&'static str, fn() -> Result<f64, ClaimError>),
    /// The mean of what each seed gives.
    Mean(&'static str, fn(u64) -> Result<f64, ClaimError>),
    /// The median of what each seed gives.
    Median(&'static str, fn(u64) -> Result<f64, ClaimError>),
}

impl Definition {
    pub(super) fn claim(&self) -> Claim {
        let (&Self::Once(name, _) | &Self::Mean(name, _) | &Self::Median(name, _)) = self;
        let definition = *self;
        Words::of(name).claim(name, Set::Articles, move |budget| definition.measured(budget))
    }

    fn measured(self, budget: Budget) -> Result<Measured, ClaimError> {
        match self {
            Self::Once(_, number) => Ok(Measured::exact(number()?)),
            Self::Mean(_, of_seed) => Measured::mean(&budget.values(of_seed)?),
            Self::Median(_, of_seed) => Measured::median(&budget.values(of_seed)?),
        }
    }
}

/// The numbers that an experiment gives, each with the name of its claim.
pub(super) type Numbers<const COUNT: usize> = [(&'static str, f64); COUNT];

/// These numbers, in the order of the names of their claims.
pub(super) fn named<const COUNT: usize>(
    names: [&'static str; COUNT],
    values: [f64; COUNT],
) -> Numbers<COUNT> {
    std::array::from_fn(|at| (names[at], values[at]))
}

/// The claims of these names whose numbers `of_seed` gives, so many times for each seed of a budget: made once for all of them, and of
/// each the mean of the seeds' means.
pub(super) fn claims_of<const COUNT: usize>(
    names: [&'static str; COUNT],
    times: u64,
    of_seed: fn(u64) -> Result<Numbers<COUNT>, ClaimError>,
) -> Vec<Claim> {
    let found = Kept::new(move |seed| {
        let each = (seed * times..(seed + 1) * times).map(of_seed);
        each.collect::<Result<Vec<_>, ClaimError>>()
    });
    let mean = match times {
        1 => "mean".to_owned(),
        _ => format!("mean of {times} a seed, mean"),
    };
    let claim = |name: &'static str| {
        let found = found.clone();
        let words = Words::of(name);
        Claim {
            experiment: format!("{}, {mean}", words.experiment),
            ..words.claim(name, Set::Articles, move |budget| {
                found.measured(budget, |found| {
                    let of_seed = |each: &Vec<Numbers<COUNT>>| {
                        each.iter().map(|numbers| number(numbers, name)).sum::<f64>() / times as f64
                    };
                    let values: Vec<f64> = found.iter().map(of_seed).collect();
                    Measured::mean(&values)
                })
            })
        }
    };
    names.into_iter().map(claim).collect()
}

/// The number of the claim with this name.
///
/// # Panics
/// Where there is none.
pub(super) fn number<T: Copy>(numbers: &[(&str, T)], name: &str) -> T {
    let named = numbers.iter().find(|(own, _)| *own == name);
    named.unwrap_or_else(|| panic!("no number of `{name}`")).1
}

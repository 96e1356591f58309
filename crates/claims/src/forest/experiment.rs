//! An experiment with the forest whose numbers stand in several claims.

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, Set};
use crate::error::ClaimError;
use crate::kept::Kept;
use crate::rows::number;
use crate::words::Words;

/// The numbers that an experiment gives, each with the name of its claim; none where too few trees are left to tell.
pub(super) type Numbers<const COUNT: usize> = [(&'static str, Option<f64>); COUNT];

/// The claims of these names whose numbers `of_seed` gives: made once for all of them.
pub(super) fn claims_of<const COUNT: usize>(
    names: [&'static str; COUNT],
    about: &str,
    taking: Taking,
    of_seed: fn(u64) -> Result<Numbers<COUNT>, ClaimError>,
) -> Vec<Claim> {
    Experiment::new(about, taking, of_seed).claims(names, str::to_owned)
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
pub(super) struct Experiment<T> {
    /// What is done.
    about: String,
    taking: Taking,
    found: Kept<T>,
}

impl<T: Send + 'static> Experiment<T> {
    pub(super) fn new(
        about: impl Into<String>,
        taking: Taking,
        of_seed: impl Fn(u64) -> Result<T, ClaimError> + Sync + 'static,
    ) -> Self {
        Self {
            about: about.into(),
            taking,
            found: Kept::new(of_seed),
        }
    }

    /// The claim `id` with the words under `name`; `value` is none where too few trees are left to tell.
    pub(super) fn claim(&self, id: &str, name: &str, value: impl Fn(&T) -> Option<f64> + 'static) -> Claim {
        let (words, taking) = (Words::of(name), self.taking);
        let (found, own) = (self.found.clone(), id.to_owned());
        Claim {
            experiment: format!("{}: {}, {}", self.about, words.experiment, taking.in_words()),
            is_long: !matches!(taking, Taking::Quick),
            ..words.claim(id, Set::Forest, move |budget| {
                let of_seed = |(seed, found): (u64, &T)| {
                    value(found).ok_or_else(|| {
                        ClaimError::InWords(format!(
                            "seed {seed} grew a forest with too few trees to measure `{own}`"
                        ))
                    })
                };
                found.measured(taking.of(budget), |found| {
                    let values: Vec<f64> = (0..).zip(found).map(of_seed).collect::<Result<_, _>>()?;
                    taking.measured(&values)
                })
            })
        }
    }
}

impl<const COUNT: usize> Experiment<Numbers<COUNT>> {
    /// The claims of all of its numbers, by the names of their words: `id` makes their own names of these.
    pub(super) fn claims(&self, names: [&'static str; COUNT], id: impl Fn(&str) -> String) -> Vec<Claim> {
        let claim = |name| self.claim(&id(name), name, move |numbers| number(numbers, name));
        names.map(claim).into()
    }
}

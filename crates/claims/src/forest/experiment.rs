//! An experiment with the forest whose numbers stand in several claims.

use crate::budget::{Budget, Measured};
use crate::claim::{Claim, Set};
use crate::error::ClaimError;
use crate::kept::Kept;
use crate::words::Words;

/// One of the numbers that an experiment gives, by the name of its words; none where too few trees are left to tell.
pub(super) struct Row<T>(pub(super) &'static str, pub(super) fn(&T) -> Option<f64>);

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
        let claim = |row: Row<T>| row.claim(row.0, self.about, self.taking, &found);
        self.rows.into_iter().map(claim).collect()
    }
}

impl<T: Send + 'static> Row<T> {
    /// Its claim under this name, of an experiment that is done and taken like this.
    pub(super) fn claim(&self, id: &str, about: &str, taking: Taking, found: &Kept<T>) -> Claim {
        let &Self(name, value) = self;
        let (words, found, own) = (Words::of(name), found.clone(), id.to_owned());
        Claim {
            experiment: format!("{about}: {}, {}", words.experiment, taking.in_words()),
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

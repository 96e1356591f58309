//! How many seeds an experiment takes, and what becomes of their values.
//!
//! Seeds run in parallel, and their values come in order: a mean is the same bits for any number of threads.

use understory_numerics::interval;
use understory_numerics::parallel::try_map;

use crate::ClaimError;

/// The seeds of an experiment, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// The first of them; 0 in the tables on record.
    pub first_seed: u64,
    /// How many; 1 or more.
    pub seeds: u32,
}

impl Budget {
    /// A few seeds, for a check that takes seconds.
    pub const QUICK: Self = Self::of(3);
    /// As many as an interval needs to say something.
    pub const FULL: Self = Self::of(20);

    /// So many seeds from 0 on.
    #[must_use]
    pub const fn of(seeds: u32) -> Self {
        Self { first_seed: 0, seeds }
    }

    /// As many seeds from another one on.
    #[must_use]
    pub const fn from(self, first_seed: u64) -> Self {
        Self { first_seed, ..self }
    }

    /// Whether it is no larger than [`Budget::QUICK`], which experiments that take long are left out of.
    #[must_use]
    pub const fn is_quick(self) -> bool {
        self.seeds <= Self::QUICK.seeds
    }

    /// The value of each seed, in their order, for any number of threads.
    ///
    /// # Errors
    /// What the first seed fails with that fails.
    pub fn values<T: Send>(
        self,
        value_of: impl Fn(u64) -> Result<T, ClaimError> + Sync,
    ) -> Result<Vec<T>, ClaimError> {
        self.each(&value_of)
    }

    /// Behind a pointer, as each of 120 experiments would else compile its own copy.
    fn each<T: Send>(
        self,
        value_of: &(dyn Fn(u64) -> Result<T, ClaimError> + Sync),
    ) -> Result<Vec<T>, ClaimError> {
        try_map(self.seeds as usize, 1, |number| {
            value_of(self.first_seed + number as u64)
        })
    }

    /// The mean of the seeds' values, with its 95 % interval.
    ///
    /// # Errors
    /// What the first seed fails with that fails.
    pub fn mean(
        self,
        value_of: impl Fn(u64) -> Result<f64, ClaimError> + Sync,
    ) -> Result<Measured, ClaimError> {
        self.mean_of(&value_of)
    }

    #[inline(never)]
    fn mean_of(
        self,
        value_of: &(dyn Fn(u64) -> Result<f64, ClaimError> + Sync),
    ) -> Result<Measured, ClaimError> {
        Measured::mean(&self.each(value_of)?)
    }
}

/// What an experiment found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measured {
    /// Mean or median over the seeds, as the experiment says.
    pub value: f64,
    /// Its 95 % interval, or the least and the greatest of few seeds; of a value that no seed changes, or of one seed, the value alone.
    pub interval: [f64; 2],
    /// Seeds taken.
    pub seeds: u32,
}

impl Measured {
    /// A value that no seed changes.
    #[must_use]
    pub fn exact(value: f64) -> Self {
        Self {
            value,
            interval: [value; 2],
            seeds: 1,
        }
    }

    /// The mean of values, with its interval.
    ///
    /// # Errors
    /// [`ClaimError::NoSeed`] without a value.
    pub fn mean(values: &[f64]) -> Result<Self, ClaimError> {
        let found = interval::mean(values).ok_or(ClaimError::NoSeed)?;
        Ok(Self {
            value: found.mean,
            interval: found.interval.unwrap_or([found.mean; 2]),
            seeds: values.len() as u32,
        })
    }

    /// The median of values, with its interval.
    ///
    /// # Errors
    /// [`ClaimError::NoSeed`] without a value.
    pub fn median(values: &[f64]) -> Result<Self, ClaimError> {
        let found = interval::median(values).ok_or(ClaimError::NoSeed)?;
        Ok(Self {
            value: found.median,
            interval: found.interval,
            seeds: values.len() as u32,
        })
    }
}

//! What several claims are measured by: made for each seed by the first claim that asks, and kept for the others.

use std::cell::RefCell;
use std::rc::Rc;

use crate::ClaimError;
use crate::budget::{Budget, Measured};

/// What each seed of a budget gave, with that budget.
type OfBudget<T> = Option<(Budget, Vec<T>)>;

/// An experiment that gives several numbers; its clones share what it gave.
pub(super) struct Kept<T> {
    of_seed: Rc<OfSeed<T>>,
    found: Rc<RefCell<OfBudget<T>>>,
}

type OfSeed<T> = dyn Fn(u64) -> Result<T, ClaimError> + Sync;

impl<T> Clone for Kept<T> {
    fn clone(&self) -> Self {
        Self {
            of_seed: Rc::clone(&self.of_seed),
            found: Rc::clone(&self.found),
        }
    }
}

impl<T: Send> Kept<T> {
    pub(super) fn new(of_seed: impl Fn(u64) -> Result<T, ClaimError> + Sync + 'static) -> Self {
        Self {
            of_seed: Rc::new(of_seed),
            found: Rc::default(),
        }
    }

    /// A number by what the seeds gave, in their order.
    pub(super) fn measured(
        &self,
        budget: Budget,
        measure: impl FnOnce(&[T]) -> Result<Measured, ClaimError>,
    ) -> Result<Measured, ClaimError> {
        let mut found = self.found.borrow_mut();
        match &*found {
            Some((of, values)) if *of == budget => measure(values),
            _ => measure(&found.insert((budget, budget.values(&*self.of_seed)?)).1),
        }
    }
}

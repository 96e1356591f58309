//! A typed view of all entities of a kind.
//!
//! A view covers all entities of a kind, never some: to skip rows, look at a column.

use std::marker::PhantomData;

use hecs::Archetype;
use understory_numerics::parallel;

use crate::columns::{Columns, Slices};
use crate::kind::Kind;

/// Rows of a batch; no result may depend on it.
pub const BATCH_ROWS: usize = 2048;

/// Some components of all entities of a kind: `View<Tree, (&Size, &mut Vigour)>`.
///
/// A kind is one archetype, so a view is whole columns, borrowed as hecs borrows them: two systems may read a column
/// at once, and none may read what another writes. What columns gain over a `hecs::Query` with `iter_batched` and
/// rayon's bridge is work without an allocation and slices, which sums over neighbours and random numbers for eight keys
/// at once need; a plain loop over rows takes 1 to 6 % less time (`cargo bench --bench columns`, group `views`).
pub struct View<'w, K: Kind, Q: Columns> {
    columns: Q::Borrow<'w>,
    kind: PhantomData<K>,
}

impl<'w, K: Kind, Q: Columns> View<'w, K, Q> {
    pub(crate) fn new(archetype: &'w Archetype) -> Self {
        Self {
            columns: Q::borrow(archetype),
            kind: PhantomData,
        }
    }

    /// Number of entities.
    pub fn count(&mut self) -> usize {
        self.slices().count()
    }

    /// Whole columns, for work that looks at other rows than its own, such as sums over neighbours.
    pub fn slices(&mut self) -> Q::Slices<'_> {
        Q::slices(&mut self.columns)
    }

    /// Calls `act` for each entity in the order of rows.
    pub fn for_each<'a>(&'a mut self, act: impl FnMut(<Q::Slices<'a> as Slices>::Item)) {
        self.slices().for_each(act);
    }

    /// Calls `act` for each entity, batches in parallel.
    pub fn par_for_each<'a>(&'a mut self, act: impl Fn(<Q::Slices<'a> as Slices>::Item) + Sync) {
        batches(0, self.slices(), &|_, batch: Q::Slices<'a>| batch.for_each(&act));
    }

    /// Calls `act` with the columns of each batch of rows and the number of its first row, batches in parallel: for
    /// work that takes several rows at a time, such as random numbers for eight keys at once.
    pub fn par_batches<'a>(&'a mut self, act: impl Fn(usize, Q::Slices<'a>) + Sync) {
        batches(0, self.slices(), &act);
    }
}

/// Halves rows until they are a batch. Unlike rayon's bridge from an iterator, this asks for no memory.
fn batches<S: Slices>(first: usize, slices: S, act: &(dyn Fn(usize, S) + Sync)) {
    let rows = slices.count();
    if rows <= BATCH_ROWS {
        act(first, slices);
        return;
    }
    // Cut at whole batches, so that batches are the same rows for any number of threads.
    let half = parallel::half_of(rows, BATCH_ROWS);
    let (before, after) = slices.split(half);
    parallel::join(
        || batches(first, before, act),
        || batches(first + half, after, act),
    );
}

//! In which order patches are looked through.

use std::collections::VecDeque;

use super::rules::Strategy;
use super::tree::{ROOT, Row};

/// The patches that a pass has yet to look at; it goes on where the frame before ended.
pub(super) struct Search {
    strategy: Strategy,
    pending: VecDeque<Row>,
}

impl Search {
    pub(super) fn new(strategy: Strategy) -> Self {
        Self {
            strategy,
            pending: VecDeque::new(),
        }
    }

    /// Begins at the root.
    pub(super) fn begin(&mut self) {
        self.pending.push_back(ROOT);
    }

    pub(super) fn is_done(&self) -> bool {
        self.pending.is_empty()
    }

    /// The next patch.
    pub(super) fn next(&mut self) -> Option<Row> {
        match self.strategy {
            Strategy::BreadthFirst => self.pending.pop_front(),
            Strategy::IterativeDeepening | Strategy::DepthFirst => self.pending.pop_back(),
        }
    }

    /// Puts a patch back whose turn it is in the next frame.
    pub(super) fn put_back(&mut self, row: Row) {
        match self.strategy {
            Strategy::BreadthFirst => self.pending.push_front(row),
            Strategy::IterativeDeepening | Strategy::DepthFirst => self.pending.push_back(row),
        }
    }

    /// Adds the children of a patch that was looked at.
    pub(super) fn descend(&mut self, children: impl DoubleEndedIterator<Item = Row>) {
        match self.strategy {
            Strategy::BreadthFirst => self.pending.extend(children),
            Strategy::IterativeDeepening | Strategy::DepthFirst => self.pending.extend(children.rev()),
        }
    }
}

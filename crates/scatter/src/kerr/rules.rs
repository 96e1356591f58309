//! The numbers of the automaton.

use serde::Deserialize;
use understory_keys::Literal::{Real, Whole, Word};
use understory_keys::{Checked, Interval, ValueKind, key, parameters, real, whole};

use crate::ScatterError;
use crate::limits::{FACTOR, SHARE};

parameters! {
    /// The numbers of the automaton.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct KerrRules: Default {
        /// Trees in the beginning (n_f), on free cells.
        pub initial_trees: u32 = whole(0, 10_000_000, "", "20").default(Whole(20)),
        /// How far seeds fly (R_s), farther than a tree covers.
        pub reach_cells: u32 = whole(1, 4096, "cells", "7").default(Whole(7)),
        /// Seeds that a tree adds to each cell in reach in a round, as chance of a tree (S_s).
        pub strength: f64 = real(FACTOR, "", "0.05").default(Real(0.05)),
        /// Share of the seeds lost in a round (d_s).
        pub decay: f64 = real(Interval::from(0.0, 0.999_999), "", "0.1").default(Real(0.1)),
        /// Share of the ground to cover (F_c).
        pub cover: f64 = real(SHARE, "", "0.25").default(Real(0.25)),
        /// When growth stops: as soon as the share is covered, or after the round in which it is.
        pub stops: Stops = key(ValueKind::Choice(Stops::WORDS), "", "\"after-round\"").default(Word("in-round")),
        /// A tree covers the cells within this distance of its own: 2 gives 13 cells, 0 one.
        pub tree_radius_cells: u32 = whole(0, 4095, "cells", "2").default(Whole(2)),
        /// Rounds after which the forest is left as it is.
        pub most_rounds: u32 = whole(0, 16_777_215, "", "10000").default(Whole(10_000)),
    }
}

parameters! {
    /// When a forest stops that has covered its share.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Stops of words {
        /// In the middle of a round, whose trees come in the order of random ranks: the share is passed by less than one tree.
        InRound = "in-round",
        /// After the round, as in the article: the farther seeds fly, the further the share is passed.
        AfterRound = "after-round",
    }
}

impl KerrRules {
    /// Whether they can work together.
    ///
    /// # Errors
    /// [`ScatterError`] for the first number out of its range, and for seeds that never sprout.
    pub fn check_together(&self) -> Result<(), ScatterError> {
        self.in_range()?;
        if self.reach_cells > self.tree_radius_cells {
            return Ok(());
        }
        let rule = "seeds that fly no further than their tree's own cells never sprout: take more than \
                    `tree_radius_cells`, or trees of one cell (`tree_radius_cells = 0`)";
        Err(ScatterError::out_of_range("reach_cells", self.reach_cells, rule))
    }
}

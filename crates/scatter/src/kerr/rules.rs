use serde::{Deserialize, Serialize};

use crate::ScatterError;

/// The numbers of the automaton.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize)]
#[serde(default)]
pub struct KerrRules {
    /// *n_f*: trees in the beginning, on free cells; an upper bound on the clumps that begin with them.
    pub initial_trees: u32,
    /// *R_s*: how far seeds fly, cells; greater than `tree_radius_cells`, at most 4096.
    pub reach_cells: u32,
    /// *S_s*: seeds that a tree adds to each cell in its reach each round, as chance of a tree; above 0.
    pub strength: f64,
    /// *d_s*: share of the seeds lost each round; 0 to below 1.
    pub decay: f64,
    /// *F_c*: share of the ground to cover with forest; 0 to 1.
    pub cover: f64,
    /// A tree covers the cells within this distance of its own: 2 gives 13 cells, 0 one; at most 4095.
    pub tree_radius_cells: u32,
    /// Rounds after which the forest is left as it is; at most 2^24 − 1.
    pub most_rounds: u32,
}

impl Default for KerrRules {
    fn default() -> Self {
        Self {
            initial_trees: 20,
            reach_cells: 7,
            strength: 0.05,
            decay: 0.1,
            cover: 0.25,
            tree_radius_cells: 2,
            most_rounds: 10_000,
        }
    }
}

impl KerrRules {
    /// # Errors
    /// [`ScatterError::OutOfRange`] for the first number out of its range.
    pub fn check(&self) -> Result<(), ScatterError> {
        let refuse =
            |name, found: &dyn ToString, rule| Err(ScatterError::out_of_range(name, found.to_string(), rule));
        if self.reach_cells <= self.tree_radius_cells {
            return refuse(
                "reach_cells",
                &self.reach_cells,
                "seeds that fly no further than their tree's own cells never sprout: take more than \
                 `tree_radius_cells`, or trees of one cell (`tree_radius_cells = 0`)",
            );
        }
        if self.reach_cells > 4096 {
            return refuse("reach_cells", &self.reach_cells, "seeds fly at most 4096 cells");
        }
        if !(self.strength.is_finite() && self.strength > 0.0) {
            return refuse(
                "strength",
                &self.strength,
                "a chance that each tree adds must be finite and greater than 0",
            );
        }
        if !(0.0..1.0).contains(&self.decay) {
            return refuse(
                "decay",
                &self.decay,
                "the share of the seeds lost each round lies between 0 and below 1: at 1 none would ever sprout",
            );
        }
        if !(0.0..=1.0).contains(&self.cover) {
            return refuse("cover", &self.cover, "a share of the ground lies between 0 and 1");
        }
        if self.most_rounds >= 1 << 24 {
            return refuse("most_rounds", &self.most_rounds, "there are at most 16777215");
        }
        Ok(())
    }
}

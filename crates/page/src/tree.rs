//! The part of a page that shows a single tree: its wood and leaves in 3D, and its form in numbers.

use serde::Serialize;
use understory_records::LeafRow;

use crate::column::Column;
use crate::wood::{PackedWood, Wood};

/// So many leaves a page draws at most.
const LEAVES_AT_MOST: usize = 40_000;

/// A tree that grew.
#[derive(Debug, Default)]
pub struct Tree {
    /// Its wood above and below the ground.
    pub wood: Wood,
    /// Its leaves.
    pub leaves: Vec<LeafRow>,
    /// Years that it has lived, where it lived them one by one: then its nodes tell in which they came.
    pub age_yr: Option<u32>,
    /// The exponent by which radii add up at its forks, where that is known.
    pub exponent: Option<f64>,
    /// Its form in numbers.
    pub metrics: Vec<Metric>,
}

/// A number that tells of a tree's form.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Metric {
    /// Its key in `metrics.json`.
    pub key: String,
    /// What it is called.
    pub name: String,
    /// Of the tree.
    pub value: Option<f64>,
    /// Of the L-system beside it.
    pub beside: Option<f64>,
    /// The range in which measured trees lie.
    pub measured: Option<[f64; 2]>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PackedTree {
    wood: PackedWood,
    all_leaves: usize,
    /// So much wider than it is each leaf is drawn, where not all are.
    wider: f64,
    leaves: PackedLeaves,
    age_yr: Option<u32>,
    exponent: Option<f64>,
    metrics: Vec<Metric>,
}

/// Stalks and tips axis by axis, and widths.
#[derive(Debug, Serialize)]
struct PackedLeaves {
    stalk: [Column; 3],
    tip: [Column; 3],
    width_m: Column,
}

impl Tree {
    pub(crate) fn pack(self, into: &mut Vec<u8>) -> PackedTree {
        let one_in = self.leaves.len().div_ceil(LEAVES_AT_MOST).max(1);
        let wood = self.wood.pack(1000, into);
        let mut column = |of: &dyn Fn(&LeafRow) -> f64| {
            let drawn = self.leaves.iter().step_by(one_in);
            Column::of(drawn.map(of), 1000, into)
        };
        PackedTree {
            wood,
            all_leaves: self.leaves.len(),
            wider: (one_in as f64).sqrt(),
            leaves: PackedLeaves {
                stalk: [0, 1, 2].map(|axis| column(&|leaf| [leaf.x_m, leaf.y_m, leaf.z_m][axis])),
                tip: [0, 1, 2].map(|axis| column(&|leaf| [leaf.tip_x_m, leaf.tip_y_m, leaf.tip_z_m][axis])),
                width_m: column(&|leaf| leaf.width_m),
            },
            age_yr: self.age_yr,
            exponent: self.exponent,
            metrics: self.metrics,
        }
    }
}

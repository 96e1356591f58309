//! What has grown: nodes joined to their parents.

use serde::{Deserialize, Serialize};

/// A tree, or a root system, as nodes; parents stand before their children, and node 0 is the base.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A node of a skeleton, and the segment that leads to it from its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Number of the node that it grew from; none for the base.
    pub parent: Option<u32>,
    /// Shoot or root.
    pub part: Part,
    /// Where it is, m.
    pub place_m: [f64; 3],
    /// Radius of the wood, m; 0 until radii are given.
    pub radius_m: f64,
    /// Order of the branch: 0 for the main axis, one more at each fork that it leaves; 0 until orders are given.
    pub order: u32,
    /// Round of growth in which it came.
    pub iteration: u32,
    /// Tips that once grew from here and are gone; their pipes are still in the wood.
    pub lost_tips: u32,
}

/// Above the collar or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Stem, branches, twigs.
    Shoot,
    /// Roots.
    Root,
}

impl Node {
    /// A node without radius, of order 0, that has lost nothing.
    #[must_use]
    pub fn new(parent: Option<u32>, part: Part, place_m: [f64; 3], iteration: u32) -> Self {
        Self {
            parent,
            part,
            place_m,
            radius_m: 0.0,
            order: 0,
            iteration,
            lost_tips: 0,
        }
    }
}

//! What is drawn of a tree: how finely, and what its leaves are like.

use serde::{Deserialize, Serialize};

/// How finely a tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Detail {
    /// Sides of the thickest tube, 3 or more; a tube has the fewer the thinner it is, and at least 3.
    pub most_sides: u32,
    /// Nodes nearer than this to the line of their branch go, m; 0 to keep all.
    pub tolerance_m: f64,
    /// Branches that bear fewer tips than this are not drawn; 1 to draw all.
    pub least_tips: u32,
    /// Share of the leaves that are drawn, above 0 to 1; each is larger so that together they cover the same.
    pub leaf_share: f64,
}

/// Near, middle and far.
pub const LEVELS: [Detail; 3] = [
    Detail {
        most_sides: 12,
        tolerance_m: 0.0,
        least_tips: 1,
        leaf_share: 1.0,
    },
    Detail {
        most_sides: 8,
        tolerance_m: 0.03,
        least_tips: 2,
        leaf_share: 0.35,
    },
    Detail {
        most_sides: 5,
        tolerance_m: 0.15,
        least_tips: 10,
        leaf_share: 0.07,
    },
];

/// What leaves are like.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Leaf {
    /// From stalk to tip, m; above 0.
    pub length_m: f64,
    /// Across, m; above 0.
    pub width_m: f64,
    /// Angle to the twig, degrees.
    pub angle_deg: f64,
    /// Leaves grow at the nodes of the shoot that bear no more tips than this; 1 or more.
    pub most_tips: u32,
    /// Leaves at each such node.
    pub per_node: u32,
}

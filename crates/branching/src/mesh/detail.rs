//! What is drawn of a tree: how finely, and what its leaves are like.

use serde::{Deserialize, Serialize};
use understory_keys::{Interval, parameters, real, whole};

use crate::ranges::{COUNT, LENGTH, MANY, SIZE};

parameters! {
    /// How finely a tree is drawn.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Detail {
        /// Sides of the thickest tube; a tube has the fewer the thinner it is, and at least 3.
        pub most_sides: u32 = whole(3, COUNT, "", "12"),
        /// Nodes nearer than this to the line of their branch go.
        pub tolerance_m: f64 = real(SIZE, "m", "0.03"),
        /// Branches that bear fewer tips than this are not drawn.
        pub least_tips: u32 = whole(0, COUNT, "", "2"),
        /// Share of the leaves that are drawn; each is larger so that together they cover the same.
        pub leaf_share: f64 = real(Interval::above(0.0, 1.0), "", "0.35"),
    }
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

parameters! {
    /// What leaves are like.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Leaf {
        /// From stalk to tip.
        pub length_m: f64 = real(LENGTH, "m", "0.35"),
        /// Across.
        pub width_m: f64 = real(LENGTH, "m", "0.28"),
        /// Angle to the twig.
        pub angle_deg: f64 = real(Interval::from(-360.0, 360.0), "°", "55.0"),
        /// Leaves grow at the nodes that bear no more tips than this.
        pub most_tips: u32 = whole(1, MANY, "", "2"),
        /// Leaves at each such node.
        pub per_node: u32 = whole(0, 100, "", "3"),
    }
}

//! What is drawn of a tree: with how many triangles, and what its leaves are like.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Flag, Whole};
use understory_keys::{Interval, Key, ValueKind, key, parameters, real, whole};

use crate::ranges::{LENGTH, MANY};

/// Levels of detail of a tree.
pub const LEVELS: usize = 4;
/// Each level has so many times fewer triangles than the one before, unless it is told.
const FEWER: u32 = 3;
/// Triangles of the nearest level unless others are asked for.
const USUAL: u32 = 25_000;
/// Fewer draw no tree.
const LEAST: i64 = 50;

const ROOTS: Key = key(ValueKind::Flag, "", "true").default(Flag(false));

const MESHOPT: Key = key(ValueKind::Flag, "", "true").default(Flag(false));

/// How finely one level of a tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Triangles at most of bark, roots and leaves together.
    pub triangles: u32,
    /// Whether roots are drawn.
    pub roots: bool,
}

impl Detail {
    /// So many triangles, and no roots.
    #[must_use]
    pub const fn of(triangles: u32) -> Self {
        Self {
            triangles,
            roots: false,
        }
    }
}

impl Default for Detail {
    fn default() -> Self {
        Self::of(USUAL)
    }
}

parameters! {
    /// How finely a tree is drawn in its levels of detail.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Levels: Default {
        /// Triangles at most of the nearest level, of bark, roots and leaves together.
        pub triangles: u32 = whole(LEAST, MANY, "", "8000").default(Whole(USUAL as i64)),
        /// The same of the second level; left out: a third of the one before.
        pub triangles_lod1: Option<u32> = whole(LEAST, MANY, "", "3000").optional(),
        /// The same of the third level; left out: a third of the one before.
        pub triangles_lod2: Option<u32> = whole(LEAST, MANY, "", "1000").optional(),
        /// The same of the farthest level; left out: a third of the one before.
        pub triangles_lod3: Option<u32> = whole(LEAST, MANY, "", "300").optional(),
        /// Whether roots are drawn.
        pub roots: bool = ROOTS,
        /// Whether the levels are also written packed by `EXT_meshopt_compression`, into the folder `meshopt`.
        pub meshopt: bool = MESHOPT,
    }
}

impl Levels {
    /// Each level, the nearest first.
    #[must_use]
    pub fn details(&self) -> [Detail; LEVELS] {
        let told = [
            Some(self.triangles),
            self.triangles_lod1,
            self.triangles_lod2,
            self.triangles_lod3,
        ];
        let mut before = 0;
        told.map(|told| {
            before = told.unwrap_or(before / FEWER);
            Detail {
                triangles: before,
                roots: self.roots,
            }
        })
    }
}

parameters! {
    /// What leaves are like.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Leaf {
        /// From stalk to tip of a spray of leaves.
        pub length_m: f64 = real(LENGTH, "m", "0.35"),
        /// Across.
        pub width_m: f64 = real(LENGTH, "m", "0.28"),
        /// Angle to the twig.
        pub angle_deg: f64 = real(Interval::from(-360.0, 360.0), "°", "55.0"),
        /// Leaves grow at the nodes that bear no more tips than this.
        pub most_tips: u32 = whole(1, MANY, "", "2"),
        /// Sprays at each such node. Several are drawn as one larger one where there are more than triangles for them.
        pub per_node: u32 = whole(0, 100, "", "3"),
    }
}

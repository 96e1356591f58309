//! What is drawn of a tree: with how many triangles, and what its leaves are like.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Flag, Whole};
use understory_keys::{Interval, Key, OutOfRange, ValueKind, key, parameters, real, whole};

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

const WIND_IN_TEXTURE: Key = key(ValueKind::Flag, "", "true").default(Flag(false));

const MESHOPT: Key = key(ValueKind::Flag, "", "true").default(Flag(false));

/// The keys of the levels' triangles, the nearest first.
pub(super) const KEYS_OF_TRIANGLES: [&str; LEVELS] =
    ["triangles", "triangles_lod1", "triangles_lod2", "triangles_lod3"];

/// How finely one level of a tree is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Detail {
    /// Triangles at most of bark, roots and leaves together.
    pub triangles: u32,
    /// Whether roots are drawn.
    pub roots: bool,
    /// Whether that number was asked for; else it is raised to what the tree takes at least.
    pub is_told: bool,
}

impl Detail {
    /// So many triangles, and no roots.
    #[must_use]
    pub const fn of(triangles: u32) -> Self {
        Self {
            triangles,
            roots: false,
            is_told: true,
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
    pub struct Levels: Default where Levels::related {
        /// Triangles at most of the nearest level, of bark, roots and leaves together.
        pub triangles: u32 = whole(LEAST, MANY, "", "8000").default(Whole(USUAL as i64)),
        /// The same of the second level; left out: a third of the one before, or what the tree takes at least.
        pub triangles_lod1: Option<u32> = whole(LEAST, MANY, "", "3000").optional(),
        /// The same of the third level; left out: a third of the one before, or what the tree takes at least.
        pub triangles_lod2: Option<u32> = whole(LEAST, MANY, "", "1000").optional(),
        /// The same of the farthest level; left out: a third of the one before, or what the tree takes at least.
        pub triangles_lod3: Option<u32> = whole(LEAST, MANY, "", "300").optional(),
        /// Whether roots are drawn.
        pub roots: bool = ROOTS,
        /// Whether the levels are also written packed by `EXT_meshopt_compression`, into the folder `meshopt`; needs the feature `meshopt`.
        pub meshopt: bool = MESHOPT,
        /// Whether what wind does to a vertex also stands in two sets of texture coordinates.
        pub wind_in_texture: bool = WIND_IN_TEXTURE,
    }
}

impl Levels {
    /// The triangles that are told of each level.
    fn told(&self) -> [Option<u32>; LEVELS] {
        [
            Some(self.triangles),
            self.triangles_lod1,
            self.triangles_lod2,
            self.triangles_lod3,
        ]
    }

    /// Levels that have more triangles than the one before.
    fn related(&self) -> Vec<OutOfRange> {
        let triangles = self.details().map(|detail| detail.triangles);
        let levels = (1..LEVELS).filter(|&level| self.told()[level].is_some());
        levels
            .filter(|&level| triangles[level] > triangles[level - 1])
            .map(|level| {
                let problem = format!(
                    "is {}, but the level before it has {}, and a farther one has no more than that",
                    triangles[level],
                    triangles[level - 1]
                );
                let hint = "give fewer from level to level, e.g. `8000,3000,1000,300`";
                OutOfRange::beside(KEYS_OF_TRIANGLES[level], problem, hint)
            })
            .collect()
    }

    /// Each level, the nearest first.
    #[must_use]
    pub fn details(&self) -> [Detail; LEVELS] {
        let mut before = 0;
        self.told().map(|told| {
            before = told.unwrap_or(before / FEWER);
            Detail {
                triangles: before,
                roots: self.roots,
                is_told: told.is_some(),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_that_rise_are_refused_each_by_its_key() {
        let faults = |told: [u32; 4]| {
            let levels = Levels {
                triangles: told[0],
                triangles_lod1: Some(told[1]),
                triangles_lod2: Some(told[2]),
                triangles_lod3: Some(told[3]),
                ..Levels::default()
            };
            levels
                .related()
                .into_iter()
                .map(|fault| fault.path)
                .collect::<Vec<_>>()
        };
        assert!(faults([400, 300, 300, 100]).is_empty());
        assert_eq!(faults([100, 200, 150, 400]), ["triangles_lod1", "triangles_lod3"]);
        assert!(Levels::default().related().is_empty());
        // A level that is not told has a third of the one before, which a farther one may pass.
        let levels = Levels {
            triangles: 3000,
            triangles_lod2: Some(1500),
            ..Levels::default()
        };
        let fault = &levels.related()[0];
        assert!(
            fault
                .problem
                .starts_with("is 1500, but the level before it has 1000"),
            "{fault}"
        );
    }
}

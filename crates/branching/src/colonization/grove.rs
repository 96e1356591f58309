//! What has grown of several trees, as it grew: a skeleton is made of a tree when it is asked for.

use crate::colonization::wood::{ByTree, Wood};
use crate::skeleton::{Part, Skeleton};

/// The trees of a colony that has come to its end.
pub(crate) struct Grove {
    wood: Vec<Wood>,
    by_tree: ByTree,
    part: Part,
    /// Attraction points that each tree reached.
    pub(crate) reached: Vec<u32>,
}

impl Grove {
    pub(crate) fn of(mut wood: Vec<Wood>, part: Part, reached: Vec<u32>) -> Self {
        wood.shrink_to_fit();
        Self {
            by_tree: ByTree::of(&wood, reached.len()),
            wood,
            part,
            reached,
        }
    }

    pub(crate) fn skeleton(&self, tree: usize) -> Skeleton {
        self.by_tree.skeleton(&self.wood, tree, self.part)
    }
}

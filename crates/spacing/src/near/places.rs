//! A tree of places where points stand on each other, so that many at one place cost no more than one.

use understory_space::{KdTree, Plot};

/// The places of a pattern, each once, with the points that stand there.
pub(crate) struct Places {
    tree: KdTree,
    /// `None` where each point has a place of its own.
    shared: Option<Shared>,
}

struct Shared {
    /// Where the points of each slot of the tree begin among `numbers`, and how many there are.
    starts: Vec<u32>,
    /// Numbers of the points, slot by slot.
    numbers: Vec<u32>,
}

impl Places {
    /// The points must lie in `window`, fewer than 2^32.
    pub(crate) fn new(points_m: &[[f64; 2]], window: &Plot) -> Self {
        let tree = tree_of(points_m, window);
        // The tree looks at every point that is as near as the nearest, so that n points at one place took n² steps.
        // Its slots run from neighbour to neighbour: points at one place follow each other.
        if tree.points_m().windows(2).all(|pair| pair[0] != pair[1]) {
            return Self { tree, shared: None };
        }
        drop(tree);
        let mut order: Vec<u32> = (0..points_m.len() as u32).collect();
        let at = |number: &u32| points_m[*number as usize];
        order.sort_unstable_by(|a, b| {
            let [a_m, b_m] = [at(a), at(b)];
            (a_m[0].total_cmp(&b_m[0]))
                .then(a_m[1].total_cmp(&b_m[1]))
                .then(a.cmp(b))
        });
        let mut groups: Vec<&[u32]> = order.chunk_by(|a, b| at(a) == at(b)).collect();
        groups.sort_unstable_by_key(|group| group[0]);
        let places_m: Vec<[f64; 2]> = groups.iter().map(|group| at(&group[0])).collect();
        let tree = tree_of(&places_m, window);
        let mut starts = vec![0];
        let mut numbers = Vec::with_capacity(points_m.len());
        for &group in tree.numbers() {
            numbers.extend_from_slice(groups[group as usize]);
            starts.push(numbers.len() as u32);
        }
        Self {
            tree,
            shared: Some(Shared { starts, numbers }),
        }
    }

    pub(crate) fn tree(&self) -> &KdTree {
        &self.tree
    }

    /// Numbers of the points, those of each slot of the tree together.
    pub(crate) fn numbers(&self) -> &[u32] {
        match &self.shared {
            Some(shared) => &shared.numbers,
            None => self.tree.numbers(),
        }
    }

    /// The slot of the tree at which the point at `position` among [`Self::numbers`] stands.
    pub(crate) fn slot_of(&self, position: usize) -> usize {
        match &self.shared {
            Some(shared) => shared.starts.partition_point(|&start| start as usize <= position) - 1,
            None => position,
        }
    }

    /// How many points stand at a slot of the tree.
    pub(crate) fn count(&self, slot: usize) -> usize {
        match &self.shared {
            Some(shared) => (shared.starts[slot + 1] - shared.starts[slot]) as usize,
            None => 1,
        }
    }
}

/// The tree of points that were found to lie in their window.
pub(crate) fn tree_of(points_m: &[[f64; 2]], window: &Plot) -> KdTree {
    KdTree::new(points_m, window).expect("fewer than 2^32 points, each in the window")
}

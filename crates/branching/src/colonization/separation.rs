//! Which nodes stand where, so that none is put onto another.

use crate::vector::{Vector, distance_squared};

/// Nodes by the cell of one step in which they stand. Their places are held by whoever asks: each question brings them.
///
/// Cells share buckets. What else lies in a bucket is compared in vain and seldom.
pub(crate) struct Separation {
    step_m: f64,
    /// The newest node of each bucket; a power of two of them.
    newest: Vec<u32>,
    /// For each node the one before it in its bucket.
    before: Vec<u32>,
}

/// Two nodes stand at least this share of a step apart.
const LEAST_STEPS: f64 = 1e-3;
const NONE: u32 = u32::MAX;
const LEAST_BUCKETS: usize = 1 << 6;
/// So many nodes to a bucket at most, on average.
const NODES_PER_BUCKET: usize = 2;

impl Separation {
    pub(crate) fn new(step_m: f64) -> Self {
        Self {
            step_m,
            newest: vec![NONE; LEAST_BUCKETS],
            before: Vec::new(),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.newest.fill(NONE);
        self.before.clear();
    }

    /// Makes room for so many nodes in all.
    pub(crate) fn reserve(&mut self, nodes: usize) {
        self.before.reserve(nodes.saturating_sub(self.before.len()));
    }

    /// Takes in the node that follows those before; `place_of` knows it too.
    pub(crate) fn insert(&mut self, place_of: impl Fn(usize) -> Vector) {
        if self.before.len() == NODES_PER_BUCKET * self.newest.len() {
            let buckets = 2 * self.newest.len();
            self.newest.clear();
            self.newest.resize(buckets, NONE);
            let count = self.before.len();
            self.before.clear();
            (0..count).for_each(|node| self.link(place_of(node)));
        }
        self.link(place_of(self.before.len()));
    }

    fn link(&mut self, place: Vector) {
        let bucket = self.bucket(place.map(|along| self.cell(along)));
        let node = self.before.len() as u32;
        self.before
            .push(std::mem::replace(&mut self.newest[bucket], node));
    }

    /// Whether a node stands too near to this place.
    pub(crate) fn is_taken(&self, place: Vector, place_of: impl Fn(usize) -> Vector) -> bool {
        let least_m = self.step_m * LEAST_STEPS;
        let low = place.map(|along| self.cell(along - least_m));
        let high = place.map(|along| self.cell(along + least_m));
        for z in low[2]..=high[2] {
            for y in low[1]..=high[1] {
                for x in low[0]..=high[0] {
                    let mut next = self.newest[self.bucket([x, y, z])];
                    while next != NONE {
                        if distance_squared(place_of(next as usize), place) < least_m * least_m {
                            return true;
                        }
                        next = self.before[next as usize];
                    }
                }
            }
        }
        false
    }

    fn cell(&self, along_m: f64) -> i64 {
        (along_m / self.step_m).floor() as i64
    }

    fn bucket(&self, cell: [i64; 3]) -> usize {
        let mixed = cell.into_iter().fold(0_u64, |mixed, along| {
            let mixed = (mixed.rotate_left(23) ^ along as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            mixed ^ mixed >> 29
        });
        mixed as usize & (self.newest.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_taken_up_to_a_thousandth_of_a_step_around_also_across_cells() {
        let mut separation = Separation::new(0.5);
        let place_of = |_| [1.0, 0.0, -0.5];
        separation.insert(place_of);
        assert!(separation.is_taken([1.0 - 0.4e-3, 0.0, -0.5], place_of));
        assert!(separation.is_taken([1.0, -0.2e-3, -0.5 - 0.2e-3], place_of));
        assert!(!separation.is_taken([1.0 - 0.6e-3, 0.0, -0.5], place_of));
    }

    #[test]
    fn no_node_is_lost_when_buckets_are_added() {
        let place_of = |node: usize| {
            [
                0.3 * node as f64,
                0.1 * (node % 7) as f64,
                -0.2 * (node % 5) as f64,
            ]
        };
        let mut separation = Separation::new(0.5);
        (0..1000).for_each(|_| separation.insert(place_of));
        assert!((0..1000).all(|node| separation.is_taken(place_of(node), place_of)));
        assert!(!separation.is_taken(place_of(1000), place_of));
        separation.clear();
        assert!(!separation.is_taken(place_of(0), place_of));
    }
}

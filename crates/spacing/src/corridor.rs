use understory_space::{Edge, Plot};

use crate::error::SpacingError;
use crate::near::{Best, Tree};
use crate::nearest::check;

/// Width of the widest corridor through a pattern along each axis, m: that of the largest disc that can be moved
/// from one side of the window to the opposite one without touching a point or the two sides along the way.
///
/// The first is the corridor from the left side to the right, the second that from the bottom to the top. A corridor
/// of width *w* is barred by a chain of points from side to side in which no gap exceeds *w*; the gaps from the
/// first and the last point to their sides count like the others. So *w* is the smallest with which gaps of at most
/// *w* join bottom and top, or left and right. The sides of a torus count as those of an open window.
///
/// # Method
/// Of all chains the narrowest runs along the minimum spanning tree of points and sides. The tree of the points
/// comes from rounds in which each part takes its nearest neighbour (Borůvka), by a kd-tree.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn corridor_widths_m(points_m: &[[f64; 2]], window: &Plot) -> Result<[f64; 2], SpacingError> {
    check(points_m, window)?;
    let sides = Plot::new(window.origin_m(), window.size_m(), Edge::Open).unwrap_or(*window);
    let edges = spanning_tree(&Tree::new(points_m, &sides));
    // A corridor along one axis is barred by chains along the other.
    Ok([1, 0].map(|axis| narrowest_chain_m(points_m, &sides, &edges, axis)))
}

/// Two points and how far apart they are, m.
type Gap = (f64, u32, u32);

/// Edges of the minimum spanning tree, between numbers of points, shortest first.
fn spanning_tree(tree: &Tree) -> Vec<Gap> {
    let count = tree.points_m().len();
    let mut parts = Parts::new(count);
    let mut edges: Vec<Gap> = Vec::with_capacity(count - 1);
    let mut part_of: Vec<u32> = (0..count as u32).collect();
    let mut whole = vec![None; tree.node_slots().len()];
    while edges.len() + 1 < count {
        for (node, slots) in tree.node_slots().enumerate() {
            let first = part_of[slots.start];
            whole[node] = part_of[slots].iter().all(|&part| part == first).then_some(first);
        }
        let mut nearest: Vec<Gap> = vec![(f64::INFINITY, 0, 0); count];
        for slot in 0..count {
            let part = part_of[slot];
            let found = &mut nearest[part as usize];
            let mut other = OtherPart {
                part,
                part_of: &part_of,
                whole: &whole,
                squared_m2: found.0,
                slot: None,
            };
            tree.search(tree.points_m()[slot], Some(slot), &mut other);
            if let Some(found_slot) = other.slot {
                *found = (other.squared_m2, slot as u32, found_slot as u32);
            }
        }
        for (squared_m2, a, b) in nearest {
            if squared_m2.is_finite() && parts.join(a, b) {
                edges.push((
                    squared_m2.sqrt(),
                    tree.numbers()[a as usize],
                    tree.numbers()[b as usize],
                ));
            }
        }
        for (slot, part) in part_of.iter_mut().enumerate() {
            *part = parts.of(slot as u32);
        }
    }
    edges.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    edges
}

/// The nearest point of another part.
struct OtherPart<'a> {
    part: u32,
    part_of: &'a [u32],
    /// The part of nodes that lie in one.
    whole: &'a [Option<u32>],
    squared_m2: f64,
    slot: Option<usize>,
}

impl Best for OtherPart<'_> {
    fn offer(&mut self, slot: usize, squared_m2: f64) {
        if squared_m2 < self.squared_m2 && self.part_of[slot] != self.part {
            (self.squared_m2, self.slot) = (squared_m2, Some(slot));
        }
    }

    fn worst_m2(&self) -> f64 {
        self.squared_m2
    }

    fn skips(&self, node: usize) -> bool {
        self.whole[node] == Some(self.part)
    }
}

/// Greatest gap, m, of the chain along `axis` that joins the two sides with the smallest one.
fn narrowest_chain_m(points_m: &[[f64; 2]], window: &Plot, edges: &[Gap], axis: usize) -> f64 {
    let (near, far) = (points_m.len() as u32, points_m.len() as u32 + 1);
    let near_m = window.origin_m()[axis];
    let far_m = near_m + window.size_m()[axis];
    let along_m = |number: u32| points_m[number as usize][axis];
    let mut order: Vec<u32> = (0..points_m.len() as u32).collect();
    order.sort_unstable_by(|&a, &b| along_m(a).total_cmp(&along_m(b)));
    let mut between = edges.iter().copied().peekable();
    let mut to_near = order
        .iter()
        .map(|&number| (along_m(number) - near_m, near, number))
        .peekable();
    let mut to_far = order
        .iter()
        .rev()
        .map(|&number| (far_m - along_m(number), far, number))
        .peekable();
    let mut parts = Parts::new(points_m.len() + 2);
    let mut widest_m = 0.0;
    while parts.of(near) != parts.of(far) {
        let gap_m = |gap: Option<&Gap>| gap.map_or(f64::INFINITY, |gap| gap.0);
        let gaps_m = [gap_m(between.peek()), gap_m(to_near.peek()), gap_m(to_far.peek())];
        let next = if gaps_m[0] <= gaps_m[1].min(gaps_m[2]) {
            between.next()
        } else if gaps_m[1] <= gaps_m[2] {
            to_near.next()
        } else {
            to_far.next()
        };
        let Some((gap_m, a, b)) = next else { break };
        parts.join(a, b);
        widest_m = gap_m;
    }
    widest_m
}

/// Which points hang together (union–find).
struct Parts {
    parents: Vec<u32>,
}

impl Parts {
    fn new(count: usize) -> Self {
        Self {
            parents: (0..count as u32).collect(),
        }
    }

    fn of(&mut self, mut member: u32) -> u32 {
        while self.parents[member as usize] != member {
            let parent = self.parents[member as usize];
            self.parents[member as usize] = self.parents[parent as usize];
            member = parent;
        }
        member
    }

    /// Whether they were apart.
    fn join(&mut self, a: u32, b: u32) -> bool {
        let (a, b) = (self.of(a), self.of(b));
        self.parents[a.max(b) as usize] = a.min(b);
        a != b
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Least greatest gap over all chains along an axis: shortest paths with the greatest step as their length.
    fn by_definition(points_m: &[[f64; 2]], window: &Plot, axis: usize) -> f64 {
        let near_m = window.origin_m()[axis];
        let far_m = near_m + window.size_m()[axis];
        let mut reached_m: Vec<f64> = points_m.iter().map(|point_m| point_m[axis] - near_m).collect();
        for _ in points_m {
            for i in 0..points_m.len() {
                for j in 0..points_m.len() {
                    let step_m = window.distance_squared_m2(points_m[i], points_m[j]).sqrt();
                    reached_m[i] = reached_m[i].min(reached_m[j].max(step_m));
                }
            }
        }
        let ends_m = points_m
            .iter()
            .zip(reached_m)
            .map(|(point_m, gap_m)| gap_m.max(far_m - point_m[axis]));
        ends_m.fold(f64::INFINITY, f64::min)
    }

    proptest! {
        #[test]
        fn the_corridor_is_as_wide_as_the_best_chain_lets_it(
            cells in prop::collection::vec((0_u32..30, 0_u32..20), 2..40),
            is_heaped in any::<bool>(),
        ) {
            let window = Plot::new([-1.0, 4.0], [31.0, 21.0], Edge::Open).unwrap();
            let per_m = if is_heaped { 9.0 } else { 1.0 };
            let points_m: Vec<_> =
                cells.iter().map(|&(x, y)| [f64::from(x) / per_m - 0.5, f64::from(y) / per_m + 4.5]).collect();
            let widths_m = corridor_widths_m(&points_m, &window).unwrap();
            prop_assert_eq!(widths_m, [1, 0].map(|axis| by_definition(&points_m, &window, axis)));
        }
    }

    #[test]
    fn a_gate_is_as_wide_as_its_largest_gap() {
        let window = Plot::new([0.0; 2], [10.0, 6.0], Edge::Torus).unwrap();
        // A fence from bottom to top with gaps of 1, 3 and 2 m: what comes from the left must pass it.
        let fence_m = [[4.0, 1.0], [4.0, 4.0]];
        assert_eq!(corridor_widths_m(&fence_m, &window), Ok([3.0, 6.0]));
    }
}

use std::ops::Range;

use understory_space::Plot;

use super::{Best, Metric};

/// A balanced kd-tree whose nodes know the box around their points.
///
/// Node `i` has the children `2 i + 1` and `2 i + 2`; each halves its parent's slots.
pub(crate) struct Tree {
    window: Plot,
    nodes: Vec<Node>,
    points_m: Vec<[f64; 2]>,
    numbers: Vec<u32>,
}

struct Node {
    low_m: [f64; 2],
    high_m: [f64; 2],
    first: u32,
    end: u32,
}

impl Tree {
    pub(crate) fn new(points_m: &[[f64; 2]], window: &Plot) -> Self {
        const POINTS_PER_LEAF: usize = 8;
        let mut depth = 0;
        while points_m.len() >> depth > POINTS_PER_LEAF {
            depth += 1;
        }
        let mut numbers: Vec<u32> = (0..points_m.len() as u32).collect();
        let mut nodes = Vec::with_capacity((2 << depth) - 1);
        nodes.push((0, points_m.len()));
        let mut boxed = Vec::with_capacity(nodes.capacity());
        for index in 0..nodes.capacity().min((2 << depth) - 1) {
            let (first, end) = nodes[index];
            let inside = &mut numbers[first..end];
            let (low_m, high_m) = box_around(inside.iter().map(|&number| points_m[number as usize]));
            if index < (1 << depth) - 1 {
                let axis = usize::from(high_m[1] - low_m[1] > high_m[0] - low_m[0]);
                let half = inside.len() / 2;
                inside.select_nth_unstable_by(half, |&a, &b| {
                    points_m[a as usize][axis]
                        .total_cmp(&points_m[b as usize][axis])
                        .then(a.cmp(&b))
                });
                nodes.push((first, first + half));
                nodes.push((first + half, end));
            }
            boxed.push(Node {
                low_m,
                high_m,
                first: first as u32,
                end: end as u32,
            });
        }
        Self {
            window: *window,
            nodes: boxed,
            points_m: numbers.iter().map(|&number| points_m[number as usize]).collect(),
            numbers,
        }
    }

    /// Number of the point in each slot.
    pub(crate) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The point in each slot.
    pub(crate) fn points_m(&self) -> &[[f64; 2]] {
        &self.points_m
    }

    /// The slots of each node.
    pub(crate) fn node_slots(&self) -> impl DoubleEndedIterator<Item = Range<usize>> + ExactSizeIterator {
        self.nodes
            .iter()
            .map(|node| node.first as usize..node.end as usize)
    }

    /// Asks for the neighbours of the point in each of `slots`.
    pub(crate) fn each<B: Best>(
        &self,
        slots: Range<usize>,
        start: impl Fn() -> B,
        mut finish: impl FnMut(B),
    ) {
        for slot in slots {
            let mut best = start();
            self.search(self.points_m[slot], Some(slot), &mut best);
            finish(best);
        }
    }

    /// Asks for the points near `place_m`, but for the one in slot `but`.
    pub(crate) fn search<B: Best>(&self, place_m: [f64; 2], but: Option<usize>, best: &mut B) {
        let but = but.unwrap_or(usize::MAX);
        if self.window.is_torus() {
            self.descend(Metric::<true>::new(&self.window), 0, place_m, but, best);
        } else {
            self.descend(Metric::<false>::new(&self.window), 0, place_m, but, best);
        }
    }

    fn descend<B: Best, const TORUS: bool>(
        &self,
        metric: Metric<TORUS>,
        node: usize,
        place_m: [f64; 2],
        but: usize,
        best: &mut B,
    ) {
        if best.skips(node) {
            return;
        }
        let left = 2 * node + 1;
        if left >= self.nodes.len() {
            let Node { first, end, .. } = self.nodes[node];
            for slot in first as usize..end as usize {
                if slot != but {
                    best.offer(slot, metric.squared_m2(place_m, self.points_m[slot]));
                }
            }
            return;
        }
        let to_left_m2 = self.to_box_m2(metric, left, place_m);
        let to_right_m2 = self.to_box_m2(metric, left + 1, place_m);
        let near_first = if to_left_m2 <= to_right_m2 {
            [(to_left_m2, left), (to_right_m2, left + 1)]
        } else {
            [(to_right_m2, left + 1), (to_left_m2, left)]
        };
        for (to_box_m2, child) in near_first {
            if to_box_m2 < best.worst_m2() {
                self.descend(metric, child, place_m, but, best);
            }
        }
    }

    /// Squared distance to a node's box, m². Computed coordinate by coordinate like that to a point, so that
    /// rounding never lifts it above the distance to a point of the box.
    fn to_box_m2<const TORUS: bool>(&self, metric: Metric<TORUS>, node: usize, place_m: [f64; 2]) -> f64 {
        let Node { low_m, high_m, .. } = &self.nodes[node];
        let [dx, dy] = [0, 1].map(|axis| {
            let x_m = place_m[axis];
            if (low_m[axis]..=high_m[axis]).contains(&x_m) {
                0.0
            } else {
                metric
                    .along_m(axis, x_m, low_m[axis])
                    .min(metric.along_m(axis, x_m, high_m[axis]))
            }
        });
        dx * dx + dy * dy
    }
}

fn box_around(points_m: impl Iterator<Item = [f64; 2]>) -> ([f64; 2], [f64; 2]) {
    points_m.fold(
        ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]),
        |(low_m, high_m), point_m| {
            (
                [low_m[0].min(point_m[0]), low_m[1].min(point_m[1])],
                [high_m[0].max(point_m[0]), high_m[1].max(point_m[1])],
            )
        },
    )
}

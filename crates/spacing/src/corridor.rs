//! The widest corridor through a pattern along each axis, by a spanning tree over Delaunay edges.
//!
//! A torus is opened first: a way through the window has two ends.

use spade::{DelaunayTriangulation, HasPosition, Point2, Triangulation};
use understory_space::{Edge, Plot};

use crate::error::SpacingError;
use crate::nearest::check;
use crate::parts::Parts;

/// Width of the widest corridor through a pattern along each axis, m: that of the largest disc that can be moved
/// from one side of the window to the opposite one without touching a point or the two sides along the way.
///
/// The first is the corridor from the left side to the right, the second that from the bottom to the top. A corridor
/// of width *w* is barred by a chain of points from side to side in which no gap exceeds *w*; the gaps from the
/// first and the last point to their sides count like the others. So *w* is the smallest with which gaps of at most
/// *w* join bottom and top, or left and right. The sides of a torus count as those of an open window.
///
/// # Method
/// Of all chains the narrowest runs along edges of the Delaunay triangulation, which holds a minimum spanning tree
/// of the points: its edges and the ways to the sides are joined from the shortest up, until side meets side.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn corridor_widths_m(points_m: &[[f64; 2]], window: &Plot) -> Result<[f64; 2], SpacingError> {
    check(points_m, window)?;
    let sides = Plot::new(window.origin_m(), window.size_m(), Edge::Open).unwrap_or(*window);
    let edges = delaunay_edges(points_m, &sides)?;
    // A corridor along one axis is barred by chains along the other.
    Ok([1, 0].map(|axis| narrowest_chain_m(points_m, &sides, &edges, axis)))
}

/// Two points and how far apart they are, m.
type Gap = (f64, u32, u32);

/// Edges of the Delaunay triangulation, shortest first; of points that coincide only the last has any.
fn delaunay_edges(points_m: &[[f64; 2]], window: &Plot) -> Result<Vec<Gap>, SpacingError> {
    let corner_m = window.origin_m();
    let numbered = points_m.iter().zip(0..).map(|(point_m, number)| Numbered {
        // Coordinates below the range of exact predicates are as good as 0.
        offset_m: [0, 1].map(|axis| {
            let offset_m = point_m[axis] - corner_m[axis];
            if offset_m < spade::MIN_ALLOWED_VALUE {
                0.0
            } else {
                offset_m
            }
        }),
        number,
    });
    let triangulation = DelaunayTriangulation::<Numbered>::bulk_load(numbered.collect())
        .map_err(|error| SpacingError::NoTriangulation(error.to_string()))?;
    let gaps = triangulation.undirected_edges().map(|edge| {
        let [a, b] = edge.vertices().map(|vertex| vertex.data().number);
        let [a_m, b_m] = [a, b].map(|number| points_m[number as usize]);
        (window.distance_squared_m2(a_m, b_m).sqrt(), a, b)
    });
    let mut gaps: Vec<Gap> = gaps.collect();
    gaps.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    Ok(gaps)
}

struct Numbered {
    offset_m: [f64; 2],
    number: u32,
}

impl HasPosition for Numbered {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.offset_m.into()
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

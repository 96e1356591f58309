use std::num::NonZero;

use kiddo::{ImmutableKdTree, SquaredEuclidean};

use crate::plot::Plot;

/// Nearest-neighbour queries among the points of a plot, by a kd-tree.
///
/// The tree chooses the neighbour; the distance is computed anew with [`Plot::distance_squared_m2`], so that
/// its last bits depend neither on the tree's layout nor on the processor.
pub struct NearestNeighbours<'a> {
    plot: Plot,
    points_m: &'a [[f64; 2]],
    tree: ImmutableKdTree<f64, 2>,
}

/// The points could not be indexed: there are more than 2^32 − 1 of them, or one is NaN.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} points cannot be indexed: {1}")]
pub struct TooManyPoints(usize, String);

impl<'a> NearestNeighbours<'a> {
    /// Indexes `points_m`, which lie in `plot`.
    ///
    /// # Errors
    /// [`TooManyPoints`] where the tree cannot hold them.
    pub fn new(plot: Plot, points_m: &'a [[f64; 2]]) -> Result<Self, TooManyPoints> {
        let tree = if plot.is_torus() {
            let offsets_m: Vec<_> = points_m.iter().map(|&point_m| offset_m(&plot, point_m)).collect();
            ImmutableKdTree::new_from_slice(&offsets_m)
        } else {
            ImmutableKdTree::new_from_slice(points_m)
        };
        let tree = tree.map_err(|error| TooManyPoints(points_m.len(), format!("{error:?}")))?;
        Ok(Self { plot, points_m, tree })
    }

    /// Distance from point number `index` to the nearest other point, m; infinite where there is no other.
    #[must_use]
    pub fn nearest_m(&self, index: usize) -> f64 {
        const TWO: NonZero<usize> = NonZero::new(2).unwrap();
        let point = self.points_m[index];
        let size_m = self.plot.size_m();
        // Two are asked for, as the point finds itself; among points that coincide it may find two others.
        let found = if self.plot.is_torus() {
            self.tree
                .query(&offset_m(&self.plot, point))
                .periodic_boundary_condition(&size_m)
                .nearest_n::<SquaredEuclidean<f64>>(TWO)
                .execute()
        } else {
            self.tree
                .query(&point)
                .nearest_n::<SquaredEuclidean<f64>>(TWO)
                .execute()
        };
        found
            .iter()
            .map(|neighbour| neighbour.item as usize)
            .filter(|&other| other != index)
            .map(|other| self.plot.distance_squared_m2(point, self.points_m[other]))
            .fold(f64::INFINITY, f64::min)
            .sqrt()
    }

    /// [`Self::nearest_m`] of every point, in their order.
    #[must_use]
    pub fn all_nearest_m(&self) -> Vec<f64> {
        (0..self.points_m.len())
            .map(|index| self.nearest_m(index))
            .collect()
    }
}

/// Where a point lies from the plot's corner: kiddo takes the corner of a periodic box to be (0, 0).
fn offset_m(plot: &Plot, point_m: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|axis| point_m[axis] - plot.origin_m()[axis])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::plot::Edge;

    fn brute_force_m(plot: &Plot, points_m: &[[f64; 2]]) -> Vec<f64> {
        (0..points_m.len())
            .map(|i| {
                (0..points_m.len())
                    .filter(|&j| j != i)
                    .map(|j| plot.distance_squared_m2(points_m[i], points_m[j]))
                    .fold(f64::INFINITY, f64::min)
                    .sqrt()
            })
            .collect()
    }

    proptest! {
        /// Coordinates on a coarse lattice give coincident points, equal distances and points on the edges.
        #[test]
        fn finds_the_same_distances_as_brute_force(
            cells in prop::collection::vec((0_u32..40, 0_u32..20), 0..200),
            lattice in any::<bool>(),
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([-3.0, 8.0], [20.0, 10.0], edge).unwrap();
            let points_m: Vec<[f64; 2]> = cells
                .iter()
                .enumerate()
                .map(|(i, &(x, y))| {
                    let shift = if lattice { 0.0 } else { (i as f64 * 0.618).fract() * 0.49 };
                    [-3.0 + f64::from(x) * 0.5 + shift, 8.0 + f64::from(y) * 0.5 + shift * 0.7]
                })
                .collect();
            let neighbours = NearestNeighbours::new(plot, &points_m).unwrap();
            for (found_m, exact_m) in neighbours.all_nearest_m().iter().zip(brute_force_m(&plot, &points_m)) {
                // Of two neighbours that differ by rounding alone the tree may take either.
                let is_near = (found_m - exact_m).abs() <= 1e-12 * exact_m.max(1.0);
                prop_assert!(*found_m == exact_m || is_near, "{} {}", found_m, exact_m);
            }
        }
    }

    #[test]
    fn a_lone_point_has_no_neighbour() {
        let plot = Plot::new([0.0; 2], [1.0; 2], Edge::Torus).unwrap();
        let points_m = [[0.5, 0.5]];
        let neighbours = NearestNeighbours::new(plot, &points_m).unwrap();
        assert_eq!(neighbours.all_nearest_m(), [f64::INFINITY]);
    }

    #[test]
    fn ten_thousand_coincident_points_are_at_distance_zero() {
        let plot = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
        let points_m = vec![[0.25, 0.75]; 10_000];
        let neighbours = NearestNeighbours::new(plot, &points_m).unwrap();
        assert!(
            neighbours
                .all_nearest_m()
                .iter()
                .all(|&distance_m| distance_m == 0.0)
        );
    }
}

//! Neighbour queries by a kd-tree (kiddo), for points that are clustered or few.
//!
//! kiddo knows no torus: a query asks again from the images of the place that have points within reach. A query may
//! meet more points than were asked for: keep the nearest.

use std::num::NonZero;

use kiddo::{ImmutableKdTree, SquaredEuclidean};

use crate::plot::Plot;

/// Neighbour queries among the points of a plot by a kd-tree, as good for clustered points as for even ones.
///
/// The tree finds who is near; each distance is computed anew with [`Plot::distance_squared_m2`], so that its bits
/// depend neither on the tree's layout nor on the processor.
///
/// Points keep to slots along a curve that runs from neighbour to neighbour (Z-order): queries in the order of the
/// slots are about twice as fast as in random order.
pub struct KdTree {
    plot: Plot,
    tree: ImmutableKdTree<f64, 2>,
    points_m: Vec<[f64; 2]>,
    numbers: Vec<u32>,
    low_m: [f64; 2],
    high_m: [f64; 2],
}

/// Points that no tree can be made of: there are more than 2^32 − 1 of them, or one is not finite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} points cannot be indexed: {1}")]
pub struct NotIndexed(usize, String);

impl KdTree {
    /// A tree of points of `plot`, which may coincide.
    ///
    /// # Errors
    /// [`NotIndexed`] for more than 2^32 − 1 points, and for a coordinate that is not finite.
    pub fn new(points_m: &[[f64; 2]], plot: &Plot) -> Result<Self, NotIndexed> {
        let refused = |why: &str| NotIndexed(points_m.len(), why.to_owned());
        if u32::try_from(points_m.len()).is_err() {
            return Err(refused("there are more than 2^32 - 1"));
        }
        if !points_m.iter().flatten().all(|x_m| x_m.is_finite()) {
            return Err(refused("a coordinate is not finite"));
        }
        let [mut low_m, mut high_m] = [[f64::INFINITY; 2], [f64::NEG_INFINITY; 2]];
        for point_m in points_m {
            for axis in 0..2 {
                low_m[axis] = low_m[axis].min(point_m[axis]);
                high_m[axis] = high_m[axis].max(point_m[axis]);
            }
        }
        let mut numbers: Vec<u32> = (0..points_m.len() as u32).collect();
        // Cached: a key is 64 interleaved bits, and a sort asks for each some twenty times. Number last, so that the
        // order of coincident points is fixed.
        numbers.sort_by_cached_key(|&number| (z_order(points_m[number as usize], low_m, high_m), number));
        let points_m: Vec<_> = numbers.iter().map(|&number| points_m[number as usize]).collect();
        let tree =
            ImmutableKdTree::new_from_slice(&points_m).map_err(|error| refused(&format!("{error:?}")))?;
        Ok(Self {
            plot: *plot,
            tree,
            points_m,
            numbers,
            low_m,
            high_m,
        })
    }

    /// Number, in the slice given to [`Self::new`], of the point in each slot.
    #[must_use]
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// The point in each slot, m.
    #[must_use]
    pub fn points_m(&self) -> &[[f64; 2]] {
        &self.points_m
    }

    /// Meets the `count` points nearest to a place of the plot, or all points where there are fewer, and perhaps
    /// others; each once, in no order, with its slot and squared distance in m².
    pub fn nearest(&self, place_m: [f64; 2], count: NonZero<usize>, mut meet: impl FnMut(usize, f64)) {
        for slot in self.slots_nearest(place_m, count) {
            meet(slot as usize, self.squared_m2(place_m, slot as usize));
        }
    }

    /// No part of what takes a closure, as kiddo's query would be translated anew with each.
    fn slots_nearest(&self, place_m: [f64; 2], count: NonZero<usize>) -> Vec<u32> {
        let nearest = |from_m: [f64; 2]| {
            let query = self.tree.query(&from_m);
            query.nearest_n::<SquaredEuclidean<f64>>(count).execute()
        };
        let home = nearest(place_m);
        let reach_m2 = home
            .get(count.get() - 1)
            .map_or(f64::INFINITY, |last| last.distance);
        let mut slots: Vec<u32> = home.iter().map(|found| found.item).collect();
        if !self.plot.is_torus() || home.len() < count.get() {
            return slots;
        }
        // Any of the nearest is met from home or from an image of the place no farther than the least reach.
        let mut least_m2 = reach_m2;
        for image_m in self.images_near(place_m, reach_m2) {
            let found = nearest(image_m);
            least_m2 = found
                .get(count.get() - 1)
                .map_or(least_m2, |last| least_m2.min(last.distance));
        }
        self.meet_images(place_m, least_m2, &mut slots);
        slots
    }

    /// Meets the points up to `limit_m2` m² from a place of the plot; each once, in no order, with its slot and
    /// squared distance in m².
    pub fn within(&self, place_m: [f64; 2], limit_m2: f64, mut meet: impl FnMut(usize, f64)) {
        let mut slots = self.slots_within(place_m, limit_m2);
        if self.plot.is_torus() {
            self.meet_images(place_m, limit_m2, &mut slots);
        }
        for slot in slots {
            let squared_m2 = self.squared_m2(place_m, slot as usize);
            if squared_m2 <= limit_m2 {
                meet(slot as usize, squared_m2);
            }
        }
    }

    /// Adds what lies up to `limit_m2` from the images of a place; sorts, and keeps each slot once.
    fn meet_images(&self, place_m: [f64; 2], limit_m2: f64, slots: &mut Vec<u32>) {
        let at_home = slots.len();
        let wider_m2 = self.with_slack_m2(limit_m2);
        for image_m in self.images_near(place_m, limit_m2) {
            slots.extend(self.slots_within(image_m, wider_m2));
        }
        if slots.len() > at_home {
            slots.sort_unstable();
            slots.dedup();
        }
    }

    /// The points up to a squared distance by the tree's own arithmetic, whose last bits may differ from the plot's.
    fn slots_within(&self, from_m: [f64; 2], limit_m2: f64) -> Vec<u32> {
        let mut slots = Vec::new();
        let query = self.tree.query(&from_m);
        query
            .within::<SquaredEuclidean<f64>>(limit_m2)
            .unsorted()
            .visit(|found| slots.push(found.item));
        slots
    }

    /// The images of a place across the seams of the torus that have a point within reach, its box taken for it.
    fn images_near(&self, place_m: [f64; 2], reach_m2: f64) -> impl Iterator<Item = [f64; 2]> {
        let reach_m2 = self.with_slack_m2(reach_m2);
        let [width_m, height_m] = self.plot.size_m();
        let steps = (-1..=1).flat_map(|row| (-1..=1).map(move |column| [column, row]));
        steps
            .filter(|&[column, row]| column != 0 || row != 0)
            .map(move |[column, row]| {
                [
                    place_m[0] + f64::from(column) * width_m,
                    place_m[1] + f64::from(row) * height_m,
                ]
            })
            .filter(move |image_m| {
                let [dx, dy] = [0, 1].map(|axis| {
                    let below_m = self.low_m[axis] - image_m[axis];
                    let above_m = image_m[axis] - self.high_m[axis];
                    below_m.max(above_m).max(0.0)
                });
                dx * dx + dy * dy <= reach_m2
            })
    }

    /// A squared distance that allows for what the rounding of an image's place can add.
    fn with_slack_m2(&self, squared_m2: f64) -> f64 {
        let extent_m = (0..2).fold(0.0_f64, |extent_m, axis| {
            extent_m.max(self.plot.origin_m()[axis].abs() + 2.0 * self.plot.size_m()[axis])
        });
        let distance_m = squared_m2.sqrt() + 4.0 * f64::EPSILON * extent_m;
        distance_m * distance_m
    }

    /// The squared distance as everybody else computes it, m².
    fn squared_m2(&self, place_m: [f64; 2], slot: usize) -> f64 {
        self.plot.distance_squared_m2(place_m, self.points_m[slot])
    }
}

/// Place along a curve through a grid of 2^32 × 2^32 cells: the bits of column and row in turn.
fn z_order(point_m: [f64; 2], low_m: [f64; 2], high_m: [f64; 2]) -> u64 {
    let [column, row] = [0, 1].map(|axis| {
        let fraction = (point_m[axis] - low_m[axis]) / (high_m[axis] - low_m[axis]);
        // A fraction of 1 saturates; that of an axis without extent is NaN and becomes 0.
        spread((fraction * 4_294_967_296.0) as u32)
    });
    column | row << 1
}

/// The bits of `x` at every other place.
fn spread(x: u32) -> u64 {
    let mut x = u64::from(x);
    x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::plot::Edge;

    /// Coordinates on a coarse lattice give coincident points, equal distances and points on the edges.
    fn points_m(cells: &[(u32, u32)], is_lattice: bool, far_m: f64) -> Vec<[f64; 2]> {
        cells
            .iter()
            .enumerate()
            .map(|(i, &(x, y))| {
                let shift = if is_lattice {
                    0.0
                } else {
                    (i as f64 * 0.618).fract() * 0.49
                };
                [
                    far_m + f64::from(x) * 0.5 + shift,
                    8.0 + f64::from(y) * 0.5 + shift * 0.7,
                ]
            })
            .collect()
    }

    proptest! {
        #[test]
        fn finds_the_bits_of_brute_force(
            cells in prop::collection::vec((0_u32..40, 0_u32..20), 1..120),
            (is_lattice, is_torus) in any::<(bool, bool)>(),
            far_m in prop::sample::select(vec![-3.0, 5e6]),
            count in 1_usize..9,
            radius_m in prop_oneof![0.0..3.0, 3.0..30.0],
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([far_m, 8.0], [20.0, 10.0], edge).unwrap();
            let points_m = points_m(&cells, is_lattice, far_m);
            let tree = KdTree::new(&points_m, &plot).unwrap();
            let limit_m2: f64 = radius_m * radius_m;
            for &place_m in &points_m {
                let mut exact: Vec<f64> =
                    points_m.iter().map(|&other_m| plot.distance_squared_m2(place_m, other_m)).collect();
                exact.sort_by(f64::total_cmp);
                let mut found = Vec::new();
                tree.nearest(place_m, NonZero::new(count).unwrap(), |slot, squared_m2| {
                    assert_eq!(plot.distance_squared_m2(place_m, tree.points_m()[slot]), squared_m2);
                    found.push(squared_m2);
                });
                found.sort_by(f64::total_cmp);
                let wanted = count.min(points_m.len());
                prop_assert_eq!(&found[..wanted], &exact[..wanted]);
                let mut slots = Vec::new();
                tree.within(place_m, limit_m2, |slot, _| slots.push(slot));
                slots.sort_unstable();
                let near: Vec<usize> = (0..points_m.len())
                    .filter(|&slot| plot.distance_squared_m2(place_m, tree.points_m()[slot]) <= limit_m2)
                    .collect();
                prop_assert_eq!(slots, near);
            }
        }
    }

    #[test]
    fn every_number_has_one_slot() {
        let plot = Plot::new([0.0; 2], [20.0; 2], Edge::Open).unwrap();
        let points_m = points_m(&[(3, 1), (39, 19), (3, 1), (0, 0)], true, 0.0);
        let tree = KdTree::new(&points_m, &plot).unwrap();
        let mut numbers = tree.numbers().to_vec();
        for (slot, &number) in numbers.iter().enumerate() {
            assert_eq!(tree.points_m()[slot], points_m[number as usize]);
        }
        numbers.sort_unstable();
        assert_eq!(numbers, [0, 1, 2, 3]);
    }

    #[test]
    fn ten_thousand_coincident_points_and_none_at_all_are_indexed() {
        let plot = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
        let tree = KdTree::new(&vec![[0.25, 0.75]; 10_000], &plot).unwrap();
        let mut met = 0;
        tree.nearest([0.25, 0.75], NonZero::new(2).unwrap(), |_, squared_m2| {
            met += 1;
            assert_eq!(squared_m2, 0.0);
        });
        assert!(met >= 2);
        let empty = KdTree::new(&[], &plot).unwrap();
        empty.nearest([0.5; 2], NonZero::new(1).unwrap(), |slot, _| panic!("{slot}"));
        empty.within([0.5; 2], 9.0, |slot, _| panic!("{slot}"));
    }

    #[test]
    fn a_coordinate_that_is_not_finite_is_refused() {
        let plot = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
        let refused = KdTree::new(&[[0.5, f64::NAN]], &plot).err().unwrap();
        assert_eq!(
            refused.to_string(),
            "1 points cannot be indexed: a coordinate is not finite"
        );
    }
}

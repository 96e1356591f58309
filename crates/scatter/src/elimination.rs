//! Sample elimination: many random points, of which the most crowded one goes, again and again.

mod grid;

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::collections::binary_heap::PeekMut;

use serde::Deserialize;
use understory_keys::Literal::{Flag, Whole};
use understory_keys::{Checked, ValueKind, key, parameters, whole};
use understory_numerics::parallel::go_on;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use crate::ScatterError;
use crate::cost::Cost;
use crate::layout::Layout;
use crate::place::UniformPlaces;
use crate::point_method::{FitParameter, PointMethod};
use crate::ranks::{count_before_thinning, leave_out_surplus};
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;
use grid::Grid;

parameters! {
    /// The points that are left of several times as many random ones, after the most crowded one went again and again.
    ///
    /// How crowded a point is, is the sum over its neighbours nearer than *d* = 2 *r* of (1 − distance / *d*)⁸, where
    /// *d* is the distance of the densest grid of `count` points: √(2 area / (√3 count)). Distances below a limit count
    /// as the limit: 0.65 (1 − (points left / points before)^1.5) *d*. The count is exact, no distance need be known,
    /// and points keep about 0.7 *d*, though nothing holds them to it. On an open plot points are less likely to go
    /// near the edges, where they have fewer neighbours.
    ///
    /// Under a weight more points are left, and thinned at random with the weight as chance.
    ///
    /// # Source
    /// Yuksel (2015), weighted sample elimination; the exponent 8 and the limit's 0.65 and 1.5 are the values that its
    /// author's cyCodeBase takes.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct Elimination: Default {
        /// Random points of which one is left.
        pub inputs_per_point: u32 = whole(2, 50, "", "5").default(Whole(5)),
        /// Whether every beginning of the list of points is evenly spread too; else they come tile by tile.
        pub progressive: bool = key(ValueKind::Flag, "", "true").default(Flag(false)),
    }
}

impl PointMethod for Elimination {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        let count = count_before_thinning(layout)?;
        let inputs = count.saturating_mul(self.inputs_per_point);
        let mut points_m = UniformPlaces::new(layout.plot, key).first(inputs);
        // Neighbours lie side by side in memory from here on.
        points_m = Grid::new(layout.plot, hexagonal_distance_m(layout.plot, count), &points_m).places_m;
        let limit = limit_share(self.inputs_per_point);
        let (left, _) = eliminate(layout.plot, &points_m, count as usize, limit);
        points_m = left.into_iter().map(|number| points_m[number as usize]).collect();
        if self.progressive {
            order_progressively(layout.plot, &mut points_m, limit);
        }
        leave_out_surplus(&mut points_m, layout, key.child(1, Purpose::Place, 0))?;
        let missing = layout.count as usize - points_m.len();
        Ok(Scattered {
            shortfall: (missing > 0).then_some(Shortfall::Weight { missing }),
            ..Scattered::of(points_m)
        })
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let inputs = f64::from(layout.count) * f64::from(self.inputs_per_point);
        let orders = if self.progressive { 2.0 } else { 1.0 };
        // Beyond some hundred thousand, neighbours are no longer at hand in the processor.
        let step = 1200.0 * (1.0 + inputs / 1e5).min(8.0);
        Cost::new("count", step * inputs * orders, 80.0 * inputs)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        let inputs = f64::from(self.inputs_per_point);
        vec![FitParameter::new("inputs_per_point", inputs, [2.0, 20.0])]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "inputs_per_point" {
            self.inputs_per_point = value.round() as u32;
        }
    }
}

/// Distance of neighbours in the densest grid of so many points, m: the most that any pattern can keep.
fn hexagonal_distance_m(plot: &Plot, count: u32) -> f64 {
    (2.0 * plot.area_m2() / (3.0_f64.sqrt() * f64::from(count.max(1)))).sqrt()
}

/// Distances below this share of the hexagonal one count as it.
fn limit_share(inputs_per_point: u32) -> f64 {
    let left = 1.0 / f64::from(inputs_per_point);
    0.65 * (1.0 - left * left.sqrt())
}

/// How much two points crowd each other at a distance below the hexagonal one, in units of that.
///
/// A whole number of 2^-48, so that sums are the same in any order and points that crowd each other alike tie.
fn crowding(distance: f64, limit: f64) -> u64 {
    let left = 1.0 - distance.max(limit);
    let fourth = (left * left) * (left * left);
    (fourth * fourth * 281_474_976_710_656.0) as u64
}

/// A point on the heap, the most crowded first; of equally crowded ones the lower number.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    crowding: u64,
    number: Reverse<u32>,
}

/// The numbers of the `count` points that are left, ascending, and of those that went, in the order in which they did.
fn eliminate(plot: &Plot, points_m: &[[f64; 2]], count: usize, limit: f64) -> (Vec<u32>, Vec<u32>) {
    let distance_m = hexagonal_distance_m(plot, count as u32);
    let mut grid = Grid::new(plot, distance_m, points_m);
    let crowding_of = |distance_m2: f64| crowding(distance_m2.sqrt() / distance_m, limit);
    let mut crowdings = vec![0_u64; points_m.len()];
    for (number, &point_m) in points_m.iter().enumerate() {
        let mut sum = 0;
        grid.for_each_near(point_m, |other, distance_m2| {
            if other as usize != number {
                sum += crowding_of(distance_m2);
            }
        });
        crowdings[number] = sum;
    }
    let entry = |(number, &crowding): (usize, &u64)| Entry {
        crowding,
        number: Reverse(number as u32),
    };
    let mut heap: BinaryHeap<Entry> = crowdings.iter().enumerate().map(entry).collect();
    let mut is_gone = vec![false; points_m.len()];
    let mut gone = Vec::with_capacity(points_m.len().saturating_sub(count));
    while points_m.len() - gone.len() > count {
        go_on();
        let Some(mut top) = heap.peek_mut() else { break };
        let number = top.number.0 as usize;
        // Neighbours only go, so a point on the heap is at most too high: it sinks when it comes to the top.
        if top.crowding > crowdings[number] {
            top.crowding = crowdings[number];
            continue;
        }
        PeekMut::pop(top);
        is_gone[number] = true;
        gone.push(number as u32);
        grid.remove(number as u32, points_m[number]);
        grid.for_each_near(points_m[number], |other, distance_m2| {
            crowdings[other as usize] -= crowding_of(distance_m2);
        });
    }
    let left = (0..points_m.len() as u32)
        .filter(|&number| !is_gone[number as usize])
        .collect();
    (left, gone)
}

/// Puts points into an order of which every beginning is evenly spread: half of them are eliminated and go to the
/// end, the last to go first, then half of the rest, and so on.
fn order_progressively(plot: &Plot, points_m: &mut [[f64; 2]], limit: f64) {
    let mut count = points_m.len();
    while count >= 3 {
        let part_m = points_m[..count].to_vec();
        let (left, gone) = eliminate(plot, &part_m, count / 2, limit);
        let order = left.iter().chain(gone.iter().rev());
        for (point_m, &number) in points_m.iter_mut().zip(order) {
            *point_m = part_m[number as usize];
        }
        count /= 2;
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;
    use crate::Request;

    fn plot(edge: Edge) -> Plot {
        Plot::new([30.0, -60.0], [20.0, 13.0], edge).unwrap()
    }

    /// The method in its naive form: all sums anew before each point goes.
    fn by_brute_force(plot: &Plot, points_m: &[[f64; 2]], count: usize, limit: f64) -> Vec<u32> {
        let distance_m = hexagonal_distance_m(plot, count as u32);
        let mut left: Vec<u32> = (0..points_m.len() as u32).collect();
        while left.len() > count {
            let sum = |&i: &u32| -> u64 {
                let crowding_by = |&j: &u32| {
                    let between_m = plot
                        .distance_squared_m2(points_m[i as usize], points_m[j as usize])
                        .sqrt();
                    if i == j || between_m >= distance_m {
                        0
                    } else {
                        crowding(between_m / distance_m, limit)
                    }
                };
                left.iter().map(crowding_by).sum()
            };
            let sums: Vec<u64> = left.iter().map(sum).collect();
            let most = sums.iter().max();
            let first = sums.iter().position(|sum| Some(sum) == most).unwrap();
            left.remove(first);
        }
        left
    }

    proptest! {
        #[test]
        fn the_heap_leaves_the_same_points_as_new_sums_each_time(
            seed in any::<u128>(),
            count in 1_usize..30,
            inputs in 2_usize..5,
            is_torus in any::<bool>(),
        ) {
            let plot = plot(if is_torus { Edge::Torus } else { Edge::Open });
            let points_m = UniformPlaces::new(&plot, RandomKey::from_bits(seed)).first((count * inputs) as u32);
            let limit = limit_share(inputs as u32);
            let (left, gone) = eliminate(&plot, &points_m, count, limit);
            prop_assert_eq!(left.len() + gone.len(), points_m.len());
            prop_assert_eq!(left, by_brute_force(&plot, &points_m, count, limit));
        }

        #[test]
        fn the_progressive_order_moves_no_point(seed in any::<u128>(), count in 0_u32..120) {
            let plot = plot(Edge::Torus);
            let scatter = |progressive| {
                let method = Elimination { progressive, ..Elimination::default() };
                let mut points_m =
                    method.scatter(&Request::new(&plot, count), RandomKey::from_bits(seed)).unwrap().points_m;
                points_m.sort_by(|a, b| a[0].total_cmp(&b[0]));
                points_m
            };
            prop_assert_eq!(scatter(true), scatter(false));
        }
    }

    fn least_distance_m(plot: &Plot, points_m: &[[f64; 2]]) -> f64 {
        let mut least_m2 = f64::INFINITY;
        for (i, &a_m) in points_m.iter().enumerate() {
            for &b_m in &points_m[..i] {
                least_m2 = least_m2.min(plot.distance_squared_m2(a_m, b_m));
            }
        }
        least_m2.sqrt()
    }

    /// The figure of the method's author's own program is 0.69 of the hexagonal distance at five inputs a point.
    #[test]
    fn points_keep_about_seven_tenths_of_the_hexagonal_distance() {
        let plot = plot(Edge::Torus);
        let found = Elimination::default()
            .scatter(&Request::new(&plot, 2000), RandomKey::from_bits(7))
            .unwrap();
        let share = least_distance_m(&plot, &found.points_m) / hexagonal_distance_m(&plot, 2000);
        assert!((0.64..0.76).contains(&share), "{share}");
    }

    #[test]
    fn every_beginning_of_the_progressive_order_is_spread() {
        let plot = plot(Edge::Torus);
        let method = Elimination {
            progressive: true,
            ..Elimination::default()
        };
        let points_m = method
            .scatter(&Request::new(&plot, 2048), RandomKey::from_bits(7))
            .unwrap()
            .points_m;
        for count in [1024, 512, 256, 128] {
            let share =
                least_distance_m(&plot, &points_m[..count]) / hexagonal_distance_m(&plot, count as u32);
            assert!(share > 0.5, "{count}: {share}");
        }
    }

    #[test]
    fn inputs_out_of_range_are_refused() {
        for inputs_per_point in [0, 1, 51] {
            let method = Elimination {
                inputs_per_point,
                progressive: false,
            };
            let refused = method.scatter(&Request::new(&plot(Edge::Open), 3), RandomKey::from_bits(1));
            assert_eq!(refused.unwrap_err().key(), Some("inputs_per_point"));
        }
    }
}

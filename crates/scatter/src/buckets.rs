//! Points by buckets, for methods that ask whether anything is near while they add points.

use understory_space::{Cells, Plot};

use crate::occupancy_grid::{Nearness, OccupancyGrid};

/// Points of a plot in a grid of buckets, to ask whether any stands near a place.
///
/// A bucket is at least as long and wide as the distance asked for, so a place looks into its own and the eight
/// around it; on a torus those of the opposite edge belong to them. Nearly all questions are answered by a
/// [`OccupancyGrid`] before that.
///
/// Buckets are lists, as points join one by one between questions; a sorted
/// [`CellGrid`](understory_space::CellGrid) would have to be sorted anew for each.
pub(crate) struct Buckets {
    plot: Plot,
    occupied: OccupancyGrid,
    distance_m2: f64,
    cells: Cells<2>,
    /// Last point put into each bucket, or `NONE`.
    last: Vec<u32>,
    /// Of each point, the one put into its bucket before it, or `NONE`.
    before: Vec<u32>,
    points_m: Vec<[f64; 2]>,
}

const NONE: u32 = u32::MAX;

impl Buckets {
    /// Empty buckets for about `expected` points that keep `distance_m`.
    pub(crate) fn new(plot: Plot, distance_m: f64, expected: u32) -> Self {
        // Buckets far smaller than the room of a point would only take memory. The margin covers the rounding
        // by which a point can fall into the next bucket.
        let room_m = (plot.area_m2() / f64::from(expected.max(1))).sqrt();
        let least_side_m = distance_m.max(room_m) * (1.0 + 1e-9);
        let count = plot
            .size_m()
            .map(|side_m| (side_m / least_side_m).clamp(1.0, 65_536.0) as usize);
        let cells = Cells::of_plot(&plot, count);
        // No more discs of half the distance fit than squares of it into the plot and the rim round it.
        let most = plot.size_m().map(|side_m| side_m / (0.8 * distance_m) + 2.0);
        let expected = f64::from(expected).min(most[0] * most[1]) as usize;
        Self {
            plot,
            occupied: OccupancyGrid::new(plot, distance_m, expected as u32),
            distance_m2: distance_m * distance_m,
            cells,
            last: vec![NONE; cells.total()],
            before: Vec::with_capacity(expected),
            points_m: Vec::with_capacity(expected),
        }
    }

    /// Buckets with these points of the plot.
    pub(crate) fn holding(plot: Plot, distance_m: f64, points_m: &[[f64; 2]]) -> Self {
        let mut buckets = Self::new(plot, distance_m, points_m.len() as u32);
        for &point_m in points_m {
            buckets.push(point_m);
        }
        buckets
    }

    /// Whether any point is nearer to `place_m` than the distance.
    #[inline]
    pub(crate) fn any_near(&self, place_m: [f64; 2]) -> bool {
        match self.occupied.look(place_m) {
            Nearness::Near => true,
            Nearness::Far => false,
            Nearness::Unsure => self.any_near_exactly(place_m),
        }
    }

    #[cold]
    fn any_near_exactly(&self, place_m: [f64; 2]) -> bool {
        self.any_around(place_m, |_, other_m| {
            self.plot.distance_squared_m2(place_m, other_m) < self.distance_m2
        })
    }

    /// Whether any point is nearer than the distance to all of the rectangle of this half-size round `centre_m`.
    pub(crate) fn any_covers(&self, centre_m: [f64; 2], half_m: [f64; 2]) -> bool {
        match self.occupied.look_at_rectangle(centre_m, half_m) {
            Nearness::Near => true,
            Nearness::Far => false,
            Nearness::Unsure => self.any_around(centre_m, |_, point_m| {
                let way_m = self.plot.offset_m(centre_m, point_m);
                let [dx_m, dy_m] = [0, 1].map(|axis| way_m[axis].abs() + half_m[axis]);
                dx_m * dx_m + dy_m * dy_m < self.distance_m2
            }),
        }
    }

    /// Whether something holds for any point by its number and its squared distance from `place_m`, m²; points
    /// farther away than the distance may not be asked.
    pub(crate) fn any_where(&self, place_m: [f64; 2], holds: impl Fn(u32, f64) -> bool) -> bool {
        self.any_around(place_m, |number, point_m| {
            holds(number, self.plot.distance_squared_m2(place_m, point_m))
        })
    }

    /// Whether `is_it` says so of any of the points, by number and place, among which all those nearer than the
    /// distance are.
    fn any_around(&self, place_m: [f64; 2], is_it: impl Fn(u32, [f64; 2]) -> bool) -> bool {
        let [column, row] = self.cells.at(place_m);
        let columns = self.around(column, 0);
        self.around(row, 1).any(|row| {
            columns
                .clone()
                .any(|column| self.any_in(self.cells.number([column, row]), &is_it))
        })
    }

    /// Gives the number of each point nearer to `place_m` than the distance, with the squared distance, m².
    pub(crate) fn each_near(&self, place_m: [f64; 2], mut found: impl FnMut(u32, f64)) {
        let [column, row] = self.cells.at(place_m);
        let columns = self.around(column, 0);
        for row in self.around(row, 1) {
            for column in columns.clone() {
                let mut point = self.last[self.cells.number([column, row])];
                while point != NONE {
                    let distance_m2 = self
                        .plot
                        .distance_squared_m2(place_m, self.points_m[point as usize]);
                    if distance_m2 < self.distance_m2 {
                        found(point, distance_m2);
                    }
                    point = self.before[point as usize];
                }
            }
        }
    }

    /// Adds a point of the plot.
    pub(crate) fn push(&mut self, place_m: [f64; 2]) {
        let last = &mut self.last[self.cells.number(self.cells.at(place_m))];
        self.before.push(*last);
        *last = self.points_m.len() as u32;
        self.points_m.push(place_m);
        self.occupied.push(place_m);
    }

    /// Number of points.
    pub(crate) fn len(&self) -> u32 {
        self.points_m.len() as u32
    }

    /// Whether any of the points from number `first` on is nearer to `place_m` than the distance.
    pub(crate) fn any_near_since(&self, first: u32, place_m: [f64; 2]) -> bool {
        let near = |&other_m| self.plot.distance_squared_m2(place_m, other_m) < self.distance_m2;
        self.points_m[first as usize..].iter().any(near)
    }

    /// The points, in the order in which they came.
    pub(crate) fn into_points_m(self) -> Vec<[f64; 2]> {
        self.points_m
    }

    fn any_in(&self, bucket: usize, is_it: impl Fn(u32, [f64; 2]) -> bool) -> bool {
        let mut point = self.last[bucket];
        while point != NONE {
            if is_it(point, self.points_m[point as usize]) {
                return true;
            }
            point = self.before[point as usize];
        }
        false
    }

    /// The columns (axis 0) or rows (axis 1) at and beside `at`, each once, its own first: in a crowded plot it is
    /// the one most likely to hold a point. Those of the opposite edge do no harm on an open plot.
    fn around(&self, at: usize, axis: usize) -> impl Iterator<Item = usize> + Clone {
        let count = self.cells.count()[axis];
        [at, at + count - 1, at + 1]
            .into_iter()
            .take(count)
            .map(move |index| if index < count { index } else { index - count })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    proptest! {
        /// Distances up to past the whole plot, so that there is one bucket, a few, or many.
        #[test]
        fn any_near_says_the_same_as_a_look_at_every_point(
            fractions in prop::collection::vec((0.0..1.0, 0.0..1.0), 1..60),
            distance_m in prop_oneof![0.01..0.3, 0.3..4.0, 4.0..40.0],
            expected in 0_u32..2000,
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([-4.0, 11.0], [23.0, 9.0], edge).unwrap();
            let places_m: Vec<_> =
                fractions.iter().map(|&(u, v)| [-4.0 + u * 23.0, 11.0 + v * 9.0]).collect();
            let mut buckets = Buckets::new(plot, distance_m, expected);
            for (i, &place_m) in places_m.iter().enumerate() {
                let by_brute_force = places_m[..i]
                    .iter()
                    .any(|&other_m| plot.distance_squared_m2(place_m, other_m) < distance_m * distance_m);
                prop_assert_eq!(buckets.any_near(place_m), by_brute_force);
                let half_m = [0.3 * distance_m, 0.1 * distance_m];
                let covers = |&other_m: &[f64; 2]| {
                    let way_m = plot.offset_m(place_m, other_m);
                    let [x, y] = [way_m[0].abs() + half_m[0], way_m[1].abs() + half_m[1]];
                    x * x + y * y < distance_m * distance_m
                };
                prop_assert_eq!(buckets.any_covers(place_m, half_m), places_m[..i].iter().any(covers));
                let mut near = 0;
                buckets.each_near(place_m, |_, _| near += 1);
                let near_by_brute_force = places_m[..i]
                    .iter()
                    .filter(|&&other_m| plot.distance_squared_m2(place_m, other_m) < distance_m * distance_m);
                prop_assert_eq!(near, near_by_brute_force.count());
                buckets.push(place_m);
            }
        }
    }
}

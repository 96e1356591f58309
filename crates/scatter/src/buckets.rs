use understory_space::Plot;

/// Points of a plot in a grid of buckets, to ask whether any stands near a place.
///
/// A bucket is at least as long and wide as the distance asked for, so a place looks into its own and the eight
/// around it; on a torus those of the opposite edge belong to them.
pub(crate) struct Buckets {
    plot: Plot,
    distance_m2: f64,
    count: [usize; 2],
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
        Self::with_count(plot, distance_m, count)
    }

    fn with_count(plot: Plot, distance_m: f64, count: [usize; 2]) -> Self {
        let distance_m2 = distance_m * distance_m;
        let last = vec![NONE; count[0] * count[1]];
        Self {
            plot,
            distance_m2,
            count,
            last,
            before: Vec::new(),
            points_m: Vec::new(),
        }
    }

    /// Whether any point is nearer to `place_m` than the distance.
    pub(crate) fn any_near(&self, place_m: [f64; 2]) -> bool {
        let [column, row] = self.column_and_row(place_m);
        let columns = self.around(column, 0);
        self.around(row, 1).any(|row| {
            columns
                .clone()
                .any(|column| self.any_near_in(row * self.count[0] + column, place_m))
        })
    }

    /// Gives the number of each point nearer to `place_m` than the distance, with the squared distance, m².
    pub(crate) fn each_near(&self, place_m: [f64; 2], mut found: impl FnMut(u32, f64)) {
        let [column, row] = self.column_and_row(place_m);
        let columns = self.around(column, 0);
        for row in self.around(row, 1) {
            for column in columns.clone() {
                let mut point = self.last[row * self.count[0] + column];
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
        let [column, row] = self.column_and_row(place_m);
        let last = &mut self.last[row * self.count[0] + column];
        self.before.push(*last);
        *last = self.points_m.len() as u32;
        self.points_m.push(place_m);
    }

    /// Number of points.
    pub(crate) fn len(&self) -> u32 {
        self.points_m.len() as u32
    }

    /// The points, in the order in which they came.
    pub(crate) fn into_points_m(self) -> Vec<[f64; 2]> {
        self.points_m
    }

    fn any_near_in(&self, bucket: usize, place_m: [f64; 2]) -> bool {
        let mut point = self.last[bucket];
        while point != NONE {
            let other_m = self.points_m[point as usize];
            if self.plot.distance_squared_m2(place_m, other_m) < self.distance_m2 {
                return true;
            }
            point = self.before[point as usize];
        }
        false
    }

    fn column_and_row(&self, place_m: [f64; 2]) -> [usize; 2] {
        std::array::from_fn(|axis| {
            let fraction = (place_m[axis] - self.plot.origin_m()[axis]) / self.plot.size_m()[axis];
            ((fraction * self.count[axis] as f64) as usize).min(self.count[axis] - 1)
        })
    }

    /// The columns (axis 0) or rows (axis 1) at and beside `at`, each once, its own first: in a crowded plot it is
    /// the one most likely to hold a point. Those of the opposite edge do no harm on an open plot.
    fn around(&self, at: usize, axis: usize) -> impl Iterator<Item = usize> + Clone {
        let count = self.count[axis];
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

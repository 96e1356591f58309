//! Random points at a least distance until there is no room left anywhere.
//!
//! Darts are thrown over the whole plot first. Then only over the squares of a grid that no single disc covers; after
//! each round the squares are divided and the covered parts dropped, so that ever smaller gaps are hit with
//! even chance, until none is left.

use serde::Deserialize;
use understory_keys::{Checked, parameters};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, RowHash};
use understory_space::Plot;

use crate::ScatterError;
use crate::buckets::Buckets;
use crate::by_count::{self, Fill};
use crate::cost::{Cost, rules};
use crate::layout::Layout;
use crate::limits::DISTANCE;
use crate::place::{UniformPlaces, place_m};
use crate::point_method::{FitParameter, PointMethod};
use crate::scattered::Scattered;

parameters! {
    /// Random points at a least distance *d* until every place of the plot is nearer than *d* to one of them.
    ///
    /// What dart throwing would come to if it never gave up: each point is equally likely
    /// everywhere where there is room. *n d²* comes to 0.697 of the area, discs of diameter *d* cover 0.547 of it. Gaps
    /// narrower than 10⁻⁹ *d*, in which rounding decides, are left.
    ///
    /// Without a distance it follows from the count, so that slightly more points come than are asked for; the surplus
    /// is left out by random ranks, and the gaps of those points stay. With a distance the plot is filled, and
    /// points above the count are left out likewise; fewer are reported as full. Under a weight the plot is filled as
    /// if the weight were 1 and thinned at random with the weight as chance.
    ///
    /// # Source
    /// The squares follow the idea of Ebeida's maximal sampling (2011) by cell subdivision.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default)]
    pub struct PoissonMaximal: Default {
        /// Least distance between two points; left out: as large as the count allows.
        pub distance_m: Option<f64> = DISTANCE,
    }
}

impl PointMethod for PoissonMaximal {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        by_count::scatter(self, self.distance_m, layout, key)
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let (points, fillings) = by_count::filled(self, self.distance_m, layout);
        let key = rules("distance_m", self.distance_m.is_some());
        Cost::new(key, 1500.0 * points * fillings, 120.0 * points)
    }

    fn fit_parameters(&self, layout: &Layout<'_>) -> Vec<FitParameter> {
        vec![by_count::distance(self, self.distance_m, layout)]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "distance_m" {
            self.distance_m = Some(value);
        }
    }
}

/// Gaps narrower than this part of the distance are left to rounding.
const LEAST_GAP: f64 = 1e-9;

impl Fill for PoissonMaximal {
    fn density(&self) -> f64 {
        0.697
    }

    fn fill(&self, layout: &Layout<'_>, distance_m: f64, key: RandomKey) -> Vec<[f64; 2]> {
        let expected = 1.05 * by_count::most_points(self, distance_m, layout);
        let mut buckets = Buckets::new(*layout.plot, distance_m, expected as u32);
        throw_darts_everywhere(layout.plot, expected as u64 * 5, key, &mut buckets);
        let mut gaps = Gaps::new(*layout.plot, distance_m, &buckets);
        let mut level = 0;
        while !gaps.squares.is_empty() && gaps.longer_side_m() > LEAST_GAP * distance_m {
            gaps.throw_darts(key.child(1, Purpose::Place, level), &mut buckets);
            gaps.divide(&buckets);
            level += 1;
        }
        buckets.into_points_m()
    }
}

fn throw_darts_everywhere(plot: &Plot, darts: u64, key: RandomKey, buckets: &mut Buckets) {
    let places = UniformPlaces::new(plot, key);
    let mut batch_m = [[0.0; 2]; 16];
    // The first dart always finds room.
    for batch in 0..darts / 16 + 1 {
        places.fill(batch * 16, &mut batch_m);
        let taken_before = batch_m.map(|place_m| buckets.any_near(place_m));
        let points_before = buckets.len();
        for (place_m, taken_before) in batch_m.into_iter().zip(taken_before) {
            if !taken_before && !buckets.any_near_since(points_before, place_m) {
                buckets.push(place_m);
            }
        }
    }
}

/// The squares of a grid that no single disc covers.
struct Gaps {
    plot: Plot,
    /// Columns and rows of the grid.
    cells: [f64; 2],
    /// Columns and rows of squares, in row order.
    squares: Vec<[u64; 2]>,
}

impl Gaps {
    fn new(plot: Plot, distance_m: f64, buckets: &Buckets) -> Self {
        let cells = plot
            .size_m()
            .map(|side_m| (2.0 * side_m / distance_m).ceil().max(1.0));
        let mut gaps = Self {
            plot,
            cells,
            squares: Vec::new(),
        };
        for row in 0..cells[1] as u64 {
            for column in 0..cells[0] as u64 {
                if !gaps.is_covered([column, row], buckets) {
                    gaps.squares.push([column, row]);
                }
            }
        }
        gaps
    }

    /// As many darts as there are squares, each into one of them, all equally likely.
    fn throw_darts(&self, key: RandomKey, buckets: &mut Buckets) {
        const BLOCK: usize = 1 << 16;
        let count = self.squares.len();
        for block in 0..count.div_ceil(BLOCK) {
            let hashes = [0, 1].map(|row| RowHash::new(key.draws(row, Purpose::Place, block as u32)));
            for column in 0..BLOCK.min(count - block * BLOCK) as u32 {
                let chosen = (u64::from(hashes[0].words(column)[0]) * count as u64) >> 32;
                let square = self.squares[chosen as usize];
                let within = hashes[1].words(column).map(unit_from_u32);
                let at = [0, 1].map(|axis| (square[axis] as f64 + within[axis]) / self.cells[axis]);
                let place_m = place_m(&self.plot, at);
                if !buckets.any_near(place_m) {
                    buckets.push(place_m);
                }
            }
        }
    }

    /// The parts of the squares that no single disc covers: quarters, or halves of a long one.
    fn divide(&mut self, buckets: &Buckets) {
        let sides_m = self.sides_m();
        let parts = sides_m.map(|side_m| if side_m > 0.6 * self.longer_side_m() { 2 } else { 1 });
        self.cells = [0, 1].map(|axis| self.cells[axis] * parts[axis] as f64);
        let squares = std::mem::take(&mut self.squares);
        for [column, row] in squares {
            for up in 0..parts[1] {
                for right in 0..parts[0] {
                    let part = [parts[0] * column + right, parts[1] * row + up];
                    if !self.is_covered(part, buckets) {
                        self.squares.push(part);
                    }
                }
            }
        }
    }

    fn sides_m(&self) -> [f64; 2] {
        [0, 1].map(|axis| self.plot.size_m()[axis] / self.cells[axis])
    }

    fn longer_side_m(&self) -> f64 {
        let [a_m, b_m] = self.sides_m();
        a_m.max(b_m)
    }

    /// Whether all of a square is nearer than the distance to one of the points.
    fn is_covered(&self, square: [u64; 2], buckets: &Buckets) -> bool {
        let half_m = self.sides_m().map(|side_m| 0.5 * side_m);
        let centre_m = place_m(
            &self.plot,
            [0, 1].map(|axis| (square[axis] as f64 + 0.5) / self.cells[axis]),
        );
        buckets.any_covers(centre_m, half_m)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::math::sin_cos;
    use understory_space::Edge;

    use super::*;
    use crate::Request;

    /// Where circles of radius `distance_m` round the points meet each other and the edges of an open plot, and its
    /// corners. If there is room in the plot, its border has one of these places, unless it is a whole circle: then
    /// all of that circle has room, and its four outermost places stand for it.
    fn corners_of_room_m(plot: &Plot, points_m: &[[f64; 2]], distance_m: f64) -> Vec<[f64; 2]> {
        let ([x0, y0], [width_m, height_m]) = (plot.origin_m(), plot.size_m());
        let mut places_m = Vec::new();
        for (i, &[x, y]) in points_m.iter().enumerate() {
            for quarter in 0..4 {
                let (sin, cos) = sin_cos(std::f64::consts::FRAC_PI_2 * f64::from(quarter));
                places_m.push([x + distance_m * cos, y + distance_m * sin]);
            }
            for &other_m in &points_m[..i] {
                let [dx, dy] = plot.offset_m([x, y], other_m);
                let apart_m2 = dx * dx + dy * dy;
                let half_chord = (distance_m * distance_m / apart_m2 - 0.25).sqrt();
                // NaN where the circles do not meet; `place` on an open plot drops it.
                for side in [half_chord, -half_chord] {
                    places_m.push([x + 0.5 * dx - side * dy, y + 0.5 * dy + side * dx]);
                }
            }
            if !plot.is_torus() {
                let across = |gap_m: f64| (distance_m * distance_m - gap_m * gap_m).sqrt();
                for edge_x in [x0, (x0 + width_m).next_down()] {
                    places_m.extend([across(edge_x - x), -across(edge_x - x)].map(|dy| [edge_x, y + dy]));
                }
                for edge_y in [y0, (y0 + height_m).next_down()] {
                    places_m.extend([across(edge_y - y), -across(edge_y - y)].map(|dx| [x + dx, edge_y]));
                }
            }
        }
        let (far_x, far_y) = ((x0 + width_m).next_down(), (y0 + height_m).next_down());
        places_m.extend([[x0, y0], [far_x, y0], [x0, far_y], [far_x, far_y]]);
        places_m.retain(|place_m| place_m.iter().all(|x| x.is_finite()));
        places_m
            .into_iter()
            .filter_map(|place_m| plot.place(place_m))
            .collect()
    }

    proptest! {
        #[test]
        fn no_room_is_left_anywhere(
            seed in any::<u128>(),
            distance_m in prop_oneof![0.8..3.0, 3.0..20.0],
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([200.0, -7.0], [17.0, 12.0], edge).unwrap();
            let method = PoissonMaximal { distance_m: Some(distance_m) };
            let points_m = method.scatter(&Request::new(&plot, 2000), RandomKey::from_bits(seed)).unwrap().points_m;
            for (i, &a_m) in points_m.iter().enumerate() {
                for &b_m in &points_m[..i] {
                    prop_assert!(plot.distance_squared_m2(a_m, b_m) >= distance_m * distance_m);
                }
            }
            for place_m in corners_of_room_m(&plot, &points_m, distance_m) {
                let to_m = |&point_m: &[f64; 2]| plot.distance_squared_m2(place_m, point_m).sqrt();
                let nearest_m = points_m.iter().map(to_m).fold(f64::INFINITY, f64::min);
                prop_assert!(nearest_m < distance_m * (1.0 + 1e-7), "{place_m:?} has room: {nearest_m}");
            }
        }
    }

    /// Random sequential packing of discs jams at a coverage of 0.547.
    #[test]
    fn discs_cover_what_random_packing_is_known_to() {
        let plot = Plot::new([0.0; 2], [150.0; 2], Edge::Torus).unwrap();
        let method = PoissonMaximal {
            distance_m: Some(1.0),
        };
        let found = method
            .scatter(&Request::new(&plot, 30_000), RandomKey::from_bits(1))
            .unwrap();
        let coverage = found.points_m.len() as f64 * std::f64::consts::PI / 4.0 / plot.area_m2();
        // The count's standard deviation is about 0.2 √n, that of the coverage 0.0009.
        assert!((coverage - 0.547).abs() < 0.004, "{coverage}");
        assert!(found.shortfall.is_some());
    }
}

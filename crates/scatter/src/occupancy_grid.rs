//! A quick look at the neighbourhood of a place: near, far, or look again.
//!
//! A grid with room for one point in each cell, held as single-precision offsets within the cell, so that a look
//! is a few short rows of arithmetic without a branch. Where rounding could decide, or a cell holds more than
//! one point, the answer is [`Nearness::Unsure`] and the caller asks the exact way.
//!
//! It is no [`CellGrid`](understory_space::CellGrid): cells hold the point itself, in half the room and without a list
//! to follow, points join while others are asked for, and a torus repeats its rim so that no look has to go round.

use understory_space::Plot;

/// What a look finds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Nearness {
    /// A point is nearer than the distance.
    Near,
    /// No point is nearer than the distance.
    Far,
    /// One or the other.
    Unsure,
}

/// Columns and rows round the grid; on a torus they repeat those of the other side.
const BEFORE: usize = 2;
const AFTER: usize = 3;

/// Columns, and rows, that a look covers: twice the distance is less than three cells long, so it touches four.
const WIDTH: usize = 4;

/// Relative half-width of the band round the squared distance in which single precision may be wrong.
///
/// Offsets of up to 4 cells are rounded by 2^-23 each, a distance is at least 1 cell: 2e-6 in the square, with a
/// wide margin.
pub(crate) const BAND: f64 = 1e-5;

pub(crate) struct OccupancyGrid {
    plot: Plot,
    cells: [i32; 2],
    cells_per_m: [f64; 2],
    /// The distance in cells, a little more.
    reach: [f64; 2],
    /// Width and height of a cell, in distances.
    side: [f32; 2],
    /// Length of a row of the grid with its margins, in numbers: two a cell.
    stride: usize,
    /// Offsets (x, y) of the point of each cell, in distances: infinite where it is empty, NaN where it holds
    /// more than one.
    offsets: Vec<f32>,
}

impl OccupancyGrid {
    /// An empty grid for a distance and about `expected` points.
    pub(crate) fn new(plot: Plot, distance_m: f64, expected: u32) -> Self {
        let room_m = (plot.area_m2() / f64::from(expected.max(1))).sqrt();
        // One point fits into a square of distance / √2. Cells far smaller than the room of a point would only
        // take memory.
        let side_m = (distance_m * std::f64::consts::FRAC_1_SQRT_2).max(0.45 * room_m);
        let most = (5.0 * f64::from(expected) + 8.0).min(f64::from(i32::MAX - 8));
        let cells = plot
            .size_m()
            .map(|size_m| (size_m / side_m).clamp(1.0, most) as i32);
        let [width, height] = cells.map(|cells| cells as usize + BEFORE + AFTER);
        let side_m: [f64; 2] = std::array::from_fn(|axis| plot.size_m()[axis] / f64::from(cells[axis]));
        Self {
            plot,
            cells,
            cells_per_m: side_m.map(|side_m| 1.0 / side_m),
            reach: side_m.map(|side_m| (distance_m / side_m * (1.0 + BAND)).min(BEFORE as f64)),
            side: side_m.map(|side_m| (side_m / distance_m) as f32),
            stride: 2 * width,
            offsets: vec![f32::INFINITY; 2 * width * height],
        }
    }

    /// Whether any point is nearer to `place_m`, a place of the plot, than the distance.
    #[inline]
    pub(crate) fn look(&self, place_m: [f64; 2]) -> Nearness {
        self.look_with(place_m, |along| along)
    }

    /// Whether any point is nearer than the distance to all of the rectangle of this half-size round `centre_m`.
    pub(crate) fn look_at_rectangle(&self, centre_m: [f64; 2], half_m: [f64; 2]) -> Nearness {
        let half: [f32; 2] =
            std::array::from_fn(|axis| (half_m[axis] * self.cells_per_m[axis]) as f32 * self.side[axis]);
        self.look_with(centre_m, |[dx, dy]| [dx.abs() + half[0], dy.abs() + half[1]])
    }

    /// A look at a place; `way` gives the way that counts from the way to a point.
    #[inline(always)]
    fn look_with(&self, place_m: [f64; 2], way: impl Fn([f32; 2]) -> [f32; 2]) -> Nearness {
        // The window's first column and row in the grid with its margins, and the place seen from there.
        let along = self.along(place_m);
        let first = [0, 1].map(|axis| (along[axis] - self.reach[axis] + BEFORE as f64) as i32);
        let from_first = [0, 1].map(|axis| {
            let cells = along[axis] + BEFORE as f64 - f64::from(first[axis]);
            cells as f32 * self.side[axis]
        });
        let start = first[1] as usize * self.stride + 2 * first[0] as usize;
        let x: [f32; WIDTH] = std::array::from_fn(|i| from_first[0] - i as f32 * self.side[0]);
        let (mut is_near, mut is_unsure) = ([0_u32; WIDTH], [0_u32; WIDTH]);
        for j in 0..WIDTH {
            let y = from_first[1] - j as f32 * self.side[1];
            let start = start + j * self.stride;
            let cells: &[f32; 2 * WIDTH] = self.offsets[start..start + 2 * WIDTH]
                .try_into()
                .expect("the slice is as long as the array");
            for i in 0..WIDTH {
                let [dx, dy] = way([cells[2 * i] - x[i], cells[2 * i + 1] - y]);
                let square = dx * dx + dy * dy;
                is_near[i] |= u32::from(square < (1.0 - BAND) as f32);
                is_unsure[i] |= u32::from(!is_at_least(square, (1.0 + BAND) as f32));
            }
        }
        if is_near != [0; WIDTH] {
            Nearness::Near
        } else if is_unsure != [0; WIDTH] {
            Nearness::Unsure
        } else {
            Nearness::Far
        }
    }

    /// Adds a point of the plot.
    #[inline]
    pub(crate) fn push(&mut self, place_m: [f64; 2]) {
        let along = self.along(place_m);
        let cell = [0, 1].map(|axis| (along[axis] as i32).min(self.cells[axis] - 1));
        let offset = [0, 1].map(|axis| (along[axis] - f64::from(cell[axis])) as f32 * self.side[axis]);
        self.put(cell.map(|cell| cell as usize + BEFORE), offset);
        let is_at_margin =
            |axis: usize| cell[axis] < AFTER as i32 || cell[axis] + BEFORE as i32 >= self.cells[axis];
        if self.plot.is_torus() && (is_at_margin(0) || is_at_margin(1)) {
            self.put_copies(cell, offset);
        }
    }

    #[inline(always)]
    fn put(&mut self, [column, row]: [usize; 2], offset: [f32; 2]) {
        let start = row * self.stride + 2 * column;
        let slot = &mut self.offsets[start..start + 2];
        let is_empty = slot[0] == f32::INFINITY;
        slot.copy_from_slice(if is_empty { &offset } else { &[f32::NAN; 2] });
    }

    fn put_copies(&mut self, cell: [i32; 2], offset: [f32; 2]) {
        for row in self.copies(cell[1], 1).into_iter().flatten() {
            for column in self.copies(cell[0], 0).into_iter().flatten() {
                if [column, row] != cell.map(|cell| cell as usize + BEFORE) {
                    self.put([column, row], offset);
                }
            }
        }
    }

    /// Where a cell of a torus stands in the grid with its margins: itself, and its copies there.
    fn copies(&self, cell: i32, axis: usize) -> [Option<usize>; 3] {
        let (at, count) = (cell as usize + BEFORE, self.cells[axis] as usize);
        [
            Some(at),
            at.checked_sub(count),
            (at + count < BEFORE + count + AFTER).then_some(at + count),
        ]
    }

    /// A place in cells from the plot's corner.
    #[inline(always)]
    fn along(&self, place_m: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|axis| (place_m[axis] - self.plot.origin_m()[axis]) * self.cells_per_m[axis])
    }
}

/// False for NaN.
#[inline(always)]
fn is_at_least(a: f32, b: f32) -> bool {
    a >= b
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    proptest! {
        /// The grid may be unsure, never wrong: from one cell to many, square and long, open and torus.
        #[test]
        fn a_look_is_never_wrong(
            fractions in prop::collection::vec((0.0..1.0, 0.0..1.0), 1..60),
            distance_m in prop_oneof![0.01..0.3, 0.3..4.0, 4.0..40.0],
            height_m in prop_oneof![0.05..1.0, 1.0..40.0],
            expected in 0_u32..300,
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([-4.0, 11.0], [23.0, height_m], edge).unwrap();
            let mut grid = OccupancyGrid::new(plot, distance_m, expected);
            let places_m: Vec<_> = fractions.iter().map(|&(u, v)| [-4.0 + u * 23.0, 11.0 + v * height_m]).collect();
            for (i, &place_m) in places_m.iter().enumerate() {
                let is_near = places_m[..i]
                    .iter()
                    .any(|&other_m| plot.distance_squared_m2(place_m, other_m) < distance_m * distance_m);
                match grid.look(place_m) {
                    Nearness::Near => prop_assert!(is_near),
                    Nearness::Far => prop_assert!(!is_near),
                    Nearness::Unsure => {}
                }
                grid.push(place_m);
            }
        }

        #[test]
        fn a_look_is_sure_where_points_keep_the_distance(seed in any::<u128>(), is_torus in any::<bool>()) {
            use crate::place::UniformPlaces;
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([0.0; 2], [20.0; 2], edge).unwrap();
            let mut grid = OccupancyGrid::new(plot, 1.0, 200);
            let places_m = UniformPlaces::new(&plot, understory_numerics::RandomKey::from_bits(seed)).first(400);
            let unsure = places_m.into_iter().filter(|&place_m| {
                let look = grid.look(place_m);
                if look == Nearness::Far {
                    grid.push(place_m);
                }
                look == Nearness::Unsure
            });
            prop_assert!(unsure.count() <= 2);
        }
    }
}

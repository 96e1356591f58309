//! The unbounded jittered lattice: any window of it, in any order, from the coordinates of its cells alone.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Checked, ValueKind, key, parameters};
use understory_numerics::philox::philox4x32;
use understory_numerics::{Purpose, RandomKey, RowHash};

use crate::ScatterError;
use crate::limits::{JITTER, LENGTH};

parameters! {
    /// The cells of a [`JitteredPlane`], and how far points move in them.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    pub struct PlaneLattice {
        /// Width and height of a cell of the lattice, which has a corner at 0, 0.
        pub spacing_m: [f64; 2] = key(ValueKind::RealPair(LENGTH), "m", "[5.0, 5.0]"),
        /// Greatest move along each axis off the middle of its cell.
        pub jitter: f64 = JITTER.default(Real(0.4)),
    }
}

impl PlaneLattice {
    /// The plane of these cells.
    ///
    /// # Errors
    /// As for [`JitteredPlane::new`].
    pub fn plane(&self, key: RandomKey) -> Result<JitteredPlane, ScatterError> {
        JitteredPlane::new(self.spacing_m, self.jitter, key)
    }
}

/// A lattice over the whole plane, with one point in each cell, moved from the centre by a random part of the cell.
///
/// Cell (*c*, *r*) is the half-open rectangle [*c a*, (*c* + 1) *a*) × [*r b*, (*r* + 1) *b*). Its point, and the seed
/// of that point's appearance, are functions of the key and of the whole numbers *c* and *r*: leave and come back,
/// cut another window, and they are the same to the bit. Two points keep (1 − 2 · jitter) · min(*a*, *b*).
///
/// ```
/// use understory_numerics::RandomKey;
/// use understory_scatter::JitteredPlane;
///
/// # fn main() -> Result<(), understory_scatter::ScatterError> {
/// let plane = JitteredPlane::new([4.0, 4.0], 0.4, RandomKey::root(7, &["bushes"]))?;
/// let near = plane.points_in([-20.0, -20.0], [20.0, 20.0])?;
/// let wide = plane.points_in([-90.0, -90.0], [90.0, 90.0])?;
/// assert!(near.iter().all(|point| wide.contains(point)));
/// let appearance = plane.appearance_seed(near[0].cell);
/// assert_eq!(appearance, plane.appearance_seed(near[0].cell));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JitteredPlane {
    spacing_m: [f64; 2],
    jitter: f64,
    key: RandomKey,
}

/// A point of a [`JitteredPlane`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlanePoint {
    /// Column and row of its cell.
    pub cell: [i32; 2],
    /// Where it stands, m.
    pub place_m: [f64; 2],
}

impl JitteredPlane {
    /// The lattice with cells of `spacing_m` (width, height; above 0) whose points move by up to `jitter` spacings
    /// (0 to 0.5) along each axis. West's article moves by 0.4.
    ///
    /// # Errors
    /// [`ScatterError::NotASpacing`], [`ScatterError::Parameter`].
    pub fn new(spacing_m: [f64; 2], jitter: f64, key: RandomKey) -> Result<Self, ScatterError> {
        if let Some(&spacing_m) = spacing_m
            .iter()
            .find(|side_m| !(side_m.is_finite() && **side_m > 0.0))
        {
            return Err(ScatterError::NotASpacing(spacing_m));
        }
        jitter.check(&JITTER)?;
        Ok(Self {
            spacing_m,
            jitter,
            key,
        })
    }

    /// The point of a cell, m.
    #[must_use]
    pub fn place_m(&self, cell: [i32; 2]) -> [f64; 2] {
        self.row(cell[1]).place_m(cell[0])
    }

    /// Random bits for the looks of a cell's point: which model, how large, turned how far.
    ///
    /// They have nothing in common with those of its place, and cost nothing unless they are asked for.
    #[must_use]
    pub fn appearance_seed(&self, cell: [i32; 2]) -> u64 {
        let bits = self.key.child(1, Purpose::Place, 0).bits();
        let words = [0, 32, 64, 96].map(|shift| (bits >> shift) as u32);
        let [low, high, ..] = philox4x32(words, cell.map(i32::cast_unsigned));
        u64::from(low) | u64::from(high) << 32
    }

    /// The points in the half-open window from `low_m` to `high_m`, row by row; none where a side is not above 0.
    ///
    /// # Errors
    /// [`ScatterError::BeyondTheLattice`] for a window more than 2³¹ cells from the origin, or one that is not finite.
    pub fn points_in(&self, low_m: [f64; 2], high_m: [f64; 2]) -> Result<Vec<PlanePoint>, ScatterError> {
        let columns = self.cells_along(0, low_m, high_m)?;
        let rows = self.cells_along(1, low_m, high_m)?;
        let mut points = Vec::new();
        for r in rows {
            let row = self.row(r);
            let of_row = columns.clone().map(|c| PlanePoint {
                cell: [c, r],
                place_m: row.place_m(c),
            });
            points.extend(of_row.filter(|point| {
                (0..2).all(|axis| (low_m[axis]..high_m[axis]).contains(&point.place_m[axis]))
            }));
        }
        Ok(points)
    }

    /// How many cells a window takes, about: whether it fits into memory.
    ///
    /// # Errors
    /// As for [`points_in`](Self::points_in).
    pub fn cells_in(&self, low_m: [f64; 2], high_m: [f64; 2]) -> Result<f64, ScatterError> {
        let along = |axis: usize| {
            let cells = self.cells_along(axis, low_m, high_m)?;
            Ok::<f64, ScatterError>(f64::from(*cells.end()) - f64::from(*cells.start()) + 1.0)
        };
        Ok(along(0)? * along(1)?)
    }

    /// The moves of a row's points from the centres of their cells, in spacings, within ± `jitter`: those of the
    /// columns from `first_column` on, `x` along the row and `y` across it, as many as fit into both.
    ///
    /// The lattice at the speed of memory. The moves are those of [`place_m`](Self::place_m) cut to 24 bits.
    pub fn moves(&self, row: i32, first_column: i32, x: &mut [f32], y: &mut [f32]) {
        let hash = row_hash(self.key, row);
        let scale = self.jitter as f32 / 8_388_608.0;
        // Whole numbers and a half within ± 2^23 are exact, so that a move never reaches the edge of the cell.
        let to_move = |word: u32| ((word.cast_signed() >> 8) as f32 + 0.5) * scale;
        for ((x, y), column) in x.iter_mut().zip(y).zip(first_column.cast_unsigned()..) {
            let words = hash.words(column);
            (*x, *y) = (to_move(words[0]), to_move(words[1]));
        }
    }

    fn row(&self, row: i32) -> Row {
        Row {
            hash: row_hash(self.key, row),
            row,
            spacing_m: self.spacing_m,
            jitter: self.jitter,
        }
    }

    /// The columns (axis 0) or rows (axis 1) whose points can lie in a window: one more at either end, because the
    /// edge of a cell is rounded.
    fn cells_along(
        &self,
        axis: usize,
        low_m: [f64; 2],
        high_m: [f64; 2],
    ) -> Result<std::ops::RangeInclusive<i32>, ScatterError> {
        let cell = |x_m: f64| {
            let cell = (x_m / self.spacing_m[axis]).floor();
            let is_within = cell.abs() < f64::from(i32::MAX - 1);
            is_within
                .then_some(cell as i32)
                .ok_or(ScatterError::BeyondTheLattice {
                    x_m,
                    spacing_m: self.spacing_m[axis],
                })
        };
        Ok(cell(low_m[axis])? - 1..=cell(high_m[axis])? + 1)
    }
}

/// The random words of a row of cells.
pub(crate) fn row_hash(key: RandomKey, row: i32) -> RowHash {
    RowHash::new(key.draws(0, Purpose::Place, row.cast_unsigned()))
}

/// Where a word moves a point, in spacings, within ± `jitter`.
#[inline(always)]
pub(crate) fn move_of(word: u32, jitter: f64) -> f64 {
    const SCALE: f64 = 1.0 / 2_147_483_648.0;
    (f64::from(word.cast_signed()) + 0.5) * (SCALE * jitter)
}

struct Row {
    hash: RowHash,
    row: i32,
    spacing_m: [f64; 2],
    jitter: f64,
}

impl Row {
    fn place_m(&self, column: i32) -> [f64; 2] {
        let words = self.hash.words(column.cast_unsigned());
        let cell = [column, self.row];
        std::array::from_fn(|axis| {
            let along = f64::from(cell[axis]) + 0.5 + move_of(words[axis], self.jitter);
            along * self.spacing_m[axis]
        })
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    fn plane(seed: u128) -> JitteredPlane {
        JitteredPlane::new([3.0, 0.7], 0.4, RandomKey::from_bits(seed)).unwrap()
    }

    proptest! {
        #[test]
        fn a_piece_is_the_cut_of_the_whole(
            seed in any::<u128>(),
            low_m in prop::array::uniform2(-40.0..20.0),
            size_m in prop::array::uniform2(0.0..30.0),
        ) {
            let high_m = [low_m[0] + size_m[0], low_m[1] + size_m[1]];
            let is_in = |p: [f64; 2]| (0..2).all(|axis| p[axis] >= low_m[axis] && p[axis] < high_m[axis]);
            let whole = plane(seed).points_in([-50.0; 2], [60.0; 2]).unwrap();
            let cut: Vec<_> = whole.into_iter().filter(|point| is_in(point.place_m)).collect();
            prop_assert_eq!(plane(seed).points_in(low_m, high_m).unwrap(), cut);
        }

        #[test]
        fn leaving_and_coming_back_gives_the_same_bits(seed in any::<u128>(), x_m in -1e6..1e6, y_m in -1e6..1e6) {
            let plane = plane(seed);
            for point in plane.points_in([x_m, y_m], [x_m + 9.0, y_m + 2.0]).unwrap() {
                prop_assert_eq!(plane.place_m(point.cell).map(f64::to_bits), point.place_m.map(f64::to_bits));
                prop_assert_eq!(plane.appearance_seed(point.cell), plane.appearance_seed(point.cell));
            }
        }

        #[test]
        fn each_cell_holds_its_own_point_and_points_keep_the_least_distance(seed in any::<u128>(), jitter in 0.0..=0.5) {
            let plane = JitteredPlane::new([2.0, 3.0], jitter, RandomKey::from_bits(seed)).unwrap();
            let points = plane.points_in([-20.0; 2], [20.0; 2]).unwrap();
            for (i, point) in points.iter().enumerate() {
                for axis in 0..2 {
                    let from_centre = point.place_m[axis] / plane.spacing_m[axis] - f64::from(point.cell[axis]) - 0.5;
                    prop_assert!(from_centre.abs() < 0.5 && from_centre.abs() <= jitter + 1e-12);
                }
                for other in &points[..i] {
                    let [dx_m, dy_m] = [0, 1].map(|axis| point.place_m[axis] - other.place_m[axis]);
                    prop_assert!((dx_m * dx_m + dy_m * dy_m).sqrt() >= (1.0 - 2.0 * jitter) * 2.0 - 1e-9);
                }
            }
        }

        #[test]
        fn moves_are_those_of_the_places(seed in any::<u128>(), row in any::<i32>(), first in -3_000_000_i32..3_000_000) {
            let plane = JitteredPlane::new([1.0, 1.0], 0.5, RandomKey::from_bits(seed)).unwrap();
            let (mut x, mut y) = ([0.0; 37], [0.0; 37]);
            plane.moves(row, first, &mut x, &mut y);
            for (i, column) in (first..first + 37).enumerate() {
                prop_assert!(x[i].abs() < 0.5 && y[i].abs() < 0.5);
                let place_m = plane.place_m([column, row]);
                let cells = [column, row].map(f64::from);
                prop_assert!((place_m[0] - cells[0] - 0.5 - f64::from(x[i])).abs() < 1e-6);
                prop_assert!((place_m[1] - cells[1] - 0.5 - f64::from(y[i])).abs() < 1e-6);
            }
        }
    }

    #[test]
    fn appearance_seeds_of_100_by_100_cells_differ() {
        let plane = plane(3);
        let seeds: HashSet<u64> = (0..10_000)
            .map(|i| plane.appearance_seed([i % 100 - 50, i / 100 - 50]))
            .collect();
        assert_eq!(seeds.len(), 10_000);
    }

    #[test]
    fn what_is_no_lattice_or_no_window_of_it_is_refused() {
        let key = RandomKey::from_bits(1);
        for side_m in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let refused = JitteredPlane::new([1.0, side_m], 0.4, key);
            assert!(refused.unwrap_err().to_string().starts_with("a spacing of"));
        }
        let refused = JitteredPlane::new([1.0; 2], 0.6, key).unwrap_err();
        assert_eq!(refused.key(), Some("jitter"));
        for far_m in [1e10, f64::NAN, f64::NEG_INFINITY] {
            let refused = plane(1).points_in([0.0, far_m], [1.0, 1.0]);
            assert!(matches!(refused, Err(ScatterError::BeyondTheLattice { .. })));
        }
        assert_eq!(plane(1).points_in([5.0; 2], [5.0; 2]), Ok(Vec::new()));
        assert_eq!(plane(1).points_in([5.0; 2], [-100.0; 2]), Ok(Vec::new()));
    }
}

//! The unbounded hard core: points at a least distance over the whole plane, from the coordinates of cells alone.

use understory_numerics::{Purpose, RandomKey, RowHash};

use crate::ScatterError;
use crate::jittered_plane::{JitteredPlane, PlanePoint, row_hash};

/// Cells of the candidates along each least distance. With more of them more rivals lie within the distance, and marks decide
/// nearly alone where points stand: *n d²* is 0.355 at 0.8, 0.363 at 0.9, 0.359 at 1, 0.328 at 1.5, 0.320 at 3. Below 1 a
/// candidate's rivals lie in the eight cells around its own.
const CELLS_A_DISTANCE: f64 = 0.9;

/// Points at a least distance *d* over the whole plane: any window of it, in any order, and nothing is stored.
///
/// Each cell of a lattice has a candidate, anywhere in it, and a random mark. A candidate stays if its mark is the least
/// within *d*. That asks for the candidates nearby and not for which of them stay, so it does not matter where one begins,
/// and windows that are cut anew agree to the bit. What is paid is density: *n d²* is 0.36, where darts thrown one after the
/// other, each of which knows those before, reach 0.69.
///
/// This is Matérn's second hard-core process, with candidates on a jittered lattice in place of random ones.
///
/// ```
/// use understory_numerics::RandomKey;
/// use understory_scatter::HardCorePlane;
///
/// # fn main() -> Result<(), understory_scatter::ScatterError> {
/// let plane = HardCorePlane::new(4.0, RandomKey::root(7, &["stones"]))?;
/// let near = plane.points_in([-20.0, -20.0], [20.0, 20.0])?;
/// let wide = plane.points_in([-90.0, -90.0], [90.0, 90.0])?;
/// assert!(near.iter().all(|point| wide.contains(point)));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HardCorePlane {
    distance_m: f64,
    candidates: JitteredPlane,
    marks: RandomKey,
}

impl HardCorePlane {
    /// Points that keep `distance_m`, which is above 0.
    ///
    /// # Errors
    /// [`ScatterError::NotASpacing`].
    pub fn new(distance_m: f64, key: RandomKey) -> Result<Self, ScatterError> {
        let cell_m = distance_m / CELLS_A_DISTANCE;
        let candidates = JitteredPlane::new([cell_m; 2], 0.5, key);
        Ok(Self {
            distance_m,
            candidates: candidates.map_err(|_| ScatterError::NotASpacing(distance_m))?,
            marks: key.child(2, Purpose::Place, 0),
        })
    }

    /// The least distance of two points, m.
    #[must_use]
    pub fn distance_m(&self) -> f64 {
        self.distance_m
    }

    /// Random bits for the looks of a cell's point, as of a [`JitteredPlane`].
    #[must_use]
    pub fn appearance_seed(&self, cell: [i32; 2]) -> u64 {
        self.candidates.appearance_seed(cell)
    }

    /// The points in the half-open window from `low_m` to `high_m`, in the order of their cells, row by row; none where a
    /// side is not above 0.
    ///
    /// # Errors
    /// [`ScatterError::BeyondTheLattice`] for a window more than 2³¹ cells from the origin, or one that is not finite.
    pub fn points_in(&self, low_m: [f64; 2], high_m: [f64; 2]) -> Result<Vec<PlanePoint>, ScatterError> {
        let around = |place_m: [f64; 2], by_m: f64| place_m.map(|along_m| along_m + by_m);
        // Candidates within the distance of the window can displace points of it.
        let reach_m = self.distance_m * (1.0 + 1e-9);
        let rivals = self
            .candidates
            .points_in(around(low_m, -reach_m), around(high_m, reach_m))?;
        let mut marked = Vec::with_capacity(rivals.len());
        let mut rows: Vec<(i32, std::ops::Range<usize>)> = Vec::new();
        for point in rivals {
            let [column, row] = point.cell;
            if rows.last().is_none_or(|(last, _)| *last != row) {
                rows.push((row, marked.len()..marked.len()));
            }
            if let Some((_, range)) = rows.last_mut() {
                range.end += 1;
            }
            marked.push((self.mark(column, row), point));
        }
        let is_in =
            |place_m: [f64; 2]| (0..2).all(|axis| (low_m[axis]..high_m[axis]).contains(&place_m[axis]));
        let stays = |&(mark, point): &(Mark, PlanePoint)| {
            is_in(point.place_m)
                && !self
                    .neighbours(&rows, &marked, point.cell)
                    .any(|&(other_mark, other)| {
                        let [dx_m, dy_m] = [0, 1].map(|axis| other.place_m[axis] - point.place_m[axis]);
                        other_mark < mark && dx_m * dx_m + dy_m * dy_m < self.distance_m * self.distance_m
                    })
        };
        let staying = marked.iter().filter(|candidate| stays(candidate));
        Ok(staying.map(|(_, point)| *point).collect())
    }

    /// The candidates of the cells that can be within the distance of a cell's.
    fn neighbours<'a>(
        &self,
        rows: &'a [(i32, std::ops::Range<usize>)],
        marked: &'a [(Mark, PlanePoint)],
        [column, row]: [i32; 2],
    ) -> impl Iterator<Item = &'a (Mark, PlanePoint)> {
        const AWAY: i32 = CELLS_A_DISTANCE as i32 + 1;
        let first = rows.partition_point(|(number, _)| *number < row - AWAY);
        let near = rows[first..]
            .iter()
            .take_while(move |(number, _)| *number <= row + AWAY);
        near.flat_map(move |(_, range)| {
            let of_row = &marked[range.clone()];
            let from = of_row.partition_point(|(_, point)| point.cell[0] < column - AWAY);
            of_row[from..]
                .iter()
                .take_while(move |(_, point)| point.cell[0] <= column + AWAY)
        })
    }

    fn mark(&self, column: i32, row: i32) -> Mark {
        let hash: RowHash = row_hash(self.marks, row);
        (hash.words(column.cast_unsigned())[0], column, row)
    }
}

/// A random number, and the cell, so that no two marks are the same.
type Mark = (u32, i32, i32);

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn plane(seed: u64) -> HardCorePlane {
        HardCorePlane::new(2.0, RandomKey::root(seed, &["hard core"])).unwrap()
    }

    fn is_within(a: [f64; 2], b: [f64; 2], distance_m: f64) -> bool {
        let [dx, dy] = [0, 1].map(|axis| a[axis] - b[axis]);
        dx * dx + dy * dy < distance_m * distance_m
    }

    proptest! {
        #[test]
        fn a_window_is_the_cut_of_the_whole(
            seed in any::<u64>(),
            low_m in prop::array::uniform2(-30.0..10.0),
            size_m in prop::array::uniform2(0.0..25.0),
        ) {
            let plane = plane(seed);
            let high_m = [low_m[0] + size_m[0], low_m[1] + size_m[1]];
            let is_in = |p: [f64; 2]| (0..2).all(|axis| p[axis] >= low_m[axis] && p[axis] < high_m[axis]);
            let whole = plane.points_in([-40.0; 2], [50.0; 2]).unwrap();
            let cut: Vec<_> = whole.into_iter().filter(|point| is_in(point.place_m)).collect();
            prop_assert_eq!(plane.points_in(low_m, high_m).unwrap(), cut);
        }

        #[test]
        fn points_keep_the_distance_and_who_went_had_a_lesser_mark_nearby(seed in any::<u64>()) {
            let plane = plane(seed);
            let points = plane.points_in([-7.0; 2], [7.0; 2]).unwrap();
            for (i, a) in points.iter().enumerate() {
                prop_assert!(points[..i].iter().all(|b| !is_within(a.place_m, b.place_m, 2.0)));
            }
            // By the definition, from all candidates.
            let all = plane.candidates.points_in([-12.0; 2], [12.0; 2]).unwrap();
            let mark = |point: &PlanePoint| plane.mark(point.cell[0], point.cell[1]);
            for point in &all {
                if (0..2).any(|axis| !(-7.0..7.0).contains(&point.place_m[axis])) {
                    continue;
                }
                let is_least = !all.iter().any(|other| {
                    mark(other) < mark(point) && is_within(point.place_m, other.place_m, 2.0)
                });
                prop_assert_eq!(points.contains(point), is_least);
            }
        }
    }

    /// The figure that the documentation states.
    #[test]
    fn so_dense_are_the_points() {
        let mean = (0..4)
            .map(|seed| plane(seed).points_in([0.0; 2], [400.0; 2]).unwrap().len() as f64 * 4.0 / 160_000.0)
            .sum::<f64>()
            / 4.0;
        assert!((mean - 0.363).abs() < 0.004, "{mean}");
    }

    #[test]
    fn a_distance_that_is_none_is_refused() {
        for distance_m in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            let refused = HardCorePlane::new(distance_m, RandomKey::from_bits(1));
            assert!(
                matches!(refused, Err(ScatterError::NotASpacing(told)) if told.to_bits() == distance_m.to_bits())
            );
        }
    }
}

//! The translation correction in a polygon: the area that the window has in common with itself moved by a pair's
//! offset, looked up.
//!
//! That area, the set covariance, is a polynomial of degree 2 in the offset as long as no corner of the window passes
//! an edge of the moved one. So the offsets within reach are cut into cells, and a cell that no such passing crosses
//! holds the polynomial itself. One that a single line crosses holds one on either side; others are cut finer, and in the
//! end hold the polynomial about their middle. It is wrong by a part of what the slope changes across the passings, times
//! the size of the cell: in windows of some ten corners in a thousandth of the offsets, in those of a hundred in most, now to
//! the one and now to the other side, so that sums over pairs hardly change.

use understory_numerics::parallel::map;
use understory_space::PolygonWindow;

use crate::pairs::sums::{ROUND, whole};

/// Error of a polynomial that is taken for none, as a share of the window's area.
const GREATEST_ERROR: f64 = 1e-7;

/// Offsets that are looked up at a time, at most.
pub(crate) const BLOCK: usize = 128;
/// Parts of a cell along each axis that is cut finer, and how often.
const PARTS: usize = 4;
const DEPTH: u32 = 2;
/// Passings from which on cells are crossed by so many that cutting them finer would not end.
const MANY: usize = 250;
const VERY_MANY: usize = 3000;

/// Set covariances of the offsets within a reach.
#[derive(Debug)]
pub(crate) struct Shifts<'a> {
    window: &'a PolygonWindow,
    reach_m: f64,
    /// Cells of the coarsest grid along y, and half of those along x: offsets that point down are turned round.
    rows: usize,
    cells_per_m: f64,
    /// Polynomials of the coarse cells, row by row; not a number where a cell has no single one.
    whole: Vec<Piece>,
    /// Those of coarse cells.
    splits: Vec<Split>,
    cells: Vec<Cell>,
}

/// A polynomial: the coefficients of 1, *x*, *y*, *x*², *xy* and *y*².
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Piece([f64; 6]);

impl Piece {
    /// Where there is no single one: a number of a split, or below 0.
    fn none(split: f64) -> Self {
        Self([f64::NAN, split, 0.0, 0.0, 0.0, 0.0])
    }

    /// Beyond reach.
    const WITHOUT_MEANING: Self = Self([0.0; 6]);

    /// That which holds at a shift.
    fn at(window: &PolygonWindow, shift_m: [f64; 2]) -> Self {
        let near = window.near_shift(shift_m);
        let [x_m, y_m] = shift_m;
        let [xx, xy, yy] = near.bend;
        Self([
            near.area_away_m2([-x_m, -y_m]),
            near.slope_m[0] - xx * x_m - xy * y_m,
            near.slope_m[1] - xy * x_m - yy * y_m,
            0.5 * xx,
            xy,
            0.5 * yy,
        ])
    }

    #[inline(always)]
    fn area_m2(&self, [x_m, y_m]: [f64; 2]) -> f64 {
        let [one, x, y, xx, xy, yy] = self.0;
        (one + x_m * (x + xx * x_m)) + y_m * ((y + yy * y_m) + xy * x_m)
    }
}

#[derive(Debug)]
enum Cell {
    Whole(Piece),
    Split(Box<Split>),
    Finer(Vec<Cell>),
}

/// Two polynomials, below and above the line where normal · shift is `offset_m`.
#[derive(Clone, Debug)]
struct Split {
    normal: [f64; 2],
    offset_m: f64,
    sides: [Piece; 2],
}

impl Split {
    #[inline(always)]
    fn area_m2(&self, shift_m: [f64; 2]) -> f64 {
        let is_above = self.normal[0] * shift_m[0] + self.normal[1] * shift_m[1] > self.offset_m;
        self.sides[usize::from(is_above)].area_m2(shift_m)
    }
}

/// Offsets at which a corner of the window stands on an edge of the moved one, or the other way round.
#[derive(Clone, Copy, Debug)]
struct Passing {
    from_m: [f64; 2],
    to_m: [f64; 2],
    /// For each edge at the corner: how fast the polynomial can go wrong beyond the passing, by the square of the
    /// distance and by the distance.
    bends: [f64; 2],
    slopes_m: [f64; 2],
}

impl Passing {
    /// Greatest difference of the polynomials on either side, this far from anywhere, m².
    fn error_m2(&self, away_m: f64) -> f64 {
        (0..2)
            .map(|edge| (self.bends[edge] * away_m * away_m).min(self.slopes_m[edge] * away_m))
            .sum()
    }
}

/// Where a cell lies: its middle, and half its side, m.
#[derive(Clone, Copy, Debug)]
struct Square {
    middle_m: [f64; 2],
    half_m: f64,
}

impl<'a> Shifts<'a> {
    /// Of offsets no longer than `reach_m`.
    pub(crate) fn new(window: &'a PolygonWindow, reach_m: f64) -> Self {
        // A little more, so that an offset of full length lies in a cell.
        let reach_m = reach_m * (1.0 + 1e-9);
        let passings = passings(window, reach_m);
        let is_many = passings.len() > MANY;
        // Very many corners make short edges, past which the polynomials hardly change.
        let rows = if is_many && passings.len() < VERY_MANY {
            128
        } else {
            64
        };
        let half_m = 0.5 * reach_m / rows as f64;
        let cell = |number: usize| {
            let (row, column) = (number / (2 * rows), number % (2 * rows));
            let middle_m = [
                (2 * column + 1) as f64 * half_m - reach_m,
                (2 * row + 1) as f64 * half_m,
            ];
            let nearest_m = [0, 1].map(|axis| (middle_m[axis].abs() - half_m).max(0.0));
            let square = Square { middle_m, half_m };
            let is_in_reach = nearest_m[0] * nearest_m[0] + nearest_m[1] * nearest_m[1] <= reach_m * reach_m;
            match is_in_reach {
                false => Cell::Whole(Piece::WITHOUT_MEANING),
                // Not cut finer, whatever crosses it.
                true if is_many => Cell::Whole(Piece::at(window, middle_m)),
                true => square.cell(window, &passings, 0),
            }
        };
        let cells: Vec<Cell> = map(2 * rows * rows, 32, cell);
        let mut splits = Vec::new();
        let whole = |cell: &Cell| match cell {
            Cell::Whole(piece) => *piece,
            Cell::Split(split) => {
                splits.push(Split::clone(split));
                Piece::none((splits.len() - 1) as f64)
            }
            Cell::Finer(_) => Piece::none(-1.0),
        };
        Self {
            window,
            reach_m,
            rows,
            cells_per_m: rows as f64 / reach_m,
            whole: cells.iter().map(whole).collect(),
            splits,
            cells,
        }
    }

    /// Common areas for the offsets from `from_m` to each of at most [`BLOCK`] places, m²; without meaning beyond the
    /// reach.
    pub(crate) fn areas_m2(&self, from_m: [f64; 2], xs_m: &[f64], ys_m: &[f64], areas_m2: &mut [f64]) {
        let (mut right_m, mut up_m, mut numbers) = ([0.0; BLOCK], [0.0; BLOCK], [0; BLOCK]);
        let offsets = right_m
            .iter_mut()
            .zip(&mut up_m)
            .zip(&mut numbers)
            .zip(xs_m)
            .zip(ys_m);
        // In a pass of its own this vectorises.
        for ((((right_m, up_m), number), &x_m), &y_m) in offsets {
            [*right_m, *up_m] = upwards([x_m - from_m[0], y_m - from_m[1]]);
            *number = self.number([*right_m, *up_m]);
        }
        for (((area_m2, &right_m), &up_m), &number) in
            areas_m2.iter_mut().zip(&right_m).zip(&up_m).zip(&numbers)
        {
            *area_m2 = self.whole[number as usize].area_m2([right_m, up_m]);
            if area_m2.is_nan() {
                let split = self.whole[number as usize].0[1];
                *area_m2 = if split >= 0.0 {
                    self.splits[split as usize].area_m2([right_m, up_m])
                } else {
                    self.beside_m2(number as usize, [right_m, up_m])
                };
            }
        }
    }

    /// For one offset within reach.
    pub(crate) fn area_m2(&self, offset_m: [f64; 2]) -> f64 {
        let shift_m = upwards(offset_m);
        self.beside_m2(self.number(shift_m) as usize, shift_m)
    }

    /// Number of the coarse cell, or at its side of one beside it; of offsets beyond reach, some number.
    #[inline(always)]
    fn number(&self, shift_m: [f64; 2]) -> u32 {
        let (last, last_column) = (self.rows as f64 - 1.0, 2.0 * self.rows as f64 - 1.0);
        let column = (shift_m[0] + self.reach_m) * self.cells_per_m - 0.5;
        let column = if column > 0.0 { column } else { 0.0 };
        let column = if column < last_column { column } else { last_column };
        let row = shift_m[1] * self.cells_per_m - 0.5;
        let row = if row > 0.0 { row } else { 0.0 };
        let row = if row < last { row } else { last };
        whole(row + ROUND) * (2 * self.rows as u32) + whole(column + ROUND)
    }

    /// In a cell that has not one polynomial alone.
    #[inline(never)]
    fn beside_m2(&self, number: usize, shift_m: [f64; 2]) -> f64 {
        let far_m2 = shift_m[0] * shift_m[0] + shift_m[1] * shift_m[1];
        if far_m2 > self.reach_m * self.reach_m {
            return self.window.area_m2();
        }
        let mut cell = &self.cells[number];
        let mut side_m = 1.0 / self.cells_per_m;
        let (row, column) = (number / (2 * self.rows), number % (2 * self.rows));
        let mut corner_m = [column as f64 * side_m - self.reach_m, row as f64 * side_m];
        loop {
            match cell {
                Cell::Whole(piece) => return piece.area_m2(shift_m),
                Cell::Split(split) => return split.area_m2(shift_m),
                Cell::Finer(parts) => {
                    side_m /= PARTS as f64;
                    let at = [0, 1].map(|axis| {
                        let part = ((shift_m[axis] - corner_m[axis]) / side_m) as usize;
                        let part = part.min(PARTS - 1);
                        corner_m[axis] += part as f64 * side_m;
                        part
                    });
                    cell = &parts[at[1] * PARTS + at[0]];
                }
            }
        }
    }
}

/// The same offset or, where it points down, its opposite, which has the same common area.
#[inline(always)]
fn upwards([x_m, y_m]: [f64; 2]) -> [f64; 2] {
    if y_m < 0.0 { [-x_m, -y_m] } else { [x_m, y_m] }
}

impl Square {
    fn cell(self, window: &PolygonWindow, passings: &[Passing], depth: u32) -> Cell {
        let crossing: Vec<Passing> = passings
            .iter()
            .filter(|passing| self.is_crossed(passing))
            .copied()
            .collect();
        let away_m = self.half_m * std::f64::consts::SQRT_2;
        let error_m2: f64 = crossing.iter().map(|passing| passing.error_m2(away_m)).sum();
        if error_m2 <= GREATEST_ERROR * window.area_m2() || depth == DEPTH {
            return Cell::Whole(Piece::at(window, self.middle_m));
        }
        if let Some(cell) = self.split(window, &crossing) {
            return cell;
        }
        let half_m = self.half_m / PARTS as f64;
        let part = |number: usize| {
            let along =
                |axis: usize, part: usize| self.middle_m[axis] - self.half_m + (2 * part + 1) as f64 * half_m;
            let middle_m = [along(0, number % PARTS), along(1, number / PARTS)];
            Square { middle_m, half_m }.cell(window, &crossing, depth + 1)
        };
        Cell::Finer((0..PARTS * PARTS).map(part).collect())
    }

    /// Whether a passing lies partly within, or so near that rounding could tell otherwise.
    fn is_crossed(self, passing: &Passing) -> bool {
        let half_m = self.half_m * (1.0 + 1e-9);
        let (mut begin, mut end) = (0.0_f64, 1.0_f64);
        for axis in 0..2 {
            let from_m = passing.from_m[axis] - self.middle_m[axis];
            let along_m = passing.to_m[axis] - passing.from_m[axis];
            if along_m == 0.0 {
                if from_m.abs() > half_m {
                    return false;
                }
                continue;
            }
            let (a, b) = ((-half_m - from_m) / along_m, (half_m - from_m) / along_m);
            begin = begin.max(a.min(b));
            end = end.min(a.max(b));
        }
        begin <= end
    }

    /// Two polynomials, where all that crosses the square lies on one line and goes right through.
    fn split(self, window: &PolygonWindow, crossing: &[Passing]) -> Option<Cell> {
        let first = crossing.first()?;
        let along_m = [first.to_m[0] - first.from_m[0], first.to_m[1] - first.from_m[1]];
        let length_m = (along_m[0] * along_m[0] + along_m[1] * along_m[1]).sqrt();
        let normal = [-along_m[1] / length_m, along_m[0] / length_m];
        let above_m = |place_m: [f64; 2]| {
            let from_m = [place_m[0] - first.from_m[0], place_m[1] - first.from_m[1]];
            normal[0] * from_m[0] + normal[1] * from_m[1]
        };
        let is_outside =
            |place_m: [f64; 2]| (0..2).any(|axis| (place_m[axis] - self.middle_m[axis]).abs() >= self.half_m);
        let goes_through = |passing: &Passing| {
            let ends_m = [passing.from_m, passing.to_m];
            ends_m
                .iter()
                .all(|&end_m| is_outside(end_m) && above_m(end_m).abs() <= 1e-9 * self.half_m)
        };
        if !crossing.iter().all(goes_through) {
            return None;
        }
        let sides = [-1.0, 1.0].map(|side| self.middle_of_side_m(|place_m| side * above_m(place_m)));
        // A side too thin to find its polynomial in is too thin to matter.
        let [below_m, above_m] = match sides {
            [Some(below_m), Some(above_m)] => [below_m, above_m],
            [Some(only_m), None] | [None, Some(only_m)] => {
                return Some(Cell::Whole(Piece::at(window, only_m)));
            }
            [None, None] => return None,
        };
        Some(Cell::Split(Box::new(Split {
            normal,
            offset_m: normal[0] * first.from_m[0] + normal[1] * first.from_m[1],
            sides: [Piece::at(window, below_m), Piece::at(window, above_m)],
        })))
    }

    /// The mean corner of the part of the square where a distance is above 0; `None` where that is too thin.
    fn middle_of_side_m(self, distance_m: impl Fn([f64; 2]) -> f64) -> Option<[f64; 2]> {
        let corner = |number: usize| {
            let (x, y) = (
                [-1.0, 1.0, 1.0, -1.0][number % 4],
                [-1.0, -1.0, 1.0, 1.0][number % 4],
            );
            [
                self.middle_m[0] + x * self.half_m,
                self.middle_m[1] + y * self.half_m,
            ]
        };
        let (mut sum_m, mut count) = ([0.0; 2], 0.0);
        let mut add = |place_m: [f64; 2]| {
            sum_m = [sum_m[0] + place_m[0], sum_m[1] + place_m[1]];
            count += 1.0;
        };
        for number in 0..4 {
            let (a, b) = (corner(number), corner(number + 1));
            let (of_a, of_b) = (distance_m(a), distance_m(b));
            if of_a > 0.0 {
                add(a);
            }
            if (of_a > 0.0) != (of_b > 0.0) {
                let share = of_a / (of_a - of_b);
                add([0, 1].map(|axis| a[axis] + share * (b[axis] - a[axis])));
            }
        }
        let middle_m = [sum_m[0] / count, sum_m[1] / count];
        (count > 2.0 && distance_m(middle_m) > 1e-8 * self.half_m).then_some(middle_m)
    }
}

/// All passings within reach that point up, at least partly; of very many, some.
fn passings(window: &PolygonWindow, reach_m: f64) -> Vec<Passing> {
    let rings = window.rings().iter();
    let corners = rings.flat_map(|ring| {
        let count = ring.len();
        (0..count).map(move |at| {
            let (before, own, after) = (ring[(at + count - 1) % count], ring[at], ring[(at + 1) % count]);
            let vector = |a: [f64; 2], b: [f64; 2]| [b[0] - a[0], b[1] - a[1]];
            (own, [vector(before, own), vector(own, after)])
        })
    });
    let mut passings = Vec::new();
    for (corner_m, beside_m) in corners {
        if passings.len() >= VERY_MANY {
            break;
        }
        for &[a, b] in window.edges() {
            let from_m = [corner_m[0] - a[0], corner_m[1] - a[1]];
            let to_m = [corner_m[0] - b[0], corner_m[1] - b[1]];
            if !is_within(from_m, to_m, reach_m) {
                continue;
            }
            let edge_m = [b[0] - a[0], b[1] - a[1]];
            let errors = beside_m.map(|beside_m| errors(beside_m, edge_m));
            let (bends, slopes_m) = (errors.map(|error| error[0]), errors.map(|error| error[1]));
            for side in [1.0, -1.0] {
                let [from_m, to_m] = [from_m, to_m].map(|end_m| end_m.map(|part| side * part));
                if from_m[1].max(to_m[1]) >= -1e-9 * reach_m {
                    passings.push(Passing {
                        from_m,
                        to_m,
                        bends,
                        slopes_m,
                    });
                }
            }
        }
    }
    passings
}

/// By how much the set covariance bends, and by how much its slope changes, where two edges begin to cross: with the angle
/// φ between them the bend is at most 2 / sin φ, over a parallelogram no wider than the shorter edge times sin φ.
fn errors(a_m: [f64; 2], b_m: [f64; 2]) -> [f64; 2] {
    let length_m = |edge_m: [f64; 2]| (edge_m[0] * edge_m[0] + edge_m[1] * edge_m[1]).sqrt();
    let (of_a, of_b) = (length_m(a_m), length_m(b_m));
    let sine = (a_m[0] * b_m[1] - a_m[1] * b_m[0]).abs() / (of_a * of_b);
    [1.0 / sine, 2.0 * of_a.min(of_b)]
}

/// Whether a segment comes within reach of the origin.
fn is_within(a: [f64; 2], b: [f64; 2], reach_m: f64) -> bool {
    let along_m = [b[0] - a[0], b[1] - a[1]];
    let length_m2 = along_m[0] * along_m[0] + along_m[1] * along_m[1];
    let share = (-(a[0] * along_m[0] + a[1] * along_m[1]) / length_m2).clamp(0.0, 1.0);
    let nearest_m = [a[0] + share * along_m[0], a[1] + share * along_m[1]];
    nearest_m[0] * nearest_m[0] + nearest_m[1] * nearest_m[1] <= reach_m * reach_m
}

#[cfg(test)]
mod tests {
    use std::f64::consts::TAU;

    use proptest::prelude::*;
    use understory_numerics::math::sin_cos;

    use super::*;

    fn star(middle_m: [f64; 2], rays_m: &[f64]) -> Vec<[f64; 2]> {
        let corner = |number: usize| {
            let (sine, cosine) = sin_cos(TAU * number as f64 / rays_m.len() as f64);
            let ray_m = rays_m[number % rays_m.len()];
            [middle_m[0] + ray_m * cosine, middle_m[1] + ray_m * sine]
        };
        let mut corners_m: Vec<[f64; 2]> = (0..rays_m.len()).map(corner).collect();
        corners_m.push(corners_m[0]);
        corners_m
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(32))]
        #[test]
        fn looked_up_areas_are_those_of_the_window_itself(
            outer in prop::collection::vec(3.0..9.0, 3..40),
            hole in prop::collection::vec(0.3..1.0, 3..6),
            reach_m in 0.1..2.0,
            shares in prop::collection::vec((0.0..1.0, 0.0_f64..1.0), 50),
        ) {
            let window = PolygonWindow::new(&[vec![star([5.0; 2], &outer), star([5.0; 2], &hole)]]).unwrap();
            let shifts = Shifts::new(&window, reach_m);
            let mut sum = 0.0;
            for &(u, v) in &shares {
                let (sine, cosine) = sin_cos(TAU * u);
                let far_m = reach_m * v.sqrt();
                let offset_m = [far_m * cosine, far_m * sine];
                let mut found_m2 = [0.0];
                shifts.areas_m2([1.0, 2.0], &[1.0 + offset_m[0]], &[2.0 + offset_m[1]], &mut found_m2);
                let expected = window.set_covariance_m2(offset_m);
                let off = (found_m2[0] - expected).abs() / window.area_m2();
                prop_assert!(off < 1e-3, "{:?} {found_m2:?} {expected}", offset_m);
                prop_assert!((shifts.area_m2(offset_m) - found_m2[0]).abs() < 1e-9 * window.area_m2());
                sum += off;
            }
            prop_assert!(sum / (shares.len() as f64) < 1e-5, "{sum}");
        }
    }

    /// Sums over pairs see the mean over all offsets.
    #[test]
    fn in_windows_of_many_corners_errors_cancel() {
        for corners in [24, 100] {
            let rays_m: Vec<f64> = (0..corners)
                .map(|number| 45.0 + 5.0 * sin_cos(0.7 * f64::from(number)).0)
                .collect();
            let window = PolygonWindow::new(&[vec![star([0.0; 2], &rays_m)]]).unwrap();
            let shifts = Shifts::new(&window, 5.0);
            let (mut sum, mut greatest) = (0.0, 0.0_f64);
            for number in 0..20_000_u32 {
                let (sine, cosine) = sin_cos(2.399_963 * f64::from(number));
                let far_m = 5.0 * (f64::from(number) / 20_000.0).sqrt();
                let offset_m = [far_m * cosine, far_m * sine];
                let off = (shifts.area_m2(offset_m) - window.set_covariance_m2(offset_m)) / window.area_m2();
                sum += off;
                greatest = greatest.max(off.abs());
            }
            let mean = sum / 20_000.0;
            assert!(
                mean.abs() < 1e-6 && greatest < 2e-4,
                "{corners}: {mean:e} {greatest:e}"
            );
        }
    }

    #[test]
    fn a_window_of_few_corners_is_looked_up_exactly() {
        let corners_m = vec![
            [0.0, 0.0],
            [9.0, 0.0],
            [9.0, 4.0],
            [4.0, 4.0],
            [4.0, 8.0],
            [0.0, 8.0],
            [0.0, 0.0],
        ];
        let window = PolygonWindow::new(&[vec![corners_m]]).unwrap();
        let shifts = Shifts::new(&window, 2.0);
        let mut greatest = 0.0_f64;
        for i in 0..300 {
            for j in 0..150 {
                let offset_m = [f64::from(i) * 0.0133 - 1.99, f64::from(j) * 0.0133];
                if offset_m[0] * offset_m[0] + offset_m[1] * offset_m[1] <= 4.0 {
                    let off = shifts.area_m2(offset_m) - window.set_covariance_m2(offset_m);
                    greatest = greatest.max(off.abs());
                }
            }
        }
        assert!(greatest < 1e-11, "{greatest}");
    }
}

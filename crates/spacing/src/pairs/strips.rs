use std::ops::Range;

use understory_space::Plot;

use crate::error::SpacingError;

/// Points sorted into cells, row by row, and within a row from left to right: the points of one row whose *x*
/// lies in an interval stand in a row of memory.
///
/// Cells hold about one point, and are wide in *y* and narrow in *x*: a disk then meets few rows, and what is
/// looked at beyond its rim is little.
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    origin_m: [f64; 2],
    size_m: [f64; 2],
    rows: isize,
    columns: isize,
    row_m: f64,
    cells_per_m: [f64; 2],
    /// More than rounding can move a point across the edge of a cell, m.
    slack_m: f64,
    /// Where each cell's points begin.
    begins: Vec<u32>,
    pub(crate) x_m: Vec<f64>,
    pub(crate) y_m: Vec<f64>,
    /// Distance to the nearest edge of the window, and to the nearest but one.
    pub(crate) to_edge_m: Vec<f64>,
    pub(crate) to_next_edge_m: Vec<f64>,
    /// Number of each sorted point in the order of the caller.
    pub(crate) numbers: Vec<u32>,
    /// How many points stand at each place, in the sorted order; empty where each point is by itself.
    pub(crate) counts: Vec<f64>,
}

const ROW_IN_SPACINGS: f64 = 3.0;
const POINTS_PER_CELL: f64 = 1.0;

impl Strips {
    /// The points must lie in `window`.
    pub(crate) fn new(points_m: &[[f64; 2]], window: &Plot) -> Result<Self, SpacingError> {
        if points_m.len() > 1 << 31 {
            return Err(SpacingError::TooManyForPairs {
                found: points_m.len(),
            });
        }
        let [width_m, height_m] = window.size_m();
        let count = points_m.len().max(1) as f64;
        let spacing_m = (window.area_m2() / count).sqrt();
        let rows = (height_m / (ROW_IN_SPACINGS * spacing_m))
            .round()
            .clamp(1.0, count) as isize;
        let per_row = count / (POINTS_PER_CELL * rows as f64);
        let columns = per_row.round().clamp(1.0, count) as isize;
        let greatest_m = (0..2).map(|axis| window.origin_m()[axis].abs() + window.size_m()[axis]);
        let mut strips = Self {
            origin_m: window.origin_m(),
            size_m: window.size_m(),
            rows,
            columns,
            row_m: height_m / rows as f64,
            cells_per_m: [columns as f64 / width_m, rows as f64 / height_m],
            slack_m: 1e-14 * greatest_m.fold(0.0, f64::max),
            begins: vec![0; (rows * columns) as usize + 1],
            x_m: vec![0.0; points_m.len()],
            y_m: vec![0.0; points_m.len()],
            to_edge_m: Vec::new(),
            to_next_edge_m: Vec::new(),
            numbers: vec![0; points_m.len()],
            counts: Vec::new(),
        };
        strips.sort(points_m);
        let to_edges_m = (0..points_m.len()).map(|place| strips.edge_distances_m(place));
        (strips.to_edge_m, strips.to_next_edge_m) = to_edges_m.unzip();
        Ok(strips)
    }

    /// The same with each place once, and the number of points there; `None` where hardly any stand together. A
    /// million points at one place make 10¹² pairs, which are one product.
    pub(crate) fn heaped(&self, points_m: &[[f64; 2]], window: &Plot) -> Result<Option<Self>, SpacingError> {
        /// Pairs within cells, or at one place, that are met one by one, for each point.
        const MOST_PER_POINT: f64 = 16.0;
        let most = MOST_PER_POINT * points_m.len() as f64;
        let in_cells = self.begins.windows(2).map(|ends| f64::from(ends[1] - ends[0]));
        if in_cells.map(|count| count * count).sum::<f64>() <= most {
            return Ok(None);
        }
        let mut sorted = points_m.to_vec();
        sorted.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let heaps = sorted.chunk_by(|a, b| a == b);
        let (places_m, counts): (Vec<[f64; 2]>, Vec<f64>) =
            heaps.map(|heap| (heap[0], heap.len() as f64)).unzip();
        if counts.iter().map(|count| count * count).sum::<f64>() <= most {
            return Ok(None);
        }
        let mut strips = Self::new(&places_m, window)?;
        strips.counts = strips
            .numbers
            .iter()
            .map(|&number| counts[number as usize])
            .collect();
        Ok(Some(strips))
    }

    /// The points, of which several may stand at one place.
    pub(crate) fn points(&self) -> f64 {
        if self.counts.is_empty() {
            self.len() as f64
        } else {
            self.counts.iter().sum()
        }
    }

    /// How many points stand at a place of the sorted order.
    #[inline]
    pub(crate) fn count(&self, place: usize) -> f64 {
        self.counts.get(place).copied().unwrap_or(1.0)
    }

    fn sort(&mut self, points_m: &[[f64; 2]]) {
        let cells: Vec<u32> = points_m
            .iter()
            .map(|&[x_m, y_m]| self.cell(x_m, y_m) as u32)
            .collect();
        for &cell in &cells {
            self.begins[cell as usize + 1] += 1;
        }
        let mut begin = 0;
        for slot in &mut self.begins {
            begin += *slot;
            *slot = begin;
        }
        // Placed from the last to the first, `begins[cell + 1]` counts down to where the cell begins.
        for (number, &cell) in cells.iter().enumerate().rev() {
            let slot = &mut self.begins[cell as usize + 1];
            *slot -= 1;
            let place = *slot as usize;
            self.x_m[place] = points_m[number][0];
            self.y_m[place] = points_m[number][1];
            self.numbers[place] = number as u32;
        }
        self.begins.remove(0);
        self.begins.push(points_m.len() as u32);
    }

    pub(crate) fn len(&self) -> usize {
        self.x_m.len()
    }

    /// In the sorted order.
    pub(crate) fn point_m(&self, place: usize) -> [f64; 2] {
        [self.x_m[place], self.y_m[place]]
    }

    fn edge_distances_m(&self, place: usize) -> (f64, f64) {
        let along = |axis: usize, at_m: f64| {
            let (near_m, far_m) = (
                at_m - self.origin_m[axis],
                self.origin_m[axis] + self.size_m[axis] - at_m,
            );
            (near_m.min(far_m), near_m.max(far_m))
        };
        let (x_m, y_m) = (along(0, self.x_m[place]), along(1, self.y_m[place]));
        (x_m.0.min(y_m.0), x_m.0.max(y_m.0).min(x_m.1).min(y_m.1))
    }

    fn cell(&self, x_m: f64, y_m: f64) -> isize {
        let row = self.row(y_m).clamp(0, self.rows - 1);
        row * self.columns + self.column(x_m).clamp(0, self.columns - 1)
    }

    /// Beyond the window the numbers go on.
    fn row(&self, y_m: f64) -> isize {
        floor((y_m - self.origin_m[1]) * self.cells_per_m[1])
    }

    fn column(&self, x_m: f64) -> isize {
        floor((x_m - self.origin_m[0]) * self.cells_per_m[0])
    }

    /// Meets every pair of point `place` and a point within `reach_m` that stands after it, so that over all places
    /// each unordered pair is met once. `meet` is given the point, moved on a torus to where the pair is straight,
    /// and a range of others, of which some are farther off than `reach_m`.
    #[inline]
    pub(crate) fn after(
        &self,
        place: usize,
        reach_m: f64,
        is_torus: bool,
        mut meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let from_m = self.point_m(place);
        let own = self.row(from_m[1]).clamp(0, self.rows - 1);
        let own_column = self.column(from_m[0]).clamp(0, self.columns - 1);
        let columns = own_column..=self.column(from_m[0] + reach_m + self.slack_m);
        self.in_row(own, columns, from_m, is_torus, |from_m, range| {
            let is_own_lap = from_m[0] == self.x_m[place];
            let begin = if is_own_lap { place + 1 } else { range.start };
            meet(from_m, begin..range.end.max(begin));
        });
        self.in_rows(own + 1, from_m, reach_m, is_torus, meet);
    }

    /// Meets every point within `reach_m` of `from_m`, as [`after`](Self::after) does.
    #[inline]
    pub(crate) fn around(
        &self,
        from_m: [f64; 2],
        reach_m: f64,
        is_torus: bool,
        meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let lowest = self.row(from_m[1] - reach_m - self.slack_m);
        self.in_rows(lowest, from_m, reach_m, is_torus, meet);
    }

    /// From row `first` upwards.
    #[inline]
    fn in_rows(
        &self,
        first: isize,
        from_m: [f64; 2],
        reach_m: f64,
        is_torus: bool,
        mut meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let first = if is_torus { first } else { first.max(0) };
        // Where the pair is as good as vertical, the rounding of the reach is the square root of itself in x.
        let reach_m = reach_m * (1.0 + 1e-12);
        for row in first.. {
            let low_m = self.origin_m[1] + row as f64 * self.row_m;
            let gap_m = (low_m - from_m[1]).max(from_m[1] - (low_m + self.row_m));
            let gap_m = (gap_m - self.slack_m).max(0.0);
            if low_m - self.slack_m - from_m[1] > reach_m || (!is_torus && row >= self.rows) {
                break;
            }
            let half_m = (reach_m * reach_m - gap_m * gap_m).max(0.0).sqrt() + self.slack_m;
            let columns = self.column(from_m[0] - half_m)..=self.column(from_m[0] + half_m);
            self.in_row(row, columns, from_m, is_torus, &mut meet);
        }
    }

    #[inline]
    fn in_row(
        &self,
        row: isize,
        columns: std::ops::RangeInclusive<isize>,
        [x_m, y_m]: [f64; 2],
        is_torus: bool,
        mut meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let (first, last) = columns.into_inner();
        let mut piece = |row: isize, first: isize, last: isize, from_m: [f64; 2]| {
            let at = |column: isize| self.begins[(row * self.columns + column) as usize] as usize;
            meet(from_m, at(first)..at(last + 1));
        };
        if !is_torus {
            let (first, last) = (first.max(0), last.min(self.columns - 1));
            if first <= last {
                piece(row, first, last, [x_m, y_m]);
            }
            return;
        }
        let y_m = y_m - row.div_euclid(self.rows) as f64 * self.size_m[1];
        let row = row.rem_euclid(self.rows);
        for lap in first.div_euclid(self.columns)..=last.div_euclid(self.columns) {
            let offset = lap * self.columns;
            let begin = (first - offset).max(0);
            let end = (last - offset).min(self.columns - 1);
            piece(row, begin, end, [x_m - lap as f64 * self.size_m[0], y_m]);
        }
    }
}

/// `f64::floor` is a call where the processor is not known to have the instruction.
fn floor(x: f64) -> isize {
    let towards_zero = x as isize;
    towards_zero - isize::from(x < towards_zero as f64)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    proptest! {
        #[test]
        fn every_pair_in_reach_is_met_once_and_the_short_way_round(
            fractions in prop::collection::vec((0.0..1.0, 0.0..1.0), 2..80),
            size_m in (0.5..40.0, 0.5..40.0),
            origin_m in -1e3..1e3,
            share in 0.01..0.999,
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let window = Plot::new([origin_m, -origin_m], [size_m.0, size_m.1], edge).unwrap();
            let points_m: Vec<_> = fractions
                .iter()
                .map(|&(u, v)| [origin_m + u * size_m.0, -origin_m + v * size_m.1])
                .collect();
            let reach_m = share * if is_torus { 0.5 * window.shorter_side_m() } else { 60.0 };
            let strips = Strips::new(&points_m, &window).unwrap();
            let mut expected = Vec::new();
            for i in 0..points_m.len() {
                for j in i + 1..points_m.len() {
                    let d_m = window.distance_squared_m2(points_m[i], points_m[j]).sqrt();
                    if d_m <= reach_m {
                        expected.push((i, j));
                    }
                }
            }
            let (mut once, mut twice) = (Vec::new(), Vec::new());
            for place in 0..strips.len() {
                let note = |list: &mut Vec<(usize, usize)>, from_m: [f64; 2], range: Range<usize>| {
                    for other in range {
                        let [x_m, y_m] = strips.point_m(other);
                        let (dx, dy) = (x_m - from_m[0], y_m - from_m[1]);
                        if (dx * dx + dy * dy).sqrt() <= reach_m && other != place {
                            let pair = [place, other].map(|at| strips.numbers[at] as usize);
                            list.push((pair[0].min(pair[1]), pair[0].max(pair[1])));
                        }
                    }
                };
                strips.after(place, reach_m, is_torus, |from_m, range| note(&mut once, from_m, range));
                let from_m = strips.point_m(place);
                strips.around(from_m, reach_m, is_torus, |from_m, range| note(&mut twice, from_m, range));
            }
            once.sort_unstable();
            twice.sort_unstable();
            prop_assert_eq!(&once, &expected);
            prop_assert_eq!(twice, expected.iter().flat_map(|&pair| [pair, pair]).collect::<Vec<_>>());
        }
    }
}

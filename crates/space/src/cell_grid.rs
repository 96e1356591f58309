//! Things sorted by cells: the neighbour search of points that fill their box.
//!
//! The grid is sorted for one moment. Whoever moves a thing sorts again, or searches a block wider by how far things
//! have moved.

use std::ops::{Range, RangeInclusive};

use crate::cells::Cells;
use crate::plot::Edge;

/// Things in the order of the cells in which they lie, so that those of neighbouring cells of a row are one slice.
///
/// The grid sorts by counting and keeps only where each cell begins: whoever owns the things holds them in the order
/// of the slots, in whatever form the inner loop reads best. Within a cell they keep the order that they had.
#[derive(Clone, Debug)]
pub struct CellGrid<const D: usize> {
    cells: Cells<D>,
    /// First slot of each cell, and the end; then one number that only the sort uses.
    starts: Vec<u32>,
    /// Cell of each thing before it was sorted, kept for its room.
    cell_of: Vec<u32>,
}

impl<const D: usize> CellGrid<D> {
    /// Cells in which nothing lies yet.
    #[must_use]
    pub fn empty(cells: Cells<D>) -> Self {
        Self {
            starts: vec![0; cells.total() + 2],
            cells,
            cell_of: Vec::new(),
        }
    }

    /// The grid of these points, fewer than 2^32, and the number of the point in each slot.
    #[must_use]
    pub fn of(cells: Cells<D>, points_m: &[[f64; D]]) -> (Self, Vec<u32>) {
        Self::of_places(cells, points_m.len(), |number| points_m[number])
    }

    /// The same of so many points of which each can be asked where it lies.
    #[must_use]
    pub fn of_places(
        cells: Cells<D>,
        count: usize,
        place_of: impl Fn(usize) -> [f64; D],
    ) -> (Self, Vec<u32>) {
        let mut grid = Self::empty(cells);
        let mut numbers: Vec<u32> = (0..count as u32).collect();
        grid.sort(&mut numbers, &mut Vec::new(), |&number| place_of(number as usize));
        grid.cell_of = Vec::new();
        (grid, numbers)
    }

    /// Puts things, fewer than 2^32, into the order of the cells in which they lie now; `spare` lends its room.
    pub fn sort<T: Copy>(
        &mut self,
        things: &mut Vec<T>,
        spare: &mut Vec<T>,
        place_m: impl Fn(&T) -> [f64; D],
    ) {
        let Some(&any) = things.first() else {
            self.starts.fill(0);
            return;
        };
        let cell_of = |thing: &T| self.cells.number(self.cells.at(place_m(thing))) as u32;
        self.cell_of.clear();
        self.cell_of.extend(things.iter().map(cell_of));
        // Two cells on, so that once each thing has moved its cell's start on by one, starts stand where they belong.
        self.starts.fill(0);
        for &cell in &self.cell_of {
            self.starts[cell as usize + 2] += 1;
        }
        let mut sum = 0;
        for start in &mut self.starts {
            sum += *start;
            *start = sum;
        }
        spare.resize(things.len(), any);
        for (&cell, &thing) in self.cell_of.iter().zip(&*things) {
            let next = &mut self.starts[cell as usize + 1];
            spare[*next as usize] = thing;
            *next += 1;
        }
        std::mem::swap(things, spare);
    }

    /// The cells.
    #[must_use]
    #[inline]
    pub fn cells(&self) -> &Cells<D> {
        &self.cells
    }

    /// First slot of each cell, and the end.
    #[must_use]
    pub fn starts(&self) -> &[u32] {
        &self.starts[..self.starts.len() - 1]
    }

    /// The slots of cells that follow each other, by their numbers.
    #[must_use]
    #[inline]
    pub fn slots(&self, cells: Range<usize>) -> Range<usize> {
        self.starts[cells.start] as usize..self.starts[cells.end] as usize
    }

    /// Meets the slots of a block of cells, one run for each row, in the order of the cells' numbers.
    #[inline]
    pub fn rows(&self, block: &[Range<usize>; D], meet: impl FnMut(Range<usize>)) {
        self.pieces(&block.clone().map(|range| [range, 0..0]), meet);
    }

    /// Meets the slots of the cells at most `ring` from the cell `at`, each cell once: row by row, and within a row
    /// in the order of [`Cells::span`].
    #[inline]
    pub fn around(&self, at: [usize; D], ring: usize, edge: Edge, meet: impl FnMut(Range<usize>)) {
        self.pieces(
            &std::array::from_fn(|axis| self.cells.span(axis, at[axis], ring, edge)),
            meet,
        );
    }

    /// Meets the slots of a block whose cells along an axis are one piece, or a first and a second one.
    #[inline]
    fn pieces(&self, block: &[[Range<usize>; 2]; D], mut meet: impl FnMut(Range<usize>)) {
        if block.iter().any(|[first, _]| first.is_empty()) {
            return;
        }
        let mut at: [usize; D] = std::array::from_fn(|axis| block[axis][0].start);
        loop {
            at[0] = 0;
            let row = self.cells.number(at);
            for columns in &block[0] {
                if !columns.is_empty() {
                    meet(self.slots(row + columns.start..row + columns.end));
                }
            }
            // The next row, as on an odometer.
            let mut axis = 1;
            loop {
                if axis >= D {
                    return;
                }
                at[axis] += 1;
                let [first, second] = &block[axis];
                if at[axis] == first.end && !second.is_empty() {
                    at[axis] = second.start;
                }
                if at[axis] != first.end && at[axis] != second.end {
                    break;
                }
                at[axis] = first.start;
                axis += 1;
            }
        }
    }
}

impl CellGrid<2> {
    /// Meets all that lies within `reach_m` of `from_m`, row by row from below, as runs of slots of which some lie
    /// farther off. On a torus each image is met by itself: with a run comes the place moved by whole sides to where
    /// the way to that run is straight.
    #[inline]
    pub fn within(
        &self,
        from_m: [f64; 2],
        reach_m: f64,
        edge: Edge,
        meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let lowest = self.cells.along(1, from_m[1] - reach_m - self.cells.rounding_m());
        self.within_from(lowest, from_m, reach_m, edge, meet);
    }

    /// [`Self::within`] from row `first` upwards, whose numbers go on beyond the box.
    #[inline]
    pub fn within_from(
        &self,
        first: isize,
        from_m: [f64; 2],
        reach_m: f64,
        edge: Edge,
        mut meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let (origin_m, row_m) = (self.cells.origin_m()[1], self.cells.side_m()[1]);
        let rounding_m = self.cells.rounding_m();
        let is_open = edge == Edge::Open;
        let first = if is_open { first.max(0) } else { first };
        // Where the way is as good as vertical, the rounding of the reach is the square root of itself in x.
        let reach_m = reach_m * (1.0 + 1e-12);
        for row in first.. {
            let low_m = origin_m + row as f64 * row_m;
            let gap_m = (low_m - from_m[1]).max(from_m[1] - (low_m + row_m));
            let gap_m = (gap_m - rounding_m).max(0.0);
            let is_over = low_m - rounding_m - from_m[1] > reach_m;
            if is_over || (is_open && row >= self.cells.count()[1] as isize) {
                break;
            }
            let half_m = (reach_m * reach_m - gap_m * gap_m).max(0.0).sqrt() + rounding_m;
            let [left, right] = [from_m[0] - half_m, from_m[0] + half_m].map(|x_m| self.cells.along(0, x_m));
            self.in_row(row, left..=right, from_m, edge, &mut meet);
        }
    }

    /// Meets the slots of some columns of a row, whose numbers may go on beyond the box, with the place moved as
    /// [`Self::within`] does.
    #[inline]
    pub fn in_row(
        &self,
        row: isize,
        columns: RangeInclusive<isize>,
        [x_m, y_m]: [f64; 2],
        edge: Edge,
        mut meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let [count, rows] = self.cells.count().map(|count| count as isize);
        let (first, last) = columns.into_inner();
        let slots = |row: isize, first: isize, last: isize| {
            let cell = row * count;
            self.slots((cell + first) as usize..(cell + last + 1) as usize)
        };
        if edge == Edge::Open {
            let (first, last) = (first.max(0), last.min(count - 1));
            if first <= last && (0..rows).contains(&row) {
                meet([x_m, y_m], slots(row, first, last));
            }
            return;
        }
        let size_m = self.cells.size_m();
        let y_m = y_m - row.div_euclid(rows) as f64 * size_m[1];
        let row = row.rem_euclid(rows);
        for lap in first.div_euclid(count)..=last.div_euclid(count) {
            let offset = lap * count;
            let (first, last) = ((first - offset).max(0), (last - offset).min(count - 1));
            meet([x_m - lap as f64 * size_m[0], y_m], slots(row, first, last));
        }
    }
}

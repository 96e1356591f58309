//! The cells of the automaton's raster, and how they lie on the plot.

use understory_space::{Edge, Plot};

use crate::ScatterError;

/// A raster takes about 14 bytes a cell.
const MOST_CELLS: u64 = 1 << 28;

/// The cells of a raster; cell 0 is the lower left one, then row by row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cells {
    /// Cells from left to right; at least 1.
    pub columns: u32,
    /// Cells from bottom to top; at least 1.
    pub rows: u32,
    /// Whether the last column meets the first, and the last row the first.
    pub wraps: bool,
}

impl Cells {
    /// Nearly square cells of about `side_m` that fill the plot.
    pub(super) fn of_plot(plot: &Plot, side_m: f64) -> Self {
        let along = |length_m: f64| (length_m / side_m).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        let [columns, rows] = plot.size_m().map(along);
        Self {
            columns,
            rows,
            wraps: plot.edge() == Edge::Torus,
        }
    }

    /// Number of cells.
    #[must_use]
    pub fn count(self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// Number of the cell at this column and row.
    #[must_use]
    pub fn at(self, column: u32, row: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }

    /// Column and row of a cell.
    #[must_use]
    pub fn column_and_row(self, cell: usize) -> [u32; 2] {
        let columns = self.columns as usize;
        [(cell % columns) as u32, (cell / columns) as u32]
    }

    /// At least one cell, and no more than fit into memory.
    pub(super) fn check(self) -> Result<(), ScatterError> {
        if (1..=MOST_CELLS).contains(&self.count()) {
            return Ok(());
        }
        let found = format!("{} x {}", self.columns, self.rows);
        let rule = "a raster has 1 to 268435456 of them: take larger cells";
        Err(ScatterError::out_of_range("cells", found, rule))
    }

    /// Cells that share a side with one; on a raster that does not wrap.
    pub(super) fn beside(self, cell: usize) -> impl Iterator<Item = usize> {
        let columns = self.columns as usize;
        let [column, row] = self.column_and_row(cell);
        [
            (column > 0).then(|| cell - 1),
            (column + 1 < self.columns).then(|| cell + 1),
            (row > 0).then(|| cell - columns),
            (row + 1 < self.rows).then(|| cell + columns),
        ]
        .into_iter()
        .flatten()
    }

    /// The cells of a disc around a cell as runs `row, start..end` of columns, each cell in one run.
    ///
    /// A raster that wraps has no cell twice in a disc wider than itself.
    pub(super) fn for_each_run(self, disc: &Disc, centre: usize, mut visit: impl FnMut(usize, usize, usize)) {
        let [column, row] = self.column_and_row(centre).map(i64::from);
        let [columns, rows] = [self.columns, self.rows].map(i64::from);
        let reach = disc.half_widths.len() as i64 - 1;
        let (down, up) = if self.wraps {
            (reach.min((rows - 1) / 2), reach.min(rows / 2))
        } else {
            (reach.min(row), reach.min(rows - 1 - row))
        };
        for offset in -down..=up {
            let half_width = i64::from(disc.half_widths[offset.unsigned_abs() as usize]);
            let in_row = match row + offset {
                below if below < 0 => below + rows,
                above if above >= rows => above - rows,
                within => within,
            } as usize;
            let (start, end) = (column - half_width, column + half_width + 1);
            let mut run = |start: i64, end: i64| visit(in_row, start as usize, end as usize);
            if !self.wraps {
                run(start.max(0), end.min(columns));
            } else if end - start >= columns {
                run(0, columns);
            } else if start < 0 {
                run(0, end);
                run(start + columns, columns);
            } else if end > columns {
                run(0, end - columns);
                run(start, columns);
            } else {
                run(start, end);
            }
        }
    }
}

/// The cells whose centres lie within a whole number of cells of a cell's own.
#[derive(Clone, Debug)]
pub(super) struct Disc {
    /// Cells to either side, by the number of rows from the centre.
    half_widths: Vec<u32>,
}

impl Disc {
    pub(super) fn new(radius_cells: u32) -> Self {
        let radius = u64::from(radius_cells);
        let half_width = |row: u64| (radius * radius - row * row).isqrt() as u32;
        Self {
            half_widths: (0..=radius).map(half_width).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn distance(a: u32, b: u32, length: u32, wraps: bool) -> u32 {
        let straight = a.abs_diff(b);
        if wraps {
            straight.min(length - straight)
        } else {
            straight
        }
    }

    proptest! {
        #[test]
        fn runs_hold_the_cells_within_the_radius_once_each(
            columns in 1_u32..14,
            rows in 1_u32..14,
            wraps in any::<bool>(),
            radius in 0_u32..9,
            at in any::<prop::sample::Index>(),
        ) {
            let cells = Cells { columns, rows, wraps };
            let centre = at.index(cells.count() as usize);
            let mut seen = vec![0; cells.count() as usize];
            cells.for_each_run(&Disc::new(radius), centre, |row, start, end| {
                for column in start..end {
                    seen[cells.at(column as u32, row as u32)] += 1;
                }
            });
            let [column, row] = cells.column_and_row(centre);
            for (cell, &times) in seen.iter().enumerate() {
                let [other_column, other_row] = cells.column_and_row(cell);
                let dx = distance(column, other_column, columns, wraps);
                let dy = distance(row, other_row, rows, wraps);
                prop_assert_eq!(times, i32::from(dx * dx + dy * dy <= radius * radius));
            }
        }
    }

    #[test]
    fn the_disc_of_radius_two_has_thirteen_cells() {
        let cells = Cells {
            columns: 9,
            rows: 9,
            wraps: false,
        };
        let mut count = 0;
        cells.for_each_run(&Disc::new(2), 40, |_, start, end| count += end - start);
        assert_eq!(count, 13);
    }
}

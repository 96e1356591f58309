//! Cells over the ground, and values in them.
//!
//! Row 0 is the southernmost, so that rows and y grow together; files mostly begin in the north, and their readers turn
//! them. A value belongs to the centre of its cell.

use crate::error::TerrainError;

/// Where the cells of a raster lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    origin_m: [f64; 2],
    /// From west to east and from south to north.
    cell_m: [f64; 2],
    columns: u32,
    rows: u32,
}

impl Grid {
    /// Square cells of side `cell_m` from the south-western corner `origin_m`.
    ///
    /// # Errors
    /// [`TerrainError::Grid`] without cells, or where a number is not finite or the side not above 0.
    pub fn new(origin_m: [f64; 2], cell_m: f64, cells: [u32; 2]) -> Result<Self, TerrainError> {
        Self::of_cells(origin_m, [cell_m; 2], cells)
    }

    /// So many cells from corner to corner of a rectangle, as a picture is stretched over it.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn over(low_m: [f64; 2], high_m: [f64; 2], cells: [u32; 2]) -> Result<Self, TerrainError> {
        let side = |axis: usize| (high_m[axis] - low_m[axis]) / f64::from(cells[axis].max(1));
        Self::of_cells(low_m, [side(0), side(1)], cells)
    }

    fn of_cells(
        origin_m: [f64; 2],
        cell_m: [f64; 2],
        [columns, rows]: [u32; 2],
    ) -> Result<Self, TerrainError> {
        if columns == 0 || rows == 0 {
            return Err(TerrainError::Grid(format!(
                "{columns} × {rows} cells hold no ground"
            )));
        }
        if let Some(side_m) = cell_m
            .into_iter()
            .find(|side_m| !(side_m.is_finite() && *side_m > 0.0))
        {
            return Err(TerrainError::Grid(format!(
                "cells of {side_m} m hold no ground; the side must be above 0"
            )));
        }
        let grid = Self {
            origin_m,
            cell_m,
            columns,
            rows,
        };
        let far_m = grid.far_corner_m();
        // A cell that vanishes beside the corner's coordinates has no place of its own.
        let is_seen = |axis: usize| {
            let (low_m, high_m) = (origin_m[axis], far_m[axis]);
            low_m.is_finite() && high_m.is_finite() && low_m + cell_m[axis] > low_m && high_m > low_m
        };
        if is_seen(0) && is_seen(1) {
            Ok(grid)
        } else {
            Err(TerrainError::Grid(format!(
                "cells of {} m at ({}, {}) have no places of their own",
                cell_m[0], origin_m[0], origin_m[1]
            )))
        }
    }

    /// South-western corner, m.
    #[must_use]
    pub fn origin_m(&self) -> [f64; 2] {
        self.origin_m
    }

    /// North-eastern corner, m.
    #[must_use]
    pub fn far_corner_m(&self) -> [f64; 2] {
        let side = |axis: usize, count: u32| self.origin_m[axis] + self.cell_m[axis] * f64::from(count);
        [side(0, self.columns), side(1, self.rows)]
    }

    /// Sides of a cell, m: from west to east, from south to north.
    #[must_use]
    pub fn cell_m(&self) -> [f64; 2] {
        self.cell_m
    }

    /// Cells from west to east.
    #[must_use]
    pub fn columns(&self) -> u32 {
        self.columns
    }

    /// Cells from south to north.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// All cells.
    #[must_use]
    pub fn len(&self) -> usize {
        self.columns as usize * self.rows as usize
    }

    /// Never: a grid has cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Centre of a cell, m.
    #[must_use]
    pub fn centre_m(&self, column: u32, row: u32) -> [f64; 2] {
        let at =
            |axis: usize, number: u32| self.origin_m[axis] + self.cell_m[axis] * (f64::from(number) + 0.5);
        [at(0, column), at(1, row)]
    }

    /// Whether a place lies on it, the northern and eastern edges not.
    #[must_use]
    pub fn holds(&self, place_m: [f64; 2]) -> bool {
        let far_m = self.far_corner_m();
        (0..2).all(|axis| (self.origin_m[axis]..far_m[axis]).contains(&place_m[axis]))
    }

    /// The cell of a place; of one beyond the grid the nearest.
    #[must_use]
    #[inline]
    pub fn cell_of(&self, place_m: [f64; 2]) -> [u32; 2] {
        let of = |axis: usize, count: u32| {
            let cell = (place_m[axis] - self.origin_m[axis]) / self.cell_m[axis];
            // A cast rounds down, and takes what is negative or not a number to 0.
            (cell as u32).min(count - 1)
        };
        [of(0, self.columns), of(1, self.rows)]
    }

    /// Where a cell's value lies in the row-major list of a [`Raster`].
    #[must_use]
    pub fn index(&self, column: u32, row: u32) -> usize {
        row as usize * self.columns as usize + column as usize
    }
}

/// A value for each cell of a grid.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster<T> {
    grid: Grid,
    values: Vec<T>,
}

impl<T: Copy> Raster<T> {
    /// Values row by row from the south, each row from the west.
    ///
    /// # Errors
    /// [`TerrainError::Grid`] where there is not one value a cell.
    pub fn new(grid: Grid, values: Vec<T>) -> Result<Self, TerrainError> {
        if values.len() == grid.len() {
            return Ok(Self { grid, values });
        }
        Err(TerrainError::Grid(format!(
            "{} values are given for {} × {} cells",
            values.len(),
            grid.columns,
            grid.rows
        )))
    }

    /// Values row by row from the north, as files have them.
    pub(crate) fn from_north(grid: Grid, mut values: Vec<T>) -> Result<Self, TerrainError> {
        let columns = grid.columns as usize;
        let rows = values.len() / columns;
        for row in 0..rows / 2 {
            let (south, north) = values.split_at_mut((rows - 1 - row) * columns);
            south[row * columns..(row + 1) * columns].swap_with_slice(&mut north[..columns]);
        }
        Self::new(grid, values)
    }

    /// Where its cells lie.
    #[must_use]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// All values, row by row from the south.
    #[must_use]
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// The value of a cell.
    ///
    /// # Panics
    /// Beyond the grid.
    #[must_use]
    pub fn at(&self, column: u32, row: u32) -> T {
        assert!(column < self.grid.columns && row < self.grid.rows);
        self.values[self.grid.index(column, row)]
    }

    /// The value of the cell that a place lies in; beyond the grid that of the nearest cell.
    #[must_use]
    #[inline]
    pub fn nearest(&self, place_m: [f64; 2]) -> T {
        let [column, row] = self.grid.cell_of(place_m);
        self.values[self.grid.index(column, row)]
    }

    /// The same grid with other values.
    #[must_use]
    pub fn map<U>(&self, change: impl Fn(T) -> U) -> Raster<U> {
        Raster {
            grid: self.grid,
            values: self.values.iter().map(|&value| change(value)).collect(),
        }
    }
}

impl Raster<f32> {
    /// Between the four centres around a place, linear in x and in y. Beyond the outermost centres the surface goes on
    /// level, so that half a cell at the edge has the value of its cell.
    #[must_use]
    #[inline]
    pub fn bilinear(&self, place_m: [f64; 2]) -> f64 {
        let along = |axis: usize, count: u32| {
            let last = f64::from(count - 1);
            let at =
                ((place_m[axis] - self.grid.origin_m[axis]) / self.grid.cell_m[axis] - 0.5).clamp(0.0, last);
            // A place that is not a number has no cell; it takes the first.
            let low = at as u32;
            (low, (low + 1).min(count - 1), at - f64::from(low))
        };
        let (west, east, x) = along(0, self.grid.columns);
        let (south, north, y) = along(1, self.grid.rows);
        let value = |column: u32, row: u32| f64::from(self.values[self.grid.index(column, row)]);
        let between = |low: f64, high: f64, share: f64| low + share * (high - low);
        let low = between(value(west, south), value(east, south), x);
        let high = between(value(west, north), value(east, north), x);
        between(low, high, y)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn grid(columns: u32, rows: u32) -> Grid {
        Grid::new([100.0, -20.0], 2.5, [columns, rows]).unwrap()
    }

    #[test]
    fn a_grid_without_ground_is_refused() {
        for (origin_m, cell_m, cells) in [
            ([0.0, 0.0], 1.0, [0, 3]),
            ([0.0, 0.0], 1.0, [3, 0]),
            ([0.0, 0.0], 0.0, [3, 3]),
            ([0.0, 0.0], -1.0, [3, 3]),
            ([0.0, 0.0], f64::NAN, [3, 3]),
            ([f64::INFINITY, 0.0], 1.0, [3, 3]),
            ([0.0, 1e300], 1.0, [3, 3]),
        ] {
            assert!(
                Grid::new(origin_m, cell_m, cells).is_err(),
                "{origin_m:?} {cell_m} {cells:?}"
            );
        }
        assert!(Raster::new(grid(2, 2), vec![1.0; 3]).is_err());
    }

    #[test]
    fn rows_from_the_north_are_turned() {
        let raster = Raster::from_north(grid(2, 3), vec![1, 2, 3, 4, 5, 6]).unwrap();
        assert_eq!(raster.values(), [5, 6, 3, 4, 1, 2]);
        assert_eq!((raster.at(0, 0), raster.at(1, 2)), (5, 2));
        assert_eq!(raster.nearest([101.0, -19.0]), 5);
        assert_eq!(raster.nearest([1e9, 1e9]), 2);
        assert_eq!(raster.nearest([-1e9, f64::NAN]), 5);
    }

    proptest! {
        #[test]
        fn a_plane_is_met_exactly_between_the_centres(
            x in 0.0..1.0_f64, y in 0.0..1.0_f64, a in -3.0..3.0_f64, b in -3.0..3.0_f64,
        ) {
            let grid = grid(7, 4);
            let plane = |[x, y]: [f64; 2]| a * (x - 100.0) + b * (y + 20.0) + 1.0;
            let centres = (0..4).flat_map(|row| (0..7).map(move |column| grid.centre_m(column, row)));
            let raster = Raster::new(grid, centres.map(|centre| plane(centre) as f32).collect()).unwrap();
            let [low, high] = [grid.centre_m(0, 0), grid.centre_m(6, 3)];
            let place = [low[0] + x * (high[0] - low[0]), low[1] + y * (high[1] - low[1])];
            prop_assert!((raster.bilinear(place) - plane(place)).abs() < 1e-4);
        }

        #[test]
        fn a_place_lies_in_the_cell_whose_centre_is_nearest(x in 100.0..117.5_f64, y in -20.0..-10.0_f64) {
            let grid = grid(7, 4);
            let [column, row] = grid.cell_of([x, y]);
            let [cx, cy] = grid.centre_m(column, row);
            prop_assert!((x - cx).abs() <= 1.25 && (y - cy).abs() <= 1.25 && grid.holds([x, y]));
        }
    }

    #[test]
    fn beyond_the_outermost_centres_the_surface_is_level() {
        let raster = Raster::new(grid(2, 1), vec![3.0_f32, 5.0]).unwrap();
        assert_eq!(raster.bilinear([100.0, -20.0]), 3.0);
        assert_eq!(raster.bilinear([102.5, -18.0]), 4.0);
        assert_eq!(raster.bilinear([500.0, 500.0]), 5.0);
    }
}

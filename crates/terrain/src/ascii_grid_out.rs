//! A raster as an ESRI ASCII grid.

use std::io::{self, Write};

use crate::raster::Raster;

/// What stands in a cell without data.
const NO_DATA: &str = "-9999";

/// Writes a raster of square cells row by row from the north; NaN is no data.
///
/// # Errors
/// [`io::ErrorKind::InvalidInput`] where the cells are not square, as the format has one side for all; what `out` reports.
pub fn write_ascii_grid(mut out: impl Write, raster: &Raster<f32>) -> io::Result<()> {
    let grid = raster.grid();
    let [cell_m, other_m] = grid.cell_m();
    if (cell_m - other_m).abs() > 1e-9 * cell_m {
        let message = format!("cells of {cell_m} by {other_m} m are not square");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let [west_m, south_m] = grid.origin_m();
    writeln!(out, "ncols {}\nnrows {}", grid.columns(), grid.rows())?;
    writeln!(
        out,
        "xllcorner {west_m}\nyllcorner {south_m}\ncellsize {cell_m}\nNODATA_value {NO_DATA}"
    )?;
    for row in raster.values().rchunks(grid.columns() as usize) {
        for (column, value) in row.iter().enumerate() {
            if column > 0 {
                out.write_all(b" ")?;
            }
            if value.is_nan() {
                out.write_all(NO_DATA.as_bytes())?;
            } else {
                write!(out, "{value}")?;
            }
        }
        out.write_all(b"\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ascii_grid::read_ascii_grid;
    use crate::raster::Grid;

    #[test]
    fn what_is_written_is_read_back() {
        let grid = Grid::new([-100.5, 20.0], 0.1, [5, 3]).unwrap();
        let mut values: Vec<f32> = (0..15_u8).map(|cell| f32::from(cell) / 7.0).collect();
        values[4] = f32::NAN;
        let raster = Raster::new(grid, values.clone()).unwrap();
        let mut out = Vec::new();
        write_ascii_grid(&mut out, &raster).unwrap();
        let read = read_ascii_grid("a.asc", &out[..], 100).unwrap();
        assert_eq!(read.grid(), &grid);
        let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
        assert_eq!(bits(read.values()), bits(&values));
    }

    #[test]
    fn cells_that_are_not_square_are_refused() {
        let grid = Grid::over([0.0, 0.0], [10.0, 20.0], [4, 4]).unwrap();
        let raster = Raster::new(grid, vec![1.0; 16]).unwrap();
        let refused = write_ascii_grid(Vec::new(), &raster).unwrap_err();
        assert_eq!(refused.to_string(), "cells of 2.5 by 5 m are not square");
    }
}

//! Slope and aspect from heights.

use understory_numerics::math::atan2;

use crate::error::TerrainError;
use crate::raster::Raster;

/// Rise per metre to the east and to the north at the centre of each cell.
///
/// # Formula
/// Of the nine heights around a centre, with *c* the side of a cell along the axis, Horn's weighted differences: to the east
/// ((NE + 2 E + SE) − (NW + 2 W + SW)) / 8 *c*, to the north ((NW + 2 N + NE) − (SW + 2 S + SE)) / 8 *c*. At the edge, where
/// three of the nine lack, the row or column of the cell itself stands for them and the divisor is halved.
///
/// # Source
/// Horn (1981), as `gdaldem` of GDAL has it, whose slope and aspect of Maunga Whau the tests compare with.
///
/// # Errors
/// None but those of [`Raster::new`], which do not occur.
pub fn horn_gradients(heights: &Raster<f32>) -> Result<[Raster<f32>; 2], TerrainError> {
    let grid = *heights.grid();
    let (columns, rows) = (grid.columns(), grid.rows());
    let mut east = Vec::with_capacity(grid.len());
    let mut north = Vec::with_capacity(grid.len());
    // The neighbours of a number along an axis, and how many cells they are apart.
    let around = |at: u32, count: u32| {
        let (low, high) = (at.saturating_sub(1), (at + 1).min(count - 1));
        (low, high, f64::from(high - low))
    };
    for row in 0..rows {
        let (south_row, north_row, dy) = around(row, rows);
        for column in 0..columns {
            let (west_column, east_column, dx) = around(column, columns);
            let at = |column: u32, row: u32| f64::from(heights.at(column, row));
            let upright = |column: u32| at(column, south_row) + 2.0 * at(column, row) + at(column, north_row);
            let across = |row: u32| at(west_column, row) + 2.0 * at(column, row) + at(east_column, row);
            let rise = |difference: f64, cells: f64, axis: usize| {
                if cells > 0.0 {
                    (difference / (4.0 * cells * grid.cell_m()[axis])) as f32
                } else {
                    0.0
                }
            };
            east.push(rise(upright(east_column) - upright(west_column), dx, 0));
            north.push(rise(across(north_row) - across(south_row), dy, 1));
        }
    }
    Ok([Raster::new(grid, east)?, Raster::new(grid, north)?])
}

/// Angle between the ground and a level plane, degrees, from the rise per metre to the east and to the north.
#[must_use]
pub fn slope_deg([east, north]: [f64; 2]) -> f64 {
    atan2((east * east + north * north).sqrt(), 1.0).to_degrees()
}

/// The direction in which the ground falls, degrees clockwise from north and below 360; `None` where it is level.
#[must_use]
pub fn aspect_deg([east, north]: [f64; 2]) -> Option<f64> {
    if east == 0.0 && north == 0.0 {
        return None;
    }
    let clockwise = atan2(-east, -north).to_degrees();
    Some(if clockwise < 0.0 {
        // A hair below 0 would round to 360.
        (clockwise + 360.0) % 360.0
    } else {
        clockwise
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Grid;

    #[test]
    fn ground_that_falls_to_the_east_looks_east() {
        for (gradient, aspect) in [
            ([-1.0, 0.0], 90.0),
            ([0.0, -1.0], 0.0),
            ([1.0, 0.0], 270.0),
            ([0.0, 1.0], 180.0),
            ([1.0, -1.0], 315.0),
        ] {
            assert!(
                (aspect_deg(gradient).unwrap() - aspect).abs() < 1e-12,
                "{gradient:?}"
            );
        }
        assert_eq!(aspect_deg([-0.0, 0.0]), None);
        assert!((slope_deg([0.6, 0.8]) - 45.0).abs() < 1e-12);
    }

    #[test]
    fn a_plane_has_one_slope_up_to_its_edges() {
        let grid = Grid::new([0.0, 0.0], 2.0, [4, 3]).unwrap();
        let centres = (0..3).flat_map(|row| (0..4).map(move |column| grid.centre_m(column, row)));
        let heights = centres.map(|[x, y]| (0.5 * x - 0.25 * y) as f32).collect();
        let [east, north] = horn_gradients(&Raster::new(grid, heights).unwrap()).unwrap();
        assert!(east.values().iter().all(|&rise| rise == 0.5), "{east:?}");
        assert!(north.values().iter().all(|&rise| rise == -0.25), "{north:?}");
    }

    #[test]
    fn a_single_row_or_cell_has_no_slope_across() {
        let grid = Grid::new([0.0, 0.0], 2.0, [2, 1]).unwrap();
        let [east, north] = horn_gradients(&Raster::new(grid, vec![1.0, 3.0]).unwrap()).unwrap();
        assert_eq!(
            (east.values(), north.values()),
            (&[1.0, 1.0][..], &[0.0, 0.0][..])
        );
    }
}

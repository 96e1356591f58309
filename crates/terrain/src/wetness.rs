//! How wet the ground is by its shape alone.

use understory_numerics::math::ln;

use crate::error::TerrainError;
use crate::fill::Flood;
use crate::flow::{Routing, drained_m2};
use crate::raster::Raster;
use crate::slope::horn_gradients;

/// Slope of ground that is level, rise per metre: the index has no value at a slope of 0. 1 mm in a metre is a drain's fall.
pub const LEAST_SLOPE: f64 = 1e-3;

/// Topographic wetness index of each cell, no unit: some 3 on ridges, 15 and more where water gathers.
///
/// # Formula
/// ln(*a* / tan *β*), with *a* the area that drains through the cell ([`drained_m2`]) per metre of contour, m, and tan *β* the
/// rise per metre of the ground whose hollows are filled, at least [`LEAST_SLOPE`]. A contour through a cell is as long as the
/// side of a square of the cell's area.
///
/// # Errors
/// None but those of [`Raster::new`], which do not occur.
///
/// # Source
/// Beven & Kirkby's index, as GRASS describes it in `r.topidx`; tools that compute it put a least slope in the place of 0.
pub fn wetness_index(
    heights: &Raster<f32>,
    routing: Routing,
    sea_m: f64,
) -> Result<Raster<f32>, TerrainError> {
    let grid = *heights.grid();
    let flood = Flood::of(heights, sea_m);
    let area_m2 = drained_m2(heights, &flood, routing, sea_m)?;
    let filled = Raster::new(grid, flood.levels_m)?;
    let [east, north] = horn_gradients(&filled)?;
    let [width_m, height_m] = grid.cell_m();
    let contour_m = (width_m * height_m).sqrt();
    let index = |cell: usize| {
        let [east, north] = [f64::from(east.values()[cell]), f64::from(north.values()[cell])];
        let slope = (east * east + north * north).sqrt().max(LEAST_SLOPE);
        ln(f64::from(area_m2.values()[cell]) / contour_m / slope) as f32
    };
    Raster::new(grid, (0..grid.len()).map(index).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Grid;

    #[test]
    fn down_a_plane_it_grows_with_the_distance_from_the_top_and_level_ground_takes_the_least_slope() {
        let grid = Grid::new([0.0; 2], 5.0, [6, 20]).unwrap();
        let heights = |rise: f64| {
            let rows = (0..20).flat_map(|row| std::iter::repeat_n((rise * f64::from(row)) as f32, 6));
            Raster::new(grid, rows.collect()).unwrap()
        };
        let index = wetness_index(&heights(1.0), Routing::DInfinity, -1e4).unwrap();
        for row in 0..20 {
            // The strip above is 5 m for each row, the slope 1 m in 5.
            let expected = ln(5.0 * f64::from(20 - row) / 0.2);
            assert!((f64::from(index.at(3, row)) - expected).abs() < 1e-5, "{row}");
        }
        let level = wetness_index(&heights(0.0), Routing::DInfinity, -1e4).unwrap();
        let driest = level.values().iter().copied().fold(f32::INFINITY, f32::min);
        assert!((f64::from(driest) - ln(5.0 / LEAST_SLOPE)).abs() < 1e-5);
    }
}

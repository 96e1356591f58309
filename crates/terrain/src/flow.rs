//! Where water runs, and from how much ground it comes.

use serde::Deserialize;
use understory_keys::parameters;
use understory_numerics::math::atan2;
use understory_numerics::parallel::fill;

use crate::error::TerrainError;
use crate::fill::{Flood, OUTLET, around};
use crate::raster::{Grid, Raster};

parameters! {
    /// To which neighbours the water of a cell runs.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
    pub enum Routing of words {
        /// All to the one of eight to which it falls steepest.
        D8 = "d8",
        /// Along the steepest fall of eight triangles, shared by the two neighbours between which that lies.
        DInfinity = "d-infinity",
    }
}

/// The cells to which a cell's water runs, each with its share; a share of 0 goes nowhere.
type Receivers = [(u32, f32); 2];

const NOWHERE: Receivers = [(OUTLET, 0.0); 2];

/// Area from which water runs through each cell, its own counted, m².
///
/// # Formula
/// Hollows are filled first ([`Flood`]). From a cell with lower neighbours water runs by `routing`; from one without any, in
/// a hollow or on level ground, all of it the way that the flood came. A cell of the border without a lower neighbour
/// and one in the sea let it off the map. So all water reaches the border or the sea.
///
/// [`Routing::DInfinity`]: in each of the eight triangles of the cell (height e0), a neighbour by side (e1, at d1) and the
/// neighbour by corner beside it (e2, at d2 from e1), the fall is s1 = (e0 − e1)/d1 outwards and s2 = (e1 − e2)/d2 across;
/// its direction r = atan(s2/s1) from the side, kept within the triangle, its slope √(s1² + s2²). The steepest triangle
/// counts; the share of the corner is r over the triangle's angle, that of the side the rest.
///
/// # Errors
/// None but those of [`Raster::new`], which do not occur.
///
/// # Source
/// The eight triangles: Tarboton (1997), as the manual of his TauDEM describes "D-Infinity Flow Directions".
pub fn drained_m2(
    heights: &Raster<f32>,
    flood: &Flood,
    routing: Routing,
    sea_m: f64,
) -> Result<Raster<f32>, TerrainError> {
    let grid = heights.grid();
    let ways = Ways::of(grid);
    let receivers = fill(grid.len(), 1024, |cell| {
        if f64::from(flood.levels_m[cell]) <= sea_m {
            return NOWHERE;
        }
        let falls = match routing {
            Routing::D8 => ways.steepest(&flood.levels_m, cell),
            Routing::DInfinity => ways.along_triangles(&flood.levels_m, cell),
        };
        falls.unwrap_or_else(|| match flood.from[cell] {
            OUTLET => NOWHERE,
            from => [(from, 1.0), (OUTLET, 0.0)],
        })
    });
    let [width_m, height_m] = grid.cell_m();
    let mut area_m2 = vec![width_m * height_m; grid.len()];
    // The flood reached receivers first: turned round, a cell has all its water before it passes it on.
    for &cell in flood.order.iter().rev() {
        for (to, share) in receivers[cell as usize] {
            if share > 0.0 {
                area_m2[to as usize] += area_m2[cell as usize] * f64::from(share);
            }
        }
    }
    Raster::new(*grid, area_m2.into_iter().map(|area_m2| area_m2 as f32).collect())
}

/// What the ways from a cell to its neighbours are like in a grid.
struct Ways {
    sides: [usize; 2],
    cell_m: [f64; 2],
    /// Distance to a neighbour by corner, m.
    corner_m: f64,
    /// Angle of a triangle whose side lies along x, and of one whose side lies along y.
    angles: [f64; 2],
}

impl Ways {
    fn of(grid: &Grid) -> Self {
        let [x_m, y_m] = grid.cell_m();
        Self {
            sides: [grid.columns() as usize, grid.rows() as usize],
            cell_m: [x_m, y_m],
            corner_m: (x_m * x_m + y_m * y_m).sqrt(),
            angles: [atan2(y_m, x_m), atan2(x_m, y_m)],
        }
    }

    /// The neighbour so many columns and rows away, where there is one.
    fn beside(&self, cell: usize, columns: isize, rows: isize) -> Option<usize> {
        let [width, height] = self.sides;
        let column = (cell % width)
            .checked_add_signed(columns)
            .filter(|&at| at < width)?;
        let row = (cell / width)
            .checked_add_signed(rows)
            .filter(|&at| at < height)?;
        Some(row * width + column)
    }

    fn steepest(&self, levels_m: &[f32], cell: usize) -> Option<Receivers> {
        let mut best = (0.0, OUTLET);
        for next in around(cell, self.sides) {
            let [is_column, is_row] = [
                next % self.sides[0] == cell % self.sides[0],
                next / self.sides[0] == cell / self.sides[0],
            ];
            let distance_m = match (is_column, is_row) {
                (true, _) => self.cell_m[1],
                (_, true) => self.cell_m[0],
                _ => self.corner_m,
            };
            let slope = (f64::from(levels_m[cell]) - f64::from(levels_m[next])) / distance_m;
            if slope > best.0 {
                best = (slope, next as u32);
            }
        }
        (best.0 > 0.0).then_some([(best.1, 1.0), (OUTLET, 0.0)])
    }

    fn along_triangles(&self, levels_m: &[f32], cell: usize) -> Option<Receivers> {
        let level_m = |cell: usize| f64::from(levels_m[cell]);
        let own_m = level_m(cell);
        let (mut best_slope2, mut best) = (0.0, None);
        for along_x in [true, false] {
            for (outwards, across) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                let axis = usize::from(!along_x);
                let of = |along: isize, aside: isize| if along_x { (along, aside) } else { (aside, along) };
                let (x, y) = of(outwards, 0);
                let Some(side) = self.beside(cell, x, y) else {
                    continue;
                };
                let (x, y) = of(outwards, across);
                let corner = self.beside(cell, x, y);
                let (side_m, across_m) = (self.cell_m[axis], self.cell_m[1 - axis]);
                let s1 = (own_m - level_m(side)) / side_m;
                // Along the border the triangles beyond it lack their corner; what is left is the side.
                let s2 = corner.map_or(0.0, |corner| (level_m(side) - level_m(corner)) / across_m);
                let (slope2, share_of_corner) = if s2 <= 0.0 {
                    (s1.max(0.0) * s1.max(0.0), 0.0)
                } else if s1 <= 0.0 || s2 * side_m >= s1 * across_m {
                    let slope = corner.map_or(0.0, |corner| (own_m - level_m(corner)) / self.corner_m);
                    (slope.max(0.0) * slope.max(0.0), 1.0)
                } else {
                    (s1 * s1 + s2 * s2, f64::NAN)
                };
                if slope2 > best_slope2 {
                    best_slope2 = slope2;
                    best = Some((side, corner, share_of_corner, s1, s2, axis));
                }
            }
        }
        let (side, corner, share, s1, s2, axis) = best?;
        // Only of the steepest is the angle asked for.
        let share = if share.is_nan() {
            atan2(s2, s1) / self.angles[axis]
        } else {
            share
        };
        Some([
            (side as u32, (1.0 - share) as f32),
            (corner.unwrap_or(side) as u32, share as f32),
        ])
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const NO_SEA: f64 = -1e4;

    fn drained(heights: &Raster<f32>, routing: Routing) -> Raster<f32> {
        drained_m2(heights, &Flood::of(heights, NO_SEA), routing, NO_SEA).unwrap()
    }

    fn raster(columns: u32, rows: u32, cell_m: f64, height_m: impl Fn([f64; 2]) -> f64) -> Raster<f32> {
        let grid = Grid::new([0.0; 2], cell_m, [columns, rows]).unwrap();
        let centres = (0..rows).flat_map(|row| (0..columns).map(move |column| grid.centre_m(column, row)));
        Raster::new(grid, centres.map(|centre| height_m(centre) as f32).collect()).unwrap()
    }

    fn distance(x: f64, y: f64) -> f64 {
        (x * x + y * y).sqrt()
    }

    #[test]
    fn down_a_plane_the_area_is_the_cells_above() {
        let plane = raster(9, 7, 2.0, |[_, y]| 3.0 * y);
        for routing in [Routing::D8, Routing::DInfinity] {
            let area = drained(&plane, routing);
            for column in 0..9 {
                for row in 0..7 {
                    assert_eq!(area.at(column, row), 4.0 * (7 - row) as f32, "{routing:?}");
                }
            }
        }
    }

    #[test]
    fn on_a_plane_that_falls_between_side_and_corner_the_water_is_shared_by_the_angle() {
        // Falls by 26.6° from the south towards the west: 59 % of it to the corner.
        let plane = raster(5, 5, 1.0, |[x, y]| x + 2.0 * y);
        let area = drained(&plane, Routing::DInfinity);
        let share = atan2(1.0, 2.0) / std::f64::consts::FRAC_PI_4;
        // The cell below and west of the north-eastern corner is reached by its corner alone by `share`, and by the row above.
        let [above, corner] = [f64::from(area.at(3, 4)), f64::from(area.at(4, 4))];
        let expected = 1.0 + (1.0 - share) * above + share * corner;
        assert!((f64::from(area.at(3, 3)) - expected).abs() < 1e-5);
        let d8 = drained(&plane, Routing::D8);
        // Down the corner 3/√2 = 2.12, down the side 2.
        assert_eq!((d8.at(3, 3), d8.at(2, 2), d8.at(4, 3)), (2.0, 3.0, 1.0));
    }

    /// Around a cone water spreads evenly: at distance r from the top, per metre of contour, it is r/2. Along one of eight
    /// directions alone, as D8 takes it, it is not.
    #[test]
    fn down_a_cone_water_spreads_evenly_by_triangles_and_not_by_the_steepest_of_eight() {
        let cone = raster(101, 101, 1.0, |[x, y]| -distance(x - 50.5, y - 50.5));
        let spread = |routing| {
            let area = drained(&cone, routing);
            let at_30_m = (0..101_u32)
                .flat_map(|row| (0..101_u32).map(move |column| [column, row]))
                .filter_map(|[column, row]| {
                    let r_m = distance(f64::from(column) - 50.0, f64::from(row) - 50.0);
                    (29.0..31.0)
                        .contains(&r_m)
                        .then(|| f64::from(area.at(column, row)) / (r_m / 2.0))
                })
                .collect::<Vec<_>>();
            let mean = at_30_m.iter().sum::<f64>() / at_30_m.len() as f64;
            let variance =
                at_30_m.iter().map(|one| (one - mean) * (one - mean)).sum::<f64>() / at_30_m.len() as f64;
            (mean, variance.sqrt())
        };
        let (mean, sd) = spread(Routing::DInfinity);
        assert!((mean - 1.0).abs() < 0.2 && sd < 0.35, "{mean} {sd}");
        assert!(spread(Routing::D8).1 > 2.0 * sd);
    }

    /// By a walk from each cell on, with the receiver looked up in the heights.
    fn by_force(heights: &Raster<f32>, flood: &Flood) -> Vec<f32> {
        let sides = [heights.grid().columns() as usize, heights.grid().rows() as usize];
        let mut passed = vec![0.0; heights.grid().len()];
        for first in 0..passed.len() {
            let mut cell = first;
            for steps in 0.. {
                assert!(steps <= passed.len(), "water runs in a ring");
                passed[cell] += 1.0;
                let fall = |next: usize| {
                    let is_side = next % sides[0] == cell % sides[0] || next / sides[0] == cell / sides[0];
                    (f64::from(flood.levels_m[cell]) - f64::from(flood.levels_m[next]))
                        / if is_side { 1.0 } else { 2.0_f64.sqrt() }
                };
                let steepest = around(cell, sides).fold(None, |best: Option<usize>, next| {
                    let is_better = fall(next) > best.map_or(0.0, fall);
                    if is_better { Some(next) } else { best }
                });
                match (steepest, flood.from[cell]) {
                    (Some(next), _) => cell = next,
                    (None, OUTLET) => break,
                    (None, from) => cell = from as usize,
                }
            }
        }
        passed
    }

    proptest! {
        #[test]
        fn all_water_leaves_the_map_and_d8_is_as_by_walks(
            heights in prop::collection::vec((0_u8..6).prop_map(f32::from), 3 * 3..12 * 12),
            columns in 3_usize..12,
        ) {
            let rows = heights.len() / columns;
            prop_assume!(rows > 2);
            let grid = Grid::new([0.0; 2], 1.0, [columns as u32, rows as u32]).unwrap();
            let map = Raster::new(grid, heights[..rows * columns].to_vec()).unwrap();
            let flood = Flood::of(&map, NO_SEA);
            let d8 = drained(&map, Routing::D8);
            prop_assert_eq!(d8.values(), by_force(&map, &flood));
            // What leaves the map by cells without a way on is what fell on it.
            let ways = Ways::of(&grid);
            let left: f64 = (0..grid.len())
                .filter(|&cell| flood.from[cell] == OUTLET)
                .filter(|&cell| ways.along_triangles(&flood.levels_m, cell).is_none())
                .map(|cell| f64::from(drained(&map, Routing::DInfinity).values()[cell]))
                .sum();
            prop_assert!((left - grid.len() as f64).abs() < 1e-3, "{}", left);
        }
    }

    #[test]
    fn water_that_reaches_the_sea_goes_no_further() {
        let beach = raster(7, 5, 1.0, |[x, _]| x - 3.0);
        let flood = Flood::of(&beach, 0.0);
        let area = drained_m2(&beach, &flood, Routing::D8, 0.0).unwrap();
        assert_eq!(
            [0, 1, 2, 3, 6].map(|column| area.at(column, 2)),
            [1.0, 1.0, 5.0, 4.0, 1.0]
        );
    }
}

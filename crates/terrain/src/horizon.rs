//! How high the land stands before the sky, looking one way from every cell.

use understory_numerics::parallel::map;

use crate::error::TerrainError;
use crate::raster::Raster;

/// Tangent of the angle at which each cell sees the land end, looking along `[east, north]`; 0 where no land stands above
/// it, up to the edge of the map.
///
/// # Formula
/// The map is cut into lines of cells along the direction: each goes on by one cell along the axis that is nearer to the
/// direction and by none or one across it, so that every cell lies on one line, at most half a cell beside the true one.
/// From the far end on, the cells of a line that can be seen from somewhere before them are kept as the upper hull of
/// what was passed; the steepest rise from a cell leads to one of them. Distances are those along the direction.
///
/// # Errors
/// None but those of [`Raster::new`], which do not occur.
pub fn horizon(heights: &Raster<f32>, [east, north]: [f64; 2]) -> Result<Raster<f32>, TerrainError> {
    let grid = heights.grid();
    let sides = [grid.columns() as usize, grid.rows() as usize];
    let cells = [east / grid.cell_m()[0], north / grid.cell_m()[1]];
    // Along which axis lines go on by one cell.
    let along = usize::from(cells[1].abs() > cells[0].abs());
    let across = 1 - along;
    let drift = cells[across] / cells[along].abs();
    let length = sides[along];
    // How far lines have drifted aside after so many cells.
    let aside: Vec<isize> = (0..length)
        .map(|step| (step as f64 * drift).round() as isize)
        .collect();
    let farthest = aside[length - 1];
    let first = -farthest.max(0);
    let lines = sides[across] as isize + farthest.abs();
    let forwards = cells[along] > 0.0;
    let cell_at = |line: isize, step: usize| {
        let beside = (line + aside[step]) as usize;
        let ahead = if forwards { step } else { length - 1 - step };
        if along == 0 {
            beside * sides[0] + ahead
        } else {
            ahead * sides[0] + beside
        }
    };
    // The steps of a line that lie on the map: a line that runs aslant over a narrow one is on it for a few alone.
    let on_map = |line: isize| {
        let (low, high) = (-line, sides[across] as isize - line);
        let [from, to] = match drift < 0.0 {
            true => [high, low].map(|end| aside.partition_point(|&aside| aside >= end)),
            false => [low, high].map(|end| aside.partition_point(|&aside| aside < end)),
        };
        from..to
    };
    let [dx, dy] = [east * grid.cell_m()[0], north * grid.cell_m()[1]];
    let way_m = |cell: usize| dx * (cell % sides[0]) as f64 + dy * (cell / sides[0]) as f64;
    let of_lines: Vec<Vec<(u32, f32)>> = map(lines as usize, 8, |line| {
        let line = first + line as isize;
        let mut hull: Vec<[f64; 2]> = Vec::new();
        let mut seen = Vec::new();
        for cell in on_map(line).rev().map(|step| cell_at(line, step)) {
            let own = [way_m(cell), f64::from(heights.values()[cell])];
            let rise = |to: [f64; 2]| (to[1] - own[1]) / (to[0] - own[0]);
            while let [.., beyond, top] = hull[..] {
                if rise(top) > rise(beyond) {
                    break;
                }
                hull.pop();
            }
            let tangent = hull.last().map_or(0.0, |&top| rise(top).max(0.0));
            seen.push((cell as u32, tangent as f32));
            hull.push(own);
        }
        seen
    });
    let mut tangents = vec![0.0; grid.len()];
    for (cell, tangent) in of_lines.into_iter().flatten() {
        tangents[cell as usize] = tangent;
    }
    Raster::new(*grid, tangents)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::raster::Grid;

    #[test]
    fn a_wall_is_seen_at_the_angle_of_its_height_over_its_distance_and_not_from_behind() {
        let grid = Grid::new([0.0; 2], 2.0, [9, 9]).unwrap();
        let wall = (0..81)
            .map(|cell| if cell / 9 == 6 { 12.0 } else { 0.0 })
            .collect();
        let wall = Raster::new(grid, wall).unwrap();
        let north = horizon(&wall, [0.0, 1.0]).unwrap();
        assert_eq!(
            [0, 3, 5, 6, 7].map(|row| north.at(4, row)),
            [1.0, 2.0, 6.0, 0.0, 0.0]
        );
        // By corner it is √2 as far.
        let aslant = 0.5_f64.sqrt();
        let north_east = horizon(&wall, [aslant, aslant]).unwrap();
        assert!((f64::from(north_east.at(1, 3)) - 2.0 * aslant).abs() < 1e-6);
        // The line from the eastern edge leaves the map before the wall.
        assert_eq!(north_east.at(8, 3), 0.0);
        assert_eq!(horizon(&wall, [0.0, -1.0]).unwrap().at(4, 8), 3.0);
    }

    /// Each of a million lines was followed along the whole map, a day of work, where it lies on it for one cell.
    #[test]
    fn a_map_of_one_row_is_seen_along_it_and_nothing_aside() {
        let columns = 1_000_000;
        let grid = Grid::new([0.0; 2], 1.0, [columns, 1]).unwrap();
        let rising = (0..columns).map(|column| column as f32).collect();
        let rising = Raster::new(grid, rising).unwrap();
        let aslant = 0.5_f64.sqrt();
        for (direction, tangent) in [([1.0, 0.0], 1.0), ([-1.0, 0.0], 0.0), ([aslant, -aslant], 0.0)] {
            let seen = horizon(&rising, direction).unwrap();
            assert_eq!(
                [0, 400_000, columns - 2].map(|column| seen.at(column, 0)),
                [tangent; 3]
            );
        }
    }

    proptest! {
        #[test]
        fn along_the_axes_and_corners_it_is_the_greatest_rise_to_any_cell_ahead(
            heights in prop::collection::vec(0.0..30.0_f32, 6 * 8),
            x in -1_isize..2, y in -1_isize..2,
        ) {
            prop_assume!(x != 0 || y != 0);
            let map = Raster::new(Grid::new([0.0; 2], 3.0, [6, 8]).unwrap(), heights).unwrap();
            let length = ((x * x + y * y) as f64).sqrt();
            let seen = horizon(&map, [x as f64 / length, y as f64 / length]).unwrap();
            for row in 0..8_isize {
                for column in 0..6_isize {
                    let at = |steps: isize| (column + steps * x, row + steps * y);
                    let is_on = |&steps: &isize| {
                        let (column, row) = at(steps);
                        (0..6).contains(&column) && (0..8).contains(&row)
                    };
                    let height = |steps: isize| {
                        let (column, row) = at(steps);
                        f64::from(map.at(column as u32, row as u32))
                    };
                    let rises = (1..9).filter(is_on)
                        .map(|steps| (height(steps) - height(0)) / (3.0 * length * steps as f64));
                    let expected = rises.fold(0.0, f64::max);
                    let found = f64::from(seen.at(column as u32, row as u32));
                    prop_assert!((found - expected).abs() < 1e-5, "{} {}", found, expected);
                }
            }
        }
    }
}

//! How far from the sea each cell of a map lies.

use understory_terrain::{Raster, TerrainError};

/// Distance from the centre of each cell to the nearest centre of a cell whose height is at or below that of the sea, m:
/// 0 there, and infinite where no cell lies so low.
///
/// # Formula
/// The exact Euclidean distance transform in two passes. Along each column the distance to the nearest sea is counted in
/// cells, northwards and back. Along each row the squared distance of a cell is then the least of (*x* − *q*)² + *g*(*q*)²
/// over all cells *q* of the row, with *g* the distance along *q*'s column: the lower envelope of parabolas, one for each
/// cell, which is built from west to east and read off. The time is proportional to the number of cells, whose sides may
/// differ.
///
/// # Errors
/// None but those of [`Raster::new`], which do not occur.
///
/// # Source
/// Felzenszwalb & Huttenlocher (2012), Distance transforms of sampled functions, has the envelope.
pub fn shore_distance_m(heights: &Raster<f32>, sea_m: f64) -> Result<Raster<f32>, TerrainError> {
    let grid = *heights.grid();
    let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
    let [width_m, height_m] = grid.cell_m();
    let cells_away = along_columns(heights, sea_m, columns, rows);
    let mut distances_m = Vec::with_capacity(grid.len());
    let mut envelope = Envelope::default();
    for row in 0..rows {
        let away = &cells_away[row * columns..(row + 1) * columns];
        envelope.build(
            away.iter().map(|&cells| {
                (cells != NO_SEA).then(|| {
                    let away_m = f64::from(cells) * height_m;
                    away_m * away_m
                })
            }),
            width_m * width_m,
        );
        envelope.read_off(columns, width_m * width_m, &mut distances_m);
    }
    Raster::new(grid, distances_m)
}

/// A column without any sea.
const NO_SEA: u32 = u32::MAX;

/// Cells to the nearest sea along each column.
fn along_columns(heights: &Raster<f32>, sea_m: f64, columns: usize, rows: usize) -> Vec<u32> {
    let is_sea = heights
        .values()
        .iter()
        .map(|&height_m| f64::from(height_m) <= sea_m);
    let mut away: Vec<u32> = is_sea.map(|is_sea| if is_sea { 0 } else { NO_SEA }).collect();
    let mut nearer = |cell: usize, neighbour: usize| {
        away[cell] = away[cell].min(away[neighbour].saturating_add(1));
    };
    for row in 1..rows {
        for column in 0..columns {
            nearer(row * columns + column, (row - 1) * columns + column);
        }
    }
    for row in (0..rows - 1).rev() {
        for column in 0..columns {
            nearer(row * columns + column, (row + 1) * columns + column);
        }
    }
    away
}

/// The lowest of some parabolas of one width, everywhere.
#[derive(Default)]
struct Envelope {
    /// Where the apex of each lies, in cells, how high, and from where on it is the lowest.
    parabolas: Vec<(f64, f64, f64)>,
}

impl Envelope {
    /// Of a parabola *w* (*x* − *q*)² + *h* for each *q* = 0, 1, … that has an *h*.
    fn build(&mut self, heights: impl Iterator<Item = Option<f64>>, w: f64) {
        self.parabolas.clear();
        for (q, height) in heights.enumerate() {
            let Some(height) = height else { continue };
            let q = q as f64;
            let mut from = f64::NEG_INFINITY;
            while let Some(&(last_q, last_height, last_from)) = self.parabolas.last() {
                from = 0.5 * (q + last_q) + (height - last_height) / (2.0 * w * (q - last_q));
                if from > last_from {
                    break;
                }
                self.parabolas.pop();
                from = f64::NEG_INFINITY;
            }
            self.parabolas.push((q, height, from));
        }
    }

    /// The square roots of the lowest at 0, 1, … below `count`.
    fn read_off(&self, count: usize, w: f64, out: &mut Vec<f32>) {
        let mut here = 0;
        for x in 0..count {
            let x = x as f64;
            while self.parabolas.get(here + 1).is_some_and(|&(.., from)| from <= x) {
                here += 1;
            }
            out.push(match self.parabolas.get(here) {
                Some(&(q, height, _)) => (w * (x - q) * (x - q) + height).sqrt() as f32,
                None => f32::INFINITY,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_terrain::Grid;

    use super::*;

    fn map(cell_m: [f64; 2], columns: u32, heights: Vec<f32>) -> Raster<f32> {
        let rows = heights.len() as u32 / columns;
        let low_m = [100.0, -50.0];
        let high_m = [
            low_m[0] + cell_m[0] * f64::from(columns),
            low_m[1] + cell_m[1] * f64::from(rows),
        ];
        Raster::new(Grid::over(low_m, high_m, [columns, rows]).unwrap(), heights).unwrap()
    }

    /// Of every cell the least distance to any that is sea.
    fn by_force(heights: &Raster<f32>, sea_m: f64) -> Vec<f64> {
        let grid = heights.grid();
        let cells: Vec<[f64; 2]> = (0..grid.rows())
            .flat_map(|row| (0..grid.columns()).map(move |column| grid.centre_m(column, row)))
            .collect();
        let sea: Vec<&[f64; 2]> = cells
            .iter()
            .zip(heights.values())
            .filter(|(_, height_m)| f64::from(**height_m) <= sea_m)
            .map(|(cell, _)| cell)
            .collect();
        let nearest = |[x, y]: &[f64; 2]| {
            let squared = sea.iter().map(|[u, v]| (x - u) * (x - u) + (y - v) * (y - v));
            squared.fold(f64::INFINITY, f64::min).sqrt()
        };
        cells.iter().map(nearest).collect()
    }

    proptest! {
        #[test]
        fn distances_are_those_to_the_nearest_sea_of_all(
            columns in 1_u32..14,
            rows in 1_u32..14,
            cell_m in prop::array::uniform2(0.3..9.0_f64),
            land in 0.3..1.0_f64,
            heights in prop::collection::vec(0.0..1.0_f32, 14 * 14),
        ) {
            let mut heights = heights;
            heights.truncate((columns * rows) as usize);
            // With so much land the sea is some islands of water, or none at all.
            let map = map(cell_m, columns, heights);
            let sea_m = 1.0 - land;
            let found = shore_distance_m(&map, sea_m).unwrap();
            for (found, expected) in found.values().iter().zip(by_force(&map, sea_m)) {
                let found = f64::from(*found);
                prop_assert!(found == expected || (found - expected).abs() < 1e-6 * expected, "{found} {expected}");
            }
        }
    }

    #[test]
    fn a_world_without_sea_is_infinitely_far_from_it() {
        let map = map([1.0, 2.0], 3, vec![1.0; 6]);
        let away = shore_distance_m(&map, 0.0).unwrap();
        assert!(away.values().iter().all(|&away_m| away_m == f32::INFINITY));
    }

    #[test]
    fn the_sea_is_what_lies_at_its_height_or_below() {
        let map = map([2.0, 3.0], 3, vec![0.5, 0.6, 9.0, 0.5, 9.0, 9.0]);
        let away = shore_distance_m(&map, 0.5).unwrap();
        assert_eq!(away.values(), [0.0, 2.0, 4.0, 0.0, 2.0, 4.0]);
    }
}

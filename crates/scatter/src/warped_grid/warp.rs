//! The waves that bend the grid. They fit the tile a whole number of times, so that copies meet without a seam.

use std::f64::consts::TAU;

use understory_numerics::math::sin;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use crate::grid::Grid;

/// Two waves that move the nodes of a grid, each across the direction in which it runs.
pub(super) struct Warp {
    waves: [Wave; 2],
}

struct Wave {
    /// Waves in the tile along x and along y: whole numbers, so that it tiles.
    count: [i32; 2],
    /// Greatest move, m.
    move_m: [f64; 2],
    /// Where it begins, in waves.
    phase: f64,
}

impl Warp {
    /// Waves of about `wavelength` spacings that stretch no way by more than the share `stretch`.
    pub(super) fn new(tile: &Plot, grid: Grid, stretch: f64, wavelength: f64, key: RandomKey) -> Self {
        let along = |cells: u32| (f64::from(cells) / wavelength).round().max(1.0) as i32;
        // One wave of tilt takes each off the axis, so that no row keeps its shape.
        let counts = [[1, along(grid.rows)], [along(grid.columns), -1]];
        let phases = key.draws(0, Purpose::Place, 0);
        let [a, b] = std::array::from_fn(|wave| {
            let count = counts[wave];
            let per_m: [f64; 2] =
                std::array::from_fn(|axis| TAU * f64::from(count[axis]) / tile.size_m()[axis]);
            let steepness = per_m[0] * per_m[0] + per_m[1] * per_m[1];
            Wave {
                count,
                // Across its direction, and as far as shears by 1.
                move_m: [-per_m[1] / steepness, per_m[0] / steepness],
                phase: unit_from_u32(phases[wave]),
            }
        });
        let mut warp = Self { waves: [a, b] };
        let scale = stretch / warp.greatest_stretch(tile);
        for wave in &mut warp.waves {
            wave.move_m = wave.move_m.map(|along_m| scale * along_m);
        }
        warp
    }

    /// The greatest share by which any way is stretched: the largest norm that the gradient of the moves can take.
    ///
    /// It is a sum of one matrix for each wave, each times a cosine; a norm is convex, so it is largest where both
    /// cosines are ±1.
    fn greatest_stretch(&self, tile: &Plot) -> f64 {
        let gradient = |wave: &Wave| -> [[f64; 2]; 2] {
            std::array::from_fn(|to| {
                std::array::from_fn(|along| {
                    wave.move_m[to] * TAU * f64::from(wave.count[along]) / tile.size_m()[along]
                })
            })
        };
        let [a, b] = self.waves.each_ref().map(gradient);
        let norm = |sign: f64| {
            let m: [[f64; 2]; 2] = std::array::from_fn(|i| std::array::from_fn(|j| a[i][j] + sign * b[i][j]));
            let squares = m[0][0] * m[0][0] + m[0][1] * m[0][1] + m[1][0] * m[1][0] + m[1][1] * m[1][1];
            let determinant = m[0][0] * m[1][1] - m[0][1] * m[1][0];
            let root = (squares * squares - 4.0 * determinant * determinant)
                .max(0.0)
                .sqrt();
            ((squares + root) / 2.0).sqrt()
        };
        norm(1.0).max(norm(-1.0))
    }

    /// Where the nodes of the grid come to stand, row by row; `tile` is closed to a torus.
    pub(super) fn places_m(&self, tile: &Plot, grid: Grid) -> Vec<[f64; 2]> {
        let cell_m = grid.cell_m(tile);
        let centre = |cell: u32, cells: u32| (f64::from(cell) + 0.5) / f64::from(cells);
        let mut places_m = Vec::with_capacity(grid.cell_count() as usize);
        for row in 0..grid.rows {
            for column in 0..grid.columns {
                let fractions = [centre(column, grid.columns), centre(row, grid.rows)];
                let mut place_m: [f64; 2] = std::array::from_fn(|axis| {
                    let at = [column, row][axis];
                    tile.origin_m()[axis] + (f64::from(at) + 0.5) * cell_m[axis]
                });
                for wave in &self.waves {
                    let turns = f64::from(wave.count[0]) * fractions[0]
                        + f64::from(wave.count[1]) * fractions[1]
                        + wave.phase;
                    let sine = sin(TAU * (turns - turns.floor()));
                    for (along_m, move_m) in place_m.iter_mut().zip(wave.move_m) {
                        *along_m += sine * move_m;
                    }
                }
                places_m.push(tile.place(place_m).unwrap_or(place_m));
            }
        }
        places_m
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    proptest! {
        /// The oracle tries directions and both cosines from −1 to 1.
        #[test]
        fn no_way_is_stretched_by_more_than_asked_and_some_way_by_nearly_that(
            size_m in prop::array::uniform2(1.0..50.0),
            count in 1_u32..400,
            stretch in 0.01..0.95,
            wavelength in 2.5..20.0,
            seed in any::<u64>(),
        ) {
            let tile = Plot::new([0.0; 2], size_m, Edge::Torus).unwrap();
            let grid = Grid::new(&tile, count);
            let warp = Warp::new(&tile, grid, stretch, wavelength, RandomKey::root(seed, &[]));
            let mut greatest = 0.0_f64;
            for direction in 0..90 {
                let angle = f64::from(direction) * TAU / 180.0;
                let way = [sin(angle + TAU / 4.0), sin(angle)];
                for cosines in [[1.0, 1.0], [1.0, -1.0], [0.5, 1.0], [0.0, 1.0], [1.0, 0.0]] {
                    let mut moved = [0.0_f64; 2];
                    for (wave, cosine) in warp.waves.iter().zip(cosines) {
                        let turns: f64 = (0..2)
                            .map(|axis| TAU * f64::from(wave.count[axis]) / size_m[axis] * way[axis])
                            .sum();
                        for (moved, move_m) in moved.iter_mut().zip(wave.move_m) {
                            *moved += cosine * turns * move_m;
                        }
                    }
                    greatest = greatest.max((moved[0] * moved[0] + moved[1] * moved[1]).sqrt());
                }
            }
            prop_assert!(greatest <= stretch * (1.0 + 1e-9), "{greatest} {stretch}");
            prop_assert!(greatest >= stretch * 0.99, "{greatest} {stretch}");
        }
    }
}

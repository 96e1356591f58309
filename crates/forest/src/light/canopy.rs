//! The light that comes through the canopy to what stands below it.
//!
//! The sun comes from the side, so a gap as wide as one crown stays dark: the leaves of all trees of the canopy are
//! counted tile by tile, spread out over the tiles around, and what is left of the light follows Beer's law.

use rayon::prelude::*;

use super::stand::Stand;
use crate::field::LEVELS;
use crate::parameters::Canopy;

/// Extinction of light by leaves, per m² of leaves over each m² of ground.
///
/// # Source
/// iLand's, `k = 0.6`: the example project of iland-model.org. Hardwoods have 0.53 to 0.67.
pub(crate) const EXTINCTION: f32 = 0.6;

/// What the canopy takes from the light of all that is lower, tile by tile.
#[derive(Default)]
pub(crate) struct CanopyShade {
    /// −ln of the share of light that comes through: the crowding of a tree that has no other neighbour.
    crowding: Vec<f32>,
    /// Leaves over the ground of each tile, m² per m².
    leaves: Vec<f32>,
    /// The same, spread along rows of tiles.
    along_rows: Vec<f32>,
}

impl CanopyShade {
    /// Crowding in a tile of what is lower than the canopy.
    pub(crate) fn crowding(&self, tile: u32) -> f32 {
        self.crowding[tile as usize]
    }

    /// Counts the leaves anew.
    pub(crate) fn count(&mut self, stand: &Stand<'_>, canopy: &Canopy) {
        let tiles = stand.tiles;
        let Self {
            crowding,
            leaves,
            along_rows,
        } = self;
        for column in [&mut *crowding, &mut *leaves, &mut *along_rows] {
            column.clear();
            column.resize(tiles.len(), 0.0);
        }
        let [columns, rows] = tiles.count().map(|count| count as usize);
        let [width_m, height_m] = tiles.side_m();
        let tile_m2 = (width_m * height_m) as f32;
        leaves
            .par_chunks_mut(columns)
            .enumerate()
            .for_each(|(row, leaves)| {
                for (column, leaves) in leaves.iter_mut().enumerate() {
                    let tile = (row * columns + column) as u32;
                    *leaves = leaves_m2(stand, tile, canopy.from_m) / tile_m2;
                }
            });
        let is_torus = tiles.plot().is_torus();
        let steps = tiles
            .side_m()
            .map(|side_m| (canopy.spread_m / side_m).round() as usize);
        along_rows
            .par_chunks_mut(columns)
            .zip(leaves.par_chunks(columns))
            .for_each(|(spread, leaves)| {
                for (column, spread) in spread.iter_mut().enumerate() {
                    *spread = spread_out(columns, column, steps[0], is_torus, |at| leaves[at]);
                }
            });
        crowding
            .par_chunks_mut(columns)
            .enumerate()
            .for_each(|(row, crowding)| {
                for (column, crowding) in crowding.iter_mut().enumerate() {
                    let spread = spread_out(rows, row, steps[1], is_torus, |at| {
                        along_rows[at * columns + column]
                    });
                    *crowding = EXTINCTION * spread;
                }
            });
    }
}

/// Area of the leaves of the trees of the canopy that stand in a tile, m².
fn leaves_m2(stand: &Stand<'_>, tile: u32, from_m: f64) -> f32 {
    let mut sum = 0.0;
    for level in 0..LEVELS {
        for row in stand.living.index.rows(stand.tiles, level, tile, tile) {
            if stand.sizes[row].height_m >= from_m {
                let crown = &stand.model(row).parameters.crown;
                let radius_m = stand.living.sources[row].radius_m;
                sum += std::f32::consts::PI * radius_m * radius_m * crown.leaf_area_index as f32;
            }
        }
    }
    sum
}

/// The weighted mean of the cells up to so many steps from `at`, with weights that fall evenly to nothing one step further;
/// on an open plot, of those that there are.
fn spread_out(count: usize, at: usize, steps: usize, is_torus: bool, value: impl Fn(usize) -> f32) -> f32 {
    let (mut sum, mut weights) = (0.0, 0.0);
    for offset in -(steps as isize)..=steps as isize {
        let cell = at as isize + offset;
        let cell = if is_torus {
            cell.rem_euclid(count as isize)
        } else if (0..count as isize).contains(&cell) {
            cell
        } else {
            continue;
        };
        let weight = (steps + 1 - offset.unsigned_abs()) as f32;
        sum += weight * value(cell as usize);
        weights += weight;
    }
    sum / weights
}

//! The light that comes through the canopy to what stands below it.
//!
//! The sun comes from the side, so a gap as wide as one crown stays dark: the leaves of all trees of the canopy are
//! counted tile by tile, spread out over the tiles around, and what is left of the light follows Beer's law.

use rayon::prelude::*;
use understory_space::Tiles;

use crate::components::{FieldSource, Size, SpeciesIndex};
use crate::field::LEVELS;
use crate::neighbourhood::Neighbourhood;
use crate::parameters::Interaction;
use crate::resources::Canopy;
use crate::species_model::SpeciesModel;

/// Extinction of light by leaves, per m² of leaves over each m² of ground.
///
/// # Source
/// iLand's, `k = 0.6`: the example project of iland-model.org. Hardwoods have 0.53 to 0.67.
pub(crate) const EXTINCTION: f32 = 0.6;

/// The living as columns, in order.
pub(crate) struct Crowns<'a> {
    pub(crate) species: &'a [SpeciesIndex],
    pub(crate) sizes: &'a [Size],
    pub(crate) sources: &'a [FieldSource],
    pub(crate) index: &'a Neighbourhood,
}

impl Canopy {
    /// Crowding in a tile of what is lower than the canopy.
    pub(crate) fn crowding(&self, tile: u32) -> f32 {
        self.crowding[tile as usize]
    }

    /// Counts the leaves anew.
    pub(crate) fn count(
        &mut self,
        crowns: &Crowns<'_>,
        models: &[SpeciesModel],
        tiles: &Tiles,
        interaction: &Interaction,
    ) {
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
                    *leaves = crowns.leaves_m2(models, tiles, tile, interaction.canopy_from_m) / tile_m2;
                }
            });
        let is_torus = tiles.plot().is_torus();
        let steps = tiles
            .side_m()
            .map(|side_m| (interaction.canopy_spread_m / side_m).round() as usize);
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

impl Crowns<'_> {
    /// Area of the leaves of the trees of the canopy that stand in a tile, m².
    fn leaves_m2(&self, models: &[SpeciesModel], tiles: &Tiles, tile: u32, from_m: f64) -> f32 {
        let mut sum = 0.0;
        for level in 0..LEVELS {
            for row in self.index.rows(tiles, level, tile, tile) {
                if self.sizes[row].height_m >= from_m {
                    let crown = &models[usize::from(self.species[row].0)].parameters.crown;
                    let radius_m = self.sources[row].radius_m;
                    sum += std::f32::consts::PI * radius_m * radius_m * crown.leaf_area_index as f32;
                }
            }
        }
        sum
    }
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

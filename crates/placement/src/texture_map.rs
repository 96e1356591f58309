//! Textures as maps: how much of each texel each texture covers.

use understory_numerics::parallel::map;
use understory_terrain::Grid;

use crate::window::Window;
use crate::world::PaintedWorld;

impl PaintedWorld {
    /// The shares of all textures at the centres of a grid's cells: for each texture, in the order of
    /// [`Self::texture_names`], a value a cell, row by row from the south.
    #[must_use]
    pub fn texture_maps(&self, grid: &Grid) -> Vec<Vec<f32>> {
        let (columns, textures) = (grid.columns(), self.texture_names().len());
        let rows: Vec<Vec<f64>> = map(grid.rows() as usize, 1, |row| {
            let row = row as u32;
            let (west_m, east_m) = (grid.centre_m(0, row), grid.centre_m(columns - 1, row));
            let near = self.obstacles.near(&Window {
                low_m: west_m,
                high_m: east_m,
            });
            let mut shares = vec![0.0; textures * columns as usize];
            for (column, shares) in (0..columns).zip(shares.chunks_exact_mut(textures)) {
                self.cover(grid.centre_m(column, row), &near, shares);
            }
            shares
        });
        (0..textures)
            .map(|texture| {
                let of_texture = |row: &Vec<f64>| -> Vec<f32> {
                    row.iter()
                        .skip(texture)
                        .step_by(textures)
                        .map(|&share| share as f32)
                        .collect()
                };
                rows.iter().flat_map(of_texture).collect()
            })
            .collect()
    }
}

//! Memory that a plot takes by its size, whatever stands on it.

use understory_space::{Plot, Tiles};

use crate::crown_room;
use crate::field::LEVELS;
use crate::light::memory_of_cells_bytes;
use crate::neighbourhood::TILE_SIDE_M;
use crate::parameters::{Light, Species};
use crate::taken;

/// Memory that a plot takes by its size, bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlotMemory {
    /// Of its tiles and cells, by which trees, the dead and sprouts are found.
    pub tiles_bytes: u64,
    /// Of the cells of the light model.
    pub light_bytes: u64,
    /// Of the cells in which crowns look for room.
    pub crowns_bytes: u64,
}

impl PlotMemory {
    /// Of a plot on which these species grow under this light model.
    #[must_use]
    pub fn of(plot: &Plot, light: &Light, species: &[Species]) -> Self {
        let tiles = Tiles::new(*plot, TILE_SIDE_M);
        // An index of the living and one of the dead, a number for each level of each tile; and one of the sprouts.
        const NUMBERS: usize = 2 * LEVELS + 1;
        let highest_m = species
            .iter()
            .map(|one| one.greatest().height_m)
            .fold(0.0, f64::max);
        Self {
            tiles_bytes: (NUMBERS * size_of::<u32>()) as u64 * tiles.len() as u64
                + taken::memory_bytes(plot, species),
            light_bytes: memory_of_cells_bytes(light, &tiles, highest_m),
            crowns_bytes: crown_room::memory_bytes(plot),
        }
    }

    /// All of it, bytes.
    #[must_use]
    pub fn bytes(&self) -> u64 {
        self.tiles_bytes + self.light_bytes + self.crowns_bytes
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;
    use crate::presets;

    fn of(side_m: f64, light: &Light) -> PlotMemory {
        let plot = Plot::new([0.0; 2], [side_m; 2], Edge::Open).unwrap();
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.growth.greatest_height_m = 39.0;
        PlotMemory::of(&plot, light, &[beech])
    }

    /// 100 by 100 tiles of 10 m with nine numbers each, and 250 by 250 cells of ground with one; 200 by 200 of the canopy with three, and 401 by 401 corners of
    /// the room for crowns with two of eight bytes; 4000 by 4000 by 156 voxels of 25 cm.
    #[test]
    fn tiles_canopy_and_voxels_are_counted() {
        let canopy = of(1000.0, &Light::default());
        assert_eq!((canopy.tiles_bytes, canopy.light_bytes), (610_000, 480_000));
        let grid = Light::Grid {
            cell_m: 0.25,
            layer_m: 0.25,
            extinction: 1.0,
        };
        assert_eq!(of(1000.0, &grid).light_bytes, 4 * 4000 * 4000 * 156);
        assert_eq!(of(1000.0, &Light::named("hegyi").unwrap()).light_bytes, 0);
        assert_eq!(canopy.bytes(), 3_662_816);
    }
}

//! Water that stands in the hollows of the ground.

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Interval, parameters, real};
use understory_numerics::sort;
use understory_terrain::{Flood, Raster, TerrainError, around};

parameters! {
    /// Which hollows of the ground hold water, each up to where it would run over.
    #[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct PondSize: Default {
        /// Smaller ones are dry.
        pub least_area_m2: f64 = real(Interval::from(0.0, 1e12), "m2", "200.0").default(Real(100.0)),
        /// Those that are nowhere deeper are dry.
        pub least_depth_m: f64 = real(Interval::from(0.0, 1e4), "m", "0.5").default(Real(0.5)),
    }
}

/// Water in a hollow.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pond {
    /// Where it is deepest, m.
    pub place_m: [f64; 2],
    /// Height of its surface, m.
    pub level_m: f64,
    /// Area of its surface, m².
    pub area_m2: f64,
    /// Its greatest depth, m.
    pub depth_m: f64,
}

/// The ponds of a ground.
#[derive(Clone, Debug, PartialEq)]
pub struct Ponds {
    least: PondSize,
    ponds: Vec<Pond>,
    /// Height of the water in each cell, m; minus infinity where there is none.
    levels_m: Raster<f32>,
}

impl Ponds {
    /// The ponds of a ground above a sea, the largest first.
    ///
    /// # Formula
    /// Water runs off over the border of the map and into the sea. Its level in a cell is the least height over which it can
    /// run there ([`Flood`]). Cells under the same water that touch by a side are one pond.
    ///
    /// # Errors
    /// None but those of [`Raster::new`], which do not occur.
    pub fn of(heights: &Raster<f32>, sea_m: f64, least: &PondSize) -> Result<Self, TerrainError> {
        let levels = Flood::of(heights, sea_m).levels_m;
        let mut levels_m = vec![f32::NEG_INFINITY; levels.len()];
        let mut ponds = Vec::new();
        for cells in waters(heights, &levels) {
            let pond = pond_of(heights, &levels, &cells);
            if pond.area_m2 >= least.least_area_m2 && pond.depth_m >= least.least_depth_m {
                ponds.push(pond);
                cells.iter().for_each(|&cell| levels_m[cell] = levels[cell]);
            }
        }
        // Of equal ones the first from the south-west stays first.
        sort::by(&mut ponds, |a, b| b.area_m2.total_cmp(&a.area_m2));
        Ok(Self {
            least: *least,
            ponds,
            levels_m: Raster::new(*heights.grid(), levels_m)?,
        })
    }

    /// The ponds, the largest first.
    #[must_use]
    pub fn ponds(&self) -> &[Pond] {
        &self.ponds
    }

    /// Which hollows were to hold water.
    #[must_use]
    pub fn least(&self) -> &PondSize {
        &self.least
    }

    /// Height of the water at a place, m; minus infinity where there is none.
    #[must_use]
    pub fn level_m(&self, place_m: [f64; 2]) -> f64 {
        f64::from(self.levels_m.nearest(place_m))
    }
}

/// Cells under the same water that touch by a side, from the first of each on.
fn waters(heights: &Raster<f32>, levels: &[f32]) -> Vec<Vec<usize>> {
    let grid = heights.grid();
    let (columns, rows) = (grid.columns() as usize, grid.rows() as usize);
    let mut is_open: Vec<bool> = levels
        .iter()
        .zip(heights.values())
        .map(|(level, height)| level > height)
        .collect();
    let mut waters = Vec::new();
    for first in 0..levels.len() {
        if !is_open[first] {
            continue;
        }
        is_open[first] = false;
        let mut cells = vec![first];
        let mut at = 0;
        while let Some(&cell) = cells.get(at) {
            at += 1;
            for next in around(cell, [columns, rows]) {
                let by_side = next % columns == cell % columns || next / columns == cell / columns;
                if by_side && is_open[next] && levels[next] == levels[cell] {
                    is_open[next] = false;
                    cells.push(next);
                }
            }
        }
        waters.push(cells);
    }
    waters
}

fn pond_of(heights: &Raster<f32>, levels: &[f32], cells: &[usize]) -> Pond {
    let grid = heights.grid();
    let columns = grid.columns() as usize;
    let depth_m = |cell: usize| f64::from(levels[cell]) - f64::from(heights.values()[cell]);
    let deepest = cells
        .iter()
        .copied()
        .reduce(|a, b| if depth_m(b) > depth_m(a) { b } else { a });
    let deepest = deepest.expect("a pond has a cell");
    let [width_m, height_m] = grid.cell_m();
    Pond {
        place_m: grid.centre_m((deepest % columns) as u32, (deepest / columns) as u32),
        level_m: f64::from(levels[deepest]),
        area_m2: cells.len() as f64 * width_m * height_m,
        depth_m: depth_m(deepest),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_terrain::Grid;

    use super::*;

    const NO_SEA: f64 = -1e4;
    const ALL: PondSize = PondSize {
        least_area_m2: 0.0,
        least_depth_m: 0.0,
    };

    fn map(columns: u32, heights: &[f32]) -> Raster<f32> {
        let rows = heights.len() as u32 / columns;
        Raster::new(
            Grid::new([0.0; 2], 2.0, [columns, rows]).unwrap(),
            heights.to_vec(),
        )
        .unwrap()
    }

    #[test]
    fn a_bowl_fills_to_the_lowest_place_of_its_rim() {
        #[rustfmt::skip]
        let bowl = map(5, &[
            9.0, 9.0, 9.0, 9.0, 9.0,
            9.0, 2.0, 1.0, 3.0, 9.0,
            9.0, 5.0, 5.0, 4.0, 6.0,
            9.0, 9.0, 9.0, 9.0, 9.0,
        ]);
        let ponds = Ponds::of(&bowl, NO_SEA, &ALL).unwrap();
        let pond = Pond {
            place_m: [5.0, 3.0],
            level_m: 6.0,
            area_m2: 24.0,
            depth_m: 5.0,
        };
        assert_eq!(ponds.ponds(), [pond]);
        assert_eq!(ponds.level_m([3.0, 3.0]), 6.0);
        assert_eq!(ponds.level_m([1.0, 1.0]), f64::NEG_INFINITY);
        // What is too small or too shallow is dry, and so is what runs off into the sea.
        for (sea_m, least_area_m2, least_depth_m) in
            [(NO_SEA, 24.1, 0.0), (NO_SEA, 0.0, 5.1), (1.0, 0.0, 0.0)]
        {
            let least = PondSize {
                least_area_m2,
                least_depth_m,
            };
            assert!(Ponds::of(&bowl, sea_m, &least).unwrap().ponds().is_empty());
        }
    }

    #[test]
    fn the_largest_of_several_is_first() {
        #[rustfmt::skip]
        let two = map(7, &[
            5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 5.0,
            5.0, 0.0, 5.0, 3.0, 3.0, 2.0, 5.0,
            5.0, 5.0, 5.0, 5.0, 5.0, 5.0, 4.0,
        ]);
        let ponds = Ponds::of(&two, NO_SEA, &ALL).unwrap();
        let told: Vec<_> = ponds
            .ponds()
            .iter()
            .map(|pond| (pond.area_m2, pond.level_m))
            .collect();
        // The second runs over at its corner.
        assert_eq!(told, [(12.0, 4.0), (4.0, 5.0)]);
    }

    proptest! {
        #[test]
        fn the_ponds_cover_what_the_flood_fills(
            heights in prop::collection::vec((0_u8..9).prop_map(f32::from), 3 * 3..12 * 12),
            columns in 3_usize..12,
            sea_m in -1.0..4.0_f64,
        ) {
            let rows = heights.len() / columns;
            prop_assume!(rows > 2);
            let map = map(columns as u32, &heights[..rows * columns]);
            let levels = Flood::of(&map, sea_m).levels_m;
            let ponds = Ponds::of(&map, sea_m, &ALL).unwrap();
            let wet = levels.iter().zip(map.values()).filter(|(level, height)| level > height).count();
            let sum: f64 = ponds.ponds().iter().map(|pond| pond.area_m2).sum();
            prop_assert_eq!(sum, 4.0 * wet as f64);
        }
    }
}

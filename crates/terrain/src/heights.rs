//! Ground from a raster of heights.

use crate::error::TerrainError;
use crate::ground::Ground;
use crate::raster::Raster;
use crate::slope::horn_gradients;

/// Which height cells have that have no data (NaN).
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoData {
    /// None: a map with such cells is refused.
    Refuse,
    /// This one, m; such as that of the sea.
    Height(f32),
}

/// Ground from a raster of heights: between the centres of cells both heights and slopes change evenly.
#[derive(Clone, Debug, PartialEq)]
pub struct Heights {
    heights: Raster<f32>,
    /// Which cells had no data; empty where all had.
    lack_data: Vec<bool>,
    /// Rise per metre to the east and to the north at the centres.
    gradients: [Raster<f32>; 2],
}

impl Heights {
    /// From heights in metres.
    ///
    /// # Errors
    /// [`TerrainError::NoData`] for cells without data, where the policy gives them no height.
    pub fn new(heights: Raster<f32>, no_data: NoData) -> Result<Self, TerrainError> {
        let lacks = heights.values().iter().any(|height| height.is_nan());
        let lack_data = heights
            .values()
            .iter()
            .filter(|_| lacks)
            .map(|height| height.is_nan());
        let lack_data: Vec<bool> = lack_data.collect();
        let heights = match no_data {
            NoData::Height(height_m) => heights.map(|own| if own.is_nan() { height_m } else { own }),
            NoData::Refuse => heights,
        };
        if let Some(first) = heights.values().iter().position(|height| height.is_nan()) {
            let grid = heights.grid();
            let columns = grid.columns() as usize;
            return Err(TerrainError::NoData {
                cells: heights.values().iter().filter(|height| height.is_nan()).count() as u64,
                place_m: grid.centre_m((first % columns) as u32, (first / columns) as u32),
            });
        }
        let gradients = horn_gradients(&heights)?;
        Ok(Self {
            heights,
            lack_data,
            gradients,
        })
    }

    /// Whether a cell had no data and took the height that was said, by its place in the raster's list.
    #[must_use]
    pub fn lacks_data(&self, cell: usize) -> bool {
        self.lack_data.get(cell).copied().unwrap_or(false)
    }

    /// Whether all cells lie equally high.
    #[must_use]
    pub fn is_level(&self) -> bool {
        self.heights.values().windows(2).all(|pair| pair[0] == pair[1])
    }

    /// The heights, m.
    #[must_use]
    pub fn raster(&self) -> &Raster<f32> {
        &self.heights
    }
}

impl Ground for Heights {
    fn height_m(&self, place_m: [f64; 2]) -> f64 {
        self.heights.bilinear(place_m)
    }

    fn gradient(&self, place_m: [f64; 2]) -> [f64; 2] {
        let [east, north] = &self.gradients;
        [east.bilinear(place_m), north.bilinear(place_m)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::raster::Grid;

    #[test]
    fn cells_without_data_are_refused_or_take_the_height_that_is_said() {
        let grid = Grid::new([10.0, 20.0], 1.0, [2, 2]).unwrap();
        let raster = Raster::new(grid, vec![1.0, 2.0, f32::NAN, f32::NAN]).unwrap();
        match Heights::new(raster.clone(), NoData::Refuse).unwrap_err() {
            TerrainError::NoData { cells: 2, place_m } => assert_eq!(place_m, [10.5, 21.5]),
            error => panic!("{error}"),
        }
        let sea = Heights::new(raster, NoData::Height(0.0)).unwrap();
        assert_eq!(sea.height_m([10.5, 21.5]), 0.0);
        assert_eq!(
            [0, 1, 2, 3].map(|cell| sea.lacks_data(cell)),
            [false, false, true, true]
        );
        assert_eq!(sea.gradient([10.5, 20.5]), [0.75, -1.25]);
        assert!(!sea.is_level());
        let level = Heights::new(Raster::new(grid, vec![3.0; 4]).unwrap(), NoData::Refuse).unwrap();
        assert!(level.is_level());
    }
}

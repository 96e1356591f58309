//! Spawn points of a hashed hard core: nothing is stored and no tile repeats, at the price of density.

use understory_numerics::RandomKey;
use understory_scatter::{HardCorePlane, ScatterError};

use super::{SpawnId, SpawnPoint};
use crate::window::Window;

/// Points that keep a least distance over the whole plane. Their ranks are random, so that what is left at a low density is
/// as uneven as darts are.
#[derive(Clone, Debug)]
pub struct HardCorePoints {
    plane: HardCorePlane,
}

/// Points per m² times the square of the least distance; see [`HardCorePlane`].
const PACKING: f64 = 0.363;

impl HardCorePoints {
    /// Points that keep `least_m`.
    ///
    /// # Errors
    /// [`ScatterError::NotASpacing`] unless that is above 0.
    pub fn new(least_m: f64, key: RandomKey) -> Result<Self, ScatterError> {
        let plane = HardCorePlane::new(least_m, key)?;
        Ok(Self { plane })
    }

    /// Points per m².
    #[must_use]
    pub fn per_m2(&self) -> f64 {
        Self::most_per_m2(self.plane.distance_m())
    }

    /// Points per m² that keep `least_m`.
    #[must_use]
    pub fn most_per_m2(least_m: f64) -> f64 {
        PACKING / (least_m * least_m)
    }

    /// Adds the points of a window whose rank is below a density, row by row. There are none more than 2³¹ cells from the
    /// origin.
    pub fn points_in(&self, window: &Window, density: f32, points: &mut Vec<SpawnPoint>) {
        let found = self
            .plane
            .points_in(window.low_m, window.high_m)
            .unwrap_or_default();
        let ranked = found.into_iter().map(|point| SpawnPoint {
            place_m: point.place_m,
            // 24 bits are what an f32 holds below 1.
            rank: (self.plane.appearance_seed(point.cell) >> 40) as f32 / 16_777_216.0,
            id: SpawnId {
                cell: point.cell,
                number: 0,
            },
        });
        points.extend(ranked.filter(|point| point.rank < density));
    }
}

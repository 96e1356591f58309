//! Spawn points: where something may stand, each with a rank.
//!
//! A point stands where its rank is below the density there, so fewer points are always a part of more.

use crate::window::Window;

mod apart;
mod baked;
mod filled;
mod hard_core;
mod rings;
mod torus;

pub use baked::{BakedPoints, BakedTile, BakedTileError};
pub use filled::FilledPoints;
pub(crate) use filled::around;
pub use hard_core::HardCorePoints;
pub use torus::{TorusPattern, TorusPoints};

/// A point where something may stand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SpawnPoint {
    /// Where it is, m.
    pub place_m: [f64; 2],
    /// From 0 to below 1: the densities above it have it.
    pub rank: f32,
    /// Which it is: copy or cell to the east and to the north, and its number in there. No two of a pattern share it.
    pub id: SpawnId,
}

/// Which point of a pattern, for draws that belong to it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SpawnId {
    /// Copy of the tile, or cell.
    pub cell: [i32; 2],
    /// Number in it.
    pub number: u32,
}

/// Spawn points of one kind.
#[derive(Clone, Debug)]
pub enum Spawns {
    /// Copies of one tile.
    Torus(TorusPoints),
    /// A hashed hard core.
    HardCore(HardCorePoints),
    /// Copies of a tile that was baked from a forest, with its sizes.
    Baked(BakedPoints),
    /// Points that fill an area.
    Filled(FilledPoints),
    /// None as yet: the forest that they are baked from has not grown.
    Awaited,
}

impl Spawns {
    /// Adds the points of a window whose rank is below a density, in an order that the window alone decides.
    pub fn points_in(&self, window: &Window, density: f32, points: &mut Vec<SpawnPoint>) {
        match self {
            Self::Torus(torus) => torus.points_in(window, density, points),
            Self::HardCore(hard_core) => hard_core.points_in(window, density, points),
            Self::Baked(baked) => baked.torus().points_in(window, density, points),
            Self::Filled(filled) => filled.points_in(window, density, points),
            Self::Awaited => {}
        }
    }

    /// Size of what stands on a point, as a factor: 1 but in a baked tile.
    #[must_use]
    #[inline]
    pub fn size(&self, id: SpawnId) -> f64 {
        match self {
            Self::Baked(baked) => baked.size(id),
            _ => 1.0,
        }
    }

    /// Points per m² at full density, about.
    #[must_use]
    pub fn per_m2(&self) -> f64 {
        match self {
            Self::Torus(points) => points.per_m2(),
            Self::HardCore(points) => points.per_m2(),
            Self::Baked(points) => points.torus().per_m2(),
            Self::Filled(points) => points.per_m2(),
            Self::Awaited => 0.0,
        }
    }
}

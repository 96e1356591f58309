//! Light: the crowding of all trees and sprouts, by the model that a forest's conditions name.
//!
//! A model first works out what it needs of the whole stand, then gives each tile's trees and sprouts their crowding *C*; the
//! light is exp(−C). No answer depends on another, so tiles are asked in parallel and in any order. A model more is a file
//! here, a variant of [`Light`] and one of [`LightModel`].
//!
//! | model | file | *C* |
//! |---|---|---|
//! | `crowding`, `disc`, `gaussian` | `kernels.rs`, `slope.rs`, `canopy.rs` | sum of the neighbours' kernels, below the canopy at least its shade |
//! | `fon` | `fon.rs` | −ln(1 − φ · mean of the neighbours' fields over the tree's own zone) |
//! | `hegyi` | `hegyi.rs` | sum over the nearest competitors, by size and distance |
//! | `grid` | `grid.rs` | Beer's law through a grid of leaves |

mod canopy;
mod fon;
mod grid;
mod hegyi;
mod kernels;
pub(crate) mod sky;
mod slope;
mod stand;

use understory_numerics::lanes::Simd;
use understory_space::{Plot, Tiles};

pub(crate) use stand::{Here, Stand, Standing};

use crate::neighbourhood::Touching;
use crate::parameters::Light;
use fon::Fon;
use grid::Grid;
use hegyi::{Hegyi, Nearest};
use kernels::{KernelLists, Kernels};

/// A light model with what it has worked out for the stand.
pub(crate) enum LightModel {
    /// Sums of kernels.
    Kernels(Kernels),
    /// The field of neighbourhood.
    Fon(Fon),
    /// Hegyi's index.
    Hegyi(Box<Hegyi>),
    /// The grid of leaves.
    Grid(Grid),
}

/// A worker's lists, kept from tile to tile.
#[derive(Default)]
pub(crate) struct Lists {
    kernels: KernelLists,
    near: Touching,
    nearest: Nearest,
}

/// Memory of what a model keeps for each piece of ground, where trees are at most so high, bytes.
pub(crate) fn memory_of_cells_bytes(light: &Light, tiles: &Tiles, highest_m: f64) -> u64 {
    match *light {
        Light::Crowding { .. } | Light::Disc { .. } | Light::Gaussian { .. } => {
            canopy::memory_bytes(tiles.plot())
        }
        Light::FieldOfNeighbourhood { .. } | Light::Hegyi { .. } => 0,
        Light::Grid { cell_m, layer_m, .. } => grid::memory_bytes(tiles, cell_m, layer_m, highest_m),
    }
}

/// Height from which trees are part of the canopy, and how far from a place the leaves of one may count there; `None` where the model
/// counts no leaves.
pub(crate) fn canopy_width_m(light: &Light, plot: &Plot) -> Option<[f64; 2]> {
    light
        .canopy()
        .map(|canopy| [canopy.from_m, canopy::width_m(&canopy, plot)])
}

impl LightModel {
    /// That of these parameters, of a stand that it has not seen yet.
    pub(crate) fn new(light: &Light) -> Self {
        match *light {
            Light::Crowding { .. } | Light::Disc { .. } | Light::Gaussian { .. } => {
                Self::Kernels(Kernels::new(light))
            }
            Light::FieldOfNeighbourhood { loss_per_field, .. } => Self::Fon(Fon::new(loss_per_field)),
            Light::Hegyi {
                neighbours,
                competitors_within_m,
                competitor_from_m,
                ratio_exponent,
                crowding_per_index,
            } => Self::Hegyi(Box::new(Hegyi::new(
                neighbours,
                competitors_within_m,
                competitor_from_m,
                ratio_exponent,
                crowding_per_index,
            ))),
            Light::Grid {
                cell_m,
                layer_m,
                extinction,
            } => Self::Grid(Grid::new(cell_m, layer_m, extinction)),
        }
    }

    /// Works out what the answers need of the whole stand.
    pub(crate) fn work_out(&mut self, stand: &Stand<'_>) {
        match self {
            Self::Kernels(kernels) => kernels.work_out(stand),
            Self::Fon(fon) => fon.work_out(stand),
            Self::Hegyi(hegyi) => hegyi.work_out(stand),
            Self::Grid(grid) => grid.work_out(stand),
        }
    }

    /// Crowding at a place that a newborn has at least, without any sum.
    #[inline(always)]
    pub(crate) fn shade(&self, place_m: [f64; 2]) -> f32 {
        match self {
            Self::Kernels(kernels) => kernels.shade(place_m),
            Self::Fon(_) | Self::Hegyi(_) | Self::Grid(_) => 0.0,
        }
    }

    /// Gives the trees and sprouts of a tile their crowding.
    #[inline(always)]
    pub(crate) fn answer<S: Simd>(
        &self,
        simd: S,
        stand: &Stand<'_>,
        here: &mut Here<'_, '_>,
        lists: &mut Lists,
    ) {
        match self {
            Self::Kernels(kernels) => kernels.answer(simd, stand, here, &mut lists.kernels),
            Self::Fon(fon) => fon.answer(simd, stand, here, &mut lists.near),
            Self::Hegyi(hegyi) => hegyi.answer(stand, here, &mut lists.nearest),
            Self::Grid(grid) => grid.answer(stand, here),
        }
    }
}

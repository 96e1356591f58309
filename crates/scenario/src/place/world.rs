//! What a scenario of a painted world holds.

use std::fmt;

use understory_placement::{AssetLook, Maps, Painting};

use super::camera::CameraFrame;
use crate::scenario::{Header, Terrain};

/// A painted world that is laid out by rules and maps.
#[derive(Clone)]
pub struct WorldScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// Its biomes, its rules, and what stands in their way.
    pub painting: Painting,
    /// Where it lies, and what it is painted on; the ground is that of `terrain`, or level at the height 0.
    pub maps: Maps,
    /// How assets look, each asset once; those that are not among them have no look.
    pub assets: Vec<AssetLook>,
    /// The way of the camera, with ascending frames, at least one of them; none where no file is named.
    pub camera: Option<Vec<CameraFrame>>,
    /// The ground, where it is not level.
    pub terrain: Option<Terrain>,
    /// Height of the sea, m.
    pub sea_m: f64,
}

/// The ground of the maps follows from the terrain.
impl PartialEq for WorldScenario {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header
            && self.painting == other.painting
            && self.maps.window == other.maps.window
            && self.maps.biomes == other.maps.biomes
            && self.maps.weights == other.maps.weights
            && self.assets == other.assets
            && self.camera == other.camera
            && self.terrain == other.terrain
            && self.sea_m == other.sea_m
    }
}

/// Without the cells of its maps.
impl fmt::Debug for WorldScenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorldScenario")
            .field("header", &self.header)
            .field("painting", &self.painting)
            .field("window", &self.maps.window)
            .field("biomes", self.maps.biomes.grid())
            .field("weights", self.maps.weights.grid())
            .field("assets", &self.assets)
            .field("camera", &self.camera)
            .field("sea_m", &self.sea_m)
            .finish_non_exhaustive()
    }
}

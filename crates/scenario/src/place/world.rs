//! What a scenario of a painted world holds.

use std::fmt;

use understory_placement::{AssetLook, PaintedWorld};

use super::camera::CameraFrame;
use super::grown::GrownRule;
use crate::scenario::{Header, Terrain};
use crate::set::Setting;

/// A painted world that is laid out by rules and maps.
#[derive(Clone)]
pub struct WorldScenario {
    /// Name, seed, inputs, text.
    pub header: Header,
    /// What is painted, and on what: the ground is that of `terrain`, or level at the height 0.
    pub world: PaintedWorld,
    /// Rules that stand as a forest grew which is to be grown before: in `world` nothing of them stands as long as it lacks
    /// their tiles.
    pub grown: Vec<GrownRule>,
    /// What is to be tried: each edit with its name.
    pub edits: Vec<Edit>,
    /// How assets look, each asset once; those that are not among them have no look.
    pub assets: Vec<AssetLook>,
    /// The way of the camera, with ascending frames, at least one of them; none where no file is named.
    pub camera: Option<Vec<CameraFrame>>,
    /// The ground, where it is not level.
    pub terrain: Option<Terrain>,
    /// Height of the sea, m.
    pub sea_m: f64,
}

/// A value in the place of one of the file, of which is shown what it would change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    /// What it is called.
    pub name: String,
    /// The value.
    pub set: Setting,
}

/// The ground of the maps follows from the terrain.
impl PartialEq for WorldScenario {
    fn eq(&self, other: &Self) -> bool {
        self.header == other.header
            && self.world.painting() == other.world.painting()
            && self.world.maps().window == other.world.maps().window
            && self.world.maps().biomes == other.world.maps().biomes
            && self.world.maps().weights == other.world.maps().weights
            && self.grown == other.grown
            && self.world.maps().named == other.world.maps().named
            && self.edits == other.edits
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
            .field("painting", self.world.painting())
            .field("window", &self.world.maps().window)
            .field("biomes", self.world.maps().biomes.grid())
            .field("weights", self.world.maps().weights.grid())
            .field("grown", &self.grown)
            .field("edits", &self.edits)
            .field("assets", &self.assets)
            .field("camera", &self.camera)
            .field("sea_m", &self.sea_m)
            .finish_non_exhaustive()
    }
}

//! What the manifest of a painted world has of its own: what figures need to know of it.

use serde::{Deserialize, Serialize};

use crate::document::{finite, finite_pair, finite_pairs};
use crate::rgb::Rgb;

/// Where results lie: a plot without the strip that tables leave out, or a world.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct World {
    /// Width and height, m.
    #[serde(serialize_with = "finite_pair")]
    pub size_m: [f64; 2],
    /// Lower left corner in the coordinates of the files, m.
    #[serde(serialize_with = "finite_pair")]
    pub origin_m: [f64; 2],
    /// `torus` or `open`.
    pub edge: String,
    /// EPSG code of the coordinate reference system of the files, where the map of heights names one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub epsg: Option<u16>,
}

/// Of a painted world that was laid out.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorldBody {
    /// Where the world lies.
    pub world: World,
    /// All that stands.
    pub instances: u64,
    /// Side of the tiles, m; tile 0, 0 has its south-western corner at 0, 0.
    #[serde(serialize_with = "finite")]
    pub tile_m: f64,
    /// The tiles that were asked for, column and row; empty for all.
    #[serde(default)]
    pub tiles: Vec<[i32; 2]>,
    /// Kinds of land, in the order of the scenario, which is that of their numbers in the biome map.
    pub biomes: Vec<WorldBiome>,
    /// Rules, the most important first.
    pub rules: Vec<WorldRule>,
    /// Balls and polygons that nothing stands in, those of prefabs among them.
    pub blockers: Vec<WorldBlocker>,
    /// Roads.
    pub roads: Vec<WorldCourse>,
    /// Rivers.
    pub rivers: Vec<WorldCourse>,
    /// Names of what the patches around the camera drop; empty where there are none.
    #[serde(default)]
    pub props: Vec<String>,
    /// What is shown at which distance from the camera, the nearest first; empty where everything is shown everywhere.
    pub lod: Vec<WorldRing>,
    /// What was tried.
    #[serde(default)]
    pub edits: Vec<WorldEdit>,
    /// The place around which the figure shows rings: of the camera's first frame, else the middle of the world.
    #[serde(serialize_with = "finite_pair")]
    pub camera_m: [f64; 2],
}

/// A kind of land.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WorldBiome {
    /// What rules call it.
    pub name: String,
    /// Its colour in the biome map.
    pub colour: Rgb,
}

/// A rule of what stands where.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldRule {
    /// What tables call it.
    pub name: String,
    /// The asset, or the mix of assets, that it places.
    pub asset: String,
    /// Radius of the disc of ground that each takes, m.
    #[serde(serialize_with = "finite")]
    pub footprint_m: f64,
    /// Its colour in figures.
    pub colour: Rgb,
}

/// A ball or a convex polygon that nothing stands in.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldBlocker {
    /// What it is called.
    pub name: String,
    /// Its middle, m.
    #[serde(serialize_with = "finite_pair")]
    pub at_m: [f64; 2],
    /// Its radius, m; of a polygon that of a circle around it.
    #[serde(serialize_with = "finite")]
    pub radius_m: f64,
    /// Corners of a polygon, m; none of a ball.
    #[serde(
        default,
        serialize_with = "finite_pairs",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub corners_m: Vec<[f64; 2]>,
    /// Distance from it over which lushness comes back, m.
    #[serde(serialize_with = "finite")]
    pub fade_m: f64,
}

/// A road or a river.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldCourse {
    /// What it is called.
    pub name: String,
    /// The points that it goes through in straight lines, m: of one that bends, so many that it seems to.
    #[serde(serialize_with = "finite_pairs")]
    pub points_m: Vec<[f64; 2]>,
    /// Its whole width, m.
    #[serde(serialize_with = "finite")]
    pub width_m: f64,
}

/// An edit that was tried, and what stands in the way after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldEdit {
    /// What it is called.
    pub name: String,
    /// What it sets: `PATH=VALUE`.
    pub set: String,
    /// Balls and polygons that nothing stands in, after it.
    pub blockers: Vec<WorldBlocker>,
    /// Roads after it.
    pub roads: Vec<WorldCourse>,
    /// Rivers after it.
    pub rivers: Vec<WorldCourse>,
    /// Beyond these nothing changes; empty where the edit is not of blockers or of what is placed by hand.
    pub reach: Vec<WorldCircle>,
}

/// A circle on the ground.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldCircle {
    /// Its centre, m.
    #[serde(serialize_with = "finite_pair")]
    pub at_m: [f64; 2],
    /// Its radius, m.
    #[serde(serialize_with = "finite")]
    pub radius_m: f64,
}

/// What is shown out to a distance from the camera.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldRing {
    /// The distance that it ends at, m.
    #[serde(serialize_with = "finite")]
    pub to_m: f64,
    /// Least footprint that is shown, m.
    #[serde(serialize_with = "finite")]
    pub footprint_m: f64,
    /// Whether flat pictures stand in the place of the assets.
    pub imposters: bool,
}

//! `manifest.json` of `place`: what a painted world was made from, what it took, the files it left, and what figures
//! need to know of it.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite, finite_pair, finite_pairs};
use crate::listing::{InputFile, OtherFile, TableFile};
use crate::manifest::World;
use crate::rgb::Rgb;

/// The manifest of a painted world. Times and memory stand here and in `frames.csv`, and in no other file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `place`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was laid out, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// Where the world lies.
    pub world: World,
    /// Seed of all randomness.
    pub seed: u64,
    /// Threads used; they change no table but `frames.csv`.
    pub threads: u64,
    /// What it took.
    pub performance: WorldPerformance,
    /// Tables and what else was made for other programs, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Hash of all that fixes the world.
    pub identity: String,
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
    /// Figures, scenario and inputs, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// What a painted world took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct WorldPerformance {
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Laying out tiles, seconds.
    #[serde(serialize_with = "finite")]
    pub place_s: f64,
    /// Writing everything but the figures, seconds.
    #[serde(serialize_with = "finite")]
    pub write_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// All that stands.
    pub instances: u64,
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

impl Document for WorldManifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["place"];
}

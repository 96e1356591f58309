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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::document::{DocumentError, command_of};
    use crate::listing::Listing;
    use crate::manifest::Manifest;

    fn manifest() -> WorldManifest {
        WorldManifest {
            version: "0.1.0".into(),
            command: "place".into(),
            scenario: "valley".into(),
            scenario_blake3: "ab".repeat(32),
            inputs: vec![],
            world: World {
                size_m: [1024.0, 512.0],
                origin_m: [-512.0, 0.1 + 0.2],
                edge: "open".into(),
                epsg: None,
            },
            seed: u64::MAX,
            threads: 2,
            performance: WorldPerformance {
                wall_s: 1.5,
                place_s: 0.5,
                write_s: 0.25,
                peak_rss_bytes: None,
                instances: 123_456,
            },
            files: vec![TableFile {
                path: "instances.csv".into(),
                rows: Some(123_456),
                blake3: "ef".repeat(32),
            }],
            identity: "01".repeat(32),
            tile_m: 64.0,
            biomes: vec![WorldBiome {
                name: "forest".into(),
                colour: Rgb([47, 107, 58]),
            }],
            rules: vec![WorldRule {
                name: "oaks".into(),
                asset: "oak".into(),
                footprint_m: 2.5,
                colour: Rgb([0, 158, 115]),
            }],
            blockers: vec![WorldBlocker {
                name: "mill".into(),
                at_m: [40.0, 12.0],
                radius_m: 8.0,
                corners_m: vec![],
                fade_m: 10.0,
            }],
            roads: vec![WorldCourse {
                name: "lane".into(),
                points_m: vec![[0.0, 10.0], [60.0, 25.0]],
                width_m: 6.0,
            }],
            rivers: vec![],
            tiles: vec![[3, -2]],
            edits: vec![],
            camera_m: [1.0, 2.0],
            props: vec!["rocks".to_owned()],
            lod: vec![WorldRing {
                to_m: 256.0,
                footprint_m: 0.5,
                imposters: true,
            }],
            others: vec![],
        }
    }

    fn text(manifest: &WorldManifest) -> Vec<u8> {
        let mut out = Vec::new();
        manifest.write(&mut out).unwrap();
        out
    }

    #[test]
    fn reads_back_equal_and_says_which_command_left_it_and_what() {
        let text = text(&manifest());
        assert_eq!(
            WorldManifest::read("manifest.json", &text[..]).unwrap(),
            manifest()
        );
        assert_eq!(command_of(&text[..]).unwrap().as_deref(), Some("place"));
        let listing = Listing::read("manifest.json", &text[..]).unwrap();
        assert_eq!(listing.hashes(), [("instances.csv", &*"ef".repeat(32))].into());
        let refused = Manifest::read("x/manifest.json", &text[..]).unwrap_err();
        assert!(
            refused
                .to_string()
                .starts_with("x/manifest.json: this is the manifest of `understory place`"),
            "{refused}"
        );
    }

    #[test]
    fn its_keys_are_those_that_outside_readers_look_for() {
        let json: serde_json::Value = serde_json::from_slice(&text(&manifest())).unwrap();
        assert_eq!(json["tool"], "understory");
        assert_eq!(json["biomes"][0]["colour"], "#2f6b3a");
        assert_eq!(json["roads"][0]["points_m"][1][1], 25.0);
        assert_eq!(json["lod"][0]["imposters"], true);
        assert_eq!(json["performance"]["instances"], 123_456);
        assert_eq!(json["world"]["edge"], "open");
    }

    #[test]
    fn a_colour_that_is_none_is_shown_in_its_line() {
        let text = String::from_utf8(text(&manifest())).unwrap();
        let spoiled = text.replace("#2f6b3a", "forest");
        let refused = WorldManifest::read("m", spoiled.as_bytes())
            .unwrap_err()
            .to_string();
        assert!(
            refused.contains("`forest` is no colour") && refused.contains("line"),
            "{refused}"
        );
    }

    #[test]
    fn a_number_that_json_cannot_hold_is_refused() {
        for spoil in [
            (|m| m.tile_m = f64::NAN) as fn(&mut WorldManifest),
            |m| m.performance.place_s = f64::INFINITY,
            |m| m.rules[0].footprint_m = f64::NAN,
            |m| m.blockers[0].at_m[1] = f64::NAN,
            |m| m.roads[0].points_m[1][0] = f64::NEG_INFINITY,
            |m| m.lod[0].to_m = f64::INFINITY,
        ] {
            let mut manifest = manifest();
            spoil(&mut manifest);
            let error = manifest.write(Vec::new()).unwrap_err();
            assert!(matches!(error, DocumentError::Unwritable { .. }), "{error}");
        }
    }

    proptest! {
        #[test]
        fn all_bits_of_a_course_come_back(points in proptest::collection::vec(any::<[u64; 2]>(), 0..8)) {
            let points_m: Vec<[f64; 2]> = points.iter().map(|pair| pair.map(f64::from_bits)).collect();
            prop_assume!(points_m.iter().flatten().all(|at| at.is_finite()));
            let mut manifest = manifest();
            manifest.roads[0].points_m = points_m;
            let back = WorldManifest::read("m", &text(&manifest)[..]).unwrap();
            let bits = |m: &WorldManifest| -> Vec<u64> {
                m.roads[0].points_m.iter().flatten().map(|at| at.to_bits()).collect()
            };
            prop_assert_eq!(bits(&back), bits(&manifest));
        }
    }
}

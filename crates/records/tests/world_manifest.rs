//! Manifests of painted worlds.

use proptest::prelude::*;
use understory_records::{
    Document, DocumentError, Listing, Manifest, Rgb, TableFile, World, WorldBiome, WorldBlocker, WorldCourse,
    WorldManifest, WorldPerformance, WorldRing, WorldRule, command_of,
};

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

//! Manifests of painted worlds.

use proptest::prelude::*;
use understory_records::{
    Body, Document, DocumentError, Listing, Manifest, Performance, Rgb, RunJson, TableFile, Took, World,
    WorldBiome, WorldBlocker, WorldBody, WorldCourse, WorldRing, WorldRule, WorldTook,
};

fn body() -> WorldBody {
    WorldBody {
        world: World {
            size_m: [1024.0, 512.0],
            origin_m: [-512.0, 0.1 + 0.2],
            edge: "open".into(),
            epsg: None,
        },
        instances: 123_456,
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
    }
}

fn manifest(body: WorldBody, place_s: f64) -> Manifest {
    Manifest {
        made_from: RunJson {
            version: "0.1.0".into(),
            scenario: "valley".into(),
            scenario_blake3: "ab".repeat(32),
            inputs: vec![],
            identity: "01".repeat(32),
            seed: u64::MAX,
            years: 0,
            replicates: 1,
            each_year: None,
        },
        body: Body::Place(Box::new(body)),
        threads: Some(2),
        performance: Some(Performance {
            wall_s: 1.5,
            peak_rss_bytes: None,
            parts: Took::World(WorldTook {
                place_s,
                write_s: 0.25,
            }),
        }),
        files: vec![TableFile {
            path: "instances.csv".into(),
            rows: Some(123_456),
            blake3: "ef".repeat(32),
        }],
        others: vec![],
    }
}

fn text(manifest: &Manifest) -> Vec<u8> {
    let mut out = Vec::new();
    manifest.write(&mut out).unwrap();
    out
}

#[test]
fn reads_back_equal_with_what_it_lists() {
    let manifest = manifest(body(), 0.5);
    let text = text(&manifest);
    assert_eq!(Manifest::read("manifest.json", &text[..]).unwrap(), manifest);
    let listing = Listing::read("manifest.json", &text[..]).unwrap();
    assert_eq!(listing.command, "place");
    assert_eq!(listing.hashes(), [("instances.csv", &*"ef".repeat(32))].into());
}

#[test]
fn its_keys_are_those_that_outside_readers_look_for() {
    let json: serde_json::Value = serde_json::from_slice(&text(&manifest(body(), 0.5))).unwrap();
    assert_eq!(json["tool"], "understory");
    assert_eq!(json["biomes"][0]["colour"], "#2f6b3a");
    assert_eq!(json["roads"][0]["points_m"][1][1], 25.0);
    assert_eq!(json["lod"][0]["imposters"], true);
    assert_eq!(json["instances"], 123_456);
    assert_eq!(json["performance"]["place_s"], 0.5);
    assert_eq!(json["world"]["edge"], "open");
}

#[test]
fn what_is_not_a_colour_is_named() {
    let text = String::from_utf8(text(&manifest(body(), 0.5))).unwrap();
    let spoiled = text.replace("#2f6b3a", "forest");
    let refused = Manifest::read("m", spoiled.as_bytes()).unwrap_err().to_string();
    assert!(refused.contains("`forest` is no colour"), "{refused}");
}

#[test]
fn a_number_that_json_cannot_hold_is_refused() {
    for spoil in [
        (|m| m.tile_m = f64::NAN) as fn(&mut WorldBody),
        |m| m.rules[0].footprint_m = f64::NAN,
        |m| m.blockers[0].at_m[1] = f64::NAN,
        |m| m.roads[0].points_m[1][0] = f64::NEG_INFINITY,
        |m| m.lod[0].to_m = f64::INFINITY,
    ] {
        let mut body = body();
        spoil(&mut body);
        let error = manifest(body, 0.5).write(Vec::new()).unwrap_err();
        assert!(matches!(error, DocumentError::Unwritable { .. }), "{error}");
    }
    let error = manifest(body(), f64::INFINITY).write(Vec::new()).unwrap_err();
    assert!(matches!(error, DocumentError::Unwritable { .. }), "{error}");
}

proptest! {
    #[test]
    fn all_bits_of_a_course_come_back(points in proptest::collection::vec(any::<[u64; 2]>(), 0..8)) {
        let points_m: Vec<[f64; 2]> = points.iter().map(|pair| pair.map(f64::from_bits)).collect();
        prop_assume!(points_m.iter().flatten().all(|at| at.is_finite()));
        let mut body = body();
        body.roads[0].points_m = points_m;
        let back = Manifest::read("m", &text(&manifest(body.clone(), 0.5))[..]).unwrap();
        let Body::Place(back) = back.body else {
            panic!("it is of a world");
        };
        let bits = |m: &WorldBody| -> Vec<u64> {
            m.roads[0].points_m.iter().flatten().map(|at| at.to_bits()).collect()
        };
        prop_assert_eq!(bits(&back), bits(&body));
    }
}

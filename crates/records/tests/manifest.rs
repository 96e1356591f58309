//! Manifests of runs.

use serde_json::Value;
use understory_records::{
    Document, DocumentError, InputFile, Listing, Manifest, OtherFile, Performance, TableFile, World, is_ours,
};

fn manifest() -> Manifest {
    Manifest {
        version: "0.1.0".into(),
        command: "run".into(),
        scenario: "old-field".into(),
        scenario_blake3: "ab".repeat(32),
        inputs: vec![InputFile {
            path: "data/a.csv".into(),
            bytes: 12,
            blake3: "cd".repeat(32),
        }],
        world: World {
            size_m: [0.1 + 0.2, 200.0],
            origin_m: [-5.0, 1e9],
            edge: "torus".into(),
            epsg: Some(25_832),
        },
        seed: u64::MAX,
        years: 150,
        threads: 2,
        performance: Performance {
            wall_s: 2.5,
            year_s: 2.0,
            peak_rss_bytes: None,
            peak_seeds: 9,
            tree_years: 100,
            tree_years_per_s: 50.0,
            system_s: [("grow", 1.0), ("die", 0.5), ("compete", 0.25)]
                .map(|(k, v)| (k.into(), v))
                .into(),
        },
        files: vec![TableFile {
            path: "census.csv".into(),
            rows: Some(3),
            blake3: "ef".repeat(32),
        }],
        species: vec!["pine".into(), "beech".into()],
        replicates: 1,
        recorded_years: vec![0, 150],
        founders_moved_to_near_edge: 0,
        each_year: None,
        identity: "01".repeat(32),
        others: vec![OtherFile {
            path: "figures/map.svg".into(),
            blake3: "23".repeat(32),
        }],
    }
}

fn text(manifest: &Manifest) -> String {
    let mut out = Vec::new();
    manifest.write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn reads_back_equal_with_systems_in_their_order_and_all_bits_of_its_numbers() {
    assert_eq!(
        Manifest::read("manifest.json", text(&manifest()).as_bytes()).unwrap(),
        manifest()
    );
}

#[test]
fn all_that_it_lists_is_known_with_its_hash() {
    let listing = Listing::read("manifest.json", text(&manifest()).as_bytes()).unwrap();
    let (census, map) = ("ef".repeat(32), "23".repeat(32));
    let expected = [("census.csv", census.as_str()), ("figures/map.svg", map.as_str())];
    assert_eq!(listing.hashes(), expected.into());
    assert_eq!(listing.command, "run");
}

#[test]
fn its_keys_are_those_that_outside_readers_look_for() {
    let text = text(&manifest());
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["tool"], "understory");
    assert_eq!(json["seed"], u64::MAX);
    assert_eq!(json["inputs"][0]["bytes"], 12);
    assert_eq!(json["world"]["size_m"][1], 200.0);
    assert_eq!(json["performance"]["system_s"]["die"], 0.5);
    assert_eq!(json["files"][0]["rows"], 3);
    let keys = [
        "tool",
        "version",
        "command",
        "scenario",
        "scenario_blake3",
        "inputs",
        "world",
        "seed",
        "years",
    ];
    let keys = keys.iter().chain(&[
        "threads",
        "performance",
        "files",
        "species",
        "replicates",
        "recorded_years",
    ]);
    let places: Vec<_> = keys
        .map(|key| {
            text.find(&format!("\n  \"{key}\": "))
                .unwrap_or_else(|| panic!("{key}"))
        })
        .collect();
    assert!(places.is_sorted(), "{places:?}");
}

#[test]
fn one_that_is_not_ours_or_not_whole_is_refused_with_the_reason() {
    let theirs = Manifest::read("x/manifest.json", &br#"{"name": "a web app"}"#[..]).unwrap_err();
    assert_eq!(
        theirs.to_string(),
        "x/manifest.json: this manifest is not of understory: its `tool` is missing"
    );
    let theirs = Manifest::read("m", &br#"{"tool": "webpack"}"#[..]).unwrap_err();
    assert_eq!(
        theirs.to_string(),
        "m: this manifest is not of understory: its `tool` is `webpack`"
    );
    let old = Manifest::read("m", &br#"{"tool": "understory", "version": "0"}"#[..]).unwrap_err();
    assert!(
        matches!(&old, DocumentError::Malformed { .. })
            && old.to_string().contains("missing field `command`")
    );
    let whole = text(&manifest());
    let cut = Manifest::read("m", &whole.as_bytes()[..whole.len() / 2]).unwrap_err();
    assert!(matches!(cut, DocumentError::Malformed { .. }), "{cut}");
}

#[test]
fn any_document_of_ours_is_known_and_nothing_else_is() {
    assert!(is_ours(text(&manifest()).as_bytes()).unwrap());
    assert!(is_ours(&br#"{"tool": "understory", "kind": "of a later version"}"#[..]).unwrap());
    for other in [
        "",
        "{}",
        "[1]",
        r#"{"tool": 3}"#,
        r#"{"tool": "gulp"}"#,
        "tool = \"understory\"",
    ] {
        assert!(!is_ours(other.as_bytes()).unwrap(), "{other}");
    }
}

#[test]
fn a_number_that_json_cannot_hold_is_refused() {
    for spoil in [
        (|m| m.performance.tree_years_per_s = f64::NAN) as fn(&mut Manifest),
        |m| m.performance.system_s[1] = f64::INFINITY,
        |m| m.world.size_m[0] = f64::NEG_INFINITY,
    ] {
        let mut manifest = manifest();
        spoil(&mut manifest);
        let error = manifest.write(Vec::new()).unwrap_err();
        assert!(matches!(error, DocumentError::Unwritable { .. }), "{error}");
    }
}

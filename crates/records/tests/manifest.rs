//! Manifests of runs.

use serde_json::Value;
use understory_records::{
    Body, Document, DocumentError, ForestBody, InputFile, Listing, Manifest, OtherFile, Performance, RunJson,
    TableFile, Took, TreeTimes, TreeTook, World, YearsTook, is_ours,
};

fn made_from() -> RunJson {
    RunJson {
        version: "0.1.0".into(),
        scenario: "old-field".into(),
        scenario_blake3: "ab".repeat(32),
        inputs: vec![InputFile {
            path: "data/a.csv".into(),
            bytes: 12,
            blake3: "cd".repeat(32),
        }],
        identity: "01".repeat(32),
        seed: u64::MAX,
        years: 150,
        replicates: 1,
        each_year: None,
    }
}

fn manifest() -> Manifest {
    Manifest {
        made_from: made_from(),
        body: Body::Run(ForestBody {
            world: World {
                size_m: [0.1 + 0.2, 200.0],
                origin_m: [-5.0, 1e9],
                edge: "torus".into(),
                epsg: Some(25_832),
            },
            species: vec!["pine".into(), "beech".into()],
            recorded_years: vec![0, 150],
            founders_moved_to_near_edge: 0,
        }),
        threads: Some(2),
        performance: Some(Performance {
            wall_s: 2.5,
            peak_rss_bytes: None,
            parts: Took::Years(YearsTook {
                year_s: 2.0,
                peak_seeds: 9,
                tree_years: 100,
                tree_years_per_s: 50.0,
                system_s: [("grow", 1.0), ("die", 0.5), ("compete", 0.25)]
                    .map(|(k, v)| (k.into(), v))
                    .into(),
            }),
        }),
        files: vec![TableFile {
            path: "census.csv".into(),
            rows: Some(3),
            blake3: "ef".repeat(32),
        }],
        others: vec![OtherFile {
            path: "figures/map.svg".into(),
            blake3: "23".repeat(32),
        }],
    }
}

fn of_a_tree(growth_s: f64, baseline: Option<TreeTimes>) -> Manifest {
    let took = TreeTook {
        attraction_s: 0.1,
        tree: TreeTimes {
            growth_s,
            finish_s: 0.3,
            mesh_s: 0.4,
        },
        write_s: 0.5,
        baseline,
    };
    Manifest {
        body: Body::default(),
        performance: Some(Performance {
            wall_s: 1.5,
            peak_rss_bytes: Some(9_000_000),
            parts: Took::Tree(took),
        }),
        ..manifest()
    }
}

fn text(manifest: &Manifest) -> String {
    let mut out = Vec::new();
    manifest.write(&mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn reads_back_equal_with_systems_in_their_order_and_all_bits_of_its_numbers() {
    let trees = [None, Some(TreeTimes::default())].map(|baseline| of_a_tree(0.2, baseline));
    for manifest in [manifest()].into_iter().chain(trees) {
        assert_eq!(
            Manifest::read("manifest.json", text(&manifest).as_bytes()).unwrap(),
            manifest
        );
    }
}

#[test]
fn what_a_kind_does_not_have_is_not_written() {
    let without = Manifest {
        threads: None,
        performance: None,
        ..of_a_tree(0.2, None)
    };
    let text = text(&without);
    for key in ["threads", "performance", "world", "each_year"] {
        assert!(!text.contains(key), "{key}");
    }
    assert_eq!(Manifest::read("m", text.as_bytes()).unwrap(), without);
}

#[test]
fn that_of_a_tree_is_not_taken_for_that_of_a_forest() {
    let tree = of_a_tree(0.2, None);
    assert_eq!(tree.body.command(), "grow");
    let refused = tree.forest("x/manifest.json").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "x/manifest.json: this is the manifest of `understory grow`, but that of `understory run` or \
         `understory compare` is needed here"
    );
    let forest = manifest();
    assert_eq!(forest.forest("m").unwrap().species, ["pine", "beech"]);
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
    for key in [
        "tool",
        "version",
        "command",
        "scenario",
        "scenario_blake3",
        "inputs",
        "world",
        "seed",
        "years",
        "threads",
        "performance",
        "files",
        "species",
        "replicates",
        "recorded_years",
    ] {
        assert!(text.contains(&format!("\n  \"{key}\": ")), "{key}");
    }
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
    assert!(matches!(&old, DocumentError::Malformed { .. }) && old.to_string().contains("missing field"));
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
    let with_rate = |tree_years_per_s: f64, in_die_s: f64| {
        let mut manifest = manifest();
        let took = manifest.performance.as_mut().unwrap();
        took.parts = Took::Years(YearsTook {
            tree_years_per_s,
            system_s: [("die".to_owned(), in_die_s)].into(),
            ..YearsTook::default()
        });
        manifest
    };
    assert!(with_rate(1.0, 1.0).write(Vec::new()).is_ok());
    let mut nowhere = manifest();
    let Body::Run(body) = &mut nowhere.body else {
        panic!("it is of a run");
    };
    body.world.size_m[0] = f64::NEG_INFINITY;
    for spoiled in [
        with_rate(f64::NAN, 1.0),
        with_rate(1.0, f64::INFINITY),
        of_a_tree(f64::NAN, None),
        nowhere,
    ] {
        let error = spoiled.write(Vec::new()).unwrap_err();
        assert!(matches!(error, DocumentError::Unwritable { .. }), "{error}");
    }
}

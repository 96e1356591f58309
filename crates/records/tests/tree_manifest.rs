//! Manifests of single trees.

use understory_records::{
    Document, DocumentError, Manifest, TableFile, TreeManifest, TreePerformance, TreeTimes, command_of,
};

fn manifest() -> TreeManifest {
    TreeManifest {
        version: "0.1.0".into(),
        command: "grow".into(),
        scenario: "oak".into(),
        scenario_blake3: "ab".repeat(32),
        inputs: vec![],
        seed: u64::MAX,
        threads: 2,
        performance: TreePerformance {
            wall_s: 1.5,
            peak_rss_bytes: Some(9_000_000),
            attraction_s: 0.1,
            tree: TreeTimes {
                growth_s: 0.2,
                finish_s: 0.3,
                mesh_s: 0.4,
            },
            write_s: 0.5,
            baseline: None,
        },
        files: vec![TableFile {
            path: "tree.glb".into(),
            rows: None,
            blake3: "ef".repeat(32),
        }],
        identity: "01".repeat(32),
        others: vec![],
    }
}

fn text(manifest: &TreeManifest) -> Vec<u8> {
    let mut out = Vec::new();
    manifest.write(&mut out).unwrap();
    out
}

#[test]
fn reads_back_equal_with_and_without_a_baseline() {
    let mut manifest = manifest();
    for baseline in [None, Some(TreeTimes::default())] {
        manifest.performance.baseline = baseline;
        let text = text(&manifest);
        assert_eq!(TreeManifest::read("manifest.json", &text[..]).unwrap(), manifest);
    }
}

#[test]
fn it_is_not_taken_for_that_of_a_run_and_says_which_command_left_it() {
    let text = text(&manifest());
    assert_eq!(command_of(&text[..]).unwrap().as_deref(), Some("grow"));
    let refused = Manifest::read("x/manifest.json", &text[..]).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "x/manifest.json: this is the manifest of `understory grow`, but that of `understory run` or \
         `understory compare` is needed here"
    );
    assert_eq!(
        command_of(&br#"{"tool": "gulp", "command": "grow"}"#[..]).unwrap(),
        None
    );
}

#[test]
fn a_time_that_json_cannot_hold_is_refused() {
    let mut manifest = manifest();
    manifest.performance.tree.growth_s = f64::NAN;
    let error = manifest.write(Vec::new()).unwrap_err();
    assert!(matches!(error, DocumentError::Unwritable { .. }), "{error}");
}

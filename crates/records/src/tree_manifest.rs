//! `manifest.json` of `grow`: what a grown tree was made from, what it took, and the files it left.

use serde::{Deserialize, Serialize};

use crate::document::{Document, finite};
use crate::listing::{InputFile, OtherFile, TableFile};

/// The manifest of a tree. Times and memory stand here and in no other file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreeManifest {
    /// Version of the program.
    pub version: String,
    /// The command: `grow`.
    pub command: String,
    /// Name of the scenario.
    pub scenario: String,
    /// BLAKE3 of the scenario as it was grown, 64 hex digits.
    pub scenario_blake3: String,
    /// Files that the scenario names.
    pub inputs: Vec<InputFile>,
    /// Seed of all randomness.
    pub seed: u64,
    /// Threads used; they change no file but this one.
    pub threads: u64,
    /// What it took.
    pub performance: TreePerformance,
    /// Files that stand beside this one, but for figures, scenario and inputs, in alphabetical order.
    pub files: Vec<TableFile>,
    /// Hash of all that fixes the tree.
    pub identity: String,
    /// Figures, scenario and inputs, in alphabetical order.
    #[serde(default)]
    pub others: Vec<OtherFile>,
}

/// What a tree took.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TreePerformance {
    /// From start to end, seconds.
    #[serde(serialize_with = "finite")]
    pub wall_s: f64,
    /// Most memory held at once; `null` where the system does not tell.
    pub peak_rss_bytes: Option<u64>,
    /// Placing attraction points, seconds.
    #[serde(serialize_with = "finite")]
    pub attraction_s: f64,
    /// The tree itself.
    #[serde(flatten)]
    pub tree: TreeTimes,
    /// Writing everything but the figures, seconds.
    #[serde(serialize_with = "finite")]
    pub write_s: f64,
    /// The L-system beside it, if there is one.
    #[serde(rename = "counterpart")]
    pub baseline: Option<TreeTimes>,
}

/// What a tree or its baseline took, on one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TreeTimes {
    /// Growing the raw skeleton, or rewriting letters and walking them, seconds.
    #[serde(serialize_with = "finite")]
    pub growth_s: f64,
    /// Shaping, thickening and measuring it, seconds.
    #[serde(serialize_with = "finite")]
    pub finish_s: f64,
    /// Drawing bark and leaves in all levels of detail, seconds.
    #[serde(serialize_with = "finite")]
    pub mesh_s: f64,
}

impl Document for TreeManifest {
    const KIND: &'static str = "manifest";
    const COMMANDS: &'static [&'static str] = &["grow"];
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{DocumentError, command_of};
    use crate::manifest::Manifest;

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
}

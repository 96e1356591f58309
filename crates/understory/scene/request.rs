//! What is asked for.

use std::path::PathBuf;

/// Which stand of a run is shown, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneRequest {
    /// The folder of the run.
    pub run: PathBuf,
    /// The year; without, the last that was recorded.
    pub year: Option<u32>,
    /// The file of the scene, which ends in `.glb`; its picture stands beside it. Without, both go into the folder of the run.
    pub out: Option<PathBuf>,
    /// The part of the plot that is shown, west, south, east and north, m; without, all of it.
    pub window_m: Option<[f64; 4]>,
    /// Where the camera stands, and how high above the ground, m; it looks to the middle of what is shown. Without, it sees all.
    pub camera_m: Option<[f64; 3]>,
    /// Triangles of all trees and the ground at most, each tree counted as often as it stands.
    pub triangles: u64,
    /// Whether trees whose crowns grew in the run are shown as they grew.
    pub crowns_grown: bool,
    /// Whether the ground is in the scene.
    pub ground: bool,
    /// Whether roots are.
    pub roots: bool,
    /// Whether each tree is a node, for readers without `EXT_mesh_gpu_instancing`.
    pub plain: bool,
    /// Forms of species in place of the usual ones.
    pub forms: Vec<(String, String)>,
}

impl SceneRequest {
    /// The last year of a run, all of it, without ground and roots, in at most 3 million triangles.
    #[must_use]
    pub fn of(run: impl Into<PathBuf>) -> Self {
        Self {
            run: run.into(),
            year: None,
            out: None,
            window_m: None,
            camera_m: None,
            triangles: 3_000_000,
            crowns_grown: false,
            ground: false,
            roots: false,
            plain: false,
            forms: Vec::new(),
        }
    }
}

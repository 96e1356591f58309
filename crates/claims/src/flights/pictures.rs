//! What pictures show of patches around a camera in flight: those that are coarser than it needs, and those that were opened too late.

use std::collections::BTreeMap;

use understory_placement::patches::{Props, Refining, Strategy};
use understory_scatter::quadtree::Patch;
use understory_terrain::Level;

use super::openings::{SIDE_M, begun, camera, plot};
use crate::ClaimError;

/// The patches around a camera in flight.
#[derive(Clone, Debug, PartialEq)]
pub struct FlightPicture {
    /// The order in which patches open.
    pub caption: String,
    /// Where the camera is, m; it flies to the right.
    pub eye_m: [f64; 2],
    /// The patches that are shown.
    pub leaves: Vec<LeafPicture>,
}

/// A patch that is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LeafPicture {
    /// Its lower left corner, m.
    pub low_m: [f64; 2],
    /// Its side, m.
    pub side_m: f64,
    /// Whether no frame after the one that opened its parent has shown that.
    pub is_wasted: bool,
    /// Whether the camera needs it finer.
    pub is_too_coarse: bool,
}

/// Level, column and row.
fn name(patch: &Patch) -> [u32; 3] {
    [patch.level, patch.column, patch.row]
}

/// The same flight with three orders of opening, after as many metres: 16 m and two openings a frame.
///
/// # Errors
/// [`ClaimError`] for a flight that cannot begin.
pub fn flights() -> Result<Vec<FlightPicture>, ClaimError> {
    const FRAMES: u32 = 60;
    let level = Level::default();
    let plot = plot()?;
    let props = Props::new(&[], plot, &level, None);
    let picture = |(strategy, caption): (Strategy, &str)| {
        let refining = Refining {
            strategy,
            patches_per_frame: 2,
            ..Refining::default()
        };
        let mut flight = begun(&props, refining, 0)?;
        let mut eye_m = [50.0, 0.5 * SIDE_M + 9.0];
        // The open patches, and whether a frame has shown each since it opened.
        let mut is_shown: BTreeMap<[u32; 3], bool> = BTreeMap::new();
        for _ in 0..FRAMES {
            eye_m[0] += 16.0;
            let eye = camera([eye_m[0], eye_m[1], 30.0], 0.0);
            flight.see(&eye);
            let shows = |patch: &Patch| {
                let [x_m, y_m] = patch.centre_m(&plot);
                let [width_m, height_m] = patch.size_m(&plot);
                let diagonal_m = (width_m * width_m + height_m * height_m).sqrt();
                let is_large = eye.size_px([x_m, y_m, 0.0], diagonal_m)
                    >= refining.open_px * (1.0 - refining.hysteresis);
                is_large && eye.sees([x_m, y_m, 0.0], diagonal_m / 2.0)
            };
            let open = flight.tree().states().filter(|(_, is_open)| *is_open);
            is_shown = open
                .map(|(patch, _)| {
                    let before = is_shown.get(&name(&patch)).copied();
                    let is_now = before.is_some() && shows(&patch);
                    (name(&patch), before == Some(true) || is_now)
                })
                .collect();
        }
        let eye = camera([eye_m[0], eye_m[1], 30.0], 0.0);
        let leaves = flight.tree().leaves().map(|leaf| {
            let [side_m, _] = leaf.size_m(&plot);
            let centre_m = leaf.centre_m(&plot);
            LeafPicture {
                low_m: centre_m.map(|along_m| along_m - side_m / 2.0),
                side_m,
                is_wasted: leaf.level > 0
                    && is_shown.get(&[leaf.level - 1, leaf.column / 2, leaf.row / 2]) == Some(&false),
                is_too_coarse: leaf.level < flight.wanted_level_at(&eye, centre_m),
            }
        });
        Ok(FlightPicture {
            caption: caption.to_owned(),
            eye_m,
            leaves: leaves.collect(),
        })
    };
    let [deep, depth, breadth] = Strategy::ALL;
    [
        (depth, "depth first"),
        (breadth, "breadth first"),
        (deep, "iterative deepening"),
    ]
    .into_iter()
    .map(picture)
    .collect()
}

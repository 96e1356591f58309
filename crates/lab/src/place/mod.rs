//! A painted world as tables: what stands where, what each rule and each edit came to, what a camera opens.

mod by_hand;
mod camera;
mod edits;
mod fills;
mod flight;
mod forests;
mod laid_out_tiles;
mod patterns;
mod ponds;
mod tables;
mod textures;
mod touched;

use std::time::Instant;

use understory_scenario::WorldScenario;

use crate::error::LabError;
use crate::job::Watch;
use crate::store::Store;

pub use by_hand::{hand_edits, removed_in_vain};
pub use edits::{EditOutcome, changed_by};
pub use forests::{edited, with_forests, with_forests_beside};
pub use laid_out_tiles::LaidOutTiles;
pub use patterns::{PatternSample, pattern_samples};
pub use tables::LaidOut;
pub use touched::{tile_rows, touched_since};

/// The tiles that are asked for, or all; those beyond the world are told.
///
/// # Errors
/// The first tile that the world does not touch, and the tiles that it has.
pub fn tiles_asked(scenario: &WorldScenario, asked: &[[i32; 2]]) -> Result<Vec<[i32; 2]>, LabError> {
    let all = scenario.world.tiles();
    if asked.is_empty() {
        return Ok(all);
    }
    let (Some(&low), Some(&high)) = (all.first(), all.last()) else {
        return Ok(all);
    };
    if let Some(&[x, y]) = asked.iter().find(|tile| !all.contains(tile)) {
        let ([left, bottom], [right, top]) = (low, high);
        let why =
            format!("there is no tile {x},{y}: the world has those from {left},{bottom} to {right},{top}");
        return Err(LabError::refused("", why, ""));
    }
    // In the order of the whole, each once.
    Ok(all.into_iter().filter(|tile| asked.contains(tile)).collect())
}

/// Writes the tables of a painted world: its instances and rules, its patterns, its edits, and the frames of its camera.
///
/// # Errors
/// [`LabError::Refused`] for a tile that there is not, or what the store reports.
pub fn write_tables(
    scenario: &WorldScenario,
    asked: &[[i32; 2]],
    store: &dyn Store,
    watch: &dyn Watch,
) -> Result<LaidOut, LabError> {
    let begun = Instant::now();
    let tiles = tiles_asked(scenario, asked)?;
    let mut laid_out = tables::instances(scenario, &tiles, store, watch)?;
    tables::rules(scenario, &tiles, &laid_out, store)?;
    textures::write(scenario, &tiles, &laid_out.standing, store)?;
    fills::write(scenario, &laid_out.standing, store)?;
    patterns::write(store)?;
    ponds::write(scenario, store)?;
    edits::write(scenario, asked, store)?;
    if let Some(frames) = &scenario.camera {
        if scenario.world.painting().props.is_empty() {
            camera::write(scenario, frames, store)?;
        } else {
            laid_out.props = flight::write(scenario, frames, store)?;
        }
    }
    laid_out.all_s = begun.elapsed().as_secs_f64();
    Ok(laid_out)
}

//! A painted world as tables: what stands where, what each rule and each edit came to, what a camera opens.

mod camera;
mod edits;
mod patterns;
mod tables;

use std::time::Instant;

use understory_placement::Window;
use understory_scenario::WorldScenario;

use crate::error::LabError;
use crate::job::Watch;
use crate::store::Store;

pub use edits::{EditOutcome, changed_by};
pub use patterns::{PatternSample, pattern_samples};

/// What came of a painted world.
#[derive(Clone, Debug, PartialEq)]
pub struct LaidOut {
    /// All that stands in the tiles that were asked for.
    pub instances: u64,
    /// Of each rule how many stand, in the order of the scenario.
    pub of_rules: Vec<u64>,
    /// How many were placed by hand.
    pub by_hand: u64,
    /// Time that laying out took, s; writing is beside it.
    pub place_s: f64,
    /// Time that all tables took, s.
    pub all_s: f64,
}

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
        return Err(LabError::NoTile {
            tile: [x, y],
            low,
            high,
        });
    }
    // In the order of the whole, each once.
    Ok(all.into_iter().filter(|tile| asked.contains(tile)).collect())
}

/// Writes the tables of a painted world: its instances and rules, its patterns, its edits, and the frames of its camera.
///
/// # Errors
/// [`LabError::NoTile`], or what the store reports.
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
    patterns::write(store)?;
    edits::write(scenario, store)?;
    if let Some(frames) = &scenario.camera {
        camera::write(scenario, frames, store)?;
    }
    laid_out.all_s = begun.elapsed().as_secs_f64();
    Ok(laid_out)
}

/// Area of a window, ha.
fn area_ha(window: &Window) -> f64 {
    let [width_m, height_m]: [f64; 2] =
        std::array::from_fn(|axis| (window.high_m[axis] - window.low_m[axis]).max(0.0));
    width_m * height_m / 10_000.0
}

//! What a camera opens and closes, frame by frame.

use std::collections::BTreeMap;
use std::time::Instant;

use understory_placement::{Memory, PaintedWorld, Stream};
use understory_records::{FrameRow, paths};
use understory_scenario::{CameraFrame, WorldScenario};

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// Writes what each frame of a camera opens; every tile that it opens is laid out, and the time is that.
pub(super) fn write(
    scenario: &WorldScenario,
    frames: &[CameraFrame],
    store: &dyn Store,
) -> Result<(), LabError> {
    write_table(store, paths::FRAMES, flown(&scenario.world, frames))?;
    Ok(())
}

fn flown(world: &PaintedWorld, frames: &[CameraFrame]) -> Vec<FrameRow> {
    let (mut stream, mut memory) = (Stream::new(), Memory::default());
    // What stands in each open tile; a game would hand it to its renderer.
    let mut shown = BTreeMap::new();
    let rows = frames.iter().map(|frame| {
        let begun = Instant::now();
        let [x_m, y_m, _] = frame.place_m;
        let step = stream.step(world, [x_m, y_m]);
        for tile in &step.closed {
            shown.remove(tile);
        }
        let mut made = 0;
        for &(tile, ring) in &step.opened {
            let detail = world.detail_in_ring(ring);
            let instances = world.tile_in(&mut memory, tile, &detail).len() as u64;
            shown.insert(tile, instances);
            made += instances;
        }
        FrameRow {
            frame: frame.frame,
            ms: begun.elapsed().as_secs_f64() * 1e3,
            opened: step.opened.len() as u32,
            closed: step.closed.len() as u32,
            // Tiles are laid out in the frame that wants them, so that none is laid out in vain and none waits.
            wasted: 0,
            open: stream.open().len() as u32,
            depth: 0,
            x_m,
            y_m,
            made,
            there: shown.values().sum(),
        }
    });
    rows.collect()
}

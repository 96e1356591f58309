//! Which tiles of a painted world a change of its scenario may touch, and the rows of a tile.

use std::sync::Arc;

use understory_placement::{Window, changed_ground};
use understory_records::InstanceRow;
use understory_scenario::{MeshInGround, WorldScenario};

use super::tables::row;

/// The tiles that may differ from those of an earlier reading of the same scenario.
#[must_use]
pub fn touched_since(before: &WorldScenario, after: &WorldScenario) -> Vec<[i32; 2]> {
    let ground = match (&before.terrain, &after.terrain) {
        (None, None) => Some(Vec::new()),
        (Some(old), Some(new)) if Arc::ptr_eq(&old.heights, &new.heights) => Some(Vec::new()),
        // A slope is taken from the cells around, and between their centres it changes evenly.
        (Some(old), Some(new)) => changed_ground(old.heights.raster(), new.heights.raster(), 2.0),
        _ => None,
    };
    let ground = ground.map(|mut ground| {
        for (own, others) in [(before, after), (after, before)] {
            let changed = own.meshes.iter().filter(|mesh| !others.meshes.contains(mesh));
            ground.extend(changed.map(around));
        }
        ground
    });
    after.world.touched_since(&before.world, ground.as_deref())
}

/// The ground under a mesh.
fn around(mesh: &MeshInGround) -> Window {
    let mut window = Window {
        low_m: [f64::INFINITY; 2],
        high_m: [f64::NEG_INFINITY; 2],
    };
    for corner in mesh.triangles_m.iter().flatten() {
        for (axis, &at_m) in corner[..2].iter().enumerate() {
            window.low_m[axis] = window.low_m[axis].min(at_m);
            window.high_m[axis] = window.high_m[axis].max(at_m);
        }
    }
    window
}

/// What stands in a tile, as the rows of its table.
#[must_use]
pub fn tile_rows(scenario: &WorldScenario, tile: [i32; 2]) -> Vec<InstanceRow> {
    let world = &scenario.world;
    let instances = world.tile(tile, &world.detail());
    instances
        .iter()
        .map(|instance| row(world, tile, instance))
        .collect()
}

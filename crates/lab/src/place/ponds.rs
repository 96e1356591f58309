//! The ponds of a world as a table.

use understory_records::{PondRow, paths};
use understory_scenario::WorldScenario;

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// Writes the ponds, the largest first, where the world is to have any.
pub(super) fn write(scenario: &WorldScenario, store: &dyn Store) -> Result<(), LabError> {
    let Some(ponds) = &scenario.ponds else {
        return Ok(());
    };
    let rows = (1..).zip(ponds.ponds()).map(|(number, pond)| PondRow {
        pond: number,
        x_m: pond.place_m[0],
        y_m: pond.place_m[1],
        level_m: pond.level_m,
        depth_m: pond.depth_m,
        area_m2: pond.area_m2,
    });
    write_table(store, paths::PONDS, rows)?;
    Ok(())
}

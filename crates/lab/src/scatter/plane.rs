//! A window of the jittered lattice without bounds.

use understory_records::{PlanePointRow, paths};
use understory_scatter::{JitteredPlane, PlaneLattice, PlanePoint, RandomKey};
use understory_scenario::ScatterScenario;

use crate::error::LabError;
use crate::store::Store;
use crate::tables::write_table;

/// The name under which it is told, and from which its key follows.
pub(crate) const NAME: &str = "jittered-plane";

/// The lattice of a scenario, and its nodes that stand in the window. It depends on the scenario's seed alone, so that a node is in each
/// window what it is in all.
pub(crate) fn laid_out(
    scenario: &ScatterScenario,
    lattice: &PlaneLattice,
) -> Result<(JitteredPlane, Vec<PlanePoint>), LabError> {
    let key = RandomKey::root(scenario.header.seed, &[NAME]);
    let refused = |error| LabError::of_segment(NAME, &error);
    let plane = lattice.plane(key).map_err(refused)?;
    let (low_m, size_m) = (scenario.plot.origin_m(), scenario.plot.size_m());
    let high_m = [0, 1].map(|axis: usize| low_m[axis] + size_m[axis]);
    let points = plane.points_in(low_m, high_m).map_err(refused)?;
    Ok((plane, points))
}

/// Writes the nodes that stand in the window, row by row, each with the seed of its looks.
pub(super) fn write(
    scenario: &ScatterScenario,
    lattice: &PlaneLattice,
    store: &dyn Store,
) -> Result<u64, LabError> {
    let (plane, points) = laid_out(scenario, lattice)?;
    let count = points.len() as u64;
    let rows = points.into_iter().map(|point| PlanePointRow {
        column: point.cell[0],
        row: point.cell[1],
        x_m: point.place_m[0],
        y_m: point.place_m[1],
        appearance: format!("{:016x}", plane.appearance_seed(point.cell)),
    });
    write_table(store, paths::PLANE, rows)?;
    Ok(count)
}

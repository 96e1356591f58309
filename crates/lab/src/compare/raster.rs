//! The raster behind a pattern of Kerr's method, as a table.

use understory_numerics::RandomKey;
use understory_records::{KerrCellRow, paths, write_rows};
use understory_scatter::kerr::KerrForest;
use understory_scatter::{Layout, Method};
use understory_scenario::Candidate;

use crate::error::LabError;
use crate::store::Store;

/// A raster of more cells is not left as a table.
pub(super) const MOST_CELLS: u64 = 1 << 22;

/// The forest whose trees are the pattern of this key; `None` for other methods.
pub(super) fn forest(
    candidate: &Candidate,
    layout: &Layout<'_>,
    key: RandomKey,
) -> Result<Option<KerrForest>, LabError> {
    let Method::Kerr(method) = &candidate.method else {
        return Ok(None);
    };
    let forest = method.forest(layout, key);
    forest
        .map(Some)
        .map_err(|error| LabError::of_method(&candidate.label, &error))
}

/// Whether the forest is left as a table.
pub(super) fn is_kept(forest: &KerrForest) -> bool {
    forest.automaton.cells().count() <= MOST_CELLS
}

/// Writes each cell of a forest, and gives them.
pub(super) fn write(
    store: &dyn Store,
    label: &str,
    forest: &KerrForest,
) -> Result<Vec<KerrCellRow>, LabError> {
    let KerrForest { automaton, level, .. } = forest;
    let cells = automaton.cells();
    let rows: Vec<KerrCellRow> = automaton
        .forest_since()
        .into_iter()
        .enumerate()
        .map(|(cell, forest_since)| {
            let [column, row] = cells.column_and_row(cell);
            let level = level.as_ref().map(|level| match level.is_open(cells, cell) {
                true => "open",
                false => "filled",
            });
            KerrCellRow {
                column,
                row,
                forest_since,
                seeds: f64::from(automaton.seeds_at(cell)),
                level: level.unwrap_or_default().to_owned(),
            }
        })
        .collect();
    store.write(&paths::kerr(label), &mut |out| {
        write_rows(out, &rows)?;
        Ok(())
    })?;
    Ok(rows)
}

//! Rasters of Kerr's forests, as their figures ask for them.

use understory_lab::store::Store;
use understory_records::{Compared, ForestManifest, KerrCellRow, paths};
use understory_report::KerrRaster;

use crate::error::Error;
use crate::stored::{is_listed, read};

/// The rasters that a comparison left beside its first forest, in the order of its methods.
pub(crate) fn of_tables(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    methods: &[Compared],
) -> Result<Vec<KerrRaster>, Error> {
    let mut rasters = Vec::new();
    for method in methods {
        let name = &method.row.method;
        let path = paths::kerr(name);
        if is_listed(&manifest.all.files, &path) {
            rasters.push(raster(name.clone(), read(store, &path)?));
        }
    }
    Ok(rasters)
}

/// The cells stand row by row, so the last one says how many there are; a table that has others is refused by its figure.
fn raster(name: String, cells: Vec<KerrCellRow>) -> KerrRaster {
    let [columns, rows] = cells
        .last()
        .map_or([0, 0], |last| [last.column, last.row].map(|at| at as usize + 1));
    KerrRaster {
        name,
        columns,
        rows,
        forest_since: cells.iter().map(|cell| cell.forest_since).collect(),
        seeds: cells.iter().map(|cell| cell.seeds).collect(),
        is_open: cells
            .iter()
            .filter(|cell| !cell.level.is_empty())
            .map(|cell| cell.level == "open")
            .collect(),
    }
}

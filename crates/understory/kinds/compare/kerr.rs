//! Rasters of Kerr's forests, as their figures ask for them.

use understory_lab::store::Store;
use understory_records::{Compared, ForestManifest, KerrCellRow, paths};

use crate::error::Error;
use crate::stored::{is_listed, read};

/// The rasters that a comparison left beside its first forest, in the order of its methods.
pub(crate) fn of_tables(
    store: &dyn Store,
    manifest: ForestManifest<'_>,
    methods: &[Compared],
) -> Result<Vec<(String, Vec<KerrCellRow>)>, Error> {
    let mut rasters = Vec::new();
    for method in methods {
        let name = &method.row.method;
        let path = paths::kerr(name);
        if is_listed(&manifest.all.files, &path) {
            rasters.push((name.clone(), read(store, &path)?));
        }
    }
    Ok(rasters)
}

//! Rasters of Kerr's forests, as their figures ask for them.

use understory_lab::store::Store;
use understory_records::{Compared, ForestManifest, paths};
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
            let (name, cells) = (name.clone(), read(store, &path)?);
            rasters.push(KerrRaster { name, cells });
        }
    }
    Ok(rasters)
}

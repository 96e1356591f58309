//! What is left in a store: figures, and what a manifest lists besides tables.

use std::io;

use understory_lab::store::Store;
use understory_records::{Content, FromFields, OtherFile, TableFile, paths, read_rows};
use understory_report::Figure;

use crate::error::Error;

/// What was written besides `files`; what was not written by this store is taken out of `files`.
pub(crate) fn others(store: &dyn Store, files: &mut Vec<TableFile>) -> io::Result<Vec<OtherFile>> {
    let written = store.written()?;
    files.retain(|file| written.contains(&file.path));
    let others = written.into_iter().filter(|path| is_other(path, files));
    others.map(|path| hashed(store, path)).collect()
}

/// Puts what was written on the list of a manifest, so that it is known for ours. Gives whether the list changed.
pub(crate) fn list_written(
    store: &dyn Store,
    tables: &[TableFile],
    others: &mut Vec<OtherFile>,
) -> io::Result<bool> {
    let before = others.clone();
    let written = store.written()?.into_iter();
    for path in written.filter(|path| is_other(path, tables)) {
        let written = hashed(store, path)?;
        others.retain(|other| other.path != written.path);
        others.push(written);
    }
    others.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    Ok(*others != before)
}

/// Whether a file is neither a table nor one that is known without a list.
fn is_other(path: &str, tables: &[TableFile]) -> bool {
    ![paths::MANIFEST, paths::RUN, paths::FINISHED].contains(&path)
        && tables.iter().all(|table| table.path != path)
}

fn hashed(store: &dyn Store, path: String) -> io::Result<OtherFile> {
    let blake3 = Content::of(store.open(&path)?)?.blake3;
    Ok(OtherFile { path, blake3 })
}

/// Keeps the two files of a figure.
///
/// # Errors
/// What the store reports.
pub(crate) fn keep(store: &dyn Store, figure: &Figure) -> io::Result<()> {
    let path = |ending: &str| format!("figures/{}.{ending}", figure.name);
    store.write(&path("svg"), &mut |out| out.write_all(figure.svg.as_bytes()))?;
    store.write(&path("png"), &mut |out| out.write_all(&figure.png))
}

/// The rows of a table in a store.
pub(crate) fn read<R: FromFields>(store: &dyn Store, path: &str) -> Result<Vec<R>, Error> {
    Ok(read_rows(path, store.open(path)?)?)
}

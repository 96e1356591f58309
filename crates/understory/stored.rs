//! Files in a store: tables that are read, figures and pages that are kept, and what a manifest lists besides tables.
//!
//! What an earlier start wrote counts only if the store adopted it; a file that was put there by hand is the user's.

use std::io;

use understory_lab::store::Store;
use understory_records::{Content, FromFields, OtherFile, TableFile, paths, read_table};
use understory_report::Figure;

use crate::error::Error;

/// What is done with each figure, one at a time.
pub type Each<'a> = &'a mut dyn FnMut(Figure) -> io::Result<()>;

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
    ![paths::MANIFEST, paths::RUN, paths::FINISHED].contains(&path) && !is_listed(tables, path)
}

/// A file with its hash, for a manifest.
pub(crate) fn hashed(store: &dyn Store, path: String) -> io::Result<OtherFile> {
    let blake3 = Content::of(store.open(&path)?)?.blake3;
    Ok(OtherFile { path, blake3 })
}

/// Whether a manifest lists a table.
pub(crate) fn is_listed(tables: &[TableFile], path: &str) -> bool {
    tables.iter().any(|table| table.path == path)
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

/// Keeps a page, `report.html`.
pub(crate) fn keep_page(store: &dyn Store, page: &str) -> io::Result<()> {
    store.write(paths::PAGE, &mut |out| out.write_all(page.as_bytes()))
}

/// The rows of a table in a store, in either format.
pub(crate) fn read<R: FromFields>(store: &dyn Store, path: &str) -> Result<Vec<R>, Error> {
    Ok(read_table(path, store.open(path)?)?)
}

/// The rows of a table that only some results have, none where a manifest does not list it.
pub(crate) fn read_listed<R: FromFields>(
    store: &dyn Store,
    tables: &[TableFile],
    path: &str,
) -> Result<Vec<R>, Error> {
    if is_listed(tables, path) {
        read(store, path)
    } else {
        Ok(Vec::new())
    }
}

#[cfg(test)]
mod tests {
    use understory_lab::store::MemoryStore;

    use super::*;

    fn put(store: &MemoryStore, path: &str, text: &str) {
        store
            .write(path, &mut |out| out.write_all(text.as_bytes()))
            .unwrap();
    }

    fn paths_of(others: &[OtherFile]) -> Vec<&str> {
        others.iter().map(|other| other.path.as_str()).collect()
    }

    #[test]
    fn a_manifest_lists_tables_and_all_else_but_what_is_known_without_it() {
        let store = MemoryStore::default();
        put(&store, "census.csv", "year\n1\n2\n");
        for path in [
            "figures/map.svg",
            "manifest.json",
            "run.json",
            "finished.csv",
            "scenario.toml",
        ] {
            put(&store, path, path);
        }
        let mut tables = understory_lab::tables_in(&store).unwrap();
        let mut others = others(&store, &mut tables).unwrap();
        let listed: Vec<_> = tables
            .iter()
            .map(|table| (table.path.as_str(), table.rows))
            .collect();
        assert_eq!(listed, [("census.csv", Some(2))]);
        assert_eq!(paths_of(&others), ["figures/map.svg", "scenario.toml"]);
        let hash = |text: &str| Content::of(text.as_bytes()).unwrap().blake3;
        assert!(others.iter().all(|other| other.blake3 == hash(&other.path)));

        assert!(!list_written(&store, &tables, &mut others).unwrap());
        put(&store, "figures/age.svg", "new");
        put(&store, "scenario.toml", "edited");
        assert!(list_written(&store, &tables, &mut others).unwrap());
        assert_eq!(
            paths_of(&others),
            ["figures/age.svg", "figures/map.svg", "scenario.toml"]
        );
        assert_eq!(others[2].blake3, hash("edited"));
    }

    #[test]
    fn a_table_that_this_store_did_not_write_is_taken_off_the_list() {
        let store = MemoryStore::default();
        put(&store, "census.csv", "year\n");
        let table = |path: &str| TableFile {
            path: path.to_owned(),
            rows: Some(0),
            blake3: String::new(),
        };
        let mut files = vec![table("census.csv"), table("theirs.csv")];
        assert_eq!(others(&store, &mut files).unwrap(), []);
        assert_eq!(files, [table("census.csv")]);
    }
}

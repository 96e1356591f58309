//! What a command left in its folder: its manifest, its tables, its figures.

use std::io::{self, Read};
use std::path::Path;

use understory_lab::store::Store;
use understory_records::{Document, FromFields, Manifest, command_of, paths, read_rows};
use understory_report::Figure;

use crate::failure::Failure;
use crate::store::DirectoryStore;

pub(crate) fn manifest_of(run: &Path) -> Result<Manifest, Failure> {
    document(run)
}

pub(crate) fn document<D: Document>(run: &Path) -> Result<D, Failure> {
    let (name, input) = open_manifest(run)?;
    Ok(D::read(&name, input)?)
}

/// The command that left a folder, where its manifest says so.
pub(crate) fn command_in(run: &Path) -> Result<Option<String>, Failure> {
    let (_, input) = open_manifest(run)?;
    Ok(command_of(input)?)
}

fn open_manifest(run: &Path) -> Result<(String, Box<dyn Read>), Failure> {
    let file = run.join(paths::MANIFEST).display().to_string();
    match DirectoryStore::new(run).open(paths::MANIFEST) {
        Ok(input) => Ok((file, input)),
        Err(error)
            if matches!(
                error.kind(),
                io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
            ) =>
        {
            let message = format!(
                "`{}` holds no complete run: there is no `{file}`\nhint: give the folder that `understory run`, `compare`, `grow` or `claims` made",
                run.display()
            );
            Err(Failure::input(message))
        }
        Err(error) => Err(error.into()),
    }
}

pub(crate) fn read<R: FromFields>(store: &DirectoryStore, path: &str) -> Result<Vec<R>, Failure> {
    let input = store.open(path)?;
    Ok(read_rows(path, input)?)
}

pub(crate) fn keep(store: &DirectoryStore, figure: &Figure) -> io::Result<()> {
    let path = |ending: &str| format!("figures/{}.{ending}", figure.name);
    store.write(&path("svg"), &mut |out| out.write_all(figure.svg.as_bytes()))?;
    store.write(&path("png"), &mut |out| out.write_all(&figure.png))
}

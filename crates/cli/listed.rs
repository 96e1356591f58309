//! Files held against the manifest that lists them, so that no figure is drawn of a table that was cut or edited.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

use understory_records::{Content, Format, ReadError, TableFile, row_count};

use crate::failure::Failure;

/// How a file differs from what its manifest lists.
pub(crate) enum Difference {
    Missing(String),
    Rows { path: String, listed: u64, found: u64 },
    Bytes(String),
}

/// Compares the file at `place` with what is listed of it.
pub(crate) fn difference(listed: &TableFile, place: &Path) -> io::Result<Option<Difference>> {
    let path = listed.path.clone();
    let open = || match File::open(place) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        file => file.map(Some),
    };
    let Some(file) = open()? else {
        return Ok(Some(Difference::Missing(path)));
    };
    if Content::of(file)?.blake3 == listed.blake3 {
        return Ok(None);
    }
    // Of a Parquet file that is not as it was written nothing is read: its reader can panic or run on without end.
    let found = match (Format::of(&path), open()?) {
        (Some(Format::Csv), Some(file)) => match row_count(&path, file) {
            Err(ReadError::Io { source, .. }) => return Err(source),
            found => found.ok(),
        },
        _ => None,
    };
    Ok(Some(match (listed.rows, found) {
        (Some(listed), Some(found)) if listed != found => Difference::Rows { path, listed, found },
        _ => Difference::Bytes(path),
    }))
}

/// Refuses a file of the folder `root` that is not as its manifest lists it.
pub(crate) fn refuse_changed(root: &Path, files: &[TableFile], path: &str) -> Result<(), Failure> {
    let Some(listed) = files.iter().find(|file| file.path == path) else {
        return Ok(());
    };
    let place = root.join(path);
    match difference(listed, &place).map_err(crate::store::at("read", &place))? {
        None => Ok(()),
        Some(difference) => Err(Failure::Input(Changed::new(root, difference).into())),
    }
}

/// A file that is not what the run left.
#[derive(Debug)]
pub(crate) struct Changed(String);

impl Changed {
    pub(crate) fn new(root: &Path, difference: Difference) -> Self {
        let (path, what) = match difference {
            Difference::Missing(path) => (path, "is missing, but the manifest lists it".to_owned()),
            Difference::Rows { path, listed, found } => (
                path,
                format!("has {}, but the manifest lists {listed}", rows(found)),
            ),
            Difference::Bytes(path) => (
                path,
                "was edited: its content has another hash than the manifest lists".to_owned(),
            ),
        };
        Self(format!(
            "`{}` {what}\nhint: restore the file, or run again the command that left the folder",
            root.join(path).display()
        ))
    }
}

fn rows(number: u64) -> String {
    match number {
        1 => "1 row".to_owned(),
        n => format!("{n} rows"),
    }
}

impl fmt::Display for Changed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for Changed {}

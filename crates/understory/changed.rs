//! Files held against the manifest that lists them, so that no figure is drawn of a table that was cut or edited.

use std::fmt;
use std::fs::File;
use std::io;
use std::path::Path;

use understory_records::{Expected, FileDifference, TableFile};

/// Compares the file at `place` with what is listed of it.
pub(crate) fn difference(listed: &TableFile, place: &Path) -> io::Result<Option<FileDifference>> {
    understory_records::difference(&Expected::from(listed), |_| File::open(place))
}

/// A file that is not what the run left.
#[derive(Debug)]
pub(crate) struct Changed(String);

impl Changed {
    pub(crate) fn new(root: &Path, difference: &FileDifference) -> Self {
        let what = match difference {
            FileDifference::Missing { .. } => "is missing, but the manifest lists it".to_owned(),
            FileDifference::Rows { expected, found, .. } => {
                format!("has {}, but the manifest lists {expected}", rows(*found))
            }
            FileDifference::Length { expected, found, .. } => {
                format!("has {found} bytes, but the manifest lists {expected}")
            }
            FileDifference::Bytes { .. } => {
                "was edited: its content has another hash than the manifest lists".to_owned()
            }
        };
        Self(format!(
            "`{}` {what}\nhint: restore the file, or run again the command that left the folder",
            root.join(difference.path()).display()
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

//! A table that is written whole after each step of a long command, which stands in `finished.csv` alone: with it a command that was
//! stopped goes on.
//!
//! The list with length and hash is written after the table: a stop between the two leaves a table that is longer than was listed, and
//! what is beyond is made again.

use std::io::{self, Read as _};

use understory_records::{Content, FinishedRow, paths, read_rows, write_rows};

use crate::error::LabError;
use crate::store::Store;

/// Lists the table as it stands.
///
/// # Errors
/// What the store reports.
pub fn list(store: &dyn Store, table: &'static str) -> io::Result<()> {
    let row = FinishedRow::new(table, &Content::of(store.open(table)?)?);
    store.write(paths::FINISHED, &mut |out| {
        write_rows(out, std::slice::from_ref(&row))?;
        Ok(())
    })
}

/// The table as it was listed; none where nothing was.
///
/// # Errors
/// [`LabError::TableChanged`] where it no longer is what was listed; what the store reports.
pub fn read(store: &dyn Store, table: &'static str) -> Result<Option<Vec<u8>>, LabError> {
    let changed = |why: &str| LabError::TableChanged {
        table,
        why: why.to_owned(),
    };
    let list = match store.open(paths::FINISHED) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        list => list?,
    };
    let listed: Vec<FinishedRow> = read_rows(paths::FINISHED, list)?;
    let [listed] = listed.as_slice() else {
        return Err(changed("it is not listed in `finished.csv`"));
    };
    let mut bytes = Vec::new();
    store.open(table)?.take(listed.bytes).read_to_end(&mut bytes)?;
    match Content::of(bytes.as_slice())?.blake3 == listed.blake3 {
        true => Ok(Some(bytes)),
        false => Err(changed("it has another hash")),
    }
}

//! The table of births and deaths as Parquet.
//!
//! A Parquet file cannot be cut or grow, so a run writes its events as CSV while it is at work and turns them into
//! Parquet at its end; if it goes on for more years, it turns them back. The checkpoint names one of the two at any
//! time, and that one is whole.

use understory_records::{Checkpoint, CheckpointFile, EventRow, paths, read_each_row};

use crate::error::LabError;
use crate::run::checkpoint;
use crate::store::Store;
use crate::tables::{read_table, write_table};

/// Turns the events into Parquet, at the end of the year of the newest checkpoint.
pub(crate) fn settle(store: &dyn Store, year: u32) -> Result<(), LabError> {
    let mut wrong = None;
    let rows = read_each_row::<EventRow>(paths::EVENTS, store.open(paths::EVENTS)?)?;
    let written = write_table(
        store,
        paths::EVENTS_PARQUET,
        rows.map_while(|row| row.map_err(|error| wrong = Some(error)).ok()),
    )?;
    if let Some(error) = wrong {
        store.remove(paths::EVENTS_PARQUET)?;
        return Err(error.into());
    }
    let settled = CheckpointFile::new(paths::EVENTS_PARQUET, &written.content, written.rows, false);
    let mut checkpoint = checkpoint::read(store, year)?;
    replace(&mut checkpoint, paths::EVENTS, settled);
    checkpoint::keep(store, &checkpoint)?;
    Ok(store.remove(paths::EVENTS)?)
}

/// Turns the events of a checkpoint back into the CSV that they were; nothing to do where they are.
pub(crate) fn reopen(store: &dyn Store, checkpoint: &mut Checkpoint) -> Result<(), LabError> {
    if checkpoint
        .files
        .iter()
        .all(|file| file.path != paths::EVENTS_PARQUET)
    {
        return Ok(());
    }
    let rows: Vec<EventRow> = read_table(store, paths::EVENTS_PARQUET)?;
    let written = write_table(store, paths::EVENTS, rows)?;
    let growing = CheckpointFile::new(paths::EVENTS, &written.content, written.rows, true);
    replace(checkpoint, paths::EVENTS_PARQUET, growing);
    checkpoint::keep(store, checkpoint)?;
    Ok(store.remove(paths::EVENTS_PARQUET)?)
}

/// Puts one file's entry of a checkpoint in the place of another's.
fn replace(checkpoint: &mut Checkpoint, path: &str, by: CheckpointFile) {
    for file in checkpoint.files.iter_mut().filter(|file| file.path == path) {
        *file = by.clone();
    }
}

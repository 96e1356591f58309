//! Rows to CSV: a header, `\n` at the end of each line, numbers as the shortest text that reads back to the
//! same bits, and nothing where there is no value.

use std::io::{self, Write};

use thiserror::Error;

use crate::field::Field;
use crate::table::{Table, TableAbout};

/// Why rows could not be written.
#[derive(Debug, Error)]
pub enum WriteError {
    /// A number that no reader would take.
    #[error(
        "row {row} of `{file}`: `{column}` is {value}, but only finite numbers are written; leave it empty where it is undefined"
    )]
    NotFinite {
        /// The table's file.
        file: &'static str,
        /// Number of the row among those written in this call; the first is 1.
        row: u64,
        /// The column.
        column: &'static str,
        /// NaN or an infinity.
        value: f64,
    },
    /// The output failed.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl From<WriteError> for io::Error {
    fn from(error: WriteError) -> Self {
        match error {
            WriteError::Io(error) => error,
            WriteError::NotFinite { .. } => Self::new(io::ErrorKind::InvalidData, error),
        }
    }
}

/// Writes a table with its header, also where there is no row. Gives the number of rows.
///
/// Rows may be borrowed or made on the way; one line is held in memory at a time.
///
/// # Errors
/// [`WriteError`]; the rows before the one at fault are then written.
pub fn write_rows<R: Table>(
    mut out: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> Result<u64, WriteError> {
    let names: Vec<&str> = R::ABOUT.columns.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))?;
    append_rows(out, rows)
}

/// Writes rows without a header: the continuation of a table that grows. Gives their number.
///
/// # Errors
/// As [`write_rows`].
pub fn append_rows<R: Table>(
    mut out: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> Result<u64, WriteError> {
    let mut line = Line {
        text: Vec::new(),
        table: R::ABOUT,
        column: 0,
        row: 0,
    };
    for row in rows {
        line.begin();
        row.fill(&mut line)?;
        line.text.push(b'\n');
        out.write_all(&line.text)?;
    }
    Ok(line.row)
}

/// Writes columns of numbers side by side under their names; an undefined value is an empty field. Gives the
/// number of rows.
///
/// # Errors
/// [`WriteError`]: a number that is not finite, columns of unlike length, or an output that fails.
pub fn write_columns(
    mut out: impl Write,
    columns: &[(&'static str, Vec<Option<f64>>)],
) -> Result<u64, WriteError> {
    let names: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
    writeln!(out, "{}", names.join(","))?;
    let rows = columns.first().map_or(0, |(_, values)| values.len());
    if columns.iter().any(|(_, values)| values.len() != rows) {
        let unlike = io::Error::new(io::ErrorKind::InvalidInput, "the columns are not of one length");
        return Err(unlike.into());
    }
    let mut text = Vec::new();
    for row in 0..rows {
        text.clear();
        for (place, (column, values)) in columns.iter().enumerate() {
            if place > 0 {
                text.push(b',');
            }
            values[row]
                .append(&mut text)
                .map_err(|value| WriteError::NotFinite {
                    file: "columns",
                    row: row as u64 + 1,
                    column,
                    value,
                })?;
        }
        text.push(b'\n');
        out.write_all(&text)?;
    }
    Ok(rows as u64)
}

/// The line that a row is being written into.
#[derive(Debug)]
pub struct Line {
    text: Vec<u8>,
    table: TableAbout,
    column: usize,
    row: u64,
}

impl Line {
    fn begin(&mut self) {
        self.text.clear();
        self.column = 0;
        self.row += 1;
    }

    pub(crate) fn put(&mut self, value: &impl Field) -> Result<(), WriteError> {
        if self.column > 0 {
            self.text.push(b',');
        }
        value
            .append(&mut self.text)
            .map_err(|value| WriteError::NotFinite {
                file: self.table.file,
                row: self.row,
                column: self.table.columns[self.column].name,
                value,
            })?;
        self.column += 1;
        Ok(())
    }
}

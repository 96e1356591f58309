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
    /// Parquet, and a program that was built to write CSV alone.
    #[error("`{file}`: this program was built without Parquet; build it with the feature `parquet`")]
    WithoutParquet {
        /// The table's file.
        file: &'static str,
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
            WriteError::WithoutParquet { .. } => Self::new(io::ErrorKind::Unsupported, error),
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
    let mut line = Line::new(R::ABOUT, Form::Text(Vec::new()));
    for row in rows {
        line.begin();
        row.fill(&mut line)?;
        out.write_all(line.text())?;
    }
    Ok(line.row)
}

/// Columns of numbers that count something.
const COUNTING: [&str; 2] = ["k", "ring"];

/// Writes columns of numbers side by side under their names; an undefined value is an empty field, and `k` and `ring`
/// are whole numbers. Gives the number of rows.
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
            let value = values[row];
            let whole =
                value.filter(|value| COUNTING.contains(column) && value.fract() == 0.0 && *value >= 0.0);
            let appended = match whole {
                Some(count) => (count as u64).append(&mut text),
                None => value.append(&mut text),
            };
            appended.map_err(|value| WriteError::NotFinite {
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
    form: Form,
    table: TableAbout,
    column: usize,
    row: u64,
}

/// As what a row is written.
#[derive(Debug)]
pub(crate) enum Form {
    /// One line of CSV at a time.
    Text(Vec<u8>),
    /// Below the rows before it, column by column.
    #[cfg(feature = "parquet")]
    Columns(Vec<crate::columns::Column>),
}

impl Line {
    pub(crate) fn new(table: TableAbout, form: Form) -> Self {
        Self {
            form,
            table,
            column: 0,
            row: 0,
        }
    }

    pub(crate) fn begin(&mut self) {
        match &mut self.form {
            Form::Text(text) => text.clear(),
            #[cfg(feature = "parquet")]
            Form::Columns(_) => {}
        }
        self.column = 0;
        self.row += 1;
    }

    /// Rows that were begun.
    #[cfg(feature = "parquet")]
    pub(crate) fn row(&self) -> u64 {
        self.row
    }

    /// The columns that are being filled; none of a line of text.
    #[cfg(feature = "parquet")]
    pub(crate) fn columns(&mut self) -> &mut [crate::columns::Column] {
        match &mut self.form {
            Form::Columns(columns) => columns,
            Form::Text(_) => &mut [],
        }
    }

    /// The line with its end.
    fn text(&mut self) -> &[u8] {
        match &mut self.form {
            Form::Text(text) => {
                text.push(b'\n');
                text
            }
            #[cfg(feature = "parquet")]
            Form::Columns(_) => &[],
        }
    }

    pub(crate) fn put(&mut self, value: &impl Field) -> Result<(), WriteError> {
        let put = match &mut self.form {
            Form::Text(text) => {
                if self.column > 0 {
                    text.push(b',');
                }
                value.append(text)
            }
            #[cfg(feature = "parquet")]
            Form::Columns(columns) => columns[self.column].push(value.cell()),
        };
        put.map_err(|value| WriteError::NotFinite {
            file: self.table.file,
            row: self.row,
            column: self.table.columns[self.column].name,
            value,
        })?;
        self.column += 1;
        Ok(())
    }
}

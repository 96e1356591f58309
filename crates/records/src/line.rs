//! A row on its way out: a line of text, or a place below the rows before it.
//!
//! Fields are put in the order of the columns, once each: the struct's macro does so.

use std::io;

use thiserror::Error;

use crate::about::TableAbout;
use crate::field::Field;

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
    #[error(
        "`{file}` is Parquet, and this program was built without the feature `parquet`; build one that has it: `cargo build --release --features full`"
    )]
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

    /// Begins the next row.
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
    pub(crate) fn text(&mut self) -> &[u8] {
        match &mut self.form {
            Form::Text(text) => {
                text.push(b'\n');
                text
            }
            #[cfg(feature = "parquet")]
            Form::Columns(_) => &[],
        }
    }

    /// Writes the next column's value.
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

//! The two formats of a table, known by how a file's name ends.
//!
//! Both hold the same rows in the same order, so a run is the same in either.

use std::io::{Read, Write};

use crate::about::TableAbout;
use crate::hashing::Content;
use crate::line::WriteError;
use crate::read::{ReadError, Rows, read_each_row};
use crate::table::{FromFields, Table};
use crate::write::{NextRow, each_of, write_text};

/// Format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values.
    Csv,
    /// Apache Parquet.
    Parquet,
}

impl Format {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Csv, Self::Parquet];

    /// How the names of its files end, without the dot.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Parquet => "parquet",
        }
    }

    /// The format of a file of this name; none for any other.
    #[must_use]
    pub fn of(path: &str) -> Option<Self> {
        let (_, ending) = path.rsplit_once('.')?;
        Self::ALL.into_iter().find(|format| format.ending() == ending)
    }

    /// Whether this program can read and write it.
    #[must_use]
    pub fn is_built_in(self) -> bool {
        self == Self::Csv || cfg!(feature = "parquet")
    }
}

/// Writes a table in a format. Gives the number of rows.
///
/// # Errors
/// [`WriteError`].
pub fn write_table<R: Table>(
    format: Format,
    mut out: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> Result<u64, WriteError> {
    write_each(format, &mut out, R::ABOUT, &mut each_of(rows))
}

/// The same of rows of any kind.
///
/// # Errors
/// [`WriteError`].
pub fn write_each(
    format: Format,
    out: &mut dyn Write,
    table: TableAbout,
    next: NextRow<'_>,
) -> Result<u64, WriteError> {
    match format {
        Format::Csv => write_text(out, table, next),
        #[cfg(feature = "parquet")]
        Format::Parquet => crate::parquet_file::write_each(out, table, next),
        #[cfg(not(feature = "parquet"))]
        Format::Parquet => Err(WriteError::WithoutParquet { file: table.file }),
    }
}

/// Reads a whole table, as Parquet where the name ends so, otherwise as CSV.
///
/// # Errors
/// [`ReadError`] for the first thing that is wrong.
pub fn read_table<R: FromFields>(name: &str, input: impl Read) -> Result<Vec<R>, ReadError> {
    read_each(name, input)?.collect()
}

/// The same row by row. A Parquet file is held in memory, and the rows of one group; it must be known, by its hash, to be as
/// it was written: on a damaged one the library behind this can panic, or run on without end.
///
/// # Errors
/// [`ReadError`] where the file or its columns are at fault; that of a row comes with the row.
pub fn read_each<'a, R: FromFields>(name: &str, input: impl Read + 'a) -> Result<Rows<'a, R>, ReadError> {
    match Format::of(name) {
        #[cfg(feature = "parquet")]
        Some(Format::Parquet) => crate::parquet_file::read_each(name, input),
        #[cfg(not(feature = "parquet"))]
        Some(Format::Parquet) => Err(ReadError::WithoutParquet {
            file: name.to_owned(),
        }),
        _ => read_each_row(name, input),
    }
}

/// Rows of a table, without reading them into memory one by one: of Parquet from the file's own count, otherwise
/// the lines without the header.
///
/// # Errors
/// [`ReadError`] where the input fails or is no Parquet though its name says so.
pub fn row_count(name: &str, input: impl Read) -> Result<u64, ReadError> {
    match Format::of(name) {
        #[cfg(feature = "parquet")]
        Some(Format::Parquet) => crate::parquet_file::row_count(name, input),
        #[cfg(not(feature = "parquet"))]
        Some(Format::Parquet) => Err(ReadError::WithoutParquet {
            file: name.to_owned(),
        }),
        _ => match Content::of(input) {
            Ok(content) => Ok(content.rows()),
            Err(source) => Err(ReadError::Io {
                file: name.to_owned(),
                source,
            }),
        },
    }
}

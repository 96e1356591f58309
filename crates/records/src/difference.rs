//! Whether a file is still what was said of it when it was written: its length, its rows, its hash.
//!
//! The hash decides. Length and rows only serve to say what happened to the file.

use std::fmt;
use std::io::{self, Read};

use crate::format::Format;
use crate::hashing::Hashing;

/// What is said of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected<'a> {
    /// Path below the folder of the run.
    pub path: &'a str,
    /// Length, where it is said.
    pub bytes: Option<u64>,
    /// Rows of a table without its header, where they are said.
    pub rows: Option<u64>,
    /// BLAKE3, 64 hex digits.
    pub blake3: &'a str,
    /// Whether more may stand behind `bytes`.
    pub grows: bool,
}

/// How a file differs from what is said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileDifference {
    /// It is not there.
    Missing {
        /// Path below the folder of the run.
        path: String,
    },
    /// It has another length.
    Length {
        /// Path below the folder of the run.
        path: String,
        /// Bytes it must have.
        expected: u64,
        /// Bytes it has.
        found: u64,
    },
    /// It has another number of rows.
    Rows {
        /// Path below the folder of the run.
        path: String,
        /// Rows it must have.
        expected: u64,
        /// Rows it has.
        found: u64,
    },
    /// It has other bytes.
    Bytes {
        /// Path below the folder of the run.
        path: String,
    },
}

impl FileDifference {
    /// Path below the folder of the run.
    #[must_use]
    pub fn path(&self) -> &str {
        match self {
            Self::Missing { path }
            | Self::Length { path, .. }
            | Self::Rows { path, .. }
            | Self::Bytes { path } => path,
        }
    }
}

impl fmt::Display for FileDifference {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { path } => write!(formatter, "`{path}` is missing"),
            Self::Length {
                path,
                expected,
                found,
            } => write!(formatter, "`{path}` has {found} bytes instead of {expected}"),
            Self::Rows {
                path,
                expected,
                found,
            } => write!(formatter, "`{path}` has {found} rows instead of {expected}"),
            Self::Bytes { path } => {
                write!(formatter, "`{path}` was edited: its content has another hash")
            }
        }
    }
}

/// How a file differs from what is said of it. `open` opens it by its path and answers [`io::ErrorKind::NotFound`] where
/// there is none. Of a Parquet file no rows are counted: the reader of one that was edited can panic or run on without end.
///
/// # Errors
/// What `open` or reading reports, but that there is no file.
pub fn difference<I: Read>(
    expected: &Expected<'_>,
    open: impl FnOnce(&str) -> io::Result<I>,
) -> io::Result<Option<FileDifference>> {
    let path = expected.path.to_owned();
    let input = match open(expected.path) {
        Ok(input) => input,
        // Nothing was written of it yet.
        Err(error)
            if error.kind() == io::ErrorKind::NotFound && expected.grows && expected.bytes == Some(0) =>
        {
            return Ok(None);
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Some(FileDifference::Missing { path }));
        }
        Err(error) => return Err(error),
    };
    let said = expected.bytes.unwrap_or(u64::MAX);
    // A table that grows may be longer by now: what was said holds for its beginning.
    let mut prefix = Hashing::new(input.take(said));
    io::copy(&mut prefix, &mut io::sink())?;
    let found = prefix.content();
    let mut rest = prefix.into_inner().into_inner();
    let beyond = match expected.bytes {
        Some(bytes) if !expected.grows && found.bytes == bytes => io::copy(&mut rest, &mut io::sink())?,
        _ => 0,
    };
    let length = found.bytes + beyond;
    let has_lines = Format::of(expected.path) == Some(Format::Csv);
    Ok(match (expected.bytes, expected.rows.filter(|_| has_lines)) {
        (Some(bytes), _) if length != bytes => Some(FileDifference::Length {
            path,
            expected: bytes,
            found: length,
        }),
        _ if found.blake3 == expected.blake3 => None,
        (_, Some(rows)) if found.rows() != rows => Some(FileDifference::Rows {
            path,
            expected: rows,
            found: found.rows(),
        }),
        _ => Some(FileDifference::Bytes { path }),
    })
}

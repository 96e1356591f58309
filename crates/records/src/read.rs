//! CSV to rows. Columns are found by name, so others may stand beside them.
//!
//! A column more is no error, a column less is: a table that an older version wrote may lack one.

use std::io::{self, Read};
use std::marker::PhantomData;

use csv::StringRecord;
use thiserror::Error;

use crate::about::TableAbout;
use crate::fields::{Fields, Source, WrongField};
use crate::table::FromFields;

/// Why a table could not be read. Lines are counted from 1, the header's.
#[derive(Debug, Error)]
pub enum ReadError {
    /// Nothing in it.
    #[error("{file}: the file is empty, but a table begins with the names of its columns: `{header}`")]
    Empty {
        /// Name of the file, as the caller gave it.
        file: String,
        /// The header that belongs there.
        header: String,
    },
    /// Columns that the table must have.
    #[error("{file}:1: no column `{}`; the header must name each column of this table", missing.join("`, no column `"))]
    MissingColumns {
        /// Name of the file.
        file: String,
        /// The columns that are not there.
        missing: Vec<&'static str>,
    },
    /// Two columns of one name, of which only one could be read.
    #[error("{file}:1: column `{column}` stands there twice; rename or remove one of them")]
    RepeatedColumn {
        /// Name of the file.
        file: String,
        /// The column.
        column: &'static str,
    },
    /// A line of another length than the header, as a file that was cut has it.
    #[error("{file}:{line}: {found} fields, but the header has {expected}")]
    Ragged {
        /// Name of the file.
        file: String,
        /// Where the row begins.
        line: u64,
        /// Fields of the row.
        found: u64,
        /// Fields of the header.
        expected: u64,
    },
    /// A field that is not what its column holds.
    #[error("{file}:{line}: `{column}` is {}, but it must be {wanted}", shown(value))]
    WrongField {
        /// Name of the file.
        file: String,
        /// Where the row begins; in Parquet its number, counted as if there were a header.
        line: u64,
        /// The column.
        column: &'static str,
        /// Text of the field.
        value: String,
        /// What would be right.
        wanted: String,
    },
    /// A file that is not Parquet, or a column in it of another type.
    #[error("{file}: {problem}")]
    NotParquet {
        /// Name of the file.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A Parquet file, and a program that was built to read CSV alone.
    #[error(
        "{file} is Parquet, and this program was built without the feature `parquet`; build one that has it: `cargo build --release --features full`"
    )]
    WithoutParquet {
        /// Name of the file.
        file: String,
    },
    /// Bytes that are not UTF-8.
    #[error("{file}:{line}: this is not UTF-8 text; save the file as UTF-8")]
    NotText {
        /// Name of the file.
        file: String,
        /// Where the row begins.
        line: u64,
    },
    /// The input failed.
    #[error("{file}: {source}")]
    Io {
        /// Name of the file.
        file: String,
        /// What the system reports.
        source: io::Error,
    },
}

fn shown(value: &str) -> String {
    if value.is_empty() {
        "empty".to_owned()
    } else {
        format!("`{value}`")
    }
}

/// Reads a whole table. `name` is what errors call the file.
///
/// # Errors
/// [`ReadError`] for the first thing that is wrong.
pub fn read_rows<R: FromFields>(name: &str, input: impl Read) -> Result<Vec<R>, ReadError> {
    read_each_row(name, input)?.collect()
}

/// Reads a table row by row. `name` is what errors call the file.
///
/// # Errors
/// [`ReadError`] where the header is at fault; that of a row comes with the row.
pub fn read_each_row<'a, R: FromFields>(name: &str, input: impl Read + 'a) -> Result<Rows<'a, R>, ReadError> {
    Ok(Rows::of(TextFile::new(name, Box::new(input), R::ABOUT)?))
}

/// The rows of a table, one after the other.
pub struct Rows<'a, R> {
    file: Box<dyn RowFile + 'a>,
    row: PhantomData<fn() -> R>,
}

/// A file whose rows are taken one after the other, of whatever kind they are: translated once.
pub(crate) trait RowFile {
    /// What errors call it.
    fn name(&self) -> &str;

    /// The fields of the next row.
    fn next_fields(&mut self) -> Option<Result<Fields<'_>, ReadError>>;

    /// Where the row begins that was taken last, and what stands in a column of the table there.
    fn shown(&self, column: usize) -> (u64, String);
}

impl<'a, R> Rows<'a, R> {
    pub(crate) fn of(file: impl RowFile + 'a) -> Self {
        let (file, row) = (Box::new(file), PhantomData);
        Self { file, row }
    }
}

impl<R: FromFields> Iterator for Rows<'_, R> {
    type Item = Result<R, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let read = match self.file.next_fields()? {
            Ok(mut fields) => R::from_fields(&mut fields),
            Err(error) => return Some(Err(error)),
        };
        Some(read.map_err(|WrongField(number)| {
            let column = R::ABOUT.columns[number];
            let (line, value) = self.file.shown(number);
            ReadError::WrongField {
                file: self.file.name().to_owned(),
                line,
                column: column.name,
                value,
                wanted: column.kind.wanted(),
            }
        }))
    }
}

struct TextFile<'a> {
    name: String,
    csv: csv::Reader<Box<dyn Read + 'a>>,
    places: Vec<usize>,
    record: StringRecord,
}

impl<'a> TextFile<'a> {
    fn new(name: &str, input: Box<dyn Read + 'a>, table: TableAbout) -> Result<Self, ReadError> {
        let mut csv = csv::ReaderBuilder::new()
            .buffer_capacity(1 << 16)
            .from_reader(input);
        let header = csv.headers().map_err(|error| read_error(name, error))?;
        let columns = || table.columns.iter().map(|column| column.name);
        if header.is_empty() {
            return Err(ReadError::Empty {
                file: name.to_owned(),
                header: columns().collect::<Vec<_>>().join(","),
            });
        }
        let header_names: Vec<&str> = header.iter().collect();
        let places = places_of(table, name, &header_names)?;
        let times = |column: &str| header.iter().filter(|found| *found == column).count();
        if let Some(column) = columns().find(|column| times(column) > 1) {
            return Err(ReadError::RepeatedColumn {
                file: name.to_owned(),
                column,
            });
        }
        Ok(Self {
            name: name.to_owned(),
            csv,
            places,
            record: StringRecord::new(),
        })
    }
}

impl RowFile for TextFile<'_> {
    fn name(&self) -> &str {
        &self.name
    }

    fn next_fields(&mut self) -> Option<Result<Fields<'_>, ReadError>> {
        match self.csv.read_record(&mut self.record) {
            Ok(false) => None,
            Err(error) => Some(Err(read_error(&self.name, error))),
            Ok(true) => {
                let (record, places) = (&self.record, &self.places);
                Some(Ok(Fields::new(Source::Text { record, places })))
            }
        }
    }

    fn shown(&self, column: usize) -> (u64, String) {
        let value = self.record[self.places[column]].to_owned();
        (line_of(self.record.position()), value)
    }
}

/// Where each column of a table stands among those of the file.
pub(crate) fn places_of(table: TableAbout, name: &str, found: &[&str]) -> Result<Vec<usize>, ReadError> {
    let place_of = |column: &str| found.iter().position(|found| *found == column);
    let names = || table.columns.iter().map(|column| column.name);
    let missing: Vec<&str> = names().filter(|column| place_of(column).is_none()).collect();
    if missing.is_empty() {
        return Ok(names().filter_map(place_of).collect());
    }
    Err(ReadError::MissingColumns {
        file: name.to_owned(),
        missing,
    })
}

fn line_of(position: Option<&csv::Position>) -> u64 {
    position.map_or(0, csv::Position::line)
}

fn read_error(name: &str, error: csv::Error) -> ReadError {
    let file = name.to_owned();
    let line = line_of(error.position());
    match error.into_kind() {
        csv::ErrorKind::Io(source) => ReadError::Io { file, source },
        csv::ErrorKind::Utf8 { .. } => ReadError::NotText { file, line },
        csv::ErrorKind::UnequalLengths {
            expected_len, len, ..
        } => ReadError::Ragged {
            file,
            line,
            found: len,
            expected: expected_len,
        },
        other => ReadError::Io {
            file,
            source: io::Error::other(format!("{other:?}")),
        },
    }
}

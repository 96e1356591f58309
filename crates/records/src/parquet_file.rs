//! Rows to Parquet and back: the columns of the CSV, typed, uncompressed, an undefined value as null.
//!
//! Rows go in groups of [`ROWS_IN_A_GROUP`], so that writing holds one group in memory. Text other than keys, of
//! which there are few different ones, goes through a dictionary. The same rows give the same bytes.

use std::io::{self, Read, Write};
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::errors::ParquetError;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{ColumnPath, Type};

use crate::about::TableAbout;
use crate::cell::Holds;
use crate::columns::Column;
use crate::fields::{Fields, Source};
use crate::line::{Form, Line, WriteError};
use crate::read::{ReadError, RowFile, Rows, places_of};
use crate::table::FromFields;
use crate::write::NextRow;

/// Rows that are held in memory while they are written.
const ROWS_IN_A_GROUP: u64 = 1 << 16;

/// Writes the rows of a table. Gives their number; what is written until an error is no Parquet file.
pub(crate) fn write_each(
    out: &mut dyn Write,
    table: TableAbout,
    next: NextRow<'_>,
) -> Result<u64, WriteError> {
    let mut writer = ParquetWriter::new(table, out)?;
    while next(&mut writer.line)? {
        if writer.line.row().is_multiple_of(ROWS_IN_A_GROUP) {
            writer.write_group()?;
        }
    }
    writer.finish()
}

/// A Parquet file in the making.
struct ParquetWriter<'a> {
    // The library's writer wants an output of its own, so it gets a buffer that is emptied after each group.
    writer: SerializedFileWriter<Vec<u8>>,
    line: Line,
    out: &'a mut dyn Write,
}

impl<'a> ParquetWriter<'a> {
    fn new(table: TableAbout, out: &'a mut dyn Write) -> Result<Self, WriteError> {
        let writer = SerializedFileWriter::new(Vec::new(), schema(table)?, Arc::new(properties(table)))
            .map_err(failed)?;
        let columns = table.columns.iter().map(|column| Column::new(column.kind));
        Ok(Self {
            writer,
            line: Line::new(table, Form::Columns(columns.collect())),
            out,
        })
    }

    /// Writes the last group and the index. Gives the number of rows.
    fn finish(mut self) -> Result<u64, WriteError> {
        if !self.line.row().is_multiple_of(ROWS_IN_A_GROUP) {
            self.write_group()?;
        }
        self.out.write_all(&self.writer.into_inner().map_err(failed)?)?;
        Ok(self.line.row())
    }

    /// Writes the rows so far as one group and passes its bytes on.
    fn write_group(&mut self) -> Result<(), WriteError> {
        let mut group = self.writer.next_row_group().map_err(failed)?;
        for column in self.line.columns() {
            let mut own = group
                .next_column()
                .map_err(failed)?
                .ok_or_else(|| io::Error::other("the schema has fewer columns than the table"))?;
            column.write(own.untyped()).map_err(failed)?;
            own.close().map_err(failed)?;
            column.clear();
        }
        group.close().map_err(failed)?;
        self.writer.flush()?;
        let written = self.writer.inner_mut();
        self.out.write_all(written)?;
        written.clear();
        Ok(())
    }
}

/// The types of the columns: whole numbers without a sign are marked so, what may be missing is optional.
fn schema(table: TableAbout) -> Result<Arc<Type>, WriteError> {
    let column = |column: &crate::about::Column| {
        let (physical, logical) = match column.kind.holds {
            Holds::Text => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
            Holds::U32 => (Physical::INT32, Some(LogicalType::integer(32, false))),
            Holds::I32 => (Physical::INT32, Some(LogicalType::integer(32, true))),
            Holds::U64 => (Physical::INT64, Some(LogicalType::integer(64, false))),
            Holds::Number => (Physical::DOUBLE, None),
        };
        let repetition = match column.kind.may_miss {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        Type::primitive_type_builder(column.name, physical)
            .with_logical_type(logical)
            .with_repetition(repetition)
            .build()
            .map(Arc::new)
    };
    let columns: Vec<Arc<Type>> = table
        .columns
        .iter()
        .map(column)
        .collect::<Result<_, _>>()
        .map_err(failed)?;
    let schema = Type::group_type_builder("row").with_fields(columns).build();
    Ok(Arc::new(schema.map_err(failed)?))
}

/// What the writer is to do beside its defaults; all of it shows in the bytes.
fn properties(table: TableAbout) -> WriterProperties {
    // A key is different in each row: a dictionary of keys would be as long as the column.
    let has_few_values = |column: &&crate::about::Column| {
        column.kind.holds == Holds::Text && !["key", "instance"].contains(&column.name)
    };
    table
        .columns
        .iter()
        .filter(has_few_values)
        .fold(
            WriterProperties::builder().set_dictionary_enabled(false),
            |properties, column| {
                properties.set_column_dictionary_enabled(ColumnPath::from(column.name), true)
            },
        )
        // Without the version of the library, or an update of it would change every file's bytes.
        .set_created_by("understory".to_owned())
        .set_statistics_enabled(EnabledStatistics::Chunk)
        .set_offset_index_disabled(true)
        .build()
}

fn failed(error: ParquetError) -> WriteError {
    WriteError::Io(io::Error::other(error))
}

/// Reads a table from Parquet row by row. The file is held in memory, and the rows of one group. `name` is what
/// errors call the file; columns are found by name.
///
/// Only for a file that is known, by its hash, to be as it was written: on a damaged one the library behind this can
/// panic, or run on without end.
///
/// # Errors
/// [`ReadError`] where the file or its columns are at fault; that of a row comes with the row.
pub(crate) fn read_each<'a, R: FromFields>(
    name: &str,
    mut input: impl Read,
) -> Result<Rows<'a, R>, ReadError> {
    Ok(Rows::of(ParquetFile::new(name, &mut input, R::ABOUT)?))
}

/// Rows of a Parquet file, from its own count.
///
/// # Errors
/// [`ReadError`] where it is none.
pub(crate) fn row_count(name: &str, mut input: impl Read) -> Result<u64, ReadError> {
    let rows = open(name, &mut input)?.metadata().file_metadata().num_rows();
    u64::try_from(rows).map_err(|_| not_parquet(name, format!("it says that it has {rows} rows")))
}

/// Reads the whole file, as its index stands at the end.
fn open(name: &str, input: &mut dyn Read) -> Result<SerializedFileReader<Bytes>, ReadError> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes).map_err(|source| ReadError::Io {
        file: name.to_owned(),
        source,
    })?;
    SerializedFileReader::new(Bytes::from(bytes)).map_err(|error| not_parquet(name, error))
}

fn not_parquet(name: &str, problem: impl ToString) -> ReadError {
    ReadError::NotParquet {
        file: name.to_owned(),
        problem: problem.to_string(),
    }
}

/// A file whose rows are taken one after the other.
struct ParquetFile {
    name: String,
    table: TableAbout,
    file: SerializedFileReader<Bytes>,
    places: Vec<usize>,
    groups_read: usize,
    /// Those of the group that was read last, in the order of the table.
    columns: Vec<Column>,
    /// Rows of that group that are still to come.
    rows: std::ops::Range<usize>,
    row_number: u64,
}

impl ParquetFile {
    fn new(name: &str, input: &mut dyn Read, table: TableAbout) -> Result<Self, ReadError> {
        let file = open(name, input)?;
        let schema = file.metadata().file_metadata().schema_descr_ptr();
        let found: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
        Ok(Self {
            places: places_of(table, name, &found)?,
            name: name.to_owned(),
            table,
            file,
            groups_read: 0,
            columns: Vec::new(),
            rows: 0..0,
            row_number: 0,
        })
    }

    /// Takes in the next row group, a column at a time.
    fn read_group(&mut self) -> Result<(), ReadError> {
        let group = self
            .file
            .get_row_group(self.groups_read)
            .map_err(|error| not_parquet(&self.name, error))?;
        self.groups_read += 1;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let mut columns = Vec::with_capacity(self.places.len());
        for (column, &place) in self.table.columns.iter().zip(&self.places) {
            let reader = group
                .get_column_reader(place)
                .and_then(|reader| Column::read(column.kind, reader, rows))
                .map_err(|error| not_parquet(&self.name, error))?;
            columns.push(reader.ok_or_else(|| {
                let problem = format!(
                    "column `{}` is not of the type that this table has, or has undefined values",
                    column.name
                );
                not_parquet(&self.name, problem)
            })?);
        }
        self.columns = columns;
        self.rows = 0..rows;
        Ok(())
    }
}

impl RowFile for ParquetFile {
    fn name(&self) -> &str {
        &self.name
    }

    fn next_fields(&mut self) -> Option<Result<Fields<'_>, ReadError>> {
        while self.rows.is_empty() {
            if self.groups_read == self.file.num_row_groups() {
                return None;
            }
            if let Err(error) = self.read_group() {
                self.groups_read = self.file.num_row_groups();
                return Some(Err(error));
            }
        }
        let row = self.rows.next()?;
        self.row_number += 1;
        let columns = &self.columns;
        Some(Ok(Fields::new(Source::Columns { columns, row })))
    }

    fn shown(&self, column: usize) -> (u64, String) {
        let value = self.columns[column].text(self.rows.start - 1);
        (self.row_number + 1, value)
    }
}

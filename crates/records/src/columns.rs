//! Columns of values in memory: what a row group of Parquet is written from and read into.
//!
//! An undefined number is NaN here and null in the file. Numbers that are not finite never get this far.

use parquet::column::reader::ColumnReader;
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::errors::ParquetError;

use crate::cell::{Cell, ColumnType};

/// The values of some rows.
#[derive(Debug)]
pub(crate) enum Column {
    Text(Vec<ByteArray>),
    Whole32(Vec<i32>),
    Whole32OrNothing(Vec<Option<i32>>),
    Whole64(Vec<i64>),
    Number(Vec<f64>),
    /// An undefined number is NaN here and null in the file.
    NumberOrNothing(Vec<f64>),
}

impl Column {
    pub(crate) fn new(kind: ColumnType) -> Self {
        match kind {
            ColumnType::Text => Self::Text(Vec::new()),
            ColumnType::U32 | ColumnType::I32 => Self::Whole32(Vec::new()),
            ColumnType::U32OrNothing | ColumnType::I32OrNothing => Self::Whole32OrNothing(Vec::new()),
            ColumnType::U64 => Self::Whole64(Vec::new()),
            ColumnType::Number => Self::Number(Vec::new()),
            ColumnType::NumberOrNothing => Self::NumberOrNothing(Vec::new()),
        }
    }

    /// Empties it after a row group; its memory is kept for the next.
    pub(crate) fn clear(&mut self) {
        match self {
            Self::Text(values) => values.clear(),
            Self::Whole32(values) => values.clear(),
            Self::Whole32OrNothing(values) => values.clear(),
            Self::Whole64(values) => values.clear(),
            Self::Number(values) | Self::NumberOrNothing(values) => values.clear(),
        }
    }

    /// Adds a value, which is of this column's kind; a number that is not finite is given back.
    pub(crate) fn push(&mut self, cell: Cell<'_>) -> Result<(), f64> {
        match (self, cell) {
            (Self::Number(_) | Self::NumberOrNothing(_), Cell::Number(value)) if !value.is_finite() => {
                return Err(value);
            }
            (Self::Number(values) | Self::NumberOrNothing(values), Cell::Number(value)) => values.push(value),
            // NaN can stand for nothing, as a NaN of its own is refused above.
            (Self::NumberOrNothing(values), Cell::Nothing) => values.push(f64::NAN),
            (Self::Text(values), Cell::Text(value)) => values.push(value.into()),
            (Self::Whole32(values), Cell::Whole32(value)) => values.push(value),
            (Self::Whole32OrNothing(values), Cell::Whole32(value)) => values.push(Some(value)),
            (Self::Whole32OrNothing(values), Cell::Nothing) => values.push(None),
            (Self::Whole64(values), Cell::Whole64(value)) => values.push(value),
            (column, cell) => unreachable!("{cell:?} in {column:?}: a column is made for its field's kind"),
        }
        Ok(())
    }

    /// The value in a row that was read. Text that is not UTF-8 is no value of any kind.
    pub(crate) fn cell(&self, row: usize) -> Cell<'_> {
        match self {
            Self::Text(values) => values[row].as_utf8().map_or(Cell::Nothing, Cell::Text),
            Self::Whole32(values) => Cell::Whole32(values[row]),
            Self::Whole32OrNothing(values) => values[row].map_or(Cell::Nothing, Cell::Whole32),
            Self::Whole64(values) => Cell::Whole64(values[row]),
            Self::NumberOrNothing(values) if values[row].is_nan() => Cell::Nothing,
            Self::Number(values) | Self::NumberOrNothing(values) => Cell::Number(values[row]),
        }
    }

    /// The value in a row as text, for messages.
    pub(crate) fn text(&self, row: usize) -> String {
        match self.cell(row) {
            Cell::Text(value) => value.to_owned(),
            Cell::Whole32(value) => value.to_string(),
            Cell::Whole64(value) => value.to_string(),
            Cell::Number(value) => value.to_string(),
            Cell::Nothing => String::new(),
        }
    }

    /// Writes all values as the next column of a row group.
    pub(crate) fn write(&self, writer: &mut ColumnWriter<'_>) -> Result<(), ParquetError> {
        match (self, writer) {
            (Self::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                writer.write_batch(values, None, None)
            }
            (Self::Whole32(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                writer.write_batch(values, None, None)
            }
            (Self::Whole32OrNothing(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
                let defined: Vec<i32> = values.iter().copied().flatten().collect();
                writer.write_batch(&defined, Some(&levels), None)
            }
            (Self::Whole64(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                writer.write_batch(values, None, None)
            }
            (Self::Number(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                writer.write_batch(values, None, None)
            }
            (Self::NumberOrNothing(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                let levels: Vec<i16> = values.iter().map(|value| i16::from(!value.is_nan())).collect();
                let defined: Vec<f64> = values.iter().copied().filter(|value| !value.is_nan()).collect();
                writer.write_batch(&defined, Some(&levels), None)
            }
            _ => Err(ParquetError::General("a column of another type".to_owned())),
        }
        .map(|_| ())
    }

    /// Reads `rows` values; `None` where the file's column is of another type, has lists, or ends before.
    pub(crate) fn read(
        kind: ColumnType,
        reader: ColumnReader,
        rows: usize,
    ) -> Result<Option<Self>, ParquetError> {
        let mut levels = Vec::new();
        let mut column = Self::new(kind);
        let read = match (&mut column, reader) {
            (Self::Text(values), ColumnReader::ByteArrayColumnReader(mut reader)) => {
                reader.read_records(rows, Some(&mut levels), None, values)?
            }
            (Self::Whole32(values), ColumnReader::Int32ColumnReader(mut reader)) => {
                reader.read_records(rows, Some(&mut levels), None, values)?
            }
            (Self::Whole32OrNothing(values), ColumnReader::Int32ColumnReader(mut reader)) => {
                let mut defined = Vec::new();
                let read = reader.read_records(rows, Some(&mut levels), None, &mut defined)?;
                values.extend(in_place(defined, &levels));
                read
            }
            (Self::Whole64(values), ColumnReader::Int64ColumnReader(mut reader)) => {
                reader.read_records(rows, Some(&mut levels), None, values)?
            }
            (
                Self::Number(values) | Self::NumberOrNothing(values),
                ColumnReader::DoubleColumnReader(mut reader),
            ) => reader.read_records(rows, Some(&mut levels), None, values)?,
            _ => return Ok(None),
        };
        let (records, mut defined, _) = read;
        match &mut column {
            Self::Whole32OrNothing(values) => defined = values.len(),
            Self::NumberOrNothing(values) if !levels.is_empty() => {
                let found = in_place(std::mem::take(values), &levels);
                *values = found.into_iter().map(|value| value.unwrap_or(f64::NAN)).collect();
                defined = values.len();
            }
            _ => {}
        }
        Ok((records == rows && defined == rows).then_some(column))
    }
}

/// The values that are defined at the rows where they stand; without levels all are.
fn in_place<T>(defined: Vec<T>, levels: &[i16]) -> Vec<Option<T>> {
    let rows = if levels.is_empty() {
        defined.len()
    } else {
        levels.len()
    };
    let mut defined = defined.into_iter();
    let value = |row: usize| {
        let is_defined = levels.get(row).is_none_or(|level| *level > 0);
        if is_defined { defined.next() } else { None }
    };
    (0..rows).map(value).collect()
}

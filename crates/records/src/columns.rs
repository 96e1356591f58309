//! Columns of values in memory: what a row group of Parquet is written from and read into.
//!
//! A value that is missing is null in the file; here 0 stands in its place. Numbers that are not finite never get this far.

use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::column::writer::{ColumnWriter, ColumnWriterImpl};
use parquet::data_type::{ByteArray, DataType};
use parquet::errors::ParquetError;

use crate::cell::{Cell, ColumnType, Holds};

/// The values of some rows.
#[derive(Debug)]
pub(crate) struct Column {
    values: Values,
    /// Of a column where values may be missing: 1 where there is one, else 0.
    levels: Option<Vec<i16>>,
}

#[derive(Debug)]
enum Values {
    Text(Vec<ByteArray>),
    Whole32(Vec<i32>),
    Whole64(Vec<i64>),
    Number(Vec<f64>),
}

impl Column {
    pub(crate) fn new(kind: ColumnType) -> Self {
        let values = match kind.holds {
            Holds::Text => Values::Text(Vec::new()),
            Holds::U32 | Holds::I32 => Values::Whole32(Vec::new()),
            Holds::U64 => Values::Whole64(Vec::new()),
            Holds::Number => Values::Number(Vec::new()),
        };
        let levels = kind.may_miss.then(Vec::new);
        Self { values, levels }
    }

    /// Empties it after a row group; its memory is kept for the next.
    pub(crate) fn clear(&mut self) {
        match &mut self.values {
            Values::Text(values) => values.clear(),
            Values::Whole32(values) => values.clear(),
            Values::Whole64(values) => values.clear(),
            Values::Number(values) => values.clear(),
        }
        self.levels.iter_mut().for_each(Vec::clear);
    }

    /// Adds a value, which is of this column's kind; a number that is not finite is given back.
    pub(crate) fn push(&mut self, cell: Cell<'_>) -> Result<(), f64> {
        match (&mut self.values, cell) {
            (Values::Number(_), Cell::Number(value)) if !value.is_finite() => return Err(value),
            (Values::Number(values), Cell::Number(value)) => values.push(value),
            (Values::Text(values), Cell::Text(value)) => values.push(value.into()),
            (Values::Whole32(values), Cell::Whole32(value)) => values.push(value),
            (Values::Whole64(values), Cell::Whole64(value)) => values.push(value),
            (Values::Number(values), Cell::Nothing) => values.push(0.0),
            (Values::Text(values), Cell::Nothing) => values.push(ByteArray::new()),
            (Values::Whole32(values), Cell::Nothing) => values.push(0),
            (Values::Whole64(values), Cell::Nothing) => values.push(0),
            (column, cell) => unreachable!("{cell:?} in {column:?}: a column is made for its field's kind"),
        }
        if let Some(levels) = &mut self.levels {
            levels.push(i16::from(cell != Cell::Nothing));
        }
        Ok(())
    }

    /// The value in a row that was read. Text that is not UTF-8 is no value of any kind.
    pub(crate) fn cell(&self, row: usize) -> Cell<'_> {
        if self.levels.as_ref().is_some_and(|levels| levels[row] == 0) {
            return Cell::Nothing;
        }
        match &self.values {
            Values::Text(values) => values[row].as_utf8().map_or(Cell::Nothing, Cell::Text),
            Values::Whole32(values) => Cell::Whole32(values[row]),
            Values::Whole64(values) => Cell::Whole64(values[row]),
            Values::Number(values) => Cell::Number(values[row]),
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
        let levels = self.levels.as_deref();
        match (&self.values, writer) {
            (Values::Text(values), ColumnWriter::ByteArrayColumnWriter(writer)) => {
                write_defined(writer, values, levels)
            }
            (Values::Whole32(values), ColumnWriter::Int32ColumnWriter(writer)) => {
                write_defined(writer, values, levels)
            }
            (Values::Whole64(values), ColumnWriter::Int64ColumnWriter(writer)) => {
                write_defined(writer, values, levels)
            }
            (Values::Number(values), ColumnWriter::DoubleColumnWriter(writer)) => {
                write_defined(writer, values, levels)
            }
            _ => Err(ParquetError::General("a column of another type".to_owned())),
        }
    }

    /// Reads `rows` values; `None` where the file's column is of another type, has lists, ends before, or lacks a value that the table
    /// must have.
    pub(crate) fn read(
        kind: ColumnType,
        reader: ColumnReader,
        rows: usize,
    ) -> Result<Option<Self>, ParquetError> {
        let mut column = Self::new(kind);
        let levels = match (&mut column.values, reader) {
            (Values::Text(values), ColumnReader::ByteArrayColumnReader(reader)) => {
                read_in_place(reader, rows, values)?
            }
            (Values::Whole32(values), ColumnReader::Int32ColumnReader(reader)) => {
                read_in_place(reader, rows, values)?
            }
            (Values::Whole64(values), ColumnReader::Int64ColumnReader(reader)) => {
                read_in_place(reader, rows, values)?
            }
            (Values::Number(values), ColumnReader::DoubleColumnReader(reader)) => {
                read_in_place(reader, rows, values)?
            }
            _ => None,
        };
        Ok(levels.and_then(|levels| {
            let is_whole = levels.iter().all(|level| *level > 0);
            column.levels = kind.may_miss.then_some(levels);
            (kind.may_miss || is_whole).then_some(column)
        }))
    }
}

fn write_defined<D: DataType>(
    writer: &mut ColumnWriterImpl<'_, D>,
    values: &[D::T],
    levels: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let written = match levels {
        None => writer.write_batch(values, None, None),
        Some(levels) => {
            let defined = values.iter().zip(levels).filter(|(_, level)| **level > 0);
            let defined: Vec<D::T> = defined.map(|(value, _)| value.clone()).collect();
            writer.write_batch(&defined, Some(levels), None)
        }
    };
    written.map(|_| ())
}

/// Reads values to the rows where they stand, with a level for each row; `None` where there are not as many rows.
fn read_in_place<D: DataType>(
    mut reader: ColumnReaderImpl<D>,
    rows: usize,
    values: &mut Vec<D::T>,
) -> Result<Option<Vec<i16>>, ParquetError> {
    let (mut levels, mut defined) = (Vec::new(), Vec::new());
    let (records, ..) = reader.read_records(rows, Some(&mut levels), None, &mut defined)?;
    if levels.is_empty() {
        levels = vec![1; defined.len()];
    }
    let mut defined = defined.into_iter();
    let value = |level: &i16| if *level > 0 { defined.next() } else { None };
    values.extend(levels.iter().map(value).map(Option::unwrap_or_default));
    Ok((records == rows && levels.len() == rows).then_some(levels))
}

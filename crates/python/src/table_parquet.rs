//! Tables of Parquet, as runs leave them, as columns: a part for each of their groups of rows.
//!
//! For files that are known, by their hash, to be as they were written: on a damaged one the library behind this can panic.

use std::sync::Arc;

use arrow_array::{ArrayRef, Float64Array, Int64Array, RecordBatch, StringArray};
use parquet::basic::LogicalType;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::reader::{ChunkReader, FileReader, SerializedFileReader};

use crate::parallel::in_order;
use crate::table::{Column, Kind, Table, schema};

/// The table of a file of this path, or what is wrong with it.
pub(crate) fn read(path: &str, bytes: impl ChunkReader + 'static) -> Result<Table, String> {
    read_groups(path, bytes).map_err(|error| error.to_string())
}

fn read_groups(path: &str, bytes: impl ChunkReader + 'static) -> Result<Table, ParquetError> {
    let file = SerializedFileReader::new(bytes)?;
    let description = file.metadata().file_metadata().schema_descr_ptr();
    let columns = Column::of_header(path, description.columns().iter().map(|column| column.name()));
    let kinds = description
        .columns()
        .iter()
        .map(|column| match column.physical_type() {
            parquet::basic::Type::INT32 | parquet::basic::Type::INT64 => Kind::Whole,
            parquet::basic::Type::DOUBLE => Kind::Number,
            _ => Kind::Text,
        });
    let kinds: Vec<Kind> = kinds.collect();
    let schema = schema(&columns, &kinds);
    let batches = in_order(file.num_row_groups(), |number| {
        let group = file.get_row_group(number)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let arrays = (0..columns.len()).map(|place| {
            let column = &description.columns()[place];
            let is_signed = !matches!(
                column.logical_type_ref(),
                Some(LogicalType::Integer(integer)) if !integer.is_signed
            );
            let most_defined = column.max_def_level();
            array(group.get_column_reader(place)?, rows, most_defined, is_signed)
        });
        let arrays = arrays.collect::<Result<Vec<_>, ParquetError>>()?;
        RecordBatch::try_new(schema.clone(), arrays).map_err(|error| ParquetError::General(error.to_string()))
    })?;
    Ok(Table::new(schema, batches))
}

fn array(
    reader: ColumnReader,
    rows: usize,
    most_defined: i16,
    is_signed: bool,
) -> Result<ArrayRef, ParquetError> {
    Ok(match reader {
        ColumnReader::DoubleColumnReader(reader) => {
            let values = column(reader, rows, most_defined)?;
            match values {
                Values::All(values) => Arc::new(Float64Array::from(values)),
                Values::Some(values) => Arc::new(Float64Array::from(values)),
            }
        }
        ColumnReader::Int32ColumnReader(reader) => {
            let wide = |value: i32| {
                if is_signed {
                    i64::from(value)
                } else {
                    i64::from(value.cast_unsigned())
                }
            };
            whole(column(reader, rows, most_defined)?, wide)
        }
        // Running numbers are below 2^53, so the sign does not matter.
        ColumnReader::Int64ColumnReader(reader) => whole(column(reader, rows, most_defined)?, |value| value),
        ColumnReader::ByteArrayColumnReader(reader) => {
            let values = match column(reader, rows, most_defined)? {
                Values::All(values) => values,
                Values::Some(values) => values.into_iter().flatten().collect(),
            };
            let texts = values.iter().map(|value| value.as_utf8());
            Arc::new(StringArray::from_iter_values(
                texts.collect::<Result<Vec<&str>, _>>()?,
            ))
        }
        _ => {
            return Err(ParquetError::General(
                "a column is of a type that no run writes".to_owned(),
            ));
        }
    })
}

/// The values of a column, all of them defined or some.
enum Values<T> {
    All(Vec<T>),
    Some(Vec<Option<T>>),
}

fn whole<T>(values: Values<T>, wide: impl Fn(T) -> i64) -> ArrayRef {
    match values {
        Values::All(values) => Arc::new(Int64Array::from_iter_values(values.into_iter().map(wide))),
        Values::Some(values) => {
            let values = values.into_iter().map(|value| value.map(&wide));
            Arc::new(values.collect::<Int64Array>())
        }
    }
}

fn column<T: DataType>(
    mut reader: ColumnReaderImpl<T>,
    rows: usize,
    most_defined: i16,
) -> Result<Values<T::T>, ParquetError> {
    let mut values = Vec::with_capacity(rows);
    let mut levels = Vec::new();
    let mut read = 0;
    while read < rows {
        let wanted = (most_defined > 0).then_some(&mut levels);
        let (records, ..) = reader.read_records(rows - read, wanted, None, &mut values)?;
        if records == 0 {
            return Err(ParquetError::General("a column ends before its group".to_owned()));
        }
        read += records;
    }
    if most_defined == 0 {
        return Ok(Values::All(values));
    }
    let mut values = values.into_iter();
    let defined = levels.into_iter().map(|level: i16| {
        if level == most_defined {
            values.next()
        } else {
            None
        }
    });
    Ok(Values::Some(defined.collect()))
}

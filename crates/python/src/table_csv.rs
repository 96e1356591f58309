//! Tables of CSV as columns. Large ones are cut between lines, and the parts read at the same time.

use std::str::FromStr;
use std::sync::Arc;

use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use csv::{Reader, ReaderBuilder, StringRecord};

use crate::parallel::in_order;
use crate::table::{Column, Kind, Table, schema};

/// Below this a part is not worth a thread.
const PART_BYTES: usize = 2 << 20;

/// The table of a file of this path, or what is wrong with it.
pub(crate) fn read(path: &str, text: &str) -> Result<Table, String> {
    let mut header = StringRecord::new();
    let mut reader = rows_of(text);
    reader.read_record(&mut header).map_err(told)?;
    let columns = Column::of_header(path, header.iter());
    let behind = usize::try_from(reader.position().byte()).unwrap_or(text.len());
    let rows = text.get(behind..).unwrap_or_default();
    let kinds = columns
        .iter()
        .enumerate()
        .map(|(place, column)| match column.kind {
            Some(kind) => Ok(kind),
            None => kind_of_values(rows, place),
        });
    let kinds: Vec<Kind> = kinds.collect::<Result<_, String>>()?;
    let schema = schema(&columns, &kinds);
    let parts = parts_of(rows);
    let batches = in_order(parts.len(), |part| {
        let arrays = values(parts[part], &columns, &kinds)?;
        RecordBatch::try_new(schema.clone(), arrays).map_err(|error| error.to_string())
    })?;
    Ok(Table::new(schema, batches))
}

fn rows_of(text: &str) -> Reader<&[u8]> {
    ReaderBuilder::new()
        .has_headers(false)
        .from_reader(text.as_bytes())
}

fn told(error: csv::Error) -> String {
    error.to_string()
}

/// A text cut between lines; whole where a line break may stand within quotes.
fn parts_of(text: &str) -> Vec<&str> {
    if text.contains('"') {
        return vec![text];
    }
    let mut parts = Vec::new();
    let mut rest = text;
    while rest.len() > 2 * PART_BYTES {
        let Some(end) = rest.as_bytes()[PART_BYTES..]
            .iter()
            .position(|&byte| byte == b'\n')
        else {
            break;
        };
        let (part, behind) = rest.split_at(PART_BYTES + end + 1);
        parts.push(part);
        rest = behind;
    }
    parts.push(rest);
    parts
}

/// What all values of a column can be read as; numbers where there are none.
fn kind_of_values(rows: &str, place: usize) -> Result<Kind, String> {
    let mut reader = rows_of(rows);
    let mut record = StringRecord::new();
    let (mut are_whole, mut is_any) = (true, false);
    while reader.read_record(&mut record).map_err(told)? {
        let cell = record.get(place).unwrap_or_default();
        if cell.is_empty() {
            continue;
        }
        is_any = true;
        are_whole = are_whole && i64::from_str(cell).is_ok();
        if !are_whole && f64::from_str(cell).is_err() {
            return Ok(Kind::Text);
        }
    }
    Ok(if is_any && are_whole {
        Kind::Whole
    } else {
        Kind::Number
    })
}

enum Values {
    Whole(Int64Builder),
    Number(Float64Builder),
    Text(StringBuilder),
}

fn values(part: &str, columns: &[Column], kinds: &[Kind]) -> Result<Vec<ArrayRef>, String> {
    let rows = part.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let mut values: Vec<Values> = kinds
        .iter()
        .map(|kind| match kind {
            Kind::Whole => Values::Whole(Int64Builder::with_capacity(rows)),
            Kind::Number => Values::Number(Float64Builder::with_capacity(rows)),
            Kind::Text => Values::Text(StringBuilder::new()),
        })
        .collect();
    let mut reader = rows_of(part);
    let mut record = StringRecord::new();
    while reader.read_record(&mut record).map_err(told)? {
        for ((cell, values), column) in record.iter().zip(&mut values).zip(columns) {
            let is_read = match values {
                Values::Text(texts) => {
                    texts.append_value(cell);
                    true
                }
                Values::Whole(numbers) => read_into(cell, |number| numbers.append_option(number)),
                Values::Number(numbers) => read_into(cell, |number| numbers.append_option(number)),
            };
            if !is_read {
                return Err(format!("`{}` is `{cell}`, but a number is needed", column.name));
            }
        }
    }
    Ok(values.into_iter().map(Values::finished).collect())
}

/// Takes a number in, or nothing where the field is empty.
fn read_into<T: FromStr>(cell: &str, append: impl FnOnce(Option<T>)) -> bool {
    if cell.is_empty() {
        append(None);
        return true;
    }
    let number = cell.parse();
    let is_read = number.is_ok();
    append(number.ok());
    is_read
}

impl Values {
    fn finished(self) -> ArrayRef {
        match self {
            Self::Whole(mut values) => Arc::new(values.finish()),
            Self::Number(mut values) => Arc::new(values.finish()),
            Self::Text(mut values) => Arc::new(values.finish()),
        }
    }
}

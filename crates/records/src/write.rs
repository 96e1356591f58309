//! Rows to CSV: a header, `\n` at the end of each line, numbers as the shortest text that reads back to the
//! same bits, and nothing where there is no value.

use std::io::{self, Write};

use crate::about::TableAbout;
use crate::field::Field;
use crate::line::{Form, Line, WriteError};
use crate::table::Table;

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
    write_text(&mut out, R::ABOUT, &mut each_of(rows))
}

/// What puts the next row into a line, and says whether there was one. So rows of any kind, made in any way, go through one writer that is
/// translated once.
pub type NextRow<'a> = &'a mut dyn FnMut(&mut Line) -> Result<bool, WriteError>;

/// One row after the other, for [`write_each`](crate::write_each).
pub fn each_of<R: Table>(
    rows: impl IntoIterator<Item = R>,
) -> impl FnMut(&mut Line) -> Result<bool, WriteError> {
    let mut rows = rows.into_iter();
    move |line| {
        let Some(row) = rows.next() else { return Ok(false) };
        line.begin();
        row.fill(line)?;
        Ok(true)
    }
}

/// Writes the names of a table's columns as its first line, then the rows.
pub(crate) fn write_text(
    out: &mut dyn Write,
    table: TableAbout,
    next: NextRow<'_>,
) -> Result<u64, WriteError> {
    let names: Vec<&str> = table.columns.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))?;
    append_text(out, table, next)
}

fn append_text(out: &mut dyn Write, table: TableAbout, next: NextRow<'_>) -> Result<u64, WriteError> {
    let mut line = Line::new(table, Form::Text(Vec::new()));
    while next(&mut line)? {
        out.write_all(line.text())?;
    }
    Ok(line.row())
}

/// Writes rows without a header: the continuation of a table that grows. Gives their number.
///
/// # Errors
/// As [`write_rows`].
pub fn append_rows<R: Table>(
    mut out: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> Result<u64, WriteError> {
    append_text(&mut out, R::ABOUT, &mut each_of(rows))
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

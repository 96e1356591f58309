//! Rows to CSV: a header, `\n` at the end of each line, numbers as the shortest text that reads back to the
//! same bits, and nothing where there is no value.

use std::io::{self, Write};

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
    write_header::<R>(&mut out)?;
    append_rows(out, rows)
}

/// Writes the names of a table's columns as its first line.
pub(crate) fn write_header<R: Table>(out: &mut impl Write) -> io::Result<()> {
    let names: Vec<&str> = R::ABOUT.columns.iter().map(|column| column.name).collect();
    writeln!(out, "{}", names.join(","))
}

/// Writes rows without a header: the continuation of a table that grows. Gives their number.
///
/// # Errors
/// As [`write_rows`].
pub fn append_rows<R: Table>(
    mut out: impl Write,
    rows: impl IntoIterator<Item = R>,
) -> Result<u64, WriteError> {
    let mut line = Line::new(R::ABOUT, Form::Text(Vec::new()));
    for row in rows {
        append_line(&mut out, &mut line, &row)?;
    }
    Ok(line.row())
}

/// Writes one row as the next line of text.
pub(crate) fn append_line(out: &mut impl Write, line: &mut Line, row: &impl Table) -> Result<(), WriteError> {
    line.begin();
    row.fill(line)?;
    Ok(out.write_all(line.text())?)
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

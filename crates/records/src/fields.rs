//! A row on its way in: its fields, one after the other.
//!
//! Columns are taken in the order of the struct's fields, wherever they stand in the file.

use csv::StringRecord;

use crate::field::Field;

/// The fields of one row, taken in the order of the table's columns.
pub struct Fields<'a> {
    source: Source<'a>,
    column: usize,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(source: Source<'a>) -> Self {
        Self { source, column: 0 }
    }

    /// The next column's value.
    pub(crate) fn take<F: Field>(&mut self) -> Result<F, WrongField> {
        let column = self.column;
        self.column += 1;
        let value = match self.source {
            Source::Text { record, places } => F::parse(&record[places[column]]),
            #[cfg(feature = "parquet")]
            Source::Columns { columns, row } => F::of_cell(columns[column].cell(row)),
        };
        value.ok_or(WrongField(column))
    }
}

/// Where a row stands.
pub(crate) enum Source<'a> {
    Text {
        record: &'a StringRecord,
        places: &'a [usize],
    },
    #[cfg(feature = "parquet")]
    Columns {
        columns: &'a [crate::columns::Column],
        row: usize,
    },
}

/// The number of a column whose field does not hold what it must.
pub struct WrongField(pub(crate) usize);

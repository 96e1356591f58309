//! What there is to say about a table: its file, and its columns with unit and meaning.
//!
//! Made by `table!` from a struct's own doc comments: the words there are what users read.

use crate::cell::{ColumnType, Holds};

/// One column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name in the header.
    pub name: &'static str,
    /// Unit as it is printed, such as `m² per ha`; empty for names, counts and figures without a unit.
    pub unit: &'static str,
    /// Meaning, one or two sentences.
    pub about: &'static str,
    pub(crate) kind: ColumnType,
}

impl Column {
    /// A column of a table that is no struct.
    pub(crate) const fn new(
        name: &'static str,
        unit: &'static str,
        about: &'static str,
        kind: ColumnType,
    ) -> Self {
        Self {
            name,
            unit,
            about,
            kind,
        }
    }

    /// What it holds, as data packages call it: `string`, `integer` or `number`.
    #[must_use]
    pub fn type_name(&self) -> &'static str {
        match self.kind.holds {
            Holds::Text => "string",
            Holds::U32 | Holds::I32 | Holds::U64 => "integer",
            Holds::Number => "number",
        }
    }
}

/// What there is to say about a table without its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableAbout {
    /// Path below the folder of the run; `Y` stands for a year, `S` for a seed.
    pub file: &'static str,
    /// What one row is.
    pub about: &'static str,
    /// The columns, in the order of the file.
    pub columns: &'static [Column],
}

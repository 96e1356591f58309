//! What a table is: a file, its columns with unit and meaning, and the struct whose fields they are.

use crate::cell::Kind;
use crate::write::{Line, WriteError};

/// One column of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name in the header.
    pub name: &'static str,
    /// Unit as it is printed, such as `m² per ha`; empty for names, counts and figures without a unit.
    pub unit: &'static str,
    /// Meaning, one or two sentences.
    pub about: &'static str,
    pub(crate) kind: Kind,
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

/// A struct that is a row: its fields are the columns, in the order of the file.
pub trait Table {
    /// File, row and columns.
    const ABOUT: TableAbout;

    /// Puts the fields into a line.
    ///
    /// # Errors
    /// [`WriteError::NotFinite`] for a number that is NaN or infinite.
    fn fill(&self, line: &mut Line) -> Result<(), WriteError>;
}

impl<R: Table> Table for &R {
    const ABOUT: TableAbout = R::ABOUT;

    fn fill(&self, line: &mut Line) -> Result<(), WriteError> {
        (*self).fill(line)
    }
}

/// Makes a struct into a table: header, units, meanings, writer and reader come from the one definition.
macro_rules! table {
    (
        $(#[doc = $row_about:literal])+
        #[file($file:literal)]
        pub struct $row:ident {
            $(
                $(#[doc = $about:literal])+
                $(#[unit($unit:literal)])?
                pub $field:ident: $kind:ty,
            )+
        }
    ) => {
        #[doc = concat!("`", $file, "`:")]
        $(#[doc = $row_about])+
        #[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
        pub struct $row {
            $(
                $(#[doc = $about])+
                pub $field: $kind,
            )+
        }

        impl $crate::Table for $row {
            const ABOUT: $crate::TableAbout = $crate::TableAbout {
                file: $file,
                about: concat!($($row_about),+).trim_ascii(),
                columns: &[$(
                    $crate::Column {
                        name: stringify!($field),
                        unit: concat!($($unit)?),
                        about: concat!($($about),+).trim_ascii(),
                        kind: <$kind as $crate::field::Field>::KIND,
                    },
                )+],
            };

            fn fill(&self, line: &mut $crate::Line) -> Result<(), $crate::WriteError> {
                $(line.put(&self.$field)?;)+
                Ok(())
            }
        }

        impl $crate::FromFields for $row {
            fn from_fields(fields: &mut $crate::read::Fields<'_>) -> Result<Self, $crate::read::WrongField> {
                Ok(Self { $($field: fields.take()?,)+ })
            }
        }
    };
}

pub(crate) use table;

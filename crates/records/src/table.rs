//! What a table is: a struct whose fields are the columns of a file.

use crate::about::TableAbout;
use crate::fields::{Fields, WrongField};
use crate::line::{Line, WriteError};

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

/// A table that can be read.
pub trait FromFields: Table + Sized {
    /// Takes the fields in the order of [`Table::ABOUT`]'s columns.
    #[doc(hidden)]
    fn from_fields(fields: &mut Fields<'_>) -> Result<Self, WrongField>;
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
        #[derive(Clone, Debug, Default, PartialEq, serde::Serialize)]
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
                    $crate::Column::new(
                        stringify!($field),
                        concat!($($unit)?),
                        concat!($($about),+).trim_ascii(),
                        <$kind as $crate::field::Field>::KIND,
                    ),
                )+],
            };

            fn fill(&self, line: &mut $crate::Line) -> Result<(), $crate::WriteError> {
                $(line.put(&self.$field)?;)+
                Ok(())
            }
        }

        impl $crate::FromFields for $row {
            fn from_fields(fields: &mut $crate::fields::Fields<'_>) -> Result<Self, $crate::fields::WrongField> {
                Ok(Self { $($field: fields.take()?,)+ })
            }
        }
    };
}

pub(crate) use table;

//! How one value stands in a column of Parquet.
//!
//! Unsigned numbers go as the signed ones of the same bits, which is how Parquet holds them.

/// The physical type of a column, and whether it may be undefined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Text,
    U32,
    U32OrNothing,
    I32,
    I32OrNothing,
    U64,
    Number,
    NumberOrNothing,
}

/// One value of a column. Whole numbers keep their bits.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Cell<'a> {
    Text(&'a str),
    Whole32(i32),
    Whole64(i64),
    Number(f64),
    Nothing,
}

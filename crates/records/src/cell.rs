//! What a column holds, and how one value stands in a column of Parquet.
//!
//! Unsigned numbers go as the signed ones of the same bits, which is how Parquet holds them.

/// What a column holds, and whether a value may be missing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ColumnType {
    pub(crate) holds: Holds,
    pub(crate) may_miss: bool,
}

/// What values there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
    Text,
    U32,
    I32,
    U64,
    Number,
}

impl ColumnType {
    /// A column with a value in each row.
    pub(crate) const fn of(holds: Holds) -> Self {
        let may_miss = false;
        Self { holds, may_miss }
    }

    /// The same, where a value may be missing.
    pub(crate) const fn or_nothing(self) -> Self {
        let (holds, may_miss) = (self.holds, true);
        Self { holds, may_miss }
    }

    /// What a reader expects, for messages.
    pub(crate) fn wanted(self) -> String {
        let value = match self.holds {
            Holds::Text => "text",
            Holds::U32 => "a whole number from 0 to 4294967295",
            Holds::I32 => "a whole number from -2147483648 to 2147483647",
            Holds::U64 => "a whole number of 0 or more",
            Holds::Number => "a finite number",
        };
        let nothing = if self.may_miss { " or nothing" } else { "" };
        format!("{value}{nothing}")
    }
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

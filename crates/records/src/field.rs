//! How one value stands in a field of CSV, and in a cell of Parquet.
//!
//! Text that is written reads back to the same bits. A number that is not finite is refused when it is written.

use crate::cell::{Cell, ColumnType, Holds};

/// A value of a column. Empty text is a value only for text and for numbers that may be missing.
pub(crate) trait Field: Sized {
    /// What its column holds.
    const KIND: ColumnType;

    /// Appends the value's text.
    ///
    /// # Errors
    /// The value itself, where it is not finite.
    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64>;

    /// The value that this text stands for.
    fn parse(text: &str) -> Option<Self>;

    /// The value as a cell, which may hold a number that is not finite.
    fn cell(&self) -> Cell<'_>;

    /// The value that this cell stands for.
    fn of_cell(cell: Cell<'_>) -> Option<Self>;
}

/// Whole numbers, whose cells are the signed ones of the same bits.
macro_rules! whole_number {
    ($number:ty, $holds:ident, $cell:ident($signed:ty)) => {
        impl Field for $number {
            const KIND: ColumnType = ColumnType::of(Holds::$holds);

            fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
                text.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
                Ok(())
            }

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }

            fn cell(&self) -> Cell<'_> {
                Cell::$cell(*self as $signed)
            }

            fn of_cell(cell: Cell<'_>) -> Option<Self> {
                match cell {
                    Cell::$cell(value) => Some(value as Self),
                    _ => None,
                }
            }
        }
    };
}

whole_number!(u32, U32, Whole32(i32));
whole_number!(i32, I32, Whole32(i32));
whole_number!(u64, U64, Whole64(i64));

impl Field for f64 {
    const KIND: ColumnType = ColumnType::of(Holds::Number);

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        if !self.is_finite() {
            return Err(*self);
        }
        // The shortest text that reads back to the same bits, on every machine.
        text.extend_from_slice(ryu::Buffer::new().format_finite(*self).as_bytes());
        Ok(())
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &f64| value.is_finite())
    }

    fn cell(&self) -> Cell<'_> {
        Cell::Number(*self)
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Number(value) => value.is_finite().then_some(value),
            _ => None,
        }
    }
}

/// A number with seven digits, written as the shortest text that reads back to the same bits; other programs see the `f64`
/// that this text stands for.
impl Field for f32 {
    const KIND: ColumnType = ColumnType::of(Holds::Number);

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        if !self.is_finite() {
            return Err(f64::from(*self));
        }
        text.extend_from_slice(ryu::Buffer::new().format_finite(*self).as_bytes());
        Ok(())
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok().filter(|value: &f32| value.is_finite())
    }

    fn cell(&self) -> Cell<'_> {
        let text = self
            .is_finite()
            .then(|| ryu::Buffer::new().format_finite(*self).parse());
        Cell::Number(text.and_then(Result::ok).unwrap_or(f64::from(*self)))
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Number(value) => Some(value as f32).filter(|value| value.is_finite()),
            _ => None,
        }
    }
}

impl<T: Field> Field for Option<T> {
    const KIND: ColumnType = T::KIND.or_nothing();

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        self.as_ref().map_or(Ok(()), |value| value.append(text))
    }

    fn parse(text: &str) -> Option<Self> {
        if text.is_empty() {
            Some(None)
        } else {
            T::parse(text).map(Some)
        }
    }

    fn cell(&self) -> Cell<'_> {
        self.as_ref().map_or(Cell::Nothing, Field::cell)
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Nothing => Some(None),
            cell => T::of_cell(cell).map(Some),
        }
    }
}

impl Field for String {
    const KIND: ColumnType = ColumnType::of(Holds::Text);

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        if self
            .bytes()
            .any(|byte| matches!(byte, b',' | b'"' | b'\r' | b'\n'))
        {
            text.push(b'"');
            text.extend_from_slice(self.replace('"', "\"\"").as_bytes());
            text.push(b'"');
        } else {
            text.extend_from_slice(self.as_bytes());
        }
        Ok(())
    }

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }

    fn cell(&self) -> Cell<'_> {
        Cell::Text(self)
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Text(value) => Some(value.to_owned()),
            _ => None,
        }
    }
}

//! How one value stands in a field of CSV, and in a cell of Parquet.
//!
//! Text that is written reads back to the same bits. A number that is not finite is refused when it is written.

use crate::cell::{Cell, ColumnType};

/// A value of a column. Empty text is a value only for text and for numbers that may be missing.
pub(crate) trait Field: Sized {
    /// What a reader expects, for messages.
    const WANTED: &'static str;

    /// Appends the value's text.
    ///
    /// # Errors
    /// The value itself, where it is not finite.
    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64>;

    /// The value that this text stands for.
    fn parse(text: &str) -> Option<Self>;

    /// What a cell of its column holds.
    const KIND: ColumnType;

    /// The value as a cell, which may hold a number that is not finite.
    fn cell(&self) -> Cell<'_>;

    /// The value that this cell stands for.
    fn of_cell(cell: Cell<'_>) -> Option<Self>;
}

impl Field for u32 {
    const WANTED: &'static str = "a whole number from 0 to 4294967295";

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        text.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
        Ok(())
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    const KIND: ColumnType = ColumnType::U32;

    fn cell(&self) -> Cell<'_> {
        Cell::Whole32(self.cast_signed())
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Whole32(value) => Some(value.cast_unsigned()),
            _ => None,
        }
    }
}

impl Field for i32 {
    const WANTED: &'static str = "a whole number from -2147483648 to 2147483647";

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        text.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
        Ok(())
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    const KIND: ColumnType = ColumnType::I32;

    fn cell(&self) -> Cell<'_> {
        Cell::Whole32(*self)
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Whole32(value) => Some(value),
            _ => None,
        }
    }
}

impl Field for u64 {
    const WANTED: &'static str = "a whole number of 0 or more";

    fn append(&self, text: &mut Vec<u8>) -> Result<(), f64> {
        text.extend_from_slice(itoa::Buffer::new().format(*self).as_bytes());
        Ok(())
    }

    fn parse(text: &str) -> Option<Self> {
        text.parse().ok()
    }

    const KIND: ColumnType = ColumnType::U64;

    fn cell(&self) -> Cell<'_> {
        Cell::Whole64(self.cast_signed())
    }

    fn of_cell(cell: Cell<'_>) -> Option<Self> {
        match cell {
            Cell::Whole64(value) => Some(value.cast_unsigned()),
            _ => None,
        }
    }
}

impl Field for f64 {
    const WANTED: &'static str = "a finite number";

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

    const KIND: ColumnType = ColumnType::Number;

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
    const WANTED: &'static str = "a finite number";

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

    const KIND: ColumnType = ColumnType::Number;

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

/// A value whose column may have nothing in its place.
pub(crate) trait Optional: Field {
    /// What a reader expects where the value may be missing.
    const WANTED_OR_NOTHING: &'static str;

    /// What a cell of such a column holds.
    const KIND_OR_NOTHING: ColumnType;
}

impl Optional for u32 {
    const WANTED_OR_NOTHING: &'static str = "a whole number from 0 to 4294967295 or nothing";
    const KIND_OR_NOTHING: ColumnType = ColumnType::U32OrNothing;
}

impl Optional for i32 {
    const WANTED_OR_NOTHING: &'static str = "a whole number from -2147483648 to 2147483647 or nothing";
    const KIND_OR_NOTHING: ColumnType = ColumnType::I32OrNothing;
}

impl Optional for f64 {
    const WANTED_OR_NOTHING: &'static str = "a finite number or nothing";
    const KIND_OR_NOTHING: ColumnType = ColumnType::NumberOrNothing;
}

impl<T: Optional> Field for Option<T> {
    const WANTED: &'static str = T::WANTED_OR_NOTHING;

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

    const KIND: ColumnType = T::KIND_OR_NOTHING;

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
    const WANTED: &'static str = "text";

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

    const KIND: ColumnType = ColumnType::Text;

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

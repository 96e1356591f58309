//! Whether the values of a struct lie in the ranges of its keys.

use std::error::Error;
use std::fmt;

use crate::{Interval, Key, Kind};

/// A value outside the range of its key.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfRange {
    /// The key, below those of the tables that hold it: `growth.height_max_m`.
    pub path: String,
    /// The value.
    pub value: f64,
    /// What it may be.
    pub range: Interval,
}

impl OutOfRange {
    /// The same, seen from the table that holds it; one without a name adds nothing.
    #[must_use]
    pub fn within(self, table: &str) -> Self {
        if table.is_empty() {
            return self;
        }
        Self {
            path: format!("{table}.{}", self.path),
            ..self
        }
    }
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, value, range } = self;
        write!(f, "`{path}` is {value}, but must be {range}")
    }
}

impl Error for OutOfRange {}

/// A value of a key, or a struct of such values.
pub trait Checked {
    /// Finds the first value that is outside the range of its key; of a struct, whatever key it stands at itself.
    ///
    /// # Errors
    /// [`OutOfRange`].
    fn check(&self, key: &Key) -> Result<(), OutOfRange>;
}

impl Checked for f64 {
    fn check(&self, key: &Key) -> Result<(), OutOfRange> {
        match key.kind {
            Kind::Real(range) if !range.contains(*self) => Err(outside(key, *self, range)),
            _ => Ok(()),
        }
    }
}

impl Checked for u32 {
    fn check(&self, key: &Key) -> Result<(), OutOfRange> {
        match key.kind {
            Kind::Whole(low, high) if !(low..=high).contains(&i64::from(*self)) => {
                let range = Interval::from(low as f64, high as f64);
                Err(outside(key, f64::from(*self), range))
            }
            _ => Ok(()),
        }
    }
}

/// Any text will do.
impl Checked for String {
    fn check(&self, _: &Key) -> Result<(), OutOfRange> {
        Ok(())
    }
}

fn outside(key: &Key, value: f64, range: Interval) -> OutOfRange {
    OutOfRange {
        path: key.name.to_owned(),
        value,
        range,
    }
}

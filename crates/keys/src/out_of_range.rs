//! A value that its key may not have.

use std::error::Error;
use std::fmt;

/// A value that its key may not have, by itself or beside those of other keys.
#[derive(Clone, Debug, PartialEq)]
pub struct OutOfRange {
    /// The key, below those of the tables that hold it: `growth.greatest_height_m`.
    pub path: String,
    /// What is wrong with it: `is -1, but must be at least 0 and at most 1`.
    pub problem: String,
    /// The way out, where the problem alone does not tell it; else empty.
    pub hint: &'static str,
}

impl OutOfRange {
    /// A value that does not fit those of other keys.
    #[must_use]
    pub fn beside(path: &str, problem: String, hint: &'static str) -> Self {
        let path = path.to_owned();
        Self { path, problem, hint }
    }

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

/// Adds what is wrong in a table to what was found, as seen from where the table stands.
#[doc(hidden)]
pub fn add_within(found: &mut Vec<OutOfRange>, wrong: Vec<OutOfRange>, table: &str) {
    found.extend(wrong.into_iter().map(|wrong| wrong.within(table)));
}

impl fmt::Display for OutOfRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.path, self.problem)
    }
}

impl Error for OutOfRange {}

//! What a number must be so that a figure can show it.

use crate::error::ReportError;
use crate::style::WIDTHS_MM;

/// A lowest and a highest number, and both in words.
#[derive(Clone, Copy)]
pub(crate) struct Needed(pub(crate) f64, pub(crate) f64, pub(crate) &'static str);

pub(crate) const FINITE: Needed = Needed(f64::MIN, f64::MAX, "a finite number");
pub(crate) const SIZE: Needed = Needed(0.0, f64::MAX, "a finite number of 0 or more");

pub(crate) const WIDTH: Needed = Needed(WIDTHS_MM[0], WIDTHS_MM[1], "a width from 80 to 600 mm");

impl Needed {
    /// Refuses the first number that is not so, by the name of its table and column.
    pub(crate) fn of(
        self,
        table: &str,
        column: &'static str,
        numbers: impl IntoIterator<Item = f64>,
    ) -> Result<(), ReportError> {
        let Needed(low, high, needed) = self;
        match numbers.into_iter().find(|number| !(low..=high).contains(number)) {
            Some(found) => Err(ReportError::number(table, column, found, needed)),
            None => Ok(()),
        }
    }
}

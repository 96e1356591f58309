//! Tables of a scenario as a library's values.

use serde::de::DeserializeOwned;
use serde_json::from_value;

use crate::problem::{Report, bug};
use crate::value::Table;

/// What a library makes of a table, where nothing in it is broken; `what` it is of, for messages.
pub(crate) fn part<T: DeserializeOwned>(report: &mut Report<'_>, what: &str, table: &Table) -> Option<T> {
    if !table.is_whole() {
        return None;
    }
    let read = from_value(table.to_plain().into());
    read.map_err(|error| {
        let message = format!("the {what} passed all checks and could not be read: {error}");
        report.problem(table.at, message, bug());
    })
    .ok()
}

//! What must hold among the keys of a table, as its struct states it.

use understory_keys::OutOfRange;

use crate::keys::Key;
use crate::problem::Report;
use crate::value::{Table, Value};
use crate::words::joined;

/// What does not fit together in each table below this one that is whole.
pub(crate) fn related(report: &mut Report<'_>, keys: &'static [Key], table: &Table, path: &str) {
    for key in keys {
        let (Some(inner), Some(node)) = (key.kind.keys(), table.get(key.name)) else {
            continue;
        };
        let path = joined(path, key.name);
        let tables = match &node.value {
            Value::Table(table) => std::slice::from_ref(table),
            Value::Tables(tables) => tables,
            _ => continue,
        };
        for table in tables {
            if let Some(related) = key.related.filter(|_| table.is_whole()) {
                refuse(report, table, &path, related(&table.to_plain()));
            }
            self::related(report, inner, table, &path);
        }
    }
}

/// Reports what does not fit together in the table at `path`.
pub(crate) fn refuse(report: &mut Report<'_>, table: &Table, path: &str, faults: Vec<OutOfRange>) {
    for OutOfRange {
        path: name,
        problem,
        hint,
    } in faults
    {
        let hint = (!hint.is_empty()).then(|| hint.to_owned());
        report.problem(table.at(&name), format!("`{path}.{name}` {problem}"), hint);
    }
}

//! Skeletons and meshes that a tree grows around, read into segments.

mod mesh;
mod skeleton;

use crate::files::as_text;
use crate::keys::{Key, Kind};
use crate::load::Loading;
use crate::problem::{Problem, Report};
use crate::value::{Table, Value};
use crate::walk::joined;

/// A line between two places, m.
type Segment = [[f64; 3]; 2];

/// Puts the segments of files in the place of their names, in this table and all below it.
pub(super) fn bring_in(loading: &mut Loading<'_>, keys: &'static [Key], table: &mut Table, path: &str) {
    if table.text("shape") == Some("around") {
        segments_of_file(loading, table, path);
    }
    for key in keys {
        let (Some(inner), Some(node)) = (key.kind.keys(), table.get_mut(key.name)) else {
            continue;
        };
        let path = joined(path, key.name);
        match (&mut node.value, key.kind) {
            (Value::Table(table), _) => bring_in(loading, inner, table, &path),
            (Value::Tables(tables), Kind::Tables(..) | Kind::TaggedList(..)) => {
                for table in tables {
                    bring_in(loading, inner, table, &path);
                }
            }
            _ => {}
        }
    }
}

fn segments_of_file(loading: &mut Loading<'_>, table: &mut Table, path: &str) {
    let Some(file) = table.remove("file") else { return };
    let Value::Text(written) = &file.value else {
        table.insert("segments_m", file.at, Value::Broken);
        return;
    };
    if table.has("segments_m") {
        loading.report.problem(
            file.at,
            format!("`{path}` has `file` and `segments_m` at once"),
            "give exactly one of them".to_owned(),
        );
    }
    let found = loading
        .input(file.at, written)
        .and_then(|(opened, number)| match segments(&opened, &loading.inputs[number].bytes) {
            Ok(segments) => Some(Value::Segments(segments)),
            Err(problems) => {
                loading.report.extend(problems);
                None
            }
        });
    table.insert("segments_m", file.at, found.unwrap_or(Value::Broken));
}

fn segments(file: &str, bytes: &[u8]) -> Result<Vec<Segment>, Vec<Problem>> {
    let shown = String::from_utf8_lossy(bytes);
    let mut report = Report::new(file, &shown);
    let found = match as_text(bytes) {
        Ok(text) if file.to_ascii_lowercase().ends_with(".obj") => mesh::edges(&mut report, text),
        Ok(text) => skeleton::segments(&mut report, text),
        Err(at) => {
            let message = "the file is not UTF-8 text from here on";
            report.problem(at, message, "save it with the encoding UTF-8".to_owned());
            None
        }
    };
    report.finish(found).map_err(crate::problem::Problems::into_vec)
}

/// The greatest distance of a place from the origin along an axis, m.
const FARTHEST_M: f64 = 1e6;

/// A number of metres from a field; what is wrong with it goes to the report.
fn metres(report: &mut Report<'_>, at: usize, field: &str) -> Option<f64> {
    match field.parse::<f64>() {
        Ok(metres) if metres.abs() <= FARTHEST_M => return Some(metres + 0.0),
        Ok(_) => {
            let message =
                format!("`{field}` is no place: it must be finite and within {FARTHEST_M} m of the origin");
            report.problem(at, message, None);
        }
        Err(_) => report.problem(at, format!("`{field}` is not a number"), None),
    }
    None
}

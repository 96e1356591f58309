//! Skeletons and meshes that a tree grows around, read into segments and triangles.

mod mesh;
mod places;
mod skeleton;

use understory_records::{read_data, utf8_text};

use self::mesh::Mesh;
use crate::keys::{Key, ValueKind};
use crate::loading::Loading;
use crate::problem::Report;
use crate::value::{Table, Value};
use crate::words::joined;

/// Puts what files hold in the place of their names, in this table and all below it.
pub(super) fn bring_in(loading: &mut Loading<'_>, keys: &'static [Key], table: &mut Table, path: &str) {
    match table.text("shape") {
        Some("around") => lay_file(loading, table, path, "segments_m", segments),
        Some("around-mesh") => lay_mesh(loading, table, path),
        _ => {}
    }
    for key in keys {
        let (Some(inner), Some(node)) = (key.kind.keys(), table.get_mut(key.name)) else {
            continue;
        };
        let path = joined(path, key.name);
        match (&mut node.value, key.kind) {
            (Value::Table(table), _) => bring_in(loading, inner, table, &path),
            (
                Value::Tables(tables),
                ValueKind::Tables(..) | ValueKind::OneOfList(_) | ValueKind::TaggedList(..),
            ) => {
                for table in tables {
                    bring_in(loading, inner, table, &path);
                }
            }
            _ => {}
        }
    }
}

/// Puts the triangles of a mesh in the place of the name of its file, as `triangles_m`.
pub(crate) fn lay_mesh(loading: &mut Loading<'_>, table: &mut Table, path: &str) {
    lay_file(loading, table, path, "triangles_m", triangles);
}

/// Puts what is read from the file of a table under another key.
fn lay_file(
    loading: &mut Loading<'_>,
    table: &mut Table,
    path: &str,
    name: &'static str,
    read: fn(&mut Report<'_>, &str, &str) -> Option<Value>,
) {
    let Some(file) = table.remove("file") else { return };
    let Value::Text(written) = &file.value else {
        table.insert(name, file.at, Value::Broken);
        return;
    };
    if table.has(name) {
        loading.report.problem(
            file.at,
            format!("`{path}` has `file` and `{name}` at once"),
            "give exactly one of them".to_owned(),
        );
    }
    let found = loading.input(file.at, written).and_then(|(opened, number)| {
        let bytes = &loading.inputs[number].bytes;
        let shorter = Some("take a coarser mesh or skeleton");
        let found = read_data(&opened, bytes, utf8_text, shorter, |report, text| {
            read(report, &opened, text)
        });
        loading.taken(found)
    });
    table.insert(name, file.at, found.unwrap_or(Value::Broken));
}

fn segments(report: &mut Report<'_>, file: &str, text: &str) -> Option<Value> {
    let segments = if is_mesh(file) {
        Mesh::read(report, text)?.edges_m(report)
    } else {
        skeleton::segments(report, text)
    };
    segments.map(Value::Segments)
}

fn triangles(report: &mut Report<'_>, file: &str, text: &str) -> Option<Value> {
    if !is_mesh(file) {
        let hint = "give a mesh, `.obj`, or take the shape `around`";
        report.problem(0, "a skeleton has no faces", hint.to_owned());
        return None;
    }
    Mesh::read(report, text)?
        .triangles_m(report)
        .map(Value::Triangles)
}

fn is_mesh(file: &str) -> bool {
    file.to_ascii_lowercase().ends_with(".obj")
}

//! The skeleton of a grown tree, as `skeleton.csv` has it.

use std::collections::HashMap;

use understory_records::{CsvRow, CsvRows, NoCsv, OPEN_QUOTE};

use super::places::{Segment, metres};
use crate::problem::Report;

/// From each node with a parent, that to it. `None` where something is wrong, which has been reported.
pub(super) fn segments(report: &mut Report<'_>, text: &str) -> Option<Vec<Segment>> {
    let mut rows = CsvRows::new(text, b',');
    let mut columns: Option<(usize, [usize; 5])> = None;
    // None for a node whose own row is at fault, so that its children are not.
    let mut places_m: HashMap<String, Option<[f64; 3]>> = HashMap::new();
    let (mut segments, problems) = (Vec::new(), report.count());
    loop {
        let row = match rows.next_row() {
            Ok(Some(row)) => row,
            Ok(None) => break,
            Err(NoCsv { at, message }) => {
                let hint = "give a table of values between commas, one row a line";
                report.problem(at, message, hint.to_owned());
                return None;
            }
        };
        if let Some(at) = row.open_quote() {
            let [message, hint] = OPEN_QUOTE;
            report.problem(at, message, hint.to_owned());
            return None;
        }
        let fields = row.fields;
        let Some((count, [node, parent, x, y, z])) = columns else {
            columns = Some((fields.len(), columns_of(report, &row)?));
            continue;
        };
        if fields.len() != count {
            let message = format!("this row has {} fields, but the header has {count}", fields.len());
            let hint = "give each row as many fields as the header has";
            report.problem(row.at, message, hint.to_owned());
            places_m.extend(fields.get(node).map(|node| (node.to_owned(), None)));
            continue;
        }
        let along = [x, y, z].map(|column| metres(report, row.field_at(column), &fields[column]));
        let place_m = match along {
            [Some(x_m), Some(y_m), Some(z_m)] => Some([x_m, y_m, z_m]),
            _ => None,
        };
        if !fields[parent].is_empty() {
            match places_m.get(&fields[parent]) {
                Some(from_m) => segments.extend(from_m.zip(place_m).map(|(from_m, to_m)| [from_m, to_m])),
                None => {
                    let message = format!("there is no node `{}` above this row", &fields[parent]);
                    let hint = "a parent stands before its children";
                    report.problem(row.field_at(parent), message, hint.to_owned());
                }
            }
        }
        if places_m.insert(fields[node].to_owned(), place_m).is_some() {
            let message = format!("there is a node `{}` above this row already", &fields[node]);
            let hint = "give each node a number of its own, which its children name";
            report.problem(row.field_at(node), message, hint.to_owned());
        }
    }
    if columns.is_none() {
        let hint = "give the `skeleton.csv` of a grown tree";
        report.problem(0, "the file is empty", hint.to_owned());
    } else if segments.is_empty() && report.count() == problems {
        let hint = "give a row for each node, with the number of its parent";
        report.problem(0, "the skeleton has no segment", hint.to_owned());
    }
    (report.count() == problems).then_some(segments)
}

/// Where the header has node, parent and coordinates.
fn columns_of(report: &mut Report<'_>, header: &CsvRow<'_>) -> Option<[usize; 5]> {
    let columns = ["node", "parent", "x_m", "y_m", "z_m"].map(|name| {
        let found = header.fields.iter().position(|known| known == name);
        if found.is_none() {
            let hint = "a skeleton has the columns `node,parent,x_m,y_m,z_m` and may have others";
            report.problem(0, format!("there is no column `{name}`"), hint.to_owned());
        }
        found
    });
    let [Some(node), Some(parent), Some(x), Some(y), Some(z)] = columns else {
        return None;
    };
    Some([node, parent, x, y, z])
}

//! The skeleton of a grown tree, as `skeleton.csv` has it.

use std::collections::HashMap;

use understory_records::UserTable;

use super::places::{Segment, metres};
use crate::problem::Report;

/// From each node with a parent, that to it. `None` where something is wrong, which has been reported.
pub(super) fn segments(report: &mut Report<'_>, text: &str) -> Option<Vec<Segment>> {
    let problems = report.count();
    let mut table = report.noted(UserTable::open(text))?;
    let columns = ["node", "parent", "x_m", "y_m", "z_m"].map(|name| {
        let found = table.header().iter().position(|known| known == name);
        if found.is_none() {
            table.no_column(report, &format!("no column `{name}`"), &[name], name, |_| {
                "a skeleton has the columns `node,parent,x_m,y_m,z_m` and may have others".to_owned()
            });
        }
        found
    });
    let [Some(node), Some(parent), Some(x), Some(y), Some(z)] = columns else {
        return None;
    };
    // None for a node whose own row is at fault, so that its children are not; what a row was for that cannot be read is not known.
    let mut places_m: HashMap<String, Option<[f64; 3]>> = HashMap::new();
    let mut segments = Vec::new();
    let (mut are_all_read, mut noted) = (true, report.count());
    while let Some(row) = table.next_row(report) {
        are_all_read &= report.count() == noted;
        let along = [x, y, z].map(|column| metres(report, row.field_at(column), row.text(column)));
        let place_m = match along {
            [Some(x_m), Some(y_m), Some(z_m)] => Some([x_m, y_m, z_m]),
            _ => None,
        };
        let (node_of, parent_of) = (row.text(node), row.text(parent));
        if !parent_of.is_empty() {
            match places_m.get(parent_of) {
                Some(from_m) => segments.extend(from_m.zip(place_m).map(|(from_m, to_m)| [from_m, to_m])),
                None if are_all_read => {
                    let message = format!("there is no node `{parent_of}` above this row");
                    let hint = "a parent stands before its children";
                    report.problem(row.field_at(parent), message, hint.to_owned());
                }
                None => {}
            }
        }
        if places_m.insert(node_of.to_owned(), place_m).is_some() {
            let message = format!("there is a node `{node_of}` above this row already");
            let hint = "give each node a number of its own, which its children name";
            report.problem(row.field_at(node), message, hint.to_owned());
        }
        noted = report.count();
    }
    if segments.is_empty() && report.count() == problems {
        let hint = "give a row for each node, with the number of its parent";
        report.problem(0, "the skeleton has no segment", hint.to_owned());
    }
    (report.count() == problems).then_some(segments)
}

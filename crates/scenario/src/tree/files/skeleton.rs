//! The skeleton of a grown tree, as `skeleton.csv` has it.

use std::collections::HashMap;

use super::places::{Segment, metres};
use crate::problem::Report;

/// From each node with a parent, that to it. `None` where something is wrong, which has been reported.
pub(super) fn segments(report: &mut Report<'_>, text: &str) -> Option<Vec<Segment>> {
    let mut lines = Lines { text, at: 0 };
    let Some((_, header)) = lines.next() else {
        let hint = "give the `skeleton.csv` of a grown tree";
        report.problem(0, "the file is empty", hint.to_owned());
        return None;
    };
    let names: Vec<&str> = header.split(',').map(str::trim).collect();
    let mut column = |name: &str| {
        let found = names.iter().position(|known| *known == name);
        if found.is_none() {
            let hint = "a skeleton has the columns `node,parent,x_m,y_m,z_m` and may have others";
            report.problem(0, format!("there is no column `{name}`"), hint.to_owned());
        }
        found
    };
    let columns = ["node", "parent", "x_m", "y_m", "z_m"].map(&mut column);
    let [Some(node), Some(parent), Some(x), Some(y), Some(z)] = columns else {
        return None;
    };
    // None for a node whose own row is at fault, so that its children are not.
    let mut places_m: HashMap<&str, Option<[f64; 3]>> = HashMap::new();
    let (mut segments, problems) = (Vec::new(), report.count());
    for (at, line) in lines {
        let fields: Vec<&str> = line.split(',').map(str::trim).collect();
        if fields.len() != names.len() {
            let message = format!(
                "this row has {} fields, but the header has {}",
                fields.len(),
                names.len()
            );
            report.problem(at, message, None);
            places_m.extend(fields.get(node).map(|&node| (node, None)));
            continue;
        }
        let along = [x, y, z].map(|column| metres(report, field_at(line, at, column), fields[column]));
        let place_m = match along {
            [Some(x_m), Some(y_m), Some(z_m)] => Some([x_m, y_m, z_m]),
            _ => None,
        };
        if !fields[parent].is_empty() {
            match places_m.get(fields[parent]) {
                Some(from_m) => segments.extend(from_m.zip(place_m).map(|(from_m, to_m)| [from_m, to_m])),
                None => {
                    let message = format!("there is no node `{}` above this row", fields[parent]);
                    let hint = "a parent stands before its children";
                    report.problem(field_at(line, at, parent), message, hint.to_owned());
                }
            }
        }
        places_m.insert(fields[node], place_m);
    }
    if segments.is_empty() && report.count() == problems {
        let hint = "give a row for each node, with the number of its parent";
        report.problem(0, "the skeleton has no segment", hint.to_owned());
    }
    (report.count() == problems).then_some(segments)
}

fn field_at(line: &str, at: usize, column: usize) -> usize {
    let before = line.split(',').take(column).map(|field| field.len() + 1);
    at + before.sum::<usize>()
}

/// The lines that say something, each with the byte where it begins.
struct Lines<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Lines<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<Self::Item> {
        while self.at < self.text.len() {
            let (at, rest) = (self.at, &self.text[self.at..]);
            let end = rest.find('\n').unwrap_or(rest.len());
            self.at += end + 1;
            let line = rest[..end].trim_end();
            if !line.trim().is_empty() && !line.starts_with('#') {
                return Some((at, line));
            }
        }
        None
    }
}

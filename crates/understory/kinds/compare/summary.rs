//! A comparison for people: the methods, forest by forest.

use understory_records::MethodsRow;

use crate::text::{self, cell};

/// A table for each forest, under its name where there are several.
pub(super) fn tables(rows: &[MethodsRow]) -> String {
    let forests: Vec<&[MethodsRow]> = rows.chunk_by(|a, b| a.forest == b.forest).collect();
    match forests[..] {
        [rows] => table(rows),
        _ => {
            let named = forests
                .iter()
                .map(|rows| format!("{}\n{}", rows[0].forest, table(rows)));
            named.collect::<Vec<_>>().join("\n")
        }
    }
}

/// The methods as a table that a person can read, at most 80 columns wide but for long labels.
fn table(rows: &[MethodsRow]) -> String {
    let head = ["method", "points", "µs/pt", "R", "G", "L, m", "g", "p", "by"];
    let rows = rows.iter().map(|row| {
        let per_point_us = row
            .seconds
            .filter(|_| row.points > 0)
            .map(|seconds| 1e6 * seconds / row.points as f64);
        [
            row.method.clone(),
            row.points.to_string(),
            cell(per_point_us),
            cell(row.clark_evans),
            cell(row.g_ks),
            cell(row.l_rmse_m),
            cell(row.pcf_rmse),
            cell(row.judged_p),
            row.judged_by.clone(),
        ]
    });
    text::table(head, rows, 1)
}

//! Points for people: the segments and the seams between them.

use understory_records::{SeamRow, SegmentRow};

use crate::text::{self, cell};

/// The segments, where there are any.
pub(super) fn segments(rows: &[SegmentRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let head = [
        "segment",
        "method",
        "area_m2",
        "points",
        "per_ha",
        "nearest_m",
        "least_m",
    ];
    let rows = rows.iter().map(|row| {
        [
            row.segment.clone(),
            row.method.clone(),
            format!("{:.0}", row.area_m2),
            row.points.to_string(),
            cell(row.per_ha),
            cell(row.nearest_m),
            cell(row.least_m),
        ]
    });
    text::table(head, rows, 2)
}

/// The seams, where there are any.
pub(super) fn seams(rows: &[SeamRow]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let head = [
        "border", "side", "points", "density", "nearest", "close", "across_m",
    ];
    let rows = rows.iter().map(|row| {
        [
            row.border.clone(),
            row.segment.clone(),
            row.strip_points.to_string(),
            cell(row.strip_density_ratio),
            cell(row.strip_nearest_ratio),
            row.pairs_too_close.to_string(),
            cell(row.across_least_m),
        ]
    });
    format!("\n{}", text::table(head, rows, 1))
}

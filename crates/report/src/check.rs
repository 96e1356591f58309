//! Numbers that no figure could show are refused by the name of their table and column.

use understory_records::{CensusRow, ReplicatesRow, SpacingRow, TreeRow};

use crate::error::ReportError;

/// Refuses what is not finite.
pub(crate) fn census(rows: &[CensusRow]) -> Result<(), ReportError> {
    each(rows, "census.csv", |row| {
        [(
            "basal_area_m2_per_ha",
            Some(row.basal_area_m2_per_ha),
            Needed::Size,
        )]
    })
}

/// Refuses what is not finite.
pub(crate) fn spacing(rows: &[SpacingRow]) -> Result<(), ReportError> {
    each(rows, "spacing.csv", |row| {
        [
            ("r_m", row.r_m, Needed::Size),
            ("observed", row.observed, Needed::Finite),
            ("theoretical", row.theoretical, Needed::Finite),
            ("envelope_low", row.envelope_low, Needed::Finite),
            ("envelope_high", row.envelope_high, Needed::Finite),
        ]
    })
}

/// Refuses what is not finite.
pub(crate) fn replicates(rows: &[ReplicatesRow]) -> Result<(), ReportError> {
    each(rows, "replicates.csv", |row| {
        [
            ("mean", Some(row.mean), Needed::Finite),
            ("low", row.low, Needed::Finite),
            ("high", row.high, Needed::Finite),
        ]
    })
}

/// Refuses a tree whose place is not finite or whose size is not finite or below 0.
pub(crate) fn trees(year: u32, rows: &[TreeRow]) -> Result<(), ReportError> {
    each(rows, &format!("trees/year-{year:04}"), |tree| {
        [
            ("x_m", Some(tree.x_m), Needed::Finite),
            ("y_m", Some(tree.y_m), Needed::Finite),
            ("dbh_cm", Some(tree.dbh_cm), Needed::Size),
            ("crown_radius_m", Some(tree.crown_radius_m), Needed::Size),
        ]
    })
}

enum Needed {
    Finite,
    Size,
}

type Field = (&'static str, Option<f64>, Needed);

fn each<R, const N: usize>(
    rows: &[R],
    table: &str,
    fields: impl Fn(&R) -> [Field; N],
) -> Result<(), ReportError> {
    for (column, found, needed) in rows.iter().flat_map(fields) {
        let Some(found) = found else { continue };
        let (fits, needed) = match needed {
            Needed::Finite => (found.is_finite(), "a finite number"),
            Needed::Size => (found.is_finite() && found >= 0.0, "a finite number of 0 or more"),
        };
        if !fits {
            return Err(ReportError::Number {
                table: table.to_owned(),
                column,
                found,
                needed,
            });
        }
    }
    Ok(())
}

//! Numbers that no figure could show are refused by the name of their table and column.

use understory_records::{CensusRow, ReplicatesRow, SpacingRow, TreeRow};

use crate::error::ReportError;
use crate::function::FunctionFigure;

/// Beyond this the difference of two numbers may be infinite.
const HUGE: f64 = 1e300;

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

/// Refuses series that do not fit the distances, distances that do not ascend, and what is not finite or too large.
pub(crate) fn function(figure: &FunctionFigure) -> Result<(), ReportError> {
    let refused = |series: Option<&str>, column, found, needed| {
        let table = match series {
            Some(series) => format!("{}: {series}", figure.name),
            None => figure.name.clone(),
        };
        Err(ReportError::Number {
            table,
            column,
            found,
            needed,
        })
    };
    let mut before = None;
    for &r in &figure.r {
        if !(0.0..=HUGE).contains(&r) {
            return refused(None, "r", r, "a distance from 0 to 1e300");
        }
        if before.is_some_and(|before| r <= before) {
            return refused(None, "r", r, "distances that ascend");
        }
        before = Some(r);
    }
    let estimates = figure
        .estimates
        .iter()
        .map(|(label, values)| (label, "estimate", values));
    let ends = figure.envelope.iter().flat_map(|envelope| {
        [("low", &envelope.low), ("high", &envelope.high)].map(|(end, values)| (&envelope.label, end, values))
    });
    let theoretical = (&figure.theoretical_label, "theoretical", &figure.theoretical);
    for (series, column, values) in estimates.chain(ends).chain([theoretical]) {
        if values.len() != figure.r.len() {
            return Err(ReportError::Values {
                figure: figure.name.clone(),
                series: series.clone(),
                found: values.len(),
                distances: figure.r.len(),
            });
        }
        if let Some(&found) = values.iter().flatten().find(|value| !drawable(**value)) {
            return refused(Some(series), column, found, "a number from -1e300 to 1e300");
        }
    }
    match figure.y_max.filter(|&y_max| !drawable(y_max)) {
        Some(found) => refused(None, "y_max", found, "a number from -1e300 to 1e300"),
        None => Ok(()),
    }
}

fn drawable(value: f64) -> bool {
    value.abs() <= HUGE
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

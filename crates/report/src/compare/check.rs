//! What no figure could show is refused by the name of its pattern.

use super::comparison::{Compared, Comparison, CurvePoint};
use crate::error::ReportError;

/// Beyond this the sum of some numbers or a product of two may be infinite.
const HUGE: f64 = 1e150;

/// Refuses a plot without extent, points beyond it, sizes that do not fit the points, curves whose distances do not
/// ascend, and numbers that are out of their range.
pub(super) fn comparison(comparison: &Comparison) -> Result<(), ReportError> {
    comparison.about.check()?;
    for pattern in [&comparison.target].into_iter().chain(&comparison.methods) {
        points(comparison, pattern)?;
        let distances = &pattern.distances;
        for (column, value) in [
            ("seconds", pattern.seconds),
            ("g_ks", distances.g_ks),
            ("l_rmse_m", distances.l_rmse_m),
            ("pcf_rmse", distances.pcf_rmse),
        ] {
            let needed = "a number from 0 to 1e150";
            within(pattern, column, value, 0.0..=HUGE, needed)?;
        }
        let needed = "a probability from 0 to 1";
        within(pattern, "judged_p", pattern.judged_p, 0.0..=1.0, needed)?;
        curve(pattern, "nnd_density", &pattern.nnd_density)?;
        curve(pattern, "pcf", &pattern.pcf)?;
    }
    Ok(())
}

fn points(comparison: &Comparison, pattern: &Compared) -> Result<(), ReportError> {
    let (origin, size) = (comparison.about.origin_m, comparison.about.size_m);
    for point in &pattern.points_m {
        for (axis, column) in ["x_m", "y_m"].into_iter().enumerate() {
            let plot = origin[axis]..=origin[axis] + size[axis];
            within(pattern, column, Some(point[axis]), plot, "a place on the plot")?;
        }
    }
    let (sizes, points) = (pattern.sizes_m.len(), pattern.points_m.len());
    if sizes > 0 && sizes != points {
        return Err(ReportError::Sizes {
            pattern: pattern.name.clone(),
            found: sizes,
            points,
        });
    }
    let needed = "a diameter from 0 to 1e150";
    pattern
        .sizes_m
        .iter()
        .try_for_each(|&size| within(pattern, "size_m", Some(size), 0.0..=HUGE, needed))
}

fn curve(pattern: &Compared, column: &'static str, curve: &[CurvePoint]) -> Result<(), ReportError> {
    let mut least = 0.0;
    for (i, point) in curve.iter().enumerate() {
        let above = i == 0 || point.r_m > least;
        if !above || !(0.0..=HUGE).contains(&point.r_m) {
            let needed = "distances from 0 to 1e150 that ascend";
            return Err(refusal(pattern, column, point.r_m, needed));
        }
        least = point.r_m;
        for value in [point.value, point.low, point.high] {
            within(
                pattern,
                column,
                value,
                -HUGE..=HUGE,
                "a number from -1e150 to 1e150",
            )?;
        }
    }
    Ok(())
}

fn within(
    pattern: &Compared,
    column: &'static str,
    value: Option<f64>,
    range: std::ops::RangeInclusive<f64>,
    needed: &'static str,
) -> Result<(), ReportError> {
    match value.filter(|value| !range.contains(value)) {
        Some(found) => Err(refusal(pattern, column, found, needed)),
        None => Ok(()),
    }
}

fn refusal(pattern: &Compared, column: &'static str, found: f64, needed: &'static str) -> ReportError {
    ReportError::Number {
        table: pattern.name.clone(),
        column,
        found,
        needed,
    }
}

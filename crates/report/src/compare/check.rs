//! What no figure could show is refused by the name of its pattern.

use understory_records::{Compared, EnvelopeRow};

use super::comparison::Comparison;
use crate::error::ReportError;
use crate::needed::Needed;

/// Beyond this the sum of some numbers or a product of two may be infinite.
const HUGE: f64 = 1e150;
const NUMBER: Needed = Needed(-HUGE, HUGE, "a number from -1e150 to 1e150");
const DISTANCE: Needed = Needed(0.0, HUGE, "a number from 0 to 1e150");
const DIAMETER: Needed = Needed(0.0, HUGE, "a diameter from 0 to 1e150");
const PROBABILITY: Needed = Needed(0.0, 1.0, "a probability from 0 to 1");

/// Refuses a plot without extent, points beyond it, sizes that do not fit the points, curves whose distances do not
/// ascend, and numbers that are out of their range.
pub(super) fn comparison(comparison: &Comparison) -> Result<(), ReportError> {
    comparison.about.check()?;
    for pattern in [&comparison.target].into_iter().chain(&comparison.methods) {
        points(comparison, pattern)?;
        let row = &pattern.row;
        for (column, value, needed) in [
            ("seconds", row.seconds, DISTANCE),
            ("g_ks", row.g_ks, DISTANCE),
            ("l_rmse_m", row.l_rmse_m, DISTANCE),
            ("pcf_rmse", row.pcf_rmse, DISTANCE),
            ("judged_p", row.judged_p, PROBABILITY),
        ] {
            needed.of(&pattern.row.method, column, value)?;
        }
        curve(pattern, "nnd_density", &pattern.nnd)?;
        curve(pattern, "pcf", &pattern.pcf)?;
    }
    Ok(())
}

fn points(comparison: &Comparison, pattern: &Compared) -> Result<(), ReportError> {
    let (origin, size) = (comparison.about.origin_m, comparison.about.size_m);
    for (axis, column) in ["x_m", "y_m"].into_iter().enumerate() {
        let on_plot = Needed(origin[axis], origin[axis] + size[axis], "a place on the plot");
        on_plot.of(
            &pattern.row.method,
            column,
            pattern.points.iter().map(|point| [point.x_m, point.y_m][axis]),
        )?;
    }
    let (sizes, points) = (pattern.sizes_m().count(), pattern.points.len());
    if sizes > 0 && sizes != points {
        return Err(ReportError::Sizes {
            pattern: pattern.row.method.clone(),
            found: sizes,
            points,
        });
    }
    DIAMETER.of(&pattern.row.method, "size_m", pattern.sizes_m())
}

fn curve(pattern: &Compared, column: &'static str, curve: &[EnvelopeRow]) -> Result<(), ReportError> {
    let mut least = 0.0;
    for point in curve {
        Needed(least, HUGE, "distances from 0 to 1e150 that ascend").of(
            &pattern.row.method,
            column,
            [point.r],
        )?;
        least = point.r.next_up();
        let values = [point.first, point.lo, point.hi];
        NUMBER.of(&pattern.row.method, column, values.into_iter().flatten())?;
    }
    Ok(())
}

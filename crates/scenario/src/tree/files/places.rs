//! Places in files of segments and triangles.

use crate::problem::Report;

/// A line between two places, m.
pub(super) type Segment = [[f64; 3]; 2];

/// Three corners, m.
pub(super) type Triangle = [[f64; 3]; 3];

/// The greatest distance of a place from the origin along an axis, m.
const FARTHEST_M: f64 = 1e6;

/// A number of metres from a field; what is wrong with it goes to the report.
pub(super) fn metres(report: &mut Report<'_>, at: usize, field: &str) -> Option<f64> {
    match field.parse::<f64>() {
        Ok(metres) if metres.abs() <= FARTHEST_M => return Some(metres + 0.0),
        Ok(_) => {
            let message =
                format!("`{field}` is no place: it must be finite and within {FARTHEST_M} m of the origin");
            let hint = "give metres, seen from the base of the tree";
            report.problem(at, message, hint.to_owned());
        }
        Err(_) => {
            let hint = "give metres as a number with a point, e.g. `1.25`";
            report.problem(at, format!("`{field}` is not a number"), hint.to_owned());
        }
    }
    None
}

//! A point method with its parameters, from the table in which it stands.

use understory_scatter::{JitteredGrid, Method, MinimumDistance, Uniform};

use crate::value::Table;

/// The method of this name; `None` where one of its parameters is missing or was found wrong before.
pub(crate) fn read(entry: &Table, name: &str) -> Option<Method> {
    Some(match name {
        "uniform" => Method::Uniform(Uniform),
        "minimum-distance" => Method::MinimumDistance(MinimumDistance {
            distance_m: optional(entry, "distance_m")?,
            tries: entry.whole("tries")?,
        }),
        "jittered-grid" => Method::JitteredGrid(JitteredGrid {
            jitter: entry.real("jitter")?,
        }),
        _ => return None,
    })
}

/// `Some(None)` where the key is not given.
fn optional(entry: &Table, key: &str) -> Option<Option<f64>> {
    if entry.has(key) {
        entry.real(key).map(Some)
    } else {
        Some(None)
    }
}

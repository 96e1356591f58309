//! The longleaf pines of `tests/reference/`, on 200 × 200 m.

use crate::reference_files::{number, rows};

/// Where the pines stand, m.
pub(crate) fn longleaf() -> Vec<[f64; 2]> {
    let pines = rows("points/longleaf.csv");
    pines
        .iter()
        .map(|row| [number(&row[0]), number(&row[1])])
        .collect()
}

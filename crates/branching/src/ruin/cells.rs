//! A ruin in cells.

/// What is left of a building, in cells.
#[derive(Clone, Debug, PartialEq)]
pub struct Fallen {
    /// Lower corner of the cells, m.
    pub low_m: [f64; 3],
    /// Edge of a cell, m.
    pub cell_m: f64,
    /// Cells along each axis.
    pub cells: [usize; 3],
    /// Whether each cell still stands: along x first, then y, then z.
    pub stands: Vec<bool>,
    /// Numbers of the cells that have fallen.
    pub fallen: Vec<usize>,
    /// How high rubble lies in each column, m: along x first, then y.
    pub rubble_m: Vec<f64>,
    /// What it lies on in each column, above the foot of the building, m.
    pub floor_m: Vec<f64>,
}

/// Which cell along each axis has a number.
pub(super) fn place_of(number: usize, cells: [usize; 3]) -> [usize; 3] {
    let level = cells[0] * cells[1];
    [number % cells[0], number % level / cells[0], number / level]
}

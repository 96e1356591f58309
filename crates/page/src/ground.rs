//! The ground that trees stand on, as heights at the crossings of a grid.

use serde::Serialize;

use crate::column::Column;

/// Ground that is not level.
#[derive(Clone, Debug, PartialEq)]
pub struct Ground {
    /// Crossings from west to east.
    pub columns: usize,
    /// Crossings from south to north.
    pub rows: usize,
    /// The south-western crossing, m.
    pub low_m: [f64; 2],
    /// From one crossing to the next, m.
    pub cell_m: [f64; 2],
    /// Heights, row by row from the south, m.
    pub heights_m: Vec<f32>,
}

#[derive(Debug, Serialize)]
pub(crate) struct PackedGround {
    columns: usize,
    rows: usize,
    low: [f64; 2],
    cell: [f64; 2],
    heights: Column,
}

impl Ground {
    pub(crate) fn pack(&self, into: &mut Vec<u8>) -> PackedGround {
        PackedGround {
            columns: self.columns,
            rows: self.rows,
            low: self.low_m,
            cell: self.cell_m,
            heights: Column::of(self.heights_m.iter().copied().map(f64::from), 100, into),
        }
    }
}

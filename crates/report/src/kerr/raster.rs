//! The raster of one forest.

use understory_records::KerrCellRow;

/// The raster of one forest, which fills the plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KerrRaster {
    /// Label of the method.
    pub name: String,
    /// `kerr/METHOD.csv`: the cells, from the south-western one row by row, all of them or none over a level of caves.
    pub cells: Vec<KerrCellRow>,
}

impl KerrRaster {
    /// Cells from west to east and from south to north, as the last one has them.
    pub(super) fn sides(&self) -> [usize; 2] {
        let last = self.cells.last();
        last.map_or([0; 2], |last| [last.column, last.row].map(|at| at as usize + 1))
    }

    /// Whether there is a level of caves under it.
    pub(super) fn has_level(&self) -> bool {
        self.cells.iter().any(|cell| !cell.level.is_empty())
    }

    /// The last round in which a cell became forest.
    pub(super) fn last_round(&self) -> u32 {
        let rounds = self.cells.iter().filter_map(|cell| cell.forest_since);
        rounds.max().unwrap_or(0)
    }

    /// Share of the cells that were forest after a round.
    pub(super) fn cover(&self, round: u32) -> f64 {
        let is_forest = |cell: &&KerrCellRow| cell.forest_since.is_some_and(|since| since <= round);
        self.cells.iter().filter(is_forest).count() as f64 / self.cells.len().max(1) as f64
    }
}

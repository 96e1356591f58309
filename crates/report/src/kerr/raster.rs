//! The raster of one forest.

/// The raster of one forest, which fills the plot.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KerrRaster {
    /// Label of the method.
    pub name: String,
    /// Cells from west to east; at least 1.
    pub columns: usize,
    /// Cells from south to north; at least 1.
    pub rows: usize,
    /// Of each cell, from the south-western one row by row, the round in which it became forest; `None` where it is none.
    pub forest_since: Vec<Option<u32>>,
    /// Of each cell, the seeds in it at the end, as chance of a tree; 0 or more.
    pub seeds: Vec<f64>,
    /// Of each cell, whether the level under it is open there; empty where there is no level.
    pub is_open: Vec<bool>,
}

impl KerrRaster {
    /// The last round in which a cell became forest.
    pub(super) fn last_round(&self) -> u32 {
        self.forest_since.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Share of the cells that were forest after a round.
    pub(super) fn cover(&self, round: u32) -> f64 {
        let forest = self
            .forest_since
            .iter()
            .flatten()
            .filter(|&&since| since <= round);
        forest.count() as f64 / self.forest_since.len().max(1) as f64
    }
}

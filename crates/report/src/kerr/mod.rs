//! Rasters on which Kerr's forests grew: the forest, its seeds, the level of caves under it, and its rounds as a picture
//! that moves.

mod check;
mod forest;
mod grid;
mod rounds;
mod words;

use crate::error::{Cause, ReportError};
use crate::figure::Figure;
use crate::tables::RunAbout;

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
    fn last_round(&self) -> u32 {
        self.forest_since.iter().flatten().copied().max().unwrap_or(0)
    }

    /// Share of the cells that were forest after a round.
    fn cover(&self, round: u32) -> f64 {
        let forest = self
            .forest_since
            .iter()
            .flatten()
            .filter(|&&since| since <= round);
        forest.count() as f64 / self.forest_since.len().max(1) as f64
    }
}

/// Draws the rasters of some forests beside one another, all of them on one plot, and hands each figure to `each`.
///
/// `kerr-raster`: the forests, over their levels. `kerr-seeds`: the seeds that lay beside them in the end. `kerr-level`: the
/// levels of caves, where there are some. `kerr-rounds`: how they grew; its SVG has some of the rounds side by side, its
/// PNG too, and is an animation (APNG) of all of them, or of so many as keep it short. Nothing is drawn of no rasters.
///
/// # Errors
/// [`ReportError::Plot`], [`ReportError::Number`] or [`ReportError::Values`] for what cannot be drawn, such as a raster
/// without a cell; [`ReportError::Keep`] when `each` fails; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn kerr(
    about: &RunAbout,
    rasters: &[KerrRaster],
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    if rasters.is_empty() {
        return Ok(());
    }
    check::rasters(about, rasters)?;
    for figure in [forest::forest, forest::seeds, forest::level, rounds::rounds] {
        let Some(figure) = figure(about, rasters)? else {
            continue;
        };
        let name = figure.name.clone();
        each(figure).map_err(|source| ReportError::Keep { figure: name, source })?;
    }
    Ok(())
}

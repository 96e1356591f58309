//! Rasters on which Kerr's forests grew: the forest, its seeds, the level of caves under it, and its rounds as a picture
//! that moves.

mod check;
mod forest;
mod grid;
mod raster;
mod rounds;
mod words;

use crate::error::{Cause, ReportError};
use crate::figure::Figure;
use crate::tables::RunAbout;

pub use self::raster::KerrRaster;

/// Draws the rasters of some forests beside one another, all of them on one plot, and hands each figure to `each`.
///
/// `kerr-raster`: the forests, over their levels. `kerr-seeds`: the seeds that lay beside them in the end. `kerr-level`: the
/// levels of caves, where there are some. `kerr-rounds`: how they grew; its SVG has some of the rounds side by side, its
/// PNG too, and is an animation (APNG) of all of them, or of so many as keep it short. Nothing is drawn of no rasters.
///
/// # Errors
/// [`ReportError::Plot`], [`ReportError::Number`] or [`ReportError::Count`] for what cannot be drawn, such as a raster
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
        if let Some(figure) = figure(about, rasters)? {
            figure.keep(each)?;
        }
    }
    Ok(())
}

//! What no figure could show is refused by the label of its method.

use super::raster::KerrRaster;
use crate::error::ReportError;
use crate::needed::Needed;
use crate::tables::RunAbout;

const SEEDS: Needed = Needed(0.0, 1e30, "a number from 0 to 1e30");

/// Refuses a plot without extent, rasters without a cell, those that have not one value for each cell, and seeds that are
/// no chance.
pub(super) fn rasters(about: &RunAbout, rasters: &[KerrRaster]) -> Result<(), ReportError> {
    about.check()?;
    for raster in rasters {
        let cells = raster.columns.saturating_mul(raster.rows);
        if cells == 0 {
            let needed = "at least one cell";
            return Err(ReportError::number(&raster.name, "column", 0.0, needed));
        }
        let level = if raster.is_open.is_empty() {
            cells
        } else {
            raster.is_open.len()
        };
        for (series, found) in [
            ("forest_since", raster.forest_since.len()),
            ("seeds", raster.seeds.len()),
            ("level", level),
        ] {
            ReportError::check_count(&raster.name, series, found, "cells", cells)?;
        }
        SEEDS.of(&raster.name, "seeds", raster.seeds.iter().copied())?;
    }
    Ok(())
}

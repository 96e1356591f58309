//! What no figure could show is refused by the label of its method.

use super::raster::KerrRaster;
use crate::error::ReportError;
use crate::needed::Needed;
use crate::tables::RunAbout;

const SEEDS: Needed = Needed(0.0, 1e30, "a number from 0 to 1e30");

/// Refuses a plot without extent, rasters without a cell or with another number of them than their sides say, levels of a part of
/// the cells, and seeds that are no chance.
pub(super) fn rasters(about: &RunAbout, rasters: &[KerrRaster]) -> Result<(), ReportError> {
    about.check()?;
    for raster in rasters {
        let name = &raster.name;
        if raster.cells.is_empty() {
            return Err(ReportError::number(name, "column", 0.0, "at least one cell"));
        }
        let [columns, rows] = raster.sides();
        let (found, cells) = (raster.cells.len(), columns.saturating_mul(rows));
        ReportError::check_count(name, "forest_since", found, "cells", cells)?;
        if raster.has_level() {
            let levels = raster.cells.iter().filter(|cell| !cell.level.is_empty());
            ReportError::check_count(name, "level", levels.count(), "cells", cells)?;
        }
        SEEDS.of(name, "seeds", raster.cells.iter().map(|cell| cell.seeds))?;
    }
    Ok(())
}

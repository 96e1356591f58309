//! A covariate from a raster file: what the intensity of the points may follow.

use std::fs::File;
use std::path::Path;

use understory_lab::stats::PatternWindow;
use understory_spacing::CovariateRaster;
use understory_terrain::{Unit, read_map};

use crate::error::Error;

/// Cells of a raster at most.
const MOST_CELLS: u64 = 1 << 26;

/// The raster of a file, an ESRI ASCII grid or a GeoTIFF by its ending, known all over the window; and what of the file was
/// not read.
pub(super) fn raster(
    file: &Path,
    window: &PatternWindow,
) -> Result<(CovariateRaster, Vec<[String; 2]>), Error> {
    let name = file.display().to_string();
    let input = File::open(file).map_err(Error::not_opened(file))?;
    let Some(read) = read_map(&name, input, MOST_CELLS, Unit::Any) else {
        return Err(Error::refused(
            format!("`{name}` is no raster that can be read"),
            "give an ESRI ASCII grid (.asc) or a GeoTIFF (.tif) in the coordinates of the points",
        ));
    };
    let map = read?;
    let (raster, notes) = (map.raster, map.notes);
    let grid = raster.grid();
    let values = raster.values().iter().map(|&value| f64::from(value)).collect();
    let cells = [grid.columns(), grid.rows()];
    let made = CovariateRaster::new(grid.origin_m(), grid.cell_m(), cells, values).and_then(|raster| {
        // Polygons are refused with all else that they do not allow.
        if let Some(window) = window.rectangle() {
            raster.check(window)?;
        }
        Ok(raster)
    });
    let made = made.map_err(|error| Error::refused(format!("{name}: {error}"), ""))?;
    Ok((made, notes))
}

//! A covariate from a raster file: what the intensity of the points may follow.

use std::fs::File;
use std::io::BufReader;
use std::path::Path;

use understory_lab::stats::PatternWindow;
use understory_spacing::CovariateRaster;
use understory_terrain::{Raster, read_ascii_grid, read_geotiff};

use super::error::PatternError;

/// Cells of a raster at most.
const MOST_CELLS: u64 = 1 << 26;

/// The raster of a file, an ESRI ASCII grid or a GeoTIFF by its ending, known all over the window.
pub(super) fn raster(file: &Path, window: &PatternWindow) -> Result<CovariateRaster, PatternError> {
    let name = file.display().to_string();
    let input = File::open(file).map_err(|source| PatternError::NotOpened {
        name: name.clone(),
        source,
    })?;
    let ending = file
        .extension()
        .unwrap_or_default()
        .to_string_lossy()
        .to_ascii_lowercase();
    let read = match ending.as_str() {
        "asc" | "txt" => read_ascii_grid(&name, BufReader::new(input), MOST_CELLS),
        "tif" | "tiff" => read_geotiff(&name, input, MOST_CELLS),
        _ => return Err(PatternError::NoRaster { name }),
    };
    let raster: Raster<f32> = read?;
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
    made.map_err(|source| PatternError::Covariate { name, source })
}

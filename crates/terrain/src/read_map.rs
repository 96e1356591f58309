//! A map of numbers from a file of any kind that is read.

use std::io::{BufReader, Read, Seek};

use crate::ascii_grid::read_ascii_grid;
use crate::error::TerrainError;
use crate::geotiff;
use crate::map::{Map, Unit};

/// Reads a map by the ending of its name: `.asc` and `.txt` are ESRI ASCII grids, `.tif` and `.tiff` GeoTIFF. `None` for any
/// other.
///
/// # Errors
/// What [`read_ascii_grid`] returns of grids. [`TerrainError::Format`] for a GeoTIFF that is damaged, rotated or packed in a
/// way that is not read, whose numbers stand for colours, that lies in degrees or feet or does not say where it lies, or
/// that has a tag which changes what its numbers mean and is not understood; [`TerrainError::TooLarge`] for more than
/// `most_cells`.
pub fn read_map(
    file: &str,
    mut input: impl Read + Seek,
    most_cells: u64,
    unit: Unit,
) -> Option<Result<Map, TerrainError>> {
    let ending = file.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    match ending.as_str() {
        "asc" | "txt" => {
            let raster = read_ascii_grid(file, BufReader::new(input), most_cells);
            Some(raster.map(|raster| Map {
                raster,
                epsg: None,
                notes: Vec::new(),
            }))
        }
        "tif" | "tiff" => Some(geotiff::read(file, &mut input, most_cells, unit)),
        _ => None,
    }
}

//! GeoTIFF: one band of heights with the tags that say where it lies.

use std::io::{BufReader, Read, Seek};

use tiff::TiffError;
use tiff::decoder::{Decoder, DecodingResult, Limits};
use tiff::tags::Tag;

use crate::error::TerrainError;
use crate::raster::{Grid, Raster};

// Keys of the GeoKey directory, and the values that mean metres on a plane.
const MODEL_TYPE: u64 = 1024;
const RASTER_TYPE: u64 = 1025;
const LINEAR_UNITS: u64 = 3076;
const VERTICAL_UNITS: u64 = 4099;
const GEOGRAPHIC: u64 = 2;
const POINT: u64 = 2;
const METRE: u64 = 9001;
const PROJECTED_SYSTEM: u64 = 3072;
/// Codes from here on are of no registry.
const USER_DEFINED: u64 = 32_767;

/// Reads the heights of a GeoTIFF: one band of numbers on a grid of square cells with north above, in metres. Cells
/// without data (tag `GDAL_NODATA`, or NaN) become NaN. Pixels that stand for points are taken as the centres of cells.
///
/// # Errors
/// [`TerrainError::Format`] where the file is damaged, has several bands, is rotated, lies in degrees or feet or says
/// nowhere where it lies; [`TerrainError::TooLarge`] for more than `most_cells`.
pub fn read_geotiff(
    file: &str,
    mut input: impl Read + Seek,
    most_cells: u64,
) -> Result<Raster<f32>, TerrainError> {
    read(file, &mut input, most_cells)
}

/// What can be read in any order. Behind a pointer, so that TIFF is translated once, here.
trait Input: Read + Seek {}

impl<R: Read + Seek> Input for R {}

fn read(file: &str, input: &mut dyn Input, most_cells: u64) -> Result<Raster<f32>, TerrainError> {
    let damaged = |error: TiffError| match error {
        TiffError::IoError(source) if source.kind() != std::io::ErrorKind::UnexpectedEof => {
            TerrainError::io(file, source)
        }
        error => TerrainError::format(file, format!("this TIFF cannot be read: {error}")),
    };
    let mut decoder = decoder(input).map_err(damaged)?;
    let (columns, rows) = decoder.dimensions().map_err(damaged)?;
    TerrainError::check_cells(file, columns, rows, most_cells)?;
    // No more than the cells take, as eight bytes each, whatever the file claims of strips and tiles.
    let most_bytes = usize::try_from(most_cells.saturating_mul(8)).unwrap_or(usize::MAX);
    let mut limits = Limits::default();
    limits.decoding_buffer_size = most_bytes;
    limits.intermediate_buffer_size = most_bytes;
    decoder = decoder.with_limits(limits);
    let place = Place::read(&mut decoder).map_err(damaged)?;
    let bands = decoder
        .find_tag_unsigned::<u16>(Tag::SamplesPerPixel)
        .map_err(damaged)?;
    if let Some(bands) = bands.filter(|bands| *bands != 1) {
        return Err(TerrainError::format(
            file,
            format!("it has {bands} bands, but heights are one; extract that band"),
        ));
    }
    let (origin_m, cell_m) = place.grid(rows).map_err(|why| TerrainError::format(file, why))?;
    let grid =
        Grid::new(origin_m, cell_m, [columns, rows]).map_err(|error| TerrainError::format(file, error))?;
    let heights = numbers(decoder.read_image().map_err(damaged)?);
    let Some(mut heights) = heights.filter(|heights| heights.len() == grid.len()) else {
        return Err(TerrainError::format(
            file,
            "its cells are no numbers, or not one a cell",
        ));
    };
    for height in &mut heights {
        if Some(*height) == place.no_data {
            *height = f64::NAN;
        }
    }
    let heights: Vec<f32> = heights.into_iter().map(|height| height as f32).collect();
    if let Some(at) = heights.iter().position(|height| height.is_infinite()) {
        let (column, row) = (at % columns as usize + 1, at / columns as usize + 1);
        return Err(TerrainError::format(
            file,
            format!("the height in column {column}, row {row} from the north is not finite"),
        ));
    }
    Raster::from_north(grid, heights)
}

/// The EPSG code of the projected coordinate reference system that a GeoTIFF lies in; none where it names none, or none by
/// a code.
#[must_use]
pub fn epsg_of_geotiff(mut input: impl Read + Seek) -> Option<u16> {
    let mut decoder = decoder(&mut input).ok()?;
    let place = Place::read(&mut decoder).ok()?;
    let code = place
        .key(PROJECTED_SYSTEM)
        .filter(|code| (1..USER_DEFINED).contains(code))?;
    u16::try_from(code).ok()
}

fn decoder(input: &mut dyn Input) -> Result<Decoder<BufReader<&mut dyn Input>>, TiffError> {
    Decoder::new(BufReader::new(input))
}

/// What the tags say of the place of the cells.
struct Place {
    scale: Option<Vec<f64>>,
    tie: Option<Vec<f64>>,
    transformation: Option<Vec<f64>>,
    keys: Vec<u64>,
    no_data: Option<f64>,
}

impl Place {
    fn read(decoder: &mut Decoder<BufReader<&mut dyn Input>>) -> Result<Self, TiffError> {
        let mut numbers = |tag: Tag| {
            decoder
                .find_tag(tag)?
                .map(|value| value.into_f64_vec())
                .transpose()
        };
        let (scale, tie, transformation) = (
            numbers(Tag::ModelPixelScaleTag)?,
            numbers(Tag::ModelTiepointTag)?,
            numbers(Tag::ModelTransformationTag)?,
        );
        let keys = decoder.find_tag(Tag::GeoKeyDirectoryTag)?;
        let keys = keys
            .map(|keys| keys.into_u64_vec())
            .transpose()?
            .unwrap_or_default();
        let no_data = decoder.find_tag(Tag::GdalNodata)?;
        let no_data = no_data.map(|text| text.into_string()).transpose()?;
        Ok(Self {
            scale,
            tie,
            transformation,
            keys,
            no_data: no_data.and_then(|text| text.trim_matches(['\0', ' ']).parse().ok()),
        })
    }

    /// The value of a key; those that lie in other tags are none that matter here.
    fn key(&self, key: u64) -> Option<u64> {
        let entries = self.keys.get(4..)?.chunks_exact(4);
        entries
            .map(|entry| (entry[0], entry[3]))
            .find(|(own, _)| *own == key)
            .map(|(_, value)| value)
    }

    /// The south-western corner and the side of a cell, m, or why it has none.
    fn grid(&self, rows: u32) -> Result<([f64; 2], f64), String> {
        if self.key(MODEL_TYPE) == Some(GEOGRAPHIC) {
            return Err(
                "it lies in degrees of longitude and latitude, but metres are needed; project it, such as \
                        to UTM (`gdalwarp -t_srs`)"
                    .to_owned(),
            );
        }
        if let Some(unit) = self.key(LINEAR_UNITS).filter(|unit| *unit != METRE) {
            return Err(format!(
                "its unit of length is EPSG:{unit}, but metres (EPSG:{METRE}) are needed; project it anew \
                 (`gdalwarp -t_srs`)"
            ));
        }
        if let Some(unit) = self.key(VERTICAL_UNITS).filter(|unit| *unit != METRE) {
            return Err(format!(
                "its unit of heights is EPSG:{unit}, but metres (EPSG:{METRE}) are needed; feet times 0.3048 are metres \
                 (`gdal_calc.py --calc \"A*0.3048\"`)"
            ));
        }
        let (scale, [column, row], [x, y]) = match (self.scale.as_deref(), self.tie.as_deref()) {
            (Some([sx, sy, ..]), Some([column, row, _, x, y, ..])) => ([*sx, *sy], [*column, *row], [*x, *y]),
            _ => match self.transformation.as_deref() {
                Some([sx, b, _, x, d, sy, _, y, ..]) if *b == 0.0 && *d == 0.0 => {
                    ([*sx, -*sy], [0.0; 2], [*x, *y])
                }
                Some(_) => {
                    return Err("it is rotated, but rows must run from west to east; warp it".to_owned());
                }
                None => {
                    return Err("it does not say where it lies: the tags of a GeoTIFF are missing".to_owned());
                }
            },
        };
        // Corners are mostly rounded.
        if !(scale[0] > 0.0 && (scale[0] - scale[1]).abs() <= 1e-6 * scale[0]) {
            return Err(format!(
                "its cells are {} by {} m, but they must be square; warp it (`gdalwarp -tr`)",
                scale[0], scale[1]
            ));
        }
        let half = if self.key(RASTER_TYPE) == Some(POINT) {
            0.5
        } else {
            0.0
        };
        let west_m = x - (column + half) * scale[0];
        let north_m = y + (row + half) * scale[0];
        Ok(([west_m, north_m - f64::from(rows) * scale[0]], scale[0]))
    }
}

fn numbers(cells: DecodingResult) -> Option<Vec<f64>> {
    fn of<T: Into<f64>>(cells: Vec<T>) -> Option<Vec<f64>> {
        Some(cells.into_iter().map(Into::into).collect())
    }
    match cells {
        DecodingResult::U8(cells) => of(cells),
        DecodingResult::U16(cells) => of(cells),
        DecodingResult::U32(cells) => of(cells),
        DecodingResult::I8(cells) => of(cells),
        DecodingResult::I16(cells) => of(cells),
        DecodingResult::I32(cells) => of(cells),
        DecodingResult::F32(cells) => of(cells),
        DecodingResult::F64(cells) => of(cells),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ten metres a cell, with these keys.
    fn place(keys: &[[u64; 2]]) -> Place {
        let entries = keys.iter().flat_map(|&[key, value]| [key, 0, 1, value]);
        Place {
            scale: Some(vec![10.0, 10.0, 0.0]),
            tie: Some(vec![0.0, 0.0, 0.0, 500.0, 900.0, 0.0]),
            transformation: None,
            keys: [1, 1, 0, keys.len() as u64].into_iter().chain(entries).collect(),
            no_data: None,
        }
    }

    #[test]
    fn degrees_and_feet_are_refused_along_and_upwards() {
        let metres = [[MODEL_TYPE, 1], [LINEAR_UNITS, METRE], [VERTICAL_UNITS, METRE]];
        assert_eq!(place(&metres).grid(20), Ok(([500.0, 700.0], 10.0)));
        // International foot.
        for (key, value, told) in [
            (MODEL_TYPE, GEOGRAPHIC, "degrees"),
            (LINEAR_UNITS, 9002, "its unit of length is EPSG:9002"),
            (VERTICAL_UNITS, 9002, "its unit of heights is EPSG:9002"),
        ] {
            let refused = place(&[[key, value]]).grid(20).unwrap_err();
            assert!(refused.contains(told), "{refused}");
        }
    }
}

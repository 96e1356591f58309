//! A raster as a GeoTIFF, which programs for maps open: one band of numbers, with where it lies and what it is.
//!
//! # Source
//! OGC 19-008r4, GeoTIFF 1.1: the keys and their codes; GDAL's own tags for cells without data, unit and description.

use std::io::{Seek, Write};

use tiff::TiffError;
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder, colortype};
use tiff::tags::Tag;

use crate::raster::Raster;

/// Tag of GDAL for what it knows of a band.
const GDAL_METADATA: Tag = Tag::Unknown(42_112);
/// Values of keys: a projected system, cells that are areas, metres, a system without a code.
const PROJECTED: u16 = 1;
const AREA: u16 = 1;
const METRE: u16 = 9001;
const USER_DEFINED: u16 = 32_767;
/// Said of a place without a system.
const LOCAL: &str = "metres of the plot|";

/// What is said of a raster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band<'a> {
    /// What it holds, such as `height of the ground`.
    pub description: &'a str,
    /// Unit as it is printed; empty without one.
    pub unit: &'a str,
    /// EPSG code of the projected coordinate reference system, in metres, that its places are in; where there is none
    /// the file says that they are metres.
    pub epsg: Option<u16>,
}

/// Writes a raster with north above, compressed without loss; NaN is no data.
///
/// # Errors
/// What the output reports, or a raster that is larger than a TIFF of 4 GB.
pub fn write_geotiff(
    mut out: impl Write + Seek,
    raster: &Raster<f32>,
    band: Band<'_>,
) -> std::io::Result<()> {
    write(&mut out, raster, band).map_err(|error| match error {
        TiffError::IoError(source) => source,
        error => std::io::Error::other(error),
    })
}

/// What can be written in any order. Behind a pointer, so that TIFF is translated once, here.
trait Output: Write + Seek {}

impl<W: Write + Seek> Output for W {}

fn write(out: &mut dyn Output, raster: &Raster<f32>, band: Band<'_>) -> Result<(), TiffError> {
    let grid = raster.grid();
    let (cell_m, west_m, north_m) = (grid.cell_m(), grid.origin_m()[0], grid.far_corner_m()[1]);
    let mut encoder = TiffEncoder::new(out)?.with_compression(Compression::Deflate(DeflateLevel::Balanced));
    let mut image = encoder.new_image::<colortype::Gray32Float>(grid.columns(), grid.rows())?;
    let tags = image.encoder();
    tags.write_tag(Tag::Software, "understory")?;
    tags.write_tag(Tag::ModelPixelScaleTag, &[cell_m[0], cell_m[1], 0.0][..])?;
    tags.write_tag(Tag::ModelTiepointTag, &[0.0, 0.0, 0.0, west_m, north_m, 0.0][..])?;
    let system = band.epsg.unwrap_or(USER_DEFINED);
    // Each key: its number, where its value is, how long that is, and the value itself.
    let mut keys = vec![[1024, 0, 1, PROJECTED], [1025, 0, 1, AREA]];
    if band.epsg.is_none() {
        keys.push([1026, Tag::GeoAsciiParamsTag.to_u16(), LOCAL.len() as u16, 0]);
        tags.write_tag(Tag::GeoAsciiParamsTag, LOCAL)?;
    }
    keys.extend([[3072, 0, 1, system], [3076, 0, 1, METRE]]);
    let head = [1, 1, 1, keys.len() as u16];
    let directory: Vec<u16> = [head].into_iter().chain(keys).flatten().collect();
    tags.write_tag(Tag::GeoKeyDirectoryTag, &directory[..])?;
    tags.write_tag(Tag::GdalNodata, "nan")?;
    tags.write_tag(GDAL_METADATA, metadata(band).as_str())?;
    let columns = grid.columns() as usize;
    let from_north: Vec<f32> = raster.values().rchunks(columns).flatten().copied().collect();
    image.write_data(&from_north)
}

/// What GDAL knows of a band besides its numbers.
fn metadata(band: Band<'_>) -> String {
    let item = |name: &str, role: &str, text: &str| {
        let text = text
            .replace('&', "&amp;")
            .replace('<', "&lt;")
            .replace('>', "&gt;");
        // A tag of text is ASCII; a reader of XML turns the rest back.
        let text: String = text
            .chars()
            .map(|letter| {
                if letter.is_ascii() {
                    letter.to_string()
                } else {
                    format!("&#{};", u32::from(letter))
                }
            })
            .collect();
        format!("  <Item name=\"{name}\" sample=\"0\" role=\"{role}\">{text}</Item>\n")
    };
    let unit = match band.unit {
        "" => String::new(),
        unit => item("UNITTYPE", "unittype", unit),
    };
    format!(
        "<GDALMetadata>\n{}{unit}</GDALMetadata>\n",
        item("DESCRIPTION", "description", band.description)
    )
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;
    use crate::map::Unit;
    use crate::raster::Grid;
    use crate::read_map::read_map;

    #[test]
    fn what_is_written_is_read_back_with_its_place_and_its_system() {
        let grid = Grid::new([600_000.25, 5_400_000.5], 2.5, [7, 4]).unwrap();
        let mut values: Vec<f32> = (0..28_u8).map(|cell| f32::from(cell) * 0.1).collect();
        values[9] = f32::NAN;
        let raster = Raster::new(grid, values.clone()).unwrap();
        for epsg in [None, Some(25_832)] {
            let band = Band {
                description: "sun of a year, m² & <more>",
                unit: "MJ/m²",
                epsg,
            };
            let mut file = Cursor::new(Vec::new());
            write_geotiff(&mut file, &raster, band).unwrap();
            let bytes = file.into_inner();
            let read = read_map("a.tif", Cursor::new(&bytes), 100, Unit::Any)
                .unwrap()
                .unwrap();
            assert_eq!(read.raster.grid(), &grid);
            let bits = |values: &[f32]| values.iter().map(|value| value.to_bits()).collect::<Vec<u32>>();
            assert_eq!(bits(read.raster.values()), bits(&values));
            assert_eq!(read.epsg, epsg);
        }
    }
}

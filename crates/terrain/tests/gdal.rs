//! What GDAL makes of the same map: `gdal_translate` wrote the GeoTIFF, `gdaldem` slope and aspect.

use std::fs::File;
use std::io::{BufReader, Cursor};
use std::path::Path;

use understory_terrain::{
    Grid, Raster, TerrainError, Unit, aspect_deg, horn_gradients, read_ascii_grid, read_map, slope_deg,
};

const MOST: u64 = 1 << 20;

fn grid_file(path: &str) -> Raster<f32> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let file = BufReader::new(File::open(&path).expect("the file is there"));
    read_ascii_grid(&path.display().to_string(), file, MOST).expect("it is a grid")
}

fn heights() -> Raster<f32> {
    grid_file("../../scenarios/data/maunga-whau.asc")
}

fn tiff() -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/maunga-whau.tif"))
        .expect("the file is there")
}

fn read_tiff(bytes: Vec<u8>) -> Result<Raster<f32>, TerrainError> {
    read_at_most(bytes, MOST)
}

fn read_at_most(bytes: Vec<u8>, most_cells: u64) -> Result<Raster<f32>, TerrainError> {
    let read = read_map("m.tif", Cursor::new(bytes), most_cells, Unit::Metres);
    Ok(read.expect("it is a GeoTIFF")?.raster)
}

#[test]
fn maunga_whau_has_its_heights() {
    let heights = heights();
    let grid: &Grid = heights.grid();
    assert_eq!((grid.columns(), grid.rows(), grid.cell_m()), (61, 87, [10.0; 2]));
    let values = heights.values();
    assert!(values.iter().all(|height| (94.0..=195.0).contains(height)));
    // `volcano[1, 61]`, `volcano[87, 1]` and the mean, from R.
    assert_eq!((heights.at(0, 0), heights.at(60, 86)), (103.0, 97.0));
    let mean = values.iter().map(|&height| f64::from(height)).sum::<f64>() / values.len() as f64;
    assert!((mean - 130.187_9).abs() < 1e-3, "{mean}");
}

#[test]
fn a_geotiff_is_the_same_map_as_the_text() {
    assert_eq!(read_tiff(tiff()).unwrap(), heights());
}

#[test]
fn slope_and_aspect_are_those_of_gdaldem() {
    let gradients = horn_gradients(&heights()).unwrap();
    let (slope, aspect) = (
        grid_file("tests/data/gdaldem-slope.asc"),
        grid_file("tests/data/gdaldem-aspect.asc"),
    );
    let mut compared = 0;
    for row in 0..87 {
        for column in 0..61 {
            let expected = f64::from(slope.at(column, row));
            if expected.is_nan() {
                // The edge, which GDAL leaves out.
                assert!(row == 0 || row == 86 || column == 0 || column == 60);
                continue;
            }
            let gradient = gradients.each_ref().map(|rise| f64::from(rise.at(column, row)));
            assert!((slope_deg(gradient) - expected).abs() < 2e-5, "{column} {row}");
            let expected = f64::from(aspect.at(column, row));
            match aspect_deg(gradient) {
                None => assert!(expected.is_nan()),
                Some(found) => {
                    let apart = (found - expected).abs();
                    assert!(
                        apart.min(360.0 - apart) < 1e-4,
                        "{column} {row}: {found} {expected}"
                    );
                }
            }
            compared += 1;
        }
    }
    assert_eq!(compared, 59 * 85);
}

#[test]
fn a_damaged_tiff_is_an_error_and_never_more() {
    let (whole, heights) = (tiff(), heights());
    for cut in 0..whole.len() {
        // Nothing hangs on the last bytes, with which GDAL fills up the file.
        if let Ok(read) = read_tiff(whole[..cut].to_vec()) {
            assert!(cut > whole.len() - 16 && read == heights, "cut after {cut} bytes");
        }
    }
    // Any byte changed: an error, or another map.
    for at in 0..whole.len() {
        for change in [0x01, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] ^= change;
            let _ = read_tiff(bytes);
        }
    }
}

#[test]
fn more_cells_than_may_be_read_are_refused_by_their_number() {
    let error = read_at_most(tiff(), 61 * 87 - 1).unwrap_err();
    assert_eq!(
        error.to_string(),
        "m.tif: 61 × 87 cells are more than the 5306 that are read; cut or thin the map"
    );
}

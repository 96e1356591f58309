//! The map of heights that a scenario names.
//!
//! It is read before the plot, as that may take its size from it.

use std::io::Cursor;

use understory_terrain::{Gray, Grid, Raster, TerrainError, Unit, read_gray_png, read_map};

use crate::loading::Loading;
use crate::problem::Problem;
use crate::value::Table;

/// Cells of a map at most: 4096 by 4096, which with their slopes take 200 MB.
pub(crate) const MOST_CELLS: u64 = 1 << 24;

/// Cells of maps in degrees are smaller, in their numbers, than those of any map in metres: a minute is 0.017.
const LEAST_CELL_M: f64 = 0.02;

/// Whether a map lies in metres, as far as its cells tell; where not it is reported at byte `at`.
pub(crate) fn is_in_metres(loading: &mut Loading<'_>, at: usize, grid: &Grid) -> bool {
    let [side_m, _] = grid.cell_m();
    if side_m < LEAST_CELL_M {
        let [x, y] = grid.origin_m();
        let message = format!(
            "the cells of this map have sides of {side_m}, and it begins at ({x}, {y}): that is in degrees, but metres are needed"
        );
        let hint = "project it, such as to UTM (`gdalwarp -t_srs`)";
        loading.report.problem(at, message, hint.to_owned());
    }
    side_m >= LEAST_CELL_M
}

/// Heights from a file.
pub(crate) struct Map {
    pub(crate) heights: MapHeights,
    /// Code of its coordinate reference system, where it says so.
    pub(crate) epsg: Option<u16>,
}

pub(crate) enum MapHeights {
    /// The file says where they lie.
    Placed(Raster<f32>),
    /// They lie where the plot does.
    Picture(Gray),
}

impl Map {
    /// Where it lies, if the file says so.
    pub(crate) fn grid(&self) -> Option<Grid> {
        match &self.heights {
            MapHeights::Placed(heights) => Some(*heights.grid()),
            MapHeights::Picture(_) => None,
        }
    }
}

/// The map that `world.elevation` names, where it names one; `None` where it cannot be read. A picture does not say how
/// large the plot is, so that the file must, unless the plot is known otherwise.
pub(crate) fn map(loading: &mut Loading<'_>, world: &Table, size_is_known: bool) -> Option<Option<Map>> {
    if !world.has("elevation") {
        return Some(None);
    }
    let (at, written) = (world.at("elevation"), world.text("elevation")?);
    let (opened, input) = loading.input(at, written)?;
    let bytes = loading.inputs[input].bytes.as_slice();
    let (heights, epsg) = if opened.to_ascii_lowercase().ends_with(".png") {
        let read = read_gray_png(&opened, Cursor::new(bytes), MOST_CELLS);
        (MapHeights::Picture(of_file(loading, at, read, None)?), None)
    } else if let Some(read) = read_map(&opened, Cursor::new(bytes), MOST_CELLS, Unit::Metres) {
        let (heights, epsg) = of_map(loading, at, read)?;
        (MapHeights::Placed(heights), epsg)
    } else {
        let message = format!("`{written}` is no map of heights that can be read");
        let hint = "give an ESRI ASCII grid (`.asc`), a GeoTIFF (`.tif`) or a grey PNG (`.png`)".to_owned();
        loading.report.problem(at, message, hint);
        return None;
    };
    if let (MapHeights::Picture(_), false) = (&heights, size_is_known || world.has("size_m")) {
        let message = format!("`{written}` is a picture, which does not say how large the land is");
        let hint = "give `size_m` in `[world]`, over which it is stretched";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    if let MapHeights::Placed(heights) = &heights
        && !is_in_metres(loading, at, heights.grid())
    {
        return None;
    }
    Some(Some(Map { heights, epsg }))
}

/// The numbers of a map that is named at byte `at`, and the code of its system; what of it was not read is noted.
pub(crate) fn of_map(
    loading: &mut Loading<'_>,
    at: usize,
    read: Result<understory_terrain::Map, TerrainError>,
) -> Option<(Raster<f32>, Option<u16>)> {
    let map = of_file(loading, at, read, None)?;
    for [what, way] in map.notes {
        loading.report.note(at, what, way);
    }
    Some((map.raster, map.epsg))
}

/// What was read of a file that is named at byte `at`; what is wrong with it is reported, with its place in the file
/// where it has lines, and else with the way out that `hint` says.
pub(crate) fn of_file<T>(
    loading: &mut Loading<'_>,
    at: usize,
    read: Result<T, TerrainError>,
    hint: Option<&str>,
) -> Option<T> {
    match read {
        Ok(found) => return Some(found),
        Err(TerrainError::Text { file, problems }) => {
            loading.report.extend(problems.into_iter().map(|problem| Problem {
                file: file.clone(),
                line: problem.line as usize,
                column: problem.column as usize,
                message: problem.message,
                hint: None,
            }));
        }
        // Of one that is too large the message itself says what to do.
        Err(error @ TerrainError::TooLarge { .. }) => loading.report.problem(at, error.to_string(), None),
        Err(error) => loading
            .report
            .problem(at, error.to_string(), hint.map(str::to_owned)),
    }
    None
}

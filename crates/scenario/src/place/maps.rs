//! The maps that a world is painted on.

use std::io::Cursor;

use understory_placement::parameters::Biome;
use understory_placement::{Ponds, Window};
use understory_terrain::{Grid, Heights, NoData, Raster, TerrainError, read_coloured_png, read_gray_png};

use super::biomes::of_ground;
use crate::elevation::{MOST_CELLS, of_file};
use crate::loading::Loading;
use crate::scenario::Terrain;
use crate::value::Table;

/// How lush the land is: as the file says, or wholly. A file is read even where nothing is known of the window.
pub(super) fn weights(
    loading: &mut Loading<'_>,
    biome: &Table,
    window: Option<&Window>,
) -> Option<Raster<f32>> {
    if !biome.has("weight") {
        return of_file(loading, biome.at, everywhere(window?, 1.0), None);
    }
    let read = |opened: &str, bytes: &[u8]| read_gray_png(opened, Cursor::new(bytes), MOST_CELLS);
    let (at, picture) = picture(
        loading,
        biome,
        "weight",
        read,
        "give a grey PNG: black where nothing grows, white where the land is lush",
    )?;
    let Window { low_m, high_m } = *window?;
    of_file(loading, at, picture.over(low_m, high_m, [0.0, 1.0]), None)
}

/// The maps that expressions name.
pub(super) fn named(
    loading: &mut Loading<'_>,
    table: &Table,
    window: Option<&Window>,
) -> Option<Vec<(String, Raster<f32>)>> {
    if !table.has("map") {
        return Some(Vec::new());
    }
    let read = |opened: &str, bytes: &[u8]| read_gray_png(opened, Cursor::new(bytes), MOST_CELLS);
    let found: Vec<Option<(String, Raster<f32>)>> = table
        .tables("map")?
        .iter()
        .map(|entry| {
            let hint = "give a grey PNG: black where it is 0, white where it is 1";
            let (at, picture) = picture(loading, entry, "file", read, hint)?;
            let Window { low_m, high_m } = *window?;
            let raster = of_file(loading, at, picture.over(low_m, high_m, [0.0, 1.0]), None)?;
            Some((entry.text("name")?.to_owned(), raster))
        })
        .collect();
    found.into_iter().collect()
}

/// The numbers of the types of land, from the map or from the ground. The ground is `None` where something is wrong with
/// it, and `Some(None)` where it is level.
pub(super) fn biomes(
    loading: &mut Loading<'_>,
    biome: &Table,
    types: &[Biome],
    window: Option<&Window>,
    terrain: Option<&Option<Terrain>>,
    ponds: Option<&Ponds>,
) -> Option<Raster<u8>> {
    if !biome.has("map") {
        let (window, terrain) = (window?, terrain?);
        if let Some(terrain) = terrain {
            return of_ground(
                &mut loading.report,
                biome,
                types,
                window,
                (&terrain.heights, ponds),
            );
        }
        let level = everywhere(window, 0.0).and_then(|heights| Heights::new(heights, NoData::Refuse));
        let level = of_file(loading, biome.at, level, None)?;
        return of_ground(&mut loading.report, biome, types, window, (&level, None));
    }
    let before = loading.report.count();
    for entry in biome.tables("type").unwrap_or_default() {
        for range in ["height_m", "slope_deg", "shore_m", "pond_m"] {
            if entry.has(range) {
                let message = format!(
                    "`biome.type.{range}` says nothing where `biome.map` says which land is of which type"
                );
                let hint = "leave one of the two out";
                loading.report.problem(entry.at(range), message, hint.to_owned());
            }
        }
    }
    let legend: Vec<[u8; 3]> = types.iter().map(|own| own.colour.0).collect();
    let read =
        |opened: &str, bytes: &[u8]| read_coloured_png(opened, Cursor::new(bytes), &legend, MOST_CELLS);
    let (at, picture) = picture(
        loading,
        biome,
        "map",
        read,
        "give a PNG, each of whose pixels has exactly the colour of a `[[biome.type]]`",
    )?;
    let Window { low_m, high_m } = *window?;
    let raster = of_file(loading, at, picture.over(low_m, high_m), None);
    raster.filter(|_| loading.report.count() == before)
}

/// One cell over all of a world.
fn everywhere(window: &Window, value: f32) -> Result<Raster<f32>, TerrainError> {
    Raster::new(Grid::over(window.low_m, window.high_m, [1, 1])?, vec![value])
}

/// The picture that a key of a table names, and where.
fn picture<T>(
    loading: &mut Loading<'_>,
    table: &Table,
    name: &str,
    read: impl Fn(&str, &[u8]) -> Result<T, TerrainError>,
    hint: &str,
) -> Option<(usize, T)> {
    let at = table.at(name);
    let (opened, input) = loading.input(at, table.text(name)?)?;
    let read = read(&opened, &loading.inputs[input].bytes);
    Some((at, of_file(loading, at, read, Some(hint))?))
}

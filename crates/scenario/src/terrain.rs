//! The ground of a forest: from a map, or drawn.
//!
//! A map is read before the plot, as that may take its size from it.

use std::io::Cursor;
use std::ops::RangeInclusive;
use std::sync::Arc;

use understory_numerics::RandomKey;
use understory_space::Plot;
use understory_terrain::{
    Grid, Heights, NoData, Raster, Relief, TerrainError, read_ascii_grid, read_geotiff,
};

use crate::loading::Loading;
use crate::problem::{Problem, bug};
use crate::related::related;
use crate::scenario::{Terrain, TerrainSource};
use crate::value::Table;

/// Cells of a map at most: 4096 by 4096, which with their slopes take 200 MB.
const MOST_CELLS: u64 = 1 << 24;

/// Between these lies all land, m above the sea. Below them a map has no ground, but a number that means no data.
const LAND_M: RangeInclusive<f32> = -500.0..=9000.0;

/// Heights from a file.
pub(crate) struct Map {
    pub(crate) heights: Raster<f32>,
    blake3: String,
}

/// The map that `world.elevation` names, where it names one; `None` where it cannot be read.
pub(crate) fn map(loading: &mut Loading<'_>, world: &Table) -> Option<Option<Map>> {
    if !world.has("elevation") {
        return Some(None);
    }
    let (at, written) = (world.at("elevation"), world.text("elevation")?);
    let (opened, input) = loading.input(at, written)?;
    let (bytes, blake3) = {
        let input = &loading.inputs[input];
        (input.bytes.as_slice(), input.blake3.clone())
    };
    let ending = opened.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let read = match ending.as_str() {
        "asc" | "txt" => read_ascii_grid(&opened, bytes, MOST_CELLS),
        "tif" | "tiff" => read_geotiff(&opened, Cursor::new(bytes), MOST_CELLS),
        _ => {
            let message = format!("`{written}` is no map of heights that can be read");
            let hint = "give an ESRI ASCII grid (`.asc`) or a GeoTIFF (`.tif`)".to_owned();
            loading.report.problem(at, message, hint);
            return None;
        }
    };
    match read {
        Ok(heights) => Some(Some(Map { heights, blake3 })),
        Err(TerrainError::Text { file, problems }) => {
            loading.report.extend(problems.into_iter().map(|problem| Problem {
                file: file.clone(),
                line: problem.line as usize,
                column: problem.column as usize,
                message: problem.message,
                hint: None,
            }));
            None
        }
        Err(error) => {
            loading.report.problem(at, error.to_string(), None);
            None
        }
    }
}

/// The ground of the plot by the keys of `[terrain]` and a map; level without both.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    terrain: Option<&Table>,
    world: &Table,
    map: Option<Map>,
    plot: &Plot,
) -> Option<Option<Terrain>> {
    let no_data_m = terrain.and_then(|terrain| terrain.real("no_data_m"));
    let drawn = terrain.map(|terrain| terrain.keeping(|name| name != "no_data_m"));
    match (map, drawn) {
        (None, None) => Some(None),
        (Some(map), drawn) => {
            // A default stands where its table does.
            let is_given = |drawn: &Table| Relief::KEYS.iter().any(|key| drawn.at(key.name) != drawn.at);
            if let Some(drawn) = drawn.filter(is_given) {
                let message = "the ground is drawn by `[terrain]` and read from `world.elevation`";
                let hint = "leave one of the two out; of a map `[terrain]` says `no_data_m` alone";
                loading.report.problem(drawn.at, message, hint.to_owned());
                return None;
            }
            of_map(loading, world, map, no_data_m, plot).map(Some)
        }
        (None, Some(drawn)) => {
            if no_data_m.is_some() {
                let message = "`no_data_m` is for the cells of a map, but `world.elevation` names none";
                loading
                    .report
                    .problem(drawn.at, message, "leave it out".to_owned());
                return None;
            }
            of_relief(loading, world, &drawn, plot).map(Some)
        }
    }
}

fn of_map(
    loading: &mut Loading<'_>,
    world: &Table,
    map: Map,
    no_data_m: Option<f64>,
    plot: &Plot,
) -> Option<Terrain> {
    let at = world.at("elevation");
    let (low_m, high_m) = (map.heights.grid().origin_m(), map.heights.grid().far_corner_m());
    let (own_low_m, size_m) = (plot.origin_m(), plot.size_m());
    let own_high_m: [f64; 2] = std::array::from_fn(|axis| own_low_m[axis] + size_m[axis]);
    let is_on_map = (0..2).all(|axis| low_m[axis] <= own_low_m[axis] && own_high_m[axis] <= high_m[axis]);
    if !is_on_map {
        let message = format!(
            "the plot reaches from ({}, {}) to ({}, {}), beyond the map, which reaches from ({}, {}) to ({}, {})",
            own_low_m[0],
            own_low_m[1],
            own_high_m[0],
            own_high_m[1],
            low_m[0],
            low_m[1],
            high_m[0],
            high_m[1]
        );
        let hint = "set `origin_m` and `size_m` to a part of the map, or leave both out for all of it";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    // What is not a number has no data, of which the scenario says more.
    let is_no_land = |height: &&f32| !height.is_nan() && !LAND_M.contains(height);
    if let Some(height) = map.heights.values().iter().find(is_no_land) {
        let message = format!(
            "the map has a height of {height} m, but all land lies from {} to {} m",
            LAND_M.start(),
            LAND_M.end()
        );
        let hint = "if that number means no data, the file must say so (`NODATA_value`); feet times 0.3048 are metres";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    let policy = no_data_m.map_or(NoData::Refuse, |height_m| NoData::Height(height_m as f32));
    match Heights::new(map.heights, policy) {
        Ok(heights) => Some(Terrain {
            source: TerrainSource::Map {
                blake3: map.blake3,
                no_data_m,
            },
            heights: Arc::new(heights),
        }),
        Err(error) => {
            let hint = "set `no_data_m` in `[terrain]`, such as 0 for the sea";
            loading.report.problem(at, error.to_string(), hint.to_owned());
            None
        }
    }
}

fn of_relief(loading: &mut Loading<'_>, world: &Table, drawn: &Table, plot: &Plot) -> Option<Terrain> {
    let seed = world.whole::<u64>("seed")?;
    if !drawn.is_whole() {
        return None;
    }
    let before = loading.report.count();
    related(&mut loading.report, Relief::KEYS, drawn, "terrain");
    if loading.report.count() > before {
        return None;
    }
    let relief: Relief = match drawn.to_toml().try_into() {
        Ok(relief) => relief,
        Err(error) => {
            let message = format!("`[terrain]` could not be read: {error}");
            loading.report.problem(drawn.at, message, bug());
            return None;
        }
    };
    // One cell more, so that the last one of a plot that is no whole number of cells is whole.
    let [columns, rows] = plot.size_m().map(|side_m| (side_m / relief.cell_m).ceil());
    if columns * rows > MOST_CELLS as f64 {
        let message = format!(
            "`terrain.cell_m` is {}, which makes {columns} × {rows} cells of this plot, but at most {MOST_CELLS} are drawn",
            relief.cell_m
        );
        loading
            .report
            .problem(drawn.at("cell_m"), message, "make the cells larger".to_owned());
        return None;
    }
    let drawn_heights = Grid::new(plot.origin_m(), relief.cell_m, [columns as u32, rows as u32])
        .and_then(|grid| relief.draw(RandomKey::root(seed, &["terrain"]), grid))
        .and_then(|heights| Heights::new(heights, NoData::Refuse));
    match drawn_heights {
        Ok(heights) => Some(Terrain {
            source: TerrainSource::Drawn(relief),
            heights: Arc::new(heights),
        }),
        Err(error) => {
            loading.report.problem(drawn.at, error.to_string(), None);
            None
        }
    }
}

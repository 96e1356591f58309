//! The ground of a forest or a painted world: from a map, or drawn.

use std::ops::RangeInclusive;
use std::sync::Arc;

use understory_numerics::RandomKey;
use understory_space::Plot;
use understory_terrain::{Gray, Grid, Heights, NoData, Raster, Relief};

use crate::elevation::{MOST_CELLS, Map, MapHeights, of_file};
use crate::keys::{Key, OF_A_MAP};
use crate::loading::Loading;
use crate::part::part;
use crate::related::related;
use crate::scenario::Terrain;
use crate::value::Table;

/// Heights of single hills that are added up; so many take half a minute.
const MOST_HEIGHTS: f64 = 4e9;

/// Between these lies all land, m above the sea. Below them a map has no ground, but a number that means no data.
const LAND_M: RangeInclusive<f32> = -500.0..=9000.0;

/// The ground of the plot by the keys of `[terrain]` and a map; level without both.
pub(crate) fn read(
    loading: &mut Loading<'_>,
    terrain: Option<&Table>,
    world: &Table,
    map: Option<Map>,
    plot: &Plot,
) -> Option<Option<Terrain>> {
    let of_a_map = |name: &str| Key::find(OF_A_MAP, name).is_some();
    let drawn = terrain.map(|terrain| terrain.keeping(|name| !of_a_map(name)));
    let of_the_map = terrain
        .map(|terrain| terrain.keeping(of_a_map))
        .unwrap_or_default();
    match (map, drawn) {
        (None, None) => Some(None),
        (Some(map), drawn) => {
            // A default stands where its table does.
            let is_given = |drawn: &Table| Relief::KEYS.iter().any(|key| drawn.at(key.name) != drawn.at);
            if let Some(drawn) = drawn.filter(is_given) {
                let message = "the ground is drawn by `[terrain]` and read from `world.elevation`";
                let hint = "leave one of the two out; of a map `[terrain]` says `no_data_m` alone, of a picture `black_m` and `white_m`";
                loading.report.problem(drawn.at, message, hint.to_owned());
                return None;
            }
            of_map(loading, world, map, &of_the_map, plot)
                .filter(|_| goes_on(loading, world, plot, "the ground of `world.elevation`"))
                .map(Some)
        }
        (None, Some(drawn)) => {
            if let Some(key) = OF_A_MAP.iter().find(|key| of_the_map.real(key.name).is_some()) {
                let message = match key.name {
                    "no_data_m" => {
                        "`no_data_m` is for the cells of a map, but `world.elevation` names none".to_owned()
                    }
                    name => format!("`{name}` is for the pixels of a PNG, but `world.elevation` names none"),
                };
                loading
                    .report
                    .problem(of_the_map.at(key.name), message, "leave it out".to_owned());
                return None;
            }
            let is_level = ["noise", "hills", "rim"].iter().all(|name| !drawn.has(name));
            of_relief(loading, world, &drawn, plot)
                .filter(|_| is_level || goes_on(loading, world, plot, "the ground that `[terrain]` draws"))
                .map(Some)
        }
    }
}

/// Whether the ground goes on beyond the plot's edge as the plot does: opposite sides of a map do not meet.
fn goes_on(loading: &mut Loading<'_>, world: &Table, plot: &Plot, ground: &str) -> bool {
    if plot.is_torus() {
        let message = format!(
            "the plot is a torus, but {ground} ends at its edges: the heights of opposite sides do not meet"
        );
        let hint =
            "write `edge = \"open\"`; `buffer_m` and `seeds_over_edge` of `[world]` say what lies beyond";
        loading.report.problem(world.at("edge"), message, hint.to_owned());
    }
    !plot.is_torus()
}

fn of_map(
    loading: &mut Loading<'_>,
    world: &Table,
    Map { heights, epsg }: Map,
    of_the_map: &Table,
    plot: &Plot,
) -> Option<Terrain> {
    match heights {
        MapHeights::Placed(heights) => of_placed(loading, world, (heights, epsg), of_the_map, plot),
        MapHeights::Picture(picture) => of_picture(loading, world, &picture, of_the_map, plot),
    }
}

/// A picture stretched over the plot.
fn of_picture(
    loading: &mut Loading<'_>,
    world: &Table,
    picture: &Gray,
    of_the_map: &Table,
    plot: &Plot,
) -> Option<Terrain> {
    let at = world.at("elevation");
    if of_the_map.has("no_data_m") {
        let message = "`terrain.no_data_m` says nothing of a picture, each of whose pixels has a height";
        loading
            .report
            .problem(of_the_map.at("no_data_m"), message, "leave it out".to_owned());
        return None;
    }
    if !of_the_map.has("black_m") && !of_the_map.has("white_m") {
        let message =
            "the map of heights is a picture, but nothing says how high its black and white pixels are";
        let hint = "give both in metres: `[terrain]` with `black_m = 0.0` and `white_m = 400.0`";
        loading.report.problem(at, message, hint.to_owned());
        return None;
    }
    let (black_m, white_m) = (of_the_map.real("black_m")?, of_the_map.real("white_m")?);
    if black_m == white_m {
        let message =
            format!("`terrain.black_m` and `white_m` are both {white_m}, so that the ground is level");
        let hint = "give two heights, or leave out the picture";
        loading
            .report
            .problem(of_the_map.at("white_m"), message, hint.to_owned());
        return None;
    }
    let [low_m, high_m] = corners_m(plot);
    let heights = picture
        .over(low_m, high_m, [black_m, white_m])
        .and_then(|heights| Heights::new(heights, NoData::Refuse));
    Some(Terrain {
        heights: Arc::new(of_file(loading, at, heights, None)?),
        no_data_m: None,
        epsg: None,
    })
}

/// Lower left and upper right corner of a plot, m.
pub(crate) fn corners_m(plot: &Plot) -> [[f64; 2]; 2] {
    let (low_m, size_m) = (plot.origin_m(), plot.size_m());
    [low_m, std::array::from_fn(|axis| low_m[axis] + size_m[axis])]
}

/// A map that holds the plot.
fn of_placed(
    loading: &mut Loading<'_>,
    world: &Table,
    (heights, epsg): (Raster<f32>, Option<u16>),
    of_the_map: &Table,
    plot: &Plot,
) -> Option<Terrain> {
    let at = world.at("elevation");
    if let Some(name) = ["black_m", "white_m"]
        .into_iter()
        .find(|name| of_the_map.has(name))
    {
        let message =
            format!("`terrain.{name}` is for the pixels of a PNG, but `world.elevation` is a map in metres");
        loading
            .report
            .problem(of_the_map.at(name), message, "leave it out".to_owned());
        return None;
    }
    let no_data_m = of_the_map.real("no_data_m");
    let (low_m, high_m) = (heights.grid().origin_m(), heights.grid().far_corner_m());
    let [own_low_m, own_high_m] = corners_m(plot);
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
    if let Some(height) = heights.values().iter().find(is_no_land) {
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
    match Heights::new(heights, policy) {
        Ok(heights) => Some(Terrain {
            no_data_m,
            heights: Arc::new(heights),
            epsg,
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
    let relief: Relief = part(&mut loading.report, "ground", drawn)?;
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
    let heights = relief.most_heights_of_hills([columns, rows]);
    if heights > MOST_HEIGHTS {
        let at = drawn.table("hills").map_or(drawn.at, |hills| hills.at("count"));
        let message = format!(
            "`terrain.hills` would be added to the ground {heights:.1e} times, hill by hill and cell by cell, but {MOST_HEIGHTS:.1e} are \
             the limit"
        );
        let hint = "lower `count` or `radius_m`, or make the cells larger".to_owned();
        loading.report.problem(at, message, hint);
        return None;
    }
    let drawn_heights = Grid::new(plot.origin_m(), relief.cell_m, [columns as u32, rows as u32])
        .and_then(|grid| relief.draw(RandomKey::root(seed, &["terrain"]), grid))
        .and_then(|heights| Heights::new(heights, NoData::Refuse));
    match drawn_heights {
        Ok(heights) => Some(Terrain {
            no_data_m: None,
            heights: Arc::new(heights),
            epsg: None,
        }),
        Err(error) => {
            loading.report.problem(drawn.at, error.to_string(), None);
            None
        }
    }
}

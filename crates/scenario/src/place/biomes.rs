//! Types of land that follow from the ground.

use understory_placement::parameters::{Biome, Range};
use understory_placement::{Ponds, Window, shore_distance_m};
use understory_terrain::{Grid, Ground, Heights, Raster};

use crate::problem::Report;
use crate::value::Table;

/// Height of the sea, m; `Some(None)` where there is none, `None` where something is wrong with it.
pub(super) fn sea_m(biome: &Table) -> Option<Option<f64>> {
    if !biome.has("sea_m") {
        return Some(None);
    }
    biome.real("sea_m").map(Some)
}

/// Of each cell of the ground in a window the number of the first type whose ranges hold.
pub(super) fn of_ground(
    report: &mut Report<'_>,
    biome: &Table,
    types: &[Biome],
    window: &Window,
    (heights, ponds): (&Heights, Option<&Ponds>),
) -> Option<Raster<u8>> {
    let raster = heights.raster();
    let sea_m = sea_m(biome)?.unwrap_or_default();
    let is_asked = |range: fn(&Biome) -> Option<Range>| types.iter().any(|own| range(own).is_some());
    let asks_shore = is_asked(|own| own.shore_m);
    let asks_slope = is_asked(|own| own.slope_deg);
    let shore_m = if asks_shore {
        match shore_distance_m(raster, sea_m) {
            Ok(shore_m) => Some(shore_m),
            Err(error) => {
                report.problem(biome.at, error.to_string(), None);
                return None;
            }
        }
    } else {
        None
    };
    let (low, high) = cells(raster.grid(), window);
    let mut numbers = Vec::new();
    let mut without: Option<(u64, Land)> = None;
    for row in low[1]..=high[1] {
        for column in low[0]..=high[0] {
            let centre_m = raster.grid().centre_m(column, row);
            let land = Land {
                centre_m,
                height_m: f64::from(raster.at(column, row)),
                slope_deg: if asks_slope {
                    heights.slope_deg(centre_m)
                } else {
                    0.0
                },
                pond_m: ponds.map_or(0.0, |ponds| {
                    (ponds.level_m(centre_m) - f64::from(raster.at(column, row))).max(0.0)
                }),
                shore_m: shore_m
                    .as_ref()
                    .map_or(f64::INFINITY, |shore_m| f64::from(shore_m.at(column, row))),
            };
            let number = types.iter().position(|own| land.is_of(own));
            if number.is_none() {
                without.get_or_insert((0, land)).0 += 1;
            }
            numbers.push(number.map_or(0, |number| number as u8));
        }
    }
    if let Some((count, first)) = without {
        let hint = "end the list with a type that has no ranges, which takes all that is left";
        report.problem(
            biome.at("type"),
            first.told(count, [asks_slope, asks_shore]),
            hint.to_owned(),
        );
        return None;
    }
    let [low_m, high_m] = [
        corner_m(raster.grid(), low),
        corner_m(raster.grid(), high.map(|at| at + 1)),
    ];
    let size = [0, 1].map(|axis: usize| high[axis] - low[axis] + 1);
    let found = Grid::over(low_m, high_m, size).and_then(|grid| Raster::new(grid, numbers));
    found
        .map_err(|error| report.problem(biome.at, error.to_string(), None))
        .ok()
}

/// What types of land are told apart by.
struct Land {
    centre_m: [f64; 2],
    height_m: f64,
    slope_deg: f64,
    shore_m: f64,
    pond_m: f64,
}

impl Land {
    fn is_of(&self, own: &Biome) -> bool {
        // Half-way down the falloff a range ends.
        let holds = |range: Option<Range>, value: f64| range.is_none_or(|range| range.response(value) >= 0.5);
        holds(own.height_m, self.height_m)
            && holds(own.slope_deg, self.slope_deg)
            && holds(own.shore_m, self.shore_m)
            && holds(own.pond_m, self.pond_m)
    }

    /// That it is the first of so much land of no type.
    fn told(&self, count: u64, [with_slope, with_shore]: [bool; 2]) -> String {
        let Self {
            centre_m: [x_m, y_m],
            height_m,
            slope_deg,
            shore_m,
            pond_m,
        } = self;
        let cells = if count == 1 {
            "1 cell of the ground is".to_owned()
        } else {
            format!("{count} cells of the ground are")
        };
        let slope = if with_slope {
            format!(", {slope_deg:.1}° steep")
        } else {
            String::new()
        };
        let shore = match with_shore {
            true if shore_m.is_finite() => format!(", {shore_m:.1} m from the sea"),
            true => ", in a world without sea".to_owned(),
            false => String::new(),
        };
        let pond = if *pond_m > 0.0 {
            format!(", under {pond_m:.2} m of a pond")
        } else {
            String::new()
        };
        format!(
            "{cells} of no type of land, the first at ({x_m}, {y_m}): {height_m:.2} m high{slope}{shore}{pond}"
        )
    }
}

/// The first and the last cell of those that have ground in a window.
fn cells(grid: &Grid, window: &Window) -> ([u32; 2], [u32; 2]) {
    let low = grid.cell_of(window.low_m);
    let high = grid.cell_of(window.high_m.map(f64::next_down));
    (low, [0, 1].map(|axis: usize| high[axis].max(low[axis])))
}

/// South-western corner of a cell, m.
fn corner_m(grid: &Grid, cell: [u32; 2]) -> [f64; 2] {
    let (origin_m, cell_m) = (grid.origin_m(), grid.cell_m());
    [0, 1].map(|axis: usize| origin_m[axis] + cell_m[axis] * f64::from(cell[axis]))
}

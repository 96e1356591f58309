//! The ground that a forest stands on, map by map: its relief, what it offers, and how well each species grows on it.

use understory_records::{GroundRow, SuitabilityRow};

use crate::cells::{self, CellMap};
use crate::error::Cause;
use crate::kit::*;
use crate::needed::{FINITE, SIZE};

/// How bright a slope is that no light falls on, where level ground is 1.
const DARKEST: f64 = 0.35;
/// Light from the north-west, 45° high: east, north, up.
const LIGHT: [f64; 3] = [-0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2];

/// Maps of height as shaded relief, wetness, sun and depth of the soil, as far as they are known; none without ground.
pub(crate) fn ground(about: &RunAbout, rows: &[GroundRow]) -> Result<Option<Figure>, ReportError> {
    if rows.is_empty() {
        return Ok(None);
    }
    let file = "ground.csv";
    FINITE.of(file, "z_m", rows.iter().map(|row| row.z_m))?;
    FINITE.of(file, "wetness", rows.iter().filter_map(|row| row.wetness))?;
    SIZE.of(file, "sun_mj_m2", rows.iter().filter_map(|row| row.sun_mj_m2))?;
    SIZE.of(
        file,
        "soil_depth_m",
        rows.iter().filter_map(|row| row.soil_depth_m),
    )?;
    let sides = sides(file, rows.iter().map(|row| row.y_m))?;
    let mut relief = CellMap::whole("height (m)", rows.iter().map(|row| row.z_m).collect());
    relief.light = Some(lit(about, &relief.values, sides));
    type Column = fn(&GroundRow) -> Option<f64>;
    let others: [(&str, Column); 3] = [
        ("topographic wetness index", |row| row.wetness),
        ("sun of a clear year (MJ/m²)", |row| row.sun_mj_m2),
        ("depth of the soil (m)", |row| row.soil_depth_m),
    ];
    let others = others.into_iter().filter_map(|(heading, column)| {
        let values: Option<Vec<f64>> = rows.iter().map(column).collect();
        Some(CellMap::of(heading, values?))
    });
    let maps: Vec<CellMap> = std::iter::once(relief).chain(others).collect();
    let what = list(maps.iter().map(|map| map.heading.clone()));
    let caption = format!(
        "What the ground of {} is and offers, in cells of {}: {what}. Height is drawn as relief, lit from the north-west. Colours \
         go from the lowest value, dark, to the highest, light; where a number has ≤ or ≥, one cell in a hundred lies beyond it.",
        setting(about),
        cells::told(about, sides),
    );
    let heading = format!("The ground, {}", about.name);
    cells::draw(about, "ground", &heading, &maps, sides, caption).map(Some)
}

/// A map of each species' growth factor; none where nothing is asked of the ground.
pub(crate) fn suitability(about: &RunAbout, rows: &[SuitabilityRow]) -> Result<Option<Figure>, ReportError> {
    if rows.is_empty() {
        return Ok(None);
    }
    let file = "suitability.csv";
    SIZE.of(file, "growth_factor", rows.iter().map(|row| row.growth_factor))?;
    let names = words::distinct(rows.iter().map(|row| &row.species));
    let of_first = rows.iter().filter(|row| row.species == names[0]);
    let sides = sides(file, of_first.map(|row| row.y_m))?;
    let maps: Vec<CellMap> = names
        .into_iter()
        .map(|name| CellMap {
            heading: name.to_owned(),
            values: rows
                .iter()
                .filter(|row| row.species == name)
                .map(|row| row.growth_factor)
                .collect(),
            scale: [0.0, 1.0],
            goes_on: [false; 2],
            light: None,
        })
        .collect();
    if maps.iter().any(|map| map.values.len() != sides[0] * sides[1]) {
        return Err(incomplete(file));
    }
    let caption = format!(
        "How well each species grows on the ground of {}, in cells of {}: its growth factor by wetness, sun, depth of the soil and \
         height, as far as it asks for them, from 0 (dark), where it grows not at all, to 1 (light).",
        setting(about),
        cells::told(about, sides),
    );
    let heading = format!("Growth factor of each species on this ground, {}", about.name);
    cells::draw(about, "suitability", &heading, &maps, sides, caption).map(Some)
}

/// Columns and rows of cells that are told row by row.
fn sides(file: &str, y_m: impl Iterator<Item = f64>) -> Result<[usize; 2], ReportError> {
    let y_m: Vec<f64> = y_m.collect();
    let columns = y_m.iter().take_while(|&&own_m| own_m == y_m[0]).count();
    if columns > 0 && y_m.len().is_multiple_of(columns) {
        Ok([columns, y_m.len() / columns])
    } else {
        Err(incomplete(file))
    }
}

fn incomplete(file: &str) -> ReportError {
    ReportError::Table {
        table: file.to_owned(),
        source: Cause::from("its cells do not fill a rectangle"),
    }
}

/// How bright each cell is when light falls on it.
fn lit(about: &RunAbout, z_m: &[f64], [columns, rows]: [usize; 2]) -> Vec<f64> {
    let cell_m = [about.size_m[0] / columns as f64, about.size_m[1] / rows as f64];
    let rise = |from: usize, to: usize, steps: usize, side_m: f64| match steps {
        0 => 0.0,
        steps => (z_m[to] - z_m[from]) / (steps as f64 * side_m),
    };
    let of_cell = |cell: usize| {
        let (column, row) = (cell % columns, cell / columns);
        let [west, east] = [column.saturating_sub(1), (column + 1).min(columns - 1)];
        let [south, north] = [row.saturating_sub(1), (row + 1).min(rows - 1)];
        let x = rise(row * columns + west, row * columns + east, east - west, cell_m[0]);
        let y = rise(
            south * columns + column,
            north * columns + column,
            north - south,
            cell_m[1],
        );
        let falls = (LIGHT[2] - LIGHT[0] * x - LIGHT[1] * y) / (1.0 + x * x + y * y).sqrt();
        DARKEST + (1.0 - DARKEST) * (falls / LIGHT[2]).max(0.0)
    };
    (0..z_m.len()).map(of_cell).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn about() -> RunAbout {
        RunAbout {
            name: "hill".to_owned(),
            size_m: [40.0, 30.0],
            origin_m: [0.0; 2],
            torus: false,
            species: vec!["oak".to_owned()],
            width_mm: None,
        }
    }

    fn rows(sun_mj_m2: Option<f64>) -> Vec<GroundRow> {
        let cells = (0..12).map(|cell| (f64::from(cell % 4), f64::from(cell / 4)));
        let row = |(x, y): (f64, f64)| GroundRow {
            x_m: 5.0 + 10.0 * x,
            y_m: 5.0 + 10.0 * y,
            z_m: 10.0 * x,
            wetness: Some(3.0 + y),
            sun_mj_m2,
            soil_depth_m: None,
        };
        cells.map(row).collect()
    }

    #[test]
    fn what_is_known_of_the_ground_has_a_map() {
        let figure = ground(&about(), &rows(Some(7000.0))).unwrap().unwrap();
        assert!(
            figure.alt.starts_with("3 maps of a plot of 40 m by 30 m"),
            "{}",
            figure.alt
        );
        assert!(
            figure.alt.contains("Height (m): 0 to 30, mean 15"),
            "{}",
            figure.alt
        );
        assert!(
            figure.caption.contains("cells of 10 m by 10 m"),
            "{}",
            figure.caption
        );
        let without = ground(&about(), &rows(None)).unwrap().unwrap();
        assert!(without.alt.starts_with("2 maps"), "{}", without.alt);
        assert!(ground(&about(), &[]).unwrap().is_none());
    }

    #[test]
    fn cells_that_fill_no_rectangle_are_refused() {
        let mut broken = rows(None);
        broken.pop();
        assert!(
            ground(&about(), &broken)
                .unwrap_err()
                .to_string()
                .contains("ground.csv")
        );
        let of = |y_m: &[f64]| sides("t", y_m.iter().copied()).ok();
        assert_eq!(of(&[1.0, 1.0, 1.0]), Some([3, 1]));
        assert_eq!(of(&[1.0, 2.0, 3.0]), Some([1, 3]));
        assert_eq!(of(&[1.0, 1.0, 2.0, 2.0]), Some([2, 2]));
        assert_eq!(of(&[1.0, 1.0, 2.0]), None);
    }

    /// Towards the north-west slopes are light, away from it dark; level ground is neither.
    #[test]
    fn relief_is_lit_from_the_north_west() {
        let plane = |east: f64, north: f64| {
            let z_m: Vec<f64> = (0..12)
                .map(|cell| east * 10.0 * f64::from(cell % 4) + north * 10.0 * f64::from(cell / 4))
                .collect();
            lit(&about(), &z_m, [4, 3])[5]
        };
        assert!((plane(0.0, 0.0) - 1.0).abs() < 1e-12);
        // It rises to the south-east, so that it looks to the north-west, at the height of the light.
        let towards = plane(0.5_f64.sqrt(), -(0.5_f64.sqrt()));
        assert!(
            (towards - (DARKEST + (1.0 - DARKEST) * 2.0_f64.sqrt())).abs() < 1e-12,
            "{towards}"
        );
        assert!((plane(-1.0, 1.0) - DARKEST).abs() < 0.2);
    }

    #[test]
    fn each_species_has_a_map_of_its_growth() {
        let of = |species: &str, growth_factor: f64| {
            let row = move |cell: usize, species: &str| SuitabilityRow {
                x_m: (cell % 4) as f64,
                y_m: (cell / 4) as f64,
                species: species.to_owned(),
                growth_factor,
            };
            (0..12).map(|cell| row(cell, species)).collect::<Vec<_>>()
        };
        let all: Vec<_> = of("oak", 0.25)
            .into_iter()
            .zip(of("ash", 1.0))
            .flat_map(|(a, b)| [a, b])
            .collect();
        let figure = suitability(&about(), &all).unwrap().unwrap();
        assert!(
            figure.alt.contains("Oak: 0.25, mean 0.25") && figure.alt.contains("Ash: 1, mean 1"),
            "{}",
            figure.alt
        );
        assert!(suitability(&about(), &all[..23]).is_err());
    }
}

//! The ground that a forest stands on, map by map: its relief, what it offers, and how well each species grows on it.

use understory_records::{GroundRow, SuitabilityRow};

use crate::error::Cause;
use crate::kit::*;
use crate::needed::{FINITE, SIZE};
use crate::pixels;

/// Room for all maps together.
const HEIGHT: f64 = 560.0 * PT;
/// Maps that are so much smaller than they could be are as good.
const NEARLY: f64 = 0.8;
const GAP: f64 = 12.0 * PT;
const HEAD: f64 = 12.0 * PT;
/// From a map to its scale of colours, the scale, and from there to its numbers.
const BAR_GAP: f64 = 4.0 * PT;
const BAR: f64 = 5.0 * PT;
const NUMBERS: f64 = 12.0 * PT;
const FOOT: f64 = BAR_GAP + BAR + NUMBERS;
const STEPS: usize = 64;
/// What share of the ground lies beyond the scale of colours, at either end: a few wet hollows would make all else one colour.
const BEYOND: f64 = 0.01;
/// White in the colours of the relief, so that its shading is seen.
const PALE: f64 = 0.35;
/// How bright a slope is that no light falls on, where level ground is 1.
const DARKEST: f64 = 0.35;
/// Light from the north-west, 45° high: east, north, up.
const LIGHT: [f64; 3] = [-0.5, 0.5, std::f64::consts::FRAC_1_SQRT_2];

/// Values in cells that fill the plot, row by row from the south.
struct Map {
    heading: String,
    values: Vec<f64>,
    /// From where to where colours go.
    scale: [f64; 2],
    /// Whether there are values beyond them.
    goes_on: bool,
    /// How bright each cell is drawn; none: all alike.
    light: Option<Vec<f64>>,
}

impl Map {
    /// With a scale that leaves out a few values at either end.
    fn of(heading: &str, values: Vec<f64>) -> Self {
        let mut sorted = values.clone();
        sorted.sort_unstable_by(f64::total_cmp);
        let last = sorted.len().saturating_sub(1);
        let rank = (BEYOND * last as f64) as usize;
        Self {
            heading: heading.to_owned(),
            scale: [sorted[rank], sorted[last - rank]],
            goes_on: sorted[0] < sorted[rank] || sorted[last] > sorted[last - rank],
            values,
            light: None,
        }
    }

    /// From the least value to the largest.
    fn whole(heading: &str, values: Vec<f64>) -> Self {
        Self {
            scale: ends(&values),
            goes_on: false,
            ..Self::of(heading, values)
        }
    }

    fn colour(&self, cell: usize) -> [u8; 3] {
        let [low, high] = self.scale;
        let share = if high > low {
            (self.values[cell] - low) / (high - low)
        } else {
            0.5
        };
        let ink = self.ink(share);
        let light = self.light.as_ref().map_or(1.0, |light| light[cell]);
        ink.rgb.map(|part| (f64::from(part) * light).min(255.0) as u8)
    }

    fn ink(&self, share: f64) -> Ink {
        let white = if self.light.is_some() { PALE } else { 0.0 };
        style::paled(style::sequence(share), white)
    }

    fn numbers(&self) -> [String; 2] {
        let [low, high] = self.scale.map(number);
        match self.goes_on {
            true => [format!("≤ {low}"), format!("≥ {high}")],
            false => [low, high],
        }
    }
}

fn ends(values: &[f64]) -> [f64; 2] {
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    [least, values.iter().copied().fold(f64::NEG_INFINITY, f64::max)]
}

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
    let mut relief = Map::whole("height (m)", rows.iter().map(|row| row.z_m).collect());
    relief.light = Some(lit(about, &relief.values, sides));
    type Column = fn(&GroundRow) -> Option<f64>;
    let others: [(&str, Column); 3] = [
        ("topographic wetness index", |row| row.wetness),
        ("sun of a clear year (MJ/m²)", |row| row.sun_mj_m2),
        ("depth of the soil (m)", |row| row.soil_depth_m),
    ];
    let others = others.into_iter().filter_map(|(heading, column)| {
        let values: Option<Vec<f64>> = rows.iter().map(column).collect();
        Some(Map::of(heading, values?))
    });
    let maps: Vec<Map> = std::iter::once(relief).chain(others).collect();
    let what = list(maps.iter().map(|map| map.heading.clone()));
    let caption = format!(
        "What the ground of {} is and offers, in cells of {}: {what}. Height is drawn as relief, lit from the north-west. Colours \
         go from the lowest value, dark, to the highest, light; where numbers have ≤ and ≥, one cell in a hundred lies beyond at \
         either end.",
        setting(about),
        cells_told(about, sides),
    );
    draw(about, "ground", "The ground", &maps, sides, caption).map(Some)
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
    let maps: Vec<Map> = names
        .into_iter()
        .map(|name| Map {
            heading: name.to_owned(),
            values: rows
                .iter()
                .filter(|row| row.species == name)
                .map(|row| row.growth_factor)
                .collect(),
            scale: [0.0, 1.0],
            goes_on: false,
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
        cells_told(about, sides),
    );
    let heading = "Growth factor of each species on this ground";
    draw(about, "suitability", heading, &maps, sides, caption).map(Some)
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

fn cells_told(about: &RunAbout, sides: [usize; 2]) -> String {
    let [width_m, height_m] = [0, 1].map(|axis| number(about.size_m[axis] / sides[axis] as f64));
    format!("{width_m} m by {height_m} m")
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

/// All maps at one scale, as large as there is room for, each with its scale of colours.
fn draw(
    about: &RunAbout,
    name: &str,
    heading: &str,
    maps: &[Map],
    sides: [usize; 2],
    caption: String,
) -> Result<Figure, ReportError> {
    let page_pt = about.page_pt(style::PANELS_PT, 0.0);
    let width = page_pt * PT - 2.0 * MARGIN;
    let size = |columns: usize| {
        let rows = maps.len().div_ceil(columns);
        let across = (width - GAP * (columns - 1) as f64) / columns as f64;
        let high = (HEIGHT - GAP * (rows - 1) as f64) / rows as f64 - HEAD - FOOT;
        (across / about.size_m[0]).min(high / about.size_m[1])
    };
    let largest = (1..=maps.len()).map(size).fold(0.0, f64::max);
    let empty = |columns: &usize| maps.len().next_multiple_of(*columns) - maps.len();
    // Of those that hardly make the maps smaller the one that leaves the fewest places empty.
    let fitting = (1..=maps.len()).filter(|&columns| size(columns) >= NEARLY * largest);
    let columns = fitting.min_by_key(empty).unwrap_or(1);
    let units_per_m = size(columns);
    let rows = maps.len().div_ceil(columns);
    let map = about.size_m.map(|side_m| (side_m * units_per_m).round().max(1.0));

    let scale_m = round_step(0.6 * about.size_m[0], 3);
    let mut sheet = Sheet::new(name, page_pt, &format!("{heading}, {}", about.name), &[]);
    let high = HEAD + map[1] + FOOT;
    let all = rows as f64 * (high + GAP);
    let room = sheet.room(all + NUMBERS);
    let page = &mut sheet.page;
    for (number, shown) in maps.iter().enumerate() {
        let [row, column] = [number / columns, number % columns].map(|number| number as f64);
        let left = room.left + column * (map[0] + GAP);
        let top = room.top + row * (high + GAP);
        page.text(
            &fitted(&shown.heading, TEXT_SIZE, map[0]),
            at(left, top),
            TOP_LEFT,
        );
        let frame = Frame::new(left, top + HEAD, map[0], map[1]);
        let mark = pixels::of_cells(frame, name, sides, |cell| shown.colour(cell))?;
        let bar = Frame::new(left, frame.bottom() + BAR_GAP, map[0], BAR);
        let step = |step: usize| shown.ink(step as f64 / (STEPS - 1) as f64).rgb;
        let colours = pixels::of_cells(bar, name, [STEPS, 1], step)?;
        let edge = || Paint::stroke(Stroke::plain(style::AXIS, style::FINE));
        for (frame, mark) in [(frame, mark), (bar, colours)] {
            page.marks.push(mark);
            page.path(frame.outline(), edge());
        }
        let [low, high] = shown.numbers();
        let below = bar.bottom() + 2.0 * PT;
        page.text(&low, at(left, below), TOP_LEFT);
        page.text(&high, at(bar.right(), below), plain(Along::End, Across::Top));
    }
    let below = at(room.left, room.top + all);
    sheet::scale_bar(page, below, scale_m, units_per_m, LEFT);
    let alt = alt(about, maps, sides);
    sheet.finish(caption, alt)
}

/// The values of each map, and in which quarter of the plot they are largest.
fn alt(about: &RunAbout, maps: &[Map], [columns, rows]: [usize; 2]) -> String {
    let mut out = format!(
        "{} of a plot of {} m by {} m, north up.",
        sentence(&counted(maps.len() as u64, "map")),
        number(about.size_m[0]),
        number(about.size_m[1])
    );
    for map in maps {
        let [least, most] = ends(&map.values);
        let mut quarters = [(0.0, 0.0); 4];
        for (cell, value) in map.values.iter().enumerate() {
            let is_east = 2 * (cell % columns) >= columns;
            let is_north = 2 * (cell / columns) >= rows;
            let (sum, count) = &mut quarters[2 * usize::from(is_north) + usize::from(is_east)];
            *sum += value;
            *count += 1.0;
        }
        let mean = map.values.iter().sum::<f64>() / map.values.len() as f64;
        let names = ["south-west", "south-east", "north-west", "north-east"];
        let means = names.iter().zip(quarters).filter(|(_, (_, count))| *count > 0.0);
        let told = means.map(|(name, (sum, count))| format!("{name} {}", number(sum / count)));
        out += &format!(
            " {}: {}, mean {}; by quarter of the plot: {}.",
            sentence(&words::name(&map.heading)),
            range(least, most),
            number(mean),
            list(told)
        );
    }
    out
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

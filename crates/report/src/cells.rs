//! Maps side by side of values in cells that fill the plot, each with its scale of colours.

use understory_numerics::sort;

use crate::kit::*;
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

/// Values in cells that fill the plot, row by row from the south.
pub(crate) struct CellMap {
    pub(crate) heading: String,
    pub(crate) values: Vec<f64>,
    /// From where to where colours go.
    pub(crate) scale: [f64; 2],
    /// Whether there are values below and above them.
    pub(crate) goes_on: [bool; 2],
    /// How bright each cell is drawn; none: all alike.
    pub(crate) light: Option<Vec<f64>>,
}

impl CellMap {
    /// With a scale that leaves out a few values at either end.
    pub(crate) fn of(heading: &str, values: Vec<f64>) -> Self {
        let mut sorted = values.clone();
        sort::numbers(&mut sorted);
        let last = sorted.len().saturating_sub(1);
        let rank = (BEYOND * last as f64) as usize;
        Self {
            heading: heading.to_owned(),
            scale: [sorted[rank], sorted[last - rank]],
            goes_on: [sorted[0] < sorted[rank], sorted[last] > sorted[last - rank]],
            values,
            light: None,
        }
    }

    /// With the scale of another map.
    pub(crate) fn on_scale_of(self, other: &Self) -> Self {
        let [least, most] = ends(self.values.iter().copied());
        Self {
            scale: other.scale,
            goes_on: [least < other.scale[0], most > other.scale[1]],
            ..self
        }
    }

    /// From the least value to the largest.
    pub(crate) fn whole(heading: &str, values: Vec<f64>) -> Self {
        Self {
            scale: ends(values.iter().copied()),
            goes_on: [false; 2],
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
        let [below, above] = self.goes_on;
        [
            if below { format!("≤ {low}") } else { low },
            if above { format!("≥ {high}") } else { high },
        ]
    }
}

/// How large a cell is, in words.
pub(crate) fn told(about: &RunAbout, sides: [usize; 2]) -> String {
    let [width_m, height_m] = [0, 1].map(|axis| number(about.size_m[axis] / sides[axis] as f64));
    format!("{width_m} m by {height_m} m")
}

/// All maps at one scale, as large as there is room for, each with its scale of colours.
pub(crate) fn draw(
    about: &RunAbout,
    name: &str,
    heading: &str,
    maps: &[CellMap],
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
    // Of those that hardly make the maps smaller the one that leaves the fewest places empty, and of several such the largest maps.
    let fitting = (1..=maps.len()).filter(|&columns| size(columns) >= NEARLY * largest);
    let better = |a: &usize, b: &usize| empty(a).cmp(&empty(b)).then(size(*b).total_cmp(&size(*a)));
    let columns = fitting.min_by(better).unwrap_or(1);
    let units_per_m = size(columns);
    let rows = maps.len().div_ceil(columns);
    let map = about.size_m.map(|side_m| (side_m * units_per_m).round().max(1.0));

    let scale_m = round_step(0.6 * about.size_m[0], 3);
    let mut sheet = Sheet::new(name, page_pt, heading, &[]);
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
fn alt(about: &RunAbout, maps: &[CellMap], [columns, rows]: [usize; 2]) -> String {
    let mut out = format!(
        "{} of a plot of {} m by {} m, north up.",
        sentence(&counted(maps.len() as u64, "map")),
        number(about.size_m[0]),
        number(about.size_m[1])
    );
    for map in maps {
        let [least, most] = ends(map.values.iter().copied());
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

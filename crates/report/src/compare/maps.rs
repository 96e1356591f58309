//! All patterns from above at one scale, the target first.

use std::cmp::Ordering;

use super::comparison::{Compared, Comparison};
use super::looks::{self, METHOD, TARGET};
use super::maps_words::{alt, caption};
use crate::kit::*;
use crate::map::{VECTOR_MARKS, copies};

const WIDTH_PT: f64 = 480.0;
const MOST_COLUMNS: usize = 5;
/// Maps and their headings together are no higher than this, unless a map's longer side would be shorter than that.
const HEIGHT: f64 = 610.0 * PT;
const SHORTEST: f64 = 60.0 * PT;
const HIGHEST_MAP: f64 = 220.0 * PT;
const GAP: f64 = 9.0 * PT;
const SMALL: f64 = 7.0 * PT;
const LINE: f64 = 9.5 * PT;
const BAR_ROOM: f64 = 16.0 * PT;
/// Dots of points without a size: so large a part of the mean distance between points, within these ends.
const DOT_PER_SPACING: f64 = 0.14;
const DOT: [f64; 2] = [0.15 * PT, 1.3 * PT];
/// Smaller discs would not be seen, and an outline would hide the size of those below the second radius.
const SMALLEST_RADIUS: f64 = 0.25 * PT;
const OUTLINED: f64 = 0.8 * PT;

/// How the maps stand on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    columns: usize,
    rows: usize,
    units_per_m: f64,
}

pub(super) fn maps(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let patterns: Vec<&Compared> = [&comparison.target]
        .into_iter()
        .chain(&comparison.methods)
        .collect();
    let [width_m, height_m] = comparison.about.size_m;
    let width = WIDTH_PT * PT - 2.0 * MARGIN;
    // The narrower the maps, the more lines their notes take.
    let noted = |across: f64| -> Vec<Vec<String>> {
        let notes = patterns
            .iter()
            .map(|pattern| lines(&told(&pattern.notes), across));
        notes.collect()
    };
    let head = |across: f64| {
        let most = noted(across).iter().map(Vec::len).max().unwrap_or(0);
        LINE * (2 + most) as f64
    };
    let layout = layout(patterns.len(), [width_m, height_m], width, head);
    let across = (width - GAP * (layout.columns - 1) as f64) / layout.columns as f64;
    let (head, notes) = (head(across), noted(across));
    let units_per_m = layout.units_per_m;
    let [map_width, map_height] = [width_m, height_m].map(|side_m| (side_m * units_per_m).max(1.0));

    let inks = [TARGET].into_iter().chain(std::iter::repeat(METHOD));
    let drawn = patterns.iter().zip(inks);
    let drawn: Vec<Vec<Mark>> = drawn
        .map(|(pattern, ink)| marks(comparison, pattern, units_per_m, ink))
        .collect();
    let as_picture = drawn.iter().map(Vec::len).sum::<usize>() > VECTOR_MARKS;
    let title = format!("{}: the patterns at one scale", comparison.about.name);
    let mut sheet = Sheet::new("compare-maps", WIDTH_PT, &title, &keys(&patterns, units_per_m));
    let rows = layout.rows as f64;
    let room = sheet.room(rows * (head + map_height) + (rows - 1.0) * GAP + BAR_ROOM);
    let maps = room.row(room.top, room.height - BAR_ROOM);
    let page = &mut sheet.page;
    let cells = maps.grid(layout.columns, layout.rows, GAP);
    for (((pattern, notes), marks), cell) in patterns.iter().zip(&notes).zip(drawn).zip(cells) {
        let notes = (number(pattern, comparison.target.points_m.len()), notes);
        heading(page, cell, &pattern.name, notes, head);
        let frame = Frame::new(cell.left, cell.top + head, map_width, map_height);
        map(page, frame, marks, as_picture);
    }
    scale_bar(page, maps, width_m.max(height_m), units_per_m);
    sheet.finish(caption(comparison), alt(comparison)).map(Some)
}

/// The number of columns that gives the largest maps.
fn layout(panels: usize, [width_m, height_m]: [f64; 2], width: f64, head: impl Fn(f64) -> f64) -> Layout {
    let with = |columns: usize| {
        let rows = panels.div_ceil(columns);
        let across = (width - GAP * (columns - 1) as f64) / columns as f64;
        let down = (HEIGHT - GAP * (rows - 1) as f64) / rows as f64 - head(across);
        let fits = down.clamp(0.0, HIGHEST_MAP) / height_m;
        let units_per_m = fits.max(SHORTEST / width_m.max(height_m)).min(across / width_m);
        Layout {
            columns,
            rows,
            units_per_m,
        }
    };
    let larger = |a: &Layout, b: &Layout| a.units_per_m.total_cmp(&b.units_per_m);
    (1..=MOST_COLUMNS.min(panels))
        .map(with)
        .max_by(larger)
        .unwrap_or(with(1))
}

fn keys(patterns: &[&Compared], units_per_m: f64) -> Vec<LegendEntry> {
    let sized = |pattern: &&&Compared| !pattern.sizes_m.is_empty();
    let mut keys = vec![
        LegendEntry::patch(disc(TARGET), "target"),
        LegendEntry::patch(disc(METHOD), "method"),
    ];
    if patterns.iter().any(|pattern| sized(&pattern)) {
        let smallest_m = 2.0 * SMALLEST_RADIUS / units_per_m;
        let sizes = patterns.iter().flat_map(|pattern| &pattern.sizes_m);
        let words = match sizes.copied().reduce(f64::min) {
            Some(least) if least < smallest_m => {
                format!("discs: crowns or zones to scale, the smallest drawn {smallest_m:.1} m wide")
            }
            _ => "discs: crowns or zones to scale".to_owned(),
        };
        keys.push(LegendEntry::note(words));
    }
    if patterns
        .iter()
        .any(|pattern| pattern.sizes_m.is_empty() && !pattern.points_m.is_empty())
    {
        keys.push(LegendEntry::note("dots: no size known"));
    }
    keys
}

/// How many points a pattern has, where the target has so many.
fn number(pattern: &Compared, wanted: usize) -> String {
    let points = pattern.points_m.len();
    match points.cmp(&wanted) {
        Ordering::Less => format!("{} of {} points", count(points as u64), count(wanted as u64)),
        _ => counted(points as u64, "point"),
    }
}

/// A pattern's name, its number of points and its notes in lines, right above its map, whatever other maps' notes take.
fn heading(page: &mut Page, cell: Frame, name: &String, notes: (String, &Vec<String>), head: f64) {
    let top = cell.top + head - LINE * (2 + notes.1.len()) as f64;
    let grey = TOP_LEFT.sized(SMALL).inked(GREY);
    let notes = [&notes.0].into_iter().chain(notes.1).map(|line| (line, grey));
    for (i, (words, setting)) in [(name, TOP_LEFT)].into_iter().chain(notes).enumerate() {
        let place = at(cell.left, top + i as f64 * LINE);
        page.text(&fitted(words, setting.size, cell.width), place, setting);
    }
}

/// Notes as a reader of a figure wants them: a spacing with its unit, in three digits.
fn told(notes: &str) -> String {
    let told = |note: &str| {
        let spacing_m = note
            .strip_prefix("r=")
            .and_then(|number| number.parse::<f64>().ok());
        spacing_m.map_or_else(
            || note.to_owned(),
            |spacing_m| format!("r = {} m", looks::rounded(spacing_m)),
        )
    };
    let told: Vec<String> = notes.split("; ").map(told).collect();
    // A number and its sign stay on one line.
    told.join("; ").replace(" %", "\u{a0}%")
}

/// Lines of words that fit a width; none of no words.
fn lines(words: &str, width: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(line) if font::width(&format!("{line} {word}"), SMALL) <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Discs, the largest first so that none is hidden, or dots where sizes are not known.
fn marks(comparison: &Comparison, pattern: &Compared, units_per_m: f64, ink: Ink) -> Vec<Mark> {
    let about = &comparison.about;
    let [west_m, north_m] = [about.origin_m[0], about.origin_m[1] + about.size_m[1]];
    let place = |x_m: f64, y_m: f64| at((x_m - west_m) * units_per_m, (north_m - y_m) * units_per_m);
    if pattern.sizes_m.is_empty() {
        let area_m2 = about.size_m[0] * about.size_m[1];
        let spacing = (area_m2 / pattern.points_m.len().max(1) as f64).sqrt() * units_per_m;
        let radius = (DOT_PER_SPACING * spacing).clamp(DOT[0], DOT[1]);
        let dot = |&[x_m, y_m]: &[f64; 2]| Mark::Circle {
            centre: place(x_m, y_m),
            radius,
            paint: Paint::fill(ink),
        };
        return pattern.points_m.iter().map(dot).collect();
    }
    let mut order: Vec<([f64; 2], f64)> = pattern
        .points_m
        .iter()
        .copied()
        .zip(pattern.sizes_m.iter().copied())
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1));
    let discs = order.iter().flat_map(|&(point, size_m)| {
        copies(about, point, 0.5 * size_m).map(move |(x_m, y_m)| {
            let radius = (0.5 * size_m * units_per_m).max(SMALLEST_RADIUS);
            Mark::circle(
                place(x_m, y_m),
                radius,
                if radius < OUTLINED {
                    Paint::fill(ink.at_opacity(0.6))
                } else {
                    disc(ink)
                },
            )
        })
    });
    discs.collect()
}

fn disc(ink: Ink) -> Paint {
    Paint::fill(ink.at_opacity(0.4)).edged(Stroke::plain(ink.at_opacity(0.9), 0.3 * PT))
}

/// The marks, whose places count from the frame's corner, and the edge of the plot.
fn map(page: &mut Page, frame: Frame, mut marks: Vec<Mark>, as_picture: bool) {
    for mark in &mut marks {
        if let Mark::Circle { centre, .. } = mark {
            *centre = at(centre.x + frame.left, centre.y + frame.top);
        }
    }
    page.framed(frame, marks, Stroke::plain(palette::AXIS, 0.7 * PT), as_picture);
}

/// A round length, about a quarter of the plot's longer side.
fn scale_bar(page: &mut Page, maps: Frame, side_m: f64, units_per_m: f64) {
    let length_m = round_step(side_m, 6);
    let start = at(maps.left, maps.bottom() + 0.65 * BAR_ROOM);
    let words = LEFT;
    sheet::scale_bar(page, start, length_m, units_per_m, words);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn columns(panels: usize, size_m: [f64; 2]) -> usize {
        layout(panels, size_m, 4_680.0, |_| 2.0 * LINE).columns
    }

    #[test]
    fn long_plots_stand_in_few_columns_and_tall_ones_in_many() {
        assert_eq!(columns(15, [200.0, 200.0]), 4);
        assert_eq!(columns(15, [1_000.0, 100.0]), 2);
        assert_eq!(columns(15, [50.0, 500.0]), 5);
        assert_eq!(columns(2, [200.0, 200.0]), 2);
    }

    /// They were cut off, and a spacing had no unit.
    #[test]
    fn notes_are_whole_and_spacings_have_a_unit() {
        let notes = "r=3.2145; 312 of 430 points: full after 10000 throws in vain";
        assert_eq!(
            told(notes),
            "r = 3.21 m; 312 of 430 points: full after 10000 throws in vain"
        );
        let lines = lines(&told(notes), 600.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| font::width(line, SMALL) <= 600.0));
        assert_eq!(lines.join(" "), told(notes));
        assert!(super::lines("", 600.0).is_empty());
    }

    #[test]
    fn maps_stay_within_their_cells() {
        for panels in 1..40 {
            for size_m in [[200.0, 200.0], [1_000.0, 100.0], [1.0, 300.0], [1e6, 1e-6]] {
                let layout = layout(panels, size_m, 4_680.0, |_| 2.0 * LINE);
                let cell = (4_680.0 - GAP * (layout.columns - 1) as f64) / layout.columns as f64;
                assert!(size_m[0] * layout.units_per_m <= cell * 1.000_001, "{panels}");
                assert!(
                    size_m[1] * layout.units_per_m <= HIGHEST_MAP * 1.000_001,
                    "{panels}"
                );
                assert!(layout.columns * layout.rows >= panels);
            }
        }
    }
}

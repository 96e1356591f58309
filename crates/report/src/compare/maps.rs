//! All patterns from above at one scale, the target first.

use std::cmp::Ordering;

use understory_numerics::sort;
use understory_records::{Compared, PointRow};

use super::comparison::Comparison;
use super::looks::{self, METHOD, TARGET};
use super::maps_words::{alt, caption};
use crate::kit::*;
use crate::map::copies;
use crate::page::VECTOR_MARKS;

const MOST_COLUMNS: usize = 5;
/// Maps and their headings together are no higher than this, unless a map's longer side would be shorter than that.
const HEIGHT: f64 = 610.0 * PT;
const SHORTEST: f64 = 60.0 * PT;
const HIGHEST_MAP: f64 = 220.0 * PT;
const GAP: f64 = 9.0 * PT;
const BAR_ROOM: f64 = 16.0 * PT;
/// Dots of points without a size: so large a part of the mean distance between points, within these ends.
const DOT_PER_SPACING: f64 = 0.14;
const DOT: [f64; 2] = [0.15 * PT, 1.3 * PT];
/// Smaller discs would not be seen, and an outline would hide the size of those below the second radius.
const SMALLEST_RADIUS: f64 = 0.25 * PT;
const OUTLINED: f64 = 0.8 * PT;

/// A note that all fitted methods have ends so.
const JUDGED: &str = "so judged by G and J";

/// How the maps stand on the page.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Layout {
    columns: usize,
    units_per_m: f64,
}

pub(super) fn maps(comparison: &Comparison) -> Result<Option<Figure>, ReportError> {
    let patterns: Vec<&Compared> = [&comparison.target]
        .into_iter()
        .chain(&comparison.methods)
        .collect();
    let [width_m, height_m] = comparison.about.size_m;
    let page_pt = comparison.about.page_pt(style::PANELS_PT, 0.0);
    let width = page_pt * PT - 2.0 * MARGIN;
    // The narrower the maps, the more lines their notes take.
    let heads = |columns: usize| -> Vec<f64> {
        let across = across(width, columns);
        let row = |row: &[&Compared]| {
            let lines = row.iter().map(|pattern| notes(pattern, across).len());
            SMALL_LINE * (2 + lines.max().unwrap_or(0)) as f64
        };
        patterns.chunks(columns).map(row).collect()
    };
    let layout = layout(patterns.len(), [width_m, height_m], width, |columns| {
        heads(columns).iter().sum()
    });
    let (across, heads) = (across(width, layout.columns), heads(layout.columns));
    let units_per_m = layout.units_per_m;
    let [map_width, map_height] = [width_m, height_m].map(|side_m| (side_m * units_per_m).max(1.0));

    let inks = [TARGET].into_iter().chain(std::iter::repeat(METHOD));
    let drawn = patterns.iter().zip(inks);
    let drawn: Vec<Vec<Mark>> = drawn
        .map(|(pattern, ink)| marks(comparison, pattern, units_per_m, ink))
        .collect();
    let as_picture = drawn.iter().map(Vec::len).sum::<usize>() > VECTOR_MARKS;
    let title = format!("{}: the patterns at one scale", comparison.about.name);
    let mut sheet = Sheet::new("compare-maps", page_pt, &title, &keys(&patterns, units_per_m));
    let high: f64 = heads.iter().map(|head| head + map_height).sum();
    let room = sheet.room(high + (heads.len() - 1) as f64 * GAP + BAR_ROOM);
    let page = &mut sheet.page;
    let mut top = room.top;
    for (number, (pattern, marks)) in patterns.iter().zip(drawn).enumerate() {
        let (row, column) = (number / layout.columns, number % layout.columns);
        if column == 0 && row > 0 {
            top += heads[row - 1] + map_height + GAP;
        }
        let left = room.left + column as f64 * (across + GAP);
        let below = top + heads[row];
        heading(
            page,
            at(left, below),
            across,
            pattern,
            comparison.target.points.len(),
        );
        let frame = Frame::new(left, below, map_width, map_height);
        map(page, frame, marks, as_picture);
    }
    let foot = at(room.left, room.bottom() - BAR_ROOM);
    scale_bar(page, foot, width_m.max(height_m), units_per_m);
    sheet.finish(caption(comparison), alt(comparison)).map(Some)
}

/// The width of a column.
fn across(width: f64, columns: usize) -> f64 {
    (width - GAP * (columns - 1) as f64) / columns as f64
}

/// The number of columns that gives the largest maps; `heads` is how high the headings of all rows are together.
fn layout(panels: usize, [width_m, height_m]: [f64; 2], width: f64, heads: impl Fn(usize) -> f64) -> Layout {
    let with = |columns: usize| {
        let rows = panels.div_ceil(columns) as f64;
        let across = across(width, columns);
        let down = (HEIGHT - GAP * (rows - 1.0) - heads(columns)) / rows;
        let fits = down.clamp(0.0, HIGHEST_MAP) / height_m;
        let units_per_m = fits.max(SHORTEST / width_m.max(height_m)).min(across / width_m);
        Layout { columns, units_per_m }
    };
    let larger = |a: &Layout, b: &Layout| a.units_per_m.total_cmp(&b.units_per_m);
    (1..=MOST_COLUMNS.min(panels))
        .map(with)
        .max_by(larger)
        .unwrap_or(with(1))
}

fn keys(patterns: &[&Compared], units_per_m: f64) -> Vec<LegendEntry> {
    let sized = |pattern: &&&Compared| !pattern.is_unsized();
    let mut keys = vec![
        LegendEntry::patch(disc(TARGET), "target"),
        LegendEntry::patch(disc(METHOD), "method"),
    ];
    if patterns.iter().any(|pattern| sized(&pattern)) {
        let smallest_m = 2.0 * SMALLEST_RADIUS / units_per_m;
        let sizes = patterns.iter().flat_map(|pattern| pattern.sizes_m());
        let words = match sizes.reduce(f64::min) {
            Some(least) if least < smallest_m => {
                format!("discs: crowns or zones to scale, the smallest drawn {smallest_m:.1} m wide")
            }
            _ => "discs: crowns or zones to scale".to_owned(),
        };
        keys.push(LegendEntry::note(words));
    }
    if patterns
        .iter()
        .any(|pattern| pattern.is_unsized() && !pattern.points.is_empty())
    {
        keys.push(LegendEntry::note("dots: no size known"));
    }
    keys
}

/// How many points a pattern has, where the target has so many.
fn number(pattern: &Compared, wanted: usize) -> String {
    let points = pattern.points.len();
    match points.cmp(&wanted) {
        Ordering::Less => format!("{} of {} points", count(points as u64), count(wanted as u64)),
        _ => counted(points as u64, "point"),
    }
}

/// A pattern's name, its number of points and its notes in lines, right above its map.
fn heading(page: &mut Page, map: At, across: f64, pattern: &Compared, wanted: usize) {
    let grey = TOP_LEFT.sized(SMALL).inked(GREY);
    let below = [number(pattern, wanted)]
        .into_iter()
        .chain(notes(pattern, across));
    let size = largest_fitting(&pattern.row.method, across);
    let lines: Vec<(String, Setting)> = [(pattern.row.method.clone(), TOP_LEFT.sized(size))]
        .into_iter()
        .chain(below.map(|line| (line, grey)))
        .collect();
    for (line, (words, setting)) in lines.iter().rev().enumerate() {
        let place = at(map.x, map.y - (line + 1) as f64 * SMALL_LINE);
        page.text(&fitted(words, setting.size, across), place, *setting);
    }
}

/// A pattern's notes in lines of this width; none where it has none.
fn notes(pattern: &Compared, across: f64) -> Vec<String> {
    match pattern.row.notes.as_str() {
        "" => Vec::new(),
        notes => wrapped(&told(notes), SMALL, across, usize::MAX),
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
    // By what each method is judged, the ranking says.
    let is_own = |note: &&str| !note.ends_with(JUDGED);
    let told: Vec<String> = notes.split("; ").filter(is_own).map(told).collect();
    // A number and its sign stay on one line.
    told.join("; ").replace(" %", "\u{a0}%")
}

/// Discs, the largest first so that none is hidden, or dots where sizes are not known.
fn marks(comparison: &Comparison, pattern: &Compared, units_per_m: f64, ink: Ink) -> Vec<Mark> {
    let about = &comparison.about;
    let [west_m, north_m] = [about.origin_m[0], about.origin_m[1] + about.size_m[1]];
    let place = |x_m: f64, y_m: f64| at((x_m - west_m) * units_per_m, (north_m - y_m) * units_per_m);
    if pattern.is_unsized() {
        let area_m2 = about.size_m[0] * about.size_m[1];
        let spacing = (area_m2 / pattern.points.len().max(1) as f64).sqrt() * units_per_m;
        let radius = (DOT_PER_SPACING * spacing).clamp(DOT[0], DOT[1]);
        let dot = |point: &PointRow| Mark::Circle {
            centre: place(point.x_m, point.y_m),
            radius,
            paint: Paint::fill(ink),
        };
        return pattern.points.iter().map(dot).collect();
    }
    let mut order: Vec<([f64; 2], f64)> = pattern
        .points
        .iter()
        .map(|point| [point.x_m, point.y_m])
        .zip(pattern.sizes_m())
        .collect();
    sort::by(&mut order, |a, b| b.1.total_cmp(&a.1));
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
    Paint::fill(ink.at_opacity(0.4)).edged(Stroke::plain(ink.at_opacity(0.9), style::HAIR))
}

/// The marks, whose places count from the frame's corner, and the edge of the plot.
fn map(page: &mut Page, frame: Frame, mut marks: Vec<Mark>, as_picture: bool) {
    for mark in &mut marks {
        if let Mark::Circle { centre, .. } = mark {
            *centre = at(centre.x + frame.left, centre.y + frame.top);
        }
    }
    page.framed(frame, marks, as_picture);
}

/// A round length, about a quarter of the plot's longer side.
fn scale_bar(page: &mut Page, foot: At, side_m: f64, units_per_m: f64) {
    let length_m = round_step(side_m, 6);
    let start = at(foot.x, foot.y + 0.65 * BAR_ROOM);
    sheet::scale_bar(page, start, length_m, units_per_m, LEFT);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of a name and a number over each map.
    fn two_lines(panels: usize, columns: usize) -> f64 {
        2.0 * SMALL_LINE * panels.div_ceil(columns) as f64
    }

    fn columns(panels: usize, size_m: [f64; 2]) -> usize {
        layout(panels, size_m, 4_680.0, |columns| two_lines(panels, columns)).columns
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
        let of = |notes: &str| {
            let mut pattern = Compared::default();
            pattern.row.notes = notes.to_owned();
            pattern
        };
        let lines = super::notes(&of(notes), 600.0);
        assert!(lines.len() > 2 && lines.iter().all(|line| font::width(line, SMALL) <= 600.0));
        assert_eq!(lines.join(" "), told(notes));
        assert!(super::notes(&of(""), 600.0).is_empty());
    }

    #[test]
    fn maps_stay_within_their_cells() {
        for panels in 1..40 {
            for size_m in [[200.0, 200.0], [1_000.0, 100.0], [1.0, 300.0], [1e6, 1e-6]] {
                let layout = layout(panels, size_m, 4_680.0, |columns| two_lines(panels, columns));
                let cell = (4_680.0 - GAP * (layout.columns - 1) as f64) / layout.columns as f64;
                assert!(size_m[0] * layout.units_per_m <= cell * 1.000_001, "{panels}");
                assert!(
                    size_m[1] * layout.units_per_m <= HIGHEST_MAP * 1.000_001,
                    "{panels}"
                );
            }
        }
    }
}

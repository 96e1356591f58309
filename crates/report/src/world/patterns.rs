//! The points on which things may stand: each pattern, and what is left of it as ever more of its points are taken away.

use understory_numerics::sort;
use understory_records::PatternRow;

use crate::kit::*;
use crate::needed::{FINITE, Needed};
use crate::numerals::grouped;

const GAP: f64 = 7.0 * PT;
/// Room on the left for a pattern's name, and over all for the shares.
const SIDE: f64 = 14.0 * PT;
const HEAD: f64 = 13.0 * PT;
const LINE: f64 = 9.0 * PT;
/// Below a window: two lines, and white behind them.
const FOOT: f64 = 2.0 * LINE + 8.0 * PT;
/// Points of a whole pattern that are shown, about.
const SHOWN: f64 = 250.0;
const DOT: f64 = 0.9 * PT;

const SHARE: Needed = Needed(f64::MIN_POSITIVE, 1.0, "a share above 0, at most 1");
const LENGTH: Needed = Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0");

/// A pattern of points, or what is left of it, with what was measured of it.
#[derive(Clone, Debug, PartialEq)]
pub struct PatternSample {
    /// Its row of `patterns.csv`.
    pub row: PatternRow,
    /// South-western corner of the square that it lies in, m.
    pub low_m: [f64; 2],
    /// Side of that square, m.
    pub side_m: f64,
    /// The points, m.
    pub points_m: Vec<[f64; 2]>,
}

/// Draws patterns below each other as the figure `patterns`, each with its shares beside each other, the largest first. Of
/// each a square is shown that has about 250 points of the largest share; below it what was measured of all points.
///
/// # Errors
/// [`ReportError::Number`] where a number cannot be drawn, [`ReportError::Drawing`] when drawing or encoding fails.
pub fn patterns(samples: &[PatternSample]) -> Result<Figure, ReportError> {
    samples.iter().try_for_each(check)?;
    let names = words::distinct(samples.iter().map(|sample| &sample.row.pattern));
    let mut shares: Vec<f64> = samples.iter().map(|sample| sample.row.share).collect();
    sort::by(&mut shares, |a, b| b.total_cmp(a));
    shares.dedup();
    let title = format!(
        "{} as points are taken away",
        counted(names.len() as u64, "pattern")
    );
    let keys = [
        LegendEntry::note("n d²: density times the square of the least distance"),
        LegendEntry::note("R: Clark–Evans"),
        LegendEntry::note("rows: collinear index"),
    ];
    let mut sheet = Sheet::new("patterns", style::MAP_PT, &title, &keys);
    if names.is_empty() {
        return sheet.finish_empty("no patterns");
    }
    let across = style::MAP_PT * PT - 2.0 * MARGIN - SIDE;
    let side = (across - GAP * (shares.len() - 1) as f64) / shares.len() as f64;
    let room = sheet.room(HEAD + names.len() as f64 * (side + FOOT));
    let page = &mut sheet.page;
    let left = |column: usize| room.left + SIDE + column as f64 * (side + GAP);
    for (column, &share) in shares.iter().enumerate() {
        let place = at(left(column) + side / 2.0, room.top);
        page.text(&percent(share, 1.0), place, TOP);
    }
    for (line, pattern) in names.iter().enumerate() {
        let top = room.top + HEAD + line as f64 * (side + FOOT);
        let upright = Setting {
            quarter_turns: 1,
            ..plain(Along::Middle, Across::Top)
        };
        page.text(
            &fitted(pattern, TEXT_SIZE, side),
            at(room.left, top + side / 2.0),
            upright,
        );
        let own = samples.iter().filter(|sample| sample.row.pattern == *pattern);
        let most = own.clone().max_by(|a, b| a.row.share.total_cmp(&b.row.share));
        for sample in own {
            let column = shares.iter().position(|share| *share == sample.row.share);
            let frame = Frame::new(left(column.unwrap_or(0)), top, side, side);
            let shown_m = most.map_or(sample.side_m, side_shown_m);
            let marks = dots(sample, shown_m, frame);
            page.framed(frame, marks, false);
            for (number, words) in measured(&sample.row).iter().enumerate() {
                let place = at(
                    frame.left + side / 2.0,
                    frame.bottom() + 3.0 * PT + number as f64 * LINE,
                );
                page.text(words, place, TOP.sized(SMALL));
            }
        }
    }
    sheet.finish(caption(&names, &shares), alt(samples, &names))
}

/// Side of the square that holds about as many points of a pattern as are shown, m.
fn side_shown_m(sample: &PatternSample) -> f64 {
    let points = sample.points_m.len().max(1) as f64;
    sample.side_m * (SHOWN / points).sqrt().min(1.0)
}

fn dots(sample: &PatternSample, shown_m: f64, frame: Frame) -> Vec<Mark> {
    let scale = frame.width / shown_m;
    let place = |at_m: &[f64; 2]| {
        let [east, north] = [0, 1].map(|axis| (at_m[axis] - sample.low_m[axis]) * scale);
        at(frame.left + east, frame.bottom() - north)
    };
    let is_shown = |place: &At| {
        (frame.left - DOT..=frame.right() + DOT).contains(&place.x)
            && (frame.top - DOT..=frame.bottom() + DOT).contains(&place.y)
    };
    let places = sample.points_m.iter().map(place).filter(is_shown);
    places
        .map(|place| Mark::circle(place, DOT, Paint::fill(style::TEXT)))
        .collect()
}

/// What was measured, in two lines.
fn measured(row: &PatternRow) -> [String; 2] {
    let said = |value: Option<f64>| value.map_or_else(|| "–".to_owned(), |value| grouped(value, 2));
    [
        format!("n d² {} · R {}", said(row.packing), said(row.clark_evans)),
        format!("rows {}", said(row.collinear_index)),
    ]
}

fn caption(names: &[&str], shares: &[f64]) -> String {
    let shares = list(shares.iter().map(|share| percent(*share, 1.0)));
    format!(
        "Points on which things may stand, laid out as {}: a row each. Where a rule asks for fewer things than there are \
         points, some points are left out; the columns show what stays at {shares}. All squares of a row show the same piece \
         of ground, with about {SHOWN} points in the first. Below each square stands what was measured of all points: n d², \
         their number per area times the square of the least distance between two, which is 1.15 for a grid of equal \
         triangles; R, the Clark–Evans index, which is 1 for random points and larger for even ones; and rows, how many times \
         more often than at random neighbours stand in line.",
        list(names.iter().map(|pattern| name(pattern)))
    )
}

fn alt(samples: &[PatternSample], names: &[&str]) -> String {
    let mut out = "Squares of dots: a row a pattern, a column a share of its points.".to_owned();
    for pattern in names {
        let own = samples.iter().filter(|sample| sample.row.pattern == *pattern);
        let told = own.map(|sample| {
            let share = percent(sample.row.share, 1.0);
            let said = |value: Option<f64>| value.map_or_else(|| "unknown".to_owned(), number);
            format!(
                "at {share} n d² {}, R {}, rows {}",
                said(sample.row.packing),
                said(sample.row.clark_evans),
                said(sample.row.collinear_index)
            )
        });
        let told: Vec<String> = told.collect();
        out += &format!(" {}: {}.", sentence(&name(pattern)), told.join("; "));
    }
    out
}

fn check(sample: &PatternSample) -> Result<(), ReportError> {
    const FILE: &str = "patterns.csv";
    let row = &sample.row;
    SHARE.of(FILE, "share", [row.share])?;
    FINITE.of(FILE, "packing", row.packing)?;
    FINITE.of(FILE, "clark_evans", row.clark_evans)?;
    FINITE.of(FILE, "collinear_index", row.collinear_index)?;
    LENGTH.of(&row.pattern, "side_m", [sample.side_m])?;
    FINITE.of(&row.pattern, "low_m", sample.low_m)?;
    FINITE.of(
        &row.pattern,
        "points_m",
        sample.points_m.iter().copied().flatten(),
    )
}

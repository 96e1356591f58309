//! Trees beside each other at one scale, with their metrics in a table below them.

use crate::Figure;
use crate::axis::Axis;
use crate::error::ReportError;
use crate::font::{self, Across, Along, Setting};
use crate::numerals::counted;
use crate::outline::{Frame, PT, at, open_line};
use crate::page::{Page, Paint, Stroke};
use crate::palette;
use crate::sheet::{MARGIN, Sheet, stripe};
use crate::text::{TEXT_SIZE, fitted, plain};
use crate::tree::gallery::Laid;
use crate::tree::picture::Captioned;
use crate::tree::planted::{SMALL, keys, number, plant};
use crate::tree::sizes::{told, tones};
use crate::tree::view::View;
use crate::words::{self, Description, first_of};

const WIDTH_PT: f64 = 480.0;
const HIGHEST: f64 = 340.0 * PT;
/// Room for the names of the metrics, and for the heights above them.
const NAMES: f64 = 118.0 * PT;
const GAP: f64 = 10.0 * PT;
const ROW: f64 = 12.0 * PT;
const SPACE: f64 = 6.0 * PT;
/// So many trees are told in the text alternative, with so many metrics each.
const MOST_TOLD: usize = 4;
const MOST_METRICS: usize = 6;

/// Draws trees from the front at one scale, such as one that grew and what an L-system makes in its place, and below
/// them what was measured of each.
///
/// `name` is the figure's file name without its ending. The table has a row for each metric that one of the trees has,
/// in the order in which they come; a dash where a tree has none.
///
/// # Errors
/// [`ReportError::Number`] for a metric that cannot be drawn; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn beside(name: &str, heading: &str, trees: &[Captioned]) -> Result<Figure, ReportError> {
    trees.iter().try_for_each(Captioned::check)?;
    if trees.is_empty() {
        return Sheet::new(name, WIDTH_PT, heading, &[]).finish_empty("no trees");
    }
    let pictures = trees.iter().map(|tree| &tree.picture);
    let columns = trees.len() as f64;
    let cell = (WIDTH_PT * PT - 2.0 * MARGIN - NAMES - columns * GAP) / columns;
    let cell = cell.max(40.0 * PT);
    let width = NAMES + columns * (cell + GAP);
    let laid = Laid::of(pictures.clone(), View::Front, cell, HIGHEST);
    let metrics = names(trees);
    let head = font::height(TEXT_SIZE) + SPACE;
    let table = if metrics.is_empty() {
        0.0
    } else {
        SPACE + ROW * metrics.len() as f64
    };

    let sheet = Sheet::new(name, (width + 2.0 * MARGIN) / PT, heading, &keys(pictures));
    let room = sheet.room(head + laid.height + table);
    let mut page = sheet.page.borrow_mut();
    let mut planted = Vec::new();
    let mut lefts = Vec::new();
    for (i, tree) in trees.iter().enumerate() {
        let frame = Frame {
            left: room.left + NAMES + GAP + i as f64 * (cell + GAP),
            top: room.top + head,
            width: cell,
            height: laid.height,
        };
        let place = at(frame.left + 0.5 * cell, room.top);
        let words = fitted(&tree.caption, TEXT_SIZE, cell);
        page.text(&words, place, plain(Along::Middle, Across::Top));
        planted.push(laid.planted(View::Front, &tree.picture, frame));
        lefts.push(frame.left);
    }
    let axis = heights(
        &mut page,
        planted[0].frame,
        planted[0].stand.origin.y,
        laid.units_per_m,
    );
    plant(&mut page, &planted)?;
    let top = room.top + head + laid.height + SPACE;
    for (row, metric) in metrics.iter().enumerate() {
        let y = top + (row as f64 + 0.5) * ROW;
        if row % 2 == 0 {
            let row = Frame {
                top: y - 0.5 * ROW,
                height: ROW,
                ..room
            };
            stripe(&mut page, row);
        }
        let words = fitted(metric, TEXT_SIZE, NAMES - SPACE);
        page.text(
            &words,
            at(room.left + 3.0 * PT, y),
            plain(Along::Start, Across::Middle),
        );
        for (tree, left) in trees.iter().zip(&lefts) {
            let value = tree.metrics.iter().find(|(name, _)| name == metric);
            let words = number(value.and_then(|(_, value)| *value));
            page.text(
                &words,
                at(left + 0.5 * cell, y),
                plain(Along::Middle, Across::Middle),
            );
        }
    }
    drop(page);
    let description = Description {
        caption: caption(trees, !metrics.is_empty()),
        alt: alt(trees, &axis),
    };
    sheet.finish(&description)
}

fn caption(trees: &[Captioned], measured: bool) -> String {
    let captions: Vec<String> = trees.iter().map(|tree| words::name(&tree.caption)).collect();
    let table = if measured {
        "; below them what was measured of each, a dash where that is not known"
    } else {
        ""
    };
    format!(
        "From left to right: {}, from the front at one scale with heights in metres{table}.{}",
        first_of(&captions, MOST_TOLD, "trees"),
        tones(trees.iter().map(|tree| &tree.picture))
    )
}

fn alt(trees: &[Captioned], axis: &Axis) -> String {
    let told: Vec<String> = trees
        .iter()
        .take(MOST_TOLD)
        .map(|tree| told(tree, View::Front, MOST_METRICS))
        .collect();
    let more = match trees.len() - told.len() {
        0 => String::new(),
        more => format!(" More trees that are not told here: {more}."),
    };
    format!(
        "Drawings side by side of {}. Vertical axis: {}. From left to right: {}.{more}",
        counted(trees.len() as u64, "tree"),
        words::axis(axis),
        told.join("; ")
    )
}

fn names(trees: &[Captioned]) -> Vec<&str> {
    let mut names: Vec<&str> = Vec::new();
    for (name, _) in trees.iter().flat_map(|tree| &tree.metrics) {
        if !names.contains(&name.as_str()) {
            names.push(name);
        }
    }
    names
}

/// Draws an axis of heights at the left of a frame and gives it.
fn heights(page: &mut Page, frame: Frame, ground: f64, units_per_m: f64) -> Axis {
    let [low_m, high_m] = [frame.bottom(), frame.top].map(|y| (ground - y) / units_per_m);
    let axis = Axis::exact("height (m)", low_m, high_m, 7);
    let (x, tick) = (frame.left - 4.0 * PT, 2.5 * PT);
    let stroke = || Paint::stroke(Stroke::plain(palette::AXIS, 0.7 * PT));
    page.path(open_line([at(x, frame.top), at(x, frame.bottom())]), stroke());
    let mut widest: f64 = 0.0;
    for &height_m in &axis.ticks {
        let y = ground - height_m * units_per_m;
        page.path(open_line([at(x - tick, y), at(x, y)]), stroke());
        let words = axis.tick_label(height_m);
        widest = widest.max(font::width(&words, SMALL));
        let setting = Setting {
            size: SMALL,
            ..plain(Along::End, Across::Middle)
        };
        page.text(&words, at(x - tick - 2.0 * PT, y), setting);
    }
    let setting = Setting {
        quarter_turns: 1,
        ..plain(Along::Middle, Across::Bottom)
    };
    let place = at(x - tick - widest - 5.0 * PT, 0.5 * (frame.top + frame.bottom()));
    page.text(&axis.label, place, setting);
    axis
}

//! Trees beside each other at one scale, with their metrics in a table below them.

use crate::kit::*;
use crate::tree::gallery::Laid;
use crate::tree::picture::Captioned;
use crate::tree::planted::{keys, number, plant};
use crate::tree::sizes::{told as told_of, tones};
use crate::tree::view::View;

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
        return Sheet::new(name, style::PANELS_PT, heading, &[]).finish_empty("no trees");
    }
    let pictures = trees.iter().map(|tree| &tree.picture);
    let columns = trees.len() as f64;
    let cell = (style::PANELS_PT * PT - 2.0 * MARGIN - NAMES - columns * GAP) / columns;
    let cell = cell.max(40.0 * PT);
    let width = NAMES + columns * (cell + GAP);
    let laid = Laid::of(pictures.clone(), View::Front, cell, HIGHEST);
    let metrics = words::distinct(trees.iter().flat_map(|tree| &tree.metrics).map(|(name, _)| name));
    let head = font::height(TEXT_SIZE) + SPACE;
    let table = if metrics.is_empty() {
        0.0
    } else {
        SPACE + ROW * metrics.len() as f64
    };

    let mut sheet = Sheet::new(name, (width + 2.0 * MARGIN) / PT, heading, &keys(pictures));
    let room = sheet.room(head + laid.height + table);
    let page = &mut sheet.page;
    let mut planted = Vec::new();
    let mut lefts = Vec::new();
    for (i, tree) in trees.iter().enumerate() {
        let left = room.left + NAMES + GAP + i as f64 * (cell + GAP);
        let frame = Frame::new(left, room.top + head, cell, laid.height);
        let place = at(frame.left + 0.5 * cell, room.top);
        let words = fitted(&tree.caption, TEXT_SIZE, cell);
        page.text(&words, place, TOP);
        planted.push(laid.planted(View::Front, &tree.picture, frame));
        lefts.push(frame.left);
    }
    let ground = planted[0].stand.origin.y;
    let axis = heights(page, planted[0].frame, ground, laid.units_per_m)?;
    plant(page, &planted)?;
    let top = room.top + head + laid.height + SPACE;
    for (row, metric) in metrics.iter().enumerate() {
        let y = top + (row as f64 + 0.5) * ROW;
        if row % 2 == 0 {
            stripe(page, room.row(y - 0.5 * ROW, ROW));
        }
        let words = fitted(metric, TEXT_SIZE, NAMES - SPACE);
        page.text(&words, at(room.left + 3.0 * PT, y), LEFT);
        for (tree, left) in trees.iter().zip(&lefts) {
            let value = tree.metrics.iter().find(|(name, _)| name == metric);
            let words = number(value.and_then(|(_, value)| *value));
            page.text(&words, at(left + 0.5 * cell, y), CENTRE);
        }
    }
    sheet.finish(caption(trees, !metrics.is_empty()), alt(trees, &axis))
}

fn caption(trees: &[Captioned], measured: bool) -> String {
    let captions = trees.iter().map(|tree| name(&tree.caption));
    let table = if measured {
        "; below them what was measured of each, a dash where that is not known"
    } else {
        ""
    };
    format!(
        "From left to right: {}, from the front at one scale with heights in metres{table}.{}",
        first_of(captions, MOST_TOLD, "trees"),
        tones(trees.iter().map(|tree| &tree.picture))
    )
}

fn alt(trees: &[Captioned], axis: &Axis) -> String {
    let told = trees.iter().take(MOST_TOLD);
    let told: Vec<String> = told
        .map(|tree| told_of(tree, View::Front, MOST_METRICS))
        .collect();
    format!(
        "Drawings side by side of {}. Vertical axis: {}. From left to right: {}.{}",
        counted(trees.len() as u64, "tree"),
        words::axis(axis),
        told.join("; "),
        untold("Trees", trees.len(), MOST_TOLD)
    )
}

/// Draws an axis of heights at the left of a frame and gives it.
fn heights(page: &mut Page, frame: Frame, ground: f64, units_per_m: f64) -> Result<Axis, ReportError> {
    let [low_m, high_m] = [frame.bottom(), frame.top].map(|y| (ground - y) / units_per_m);
    let (x, y) = (
        Axis::exact("", 0.0, 1.0, 2),
        Axis::exact("height (m)", low_m, high_m, 7),
    );
    let around = Surround {
        left: Surround::of(&x, &y).left,
        ..Surround::default()
    };
    let cell = frame.narrower(-4.0 * PT - around.left, 0.0);
    Ok(Panel::draw(page, cell, x, y, around, false)?.y)
}

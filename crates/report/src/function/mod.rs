//! A summary function of a point pattern over distance: its estimates beside what is expected at random.

mod figure;
mod words;

use crate::cut::{self, Points};
use crate::extent::{self, extent};
use crate::kit::*;
use words::{Drawn, defined};

pub use figure::{Envelope, FunctionFigure};

const HEIGHT: f64 = 230.0 * PT;
/// Estimates of functions such as the pair correlation go to infinity towards distance 0; so large a share of the
/// distances does not decide where the axis ends.
const NEAR_ZERO: f64 = 0.02;
/// Beyond the axis by no more than this share of it is on it, such as a G of 1 and a rounding error.
const ROUNDING: f64 = 1e-6;
/// Unbroken, dots, dash and dot, dash and two dots: none like the dashes of the theoretical curve.
const DASHES: [&[f64]; 4] = [
    &[],
    &[12.0, 14.0],
    &[60.0, 18.0, 12.0, 18.0],
    &[60.0, 16.0, 12.0, 16.0, 12.0, 16.0],
];
const THEORETICAL_DASH: &[f64] = &[32.0, 20.0];

/// Draws the estimates of a function over distance, the theoretical curve, and the envelope behind them.
///
/// Without a `y_max` the axis shows all values unless extreme ones would take more room than the bulk; then it ends a
/// little beyond the bulk, which is all but the lowest and the highest 2 % of each curve. What lies beyond the axis is
/// cut off at its edge, and the legend says so. A function without a defined estimate gives a figure that says so.
///
/// # Errors
/// [`ReportError::Count`] for a series that has not one value for each distance; [`ReportError::Number`] for a value
/// that is not finite or beyond ±10³⁰⁰, a distance that does not follow the one before, or a `y_max` below all that
/// would be shown; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn function(figure: &FunctionFigure) -> Result<Figure, ReportError> {
    figure::check(figure)?;
    let page_pt = style::page_pt(figure.width_mm, style::ONE_PANEL_PT, 0.0);
    let estimates: Vec<(&str, Points, LineStyle)> = figure
        .estimates
        .iter()
        .enumerate()
        .map(|(i, (label, values))| (label.as_str(), points(figure, values), look(i)))
        .collect();
    let theoretical = points(figure, &figure.theoretical);
    let envelope = figure.envelope.as_ref().map(|envelope| {
        let [low, high] = [&envelope.low, &envelope.high].map(|values| points(figure, values));
        (envelope.label.as_str(), low, high)
    });
    if !estimates.iter().any(|(_, points, _)| defined(points)) {
        return Sheet::new(&figure.name, page_pt, &figure.title, &[])
            .finish_empty("no estimate is defined at any of the distances");
    }

    let ends = envelope.iter().flat_map(|(_, low, high)| [low, high]);
    let estimated = estimates.iter().map(|(_, points, _)| points);
    let lines: Vec<&Points> = estimated.chain([&theoretical]).chain(ends).collect();
    let x = Axis::exact(&figure.x_label, first_distance(figure), last_distance(figure), 8);
    let y = value_axis(figure, &lines)?;
    let slack = ROUNDING * (y.high - y.low);
    let levels = [y.low - slack, y.high + slack];

    let expected = LineStyle {
        dash: THEORETICAL_DASH,
        ..LineStyle::line(style::BLACK)
    };
    let band = GREY.at_opacity(0.3);
    let mut keys: Vec<LegendEntry> = estimates
        .iter()
        .map(|(label, points, look)| key(defined(points), look.key(*label)))
        .collect();
    if defined(&theoretical) {
        keys.push(expected.key(&figure.theoretical_label));
    }
    let pieces = envelope
        .as_ref()
        .map(|(label, low, high)| (*label, cut::band(low, high, levels)));
    if let Some((label, pieces)) = &pieces {
        keys.push(key(
            !pieces.is_empty(),
            LegendEntry::patch(Paint::fill(band), *label),
        ));
    }
    let beyond = |value: f64| value < levels[0] || value > levels[1];
    let cut_off = lines
        .iter()
        .any(|line| line.iter().any(|(_, value)| value.is_some_and(beyond)));
    if cut_off {
        keys.push(LegendEntry::note("values beyond the axis are cut off"));
    }

    let mut sheet = Sheet::new(&figure.name, page_pt, &figure.title, &keys);
    let mut panel = Panel::alone(&mut sheet, HEIGHT, x, y, 0.0)?;
    for piece in pieces.iter().flat_map(|(_, pieces)| pieces) {
        panel.band(piece, band);
    }
    for (_, points, look) in &estimates {
        panel.curve(&cut::curve(points, levels), look);
    }
    panel.curve(&cut::curve(&theoretical, levels), &expected);
    let drawn = Drawn {
        estimates: estimates
            .iter()
            .map(|(label, points, _)| (*label, points))
            .collect(),
        theoretical: &theoretical,
        envelope: envelope.as_ref().map(|(label, low, high)| (*label, [low, high])),
        levels,
        cut_off,
    };
    let alt = drawn.alt(figure, &panel.axes_told());
    sheet.finish(drawn.caption(figure), alt)
}

/// Distances with the values that are drawn there.
fn points(figure: &FunctionFigure, values: &[Option<f64>]) -> Points {
    let drawn = |(&r, value): (&f64, &Option<f64>)| {
        let less = if figure.minus_r { r } else { 0.0 };
        (r, value.map(|value| value - less))
    };
    figure.r.iter().zip(values).map(drawn).collect()
}

fn look(i: usize) -> LineStyle {
    LineStyle {
        dash: DASHES[i % DASHES.len()],
        ..LineStyle::line(style::category(i))
    }
}

/// What was asked for and is nowhere defined is named without a sample.
fn key(defined: bool, key: LegendEntry) -> LegendEntry {
    match defined {
        true => key,
        false => LegendEntry::note(format!("{}: not defined", key.words)),
    }
}

fn first_distance(figure: &FunctionFigure) -> f64 {
    let first = figure.r.first().copied();
    first.filter(|_| figure.from_first).unwrap_or(0.0)
}

fn last_distance(figure: &FunctionFigure) -> f64 {
    let last = figure.r.last().copied();
    let is_far = |r: &f64| figure.from_first || *r >= extent::TINY;
    last.filter(is_far).unwrap_or(0.0)
}

/// The axis for the values of the lines.
fn value_axis(figure: &FunctionFigure, lines: &[&Points]) -> Result<Axis, ReportError> {
    // Of a function of something else no end is special.
    let near_zero = if figure.from_first {
        f64::NEG_INFINITY
    } else {
        NEAR_ZERO * last_distance(figure)
    };
    let values = |line: &Points, near: bool| -> Vec<f64> {
        let there = line.iter().filter(|(r, _)| (*r <= near_zero) == near);
        there.filter_map(|(_, value)| *value).collect()
    };
    let near: Vec<f64> = lines.iter().flat_map(|line| values(line, true)).collect();
    let far: Vec<Vec<f64>> = lines.iter().map(|line| values(line, false)).collect();
    let [mut low, mut high] = extent(&far, &near);
    if let Some(y_max) = figure.y_max {
        (low, high) = (low.min(0.0), y_max);
        if high - low < extent::TINY {
            return Err(ReportError::number(
                &figure.name,
                "y_max",
                y_max,
                "a number above the low end of the axis",
            ));
        }
    }
    Ok(Axis::linear(&figure.y_label, low, high, 7))
}

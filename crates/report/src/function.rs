//! A summary function of a point pattern over distance: its estimates beside what is expected at random.

use crate::Figure;
use crate::axis::Axis;
use crate::cut::{self, Points};
use crate::error::ReportError;
use crate::extent::{self, extent};
use crate::outline::PT;
use crate::page::Paint;
use crate::palette::{self, GREY};
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sample, Sheet};
use crate::words::{self, Description, course, list, name, number, one_line, range};

const WIDTH_PT: f64 = 400.0;
const HEIGHT: f64 = 230.0 * PT;
/// Estimates of functions such as the pair correlation go to infinity towards distance 0; so large a share of the
/// distances does not decide where the axis ends.
const NEAR_ZERO: f64 = 0.02;
/// Beyond the axis by no more than this share of it is on it, such as a G of 1 and a rounding error.
const ROUNDING: f64 = 1e-6;
/// Beyond this the difference of two numbers may be infinite.
const HUGE: f64 = 1e300;
/// So many estimates are named in the caption, told in the text alternative, and so many stretches beyond the envelope.
const MOST_NAMED: usize = 8;
const MOST_TOLD: usize = 4;
const MOST_STRETCHES: usize = 3;
/// Unbroken, dots, dash and dot, dash and two dots: none like the dashes of the theoretical curve.
const DASHES: [&[f64]; 4] = [
    &[],
    &[12.0, 14.0],
    &[60.0, 18.0, 12.0, 18.0],
    &[60.0, 16.0, 12.0, 16.0, 12.0, 16.0],
];
const THEORETICAL_DASH: &[f64] = &[32.0, 20.0];

/// A function such as G, K, L or the pair correlation, to be drawn by [`function`].
///
/// Each series has one value for each distance in `r`; `None` where it is undefined, which leaves a gap.
#[derive(Clone, Debug, PartialEq)]
pub struct FunctionFigure {
    /// File name of the figure without its ending, such as `L` or `pcf_cross_oak_ash`.
    pub name: String,
    /// Heading.
    pub title: String,
    /// What it was estimated from, such as `412 points on 200 m by 200 m`, for the caption; may be empty.
    pub of: String,
    /// Distance and its unit, such as `distance r (m)`.
    pub x_label: String,
    /// What is drawn and its unit, such as `L(r) − r (m)`.
    pub y_label: String,
    /// Distances, ascending, 0 or more.
    pub r: Vec<f64>,
    /// What is expected; all `None` where nothing is, and the curve is left out.
    pub theoretical: Vec<Option<f64>>,
    /// What it is expected for, such as `random`.
    pub theoretical_label: String,
    /// Estimates and what tells them apart, such as their edge corrections.
    pub estimates: Vec<(String, Vec<Option<f64>>)>,
    /// Where simulated patterns lie.
    pub envelope: Option<Envelope>,
    /// Draws every value less its distance, as is usual for L.
    pub minus_r: bool,
    /// Where the axis of values ends, rounded up to a tick; `None` lets the values decide.
    pub y_max: Option<f64>,
}

/// Band between a low and a high value at each distance; a gap where one of them is `None`.
#[derive(Clone, Debug, PartialEq)]
pub struct Envelope {
    /// Of what and how many, such as `envelope of 199 random patterns`.
    pub label: String,
    /// Lower end.
    pub low: Vec<Option<f64>>,
    /// Upper end.
    pub high: Vec<Option<f64>>,
}

/// Draws the estimates of a function over distance, the theoretical curve, and the envelope behind them.
///
/// Without a `y_max` the axis shows all values unless extreme ones would take more room than the bulk; then it ends a
/// little beyond the bulk, which is all but the lowest and the highest 2 % of each curve. What lies beyond the axis is
/// cut off at its edge, and the legend says so. A function without a defined estimate gives a figure that says so.
///
/// # Errors
/// [`ReportError::Values`] for a series that has not one value for each distance; [`ReportError::Number`] for a value
/// that is not finite or beyond ±10³⁰⁰, a distance that does not follow the one before, or a `y_max` below all that
/// would be shown; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn function(figure: &FunctionFigure) -> Result<Figure, ReportError> {
    check(figure)?;
    let estimates: Vec<(&str, Points, Look)> = figure
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
        let sheet = Sheet::new(&figure.name, WIDTH_PT, &figure.title, &[]);
        return sheet.finish_empty("no estimate is defined at any of the distances");
    }

    let ends = envelope.iter().flat_map(|(_, low, high)| [low, high]);
    let estimated = estimates.iter().map(|(_, points, _)| points);
    let lines: Vec<&Points> = estimated.chain([&theoretical]).chain(ends).collect();
    let x = Axis::exact(&figure.x_label, 0.0, last_distance(figure), 8);
    let y = value_axis(figure, &lines)?;
    let slack = ROUNDING * (y.high - y.low);
    let levels = [y.low - slack, y.high + slack];

    let expected = Look {
        dash: THEORETICAL_DASH,
        ..Look::line(palette::BLACK)
    };
    let band = GREY.at_opacity(0.3);
    let mut keys: Vec<Key> = estimates
        .iter()
        .map(|(label, points, look)| key(label, defined(points), look.sample()))
        .collect();
    if defined(&theoretical) {
        keys.push(Key::new(expected.sample(), &figure.theoretical_label));
    }
    let pieces = envelope
        .as_ref()
        .map(|(label, low, high)| (*label, cut::band(low, high, levels)));
    if let Some((label, pieces)) = &pieces {
        keys.push(key(label, !pieces.is_empty(), Sample::Patch(Paint::fill(band))));
    }
    let beyond = |value: f64| value < levels[0] || value > levels[1];
    let cut_off = lines
        .iter()
        .any(|line| line.iter().any(|(_, value)| value.is_some_and(beyond)));
    if cut_off {
        keys.push(Key::new(Sample::Nothing, "values beyond the axis are cut off"));
    }

    let sheet = Sheet::new(&figure.name, WIDTH_PT, &figure.title, &keys);
    let surround = Surround::of(&x, &y);
    let panel = Panel::draw(&sheet.page, sheet.room(HEIGHT), x, y, surround, true)?;
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
    let description = Description {
        caption: drawn.caption(figure),
        alt: drawn.alt(figure, &words::axes(&panel.x, &panel.y)),
    };
    sheet.finish(&description)
}

/// The lines of a figure, with what is needed to tell of them.
struct Drawn<'a> {
    estimates: Vec<(&'a str, &'a Points)>,
    theoretical: &'a Points,
    envelope: Option<(&'a str, [&'a Points; 2])>,
    levels: [f64; 2],
    cut_off: bool,
}

impl Drawn<'_> {
    fn caption(&self, figure: &FunctionFigure) -> String {
        let of = one_line(&figure.of);
        let of = if of.is_empty() { of } else { format!(", {of}") };
        let labels = |wanted: bool| -> Vec<String> {
            let those = self
                .estimates
                .iter()
                .filter(|(_, points)| defined(points) == wanted);
            those.map(|(label, _)| name(label)).collect()
        };
        let (shown, undefined) = (labels(true), labels(false));
        let lines = if shown.len() == 1 {
            "Coloured line"
        } else {
            "Coloured lines"
        };
        let mut out = format!(
            "{}{of}: {} against {}. {lines}: {}",
            one_line(&figure.title),
            name(&figure.y_label),
            name(&figure.x_label),
            words::first_of(&shown, MOST_NAMED, "estimates")
        );
        if defined(self.theoretical) {
            out += &format!("; black dashes: expected ({})", name(&figure.theoretical_label));
        }
        if let Some((label, _)) = self.envelope {
            out += &format!("; grey band: {}", one_line(label));
        }
        out.push('.');
        if !undefined.is_empty() {
            out += &format!(
                " Nowhere defined: {}.",
                words::first_of(&undefined, MOST_NAMED, "estimates")
            );
        }
        if self.cut_off {
            out += " Values beyond the axis are cut off.";
        }
        out
    }

    /// Values beyond the axis are not told, as they are not seen.
    fn alt(&self, figure: &FunctionFigure, axes: &str) -> String {
        let seen = |points: &Points| -> Vec<(f64, f64)> {
            let on_axis = |value: &f64| (self.levels[0]..=self.levels[1]).contains(value);
            let known = points
                .iter()
                .filter_map(|&(r, value)| Some((r, value.filter(on_axis)?)));
            known.collect()
        };
        let told = |points: &Points| course(&seen(points), |r| format!("at {}", number(r)));
        let estimates = self.estimates.iter().take(MOST_TOLD);
        let estimates = estimates.map(|(label, points)| format!("{}, {}", name(label), told(points)));
        let estimates: Vec<String> = estimates.collect();
        let mut out = format!("Line chart. {axes} Estimates: {}.", estimates.join("; "));
        if self.estimates.len() > MOST_TOLD {
            out += &format!(" Estimates not told here: {}.", self.estimates.len() - MOST_TOLD);
        }
        if defined(self.theoretical) {
            out += &format!(
                " Expected ({}): {}.",
                name(&figure.theoretical_label),
                told(self.theoretical)
            );
        }
        let Some((_, [low, high])) = self.envelope else {
            return out;
        };
        let band = low
            .iter()
            .zip(high)
            .rev()
            .find_map(|(&(r, low), &(_, high))| Some((r, low?, high?)));
        let Some((r, least, most)) = band else {
            return out + " The envelope is nowhere defined.";
        };
        out += &format!(" Envelope at {}: {}.", number(r), range(least, most));
        if let [(label, points), ..] = self.estimates[..] {
            out += &format!(" The estimate {} {}.", name(label), beyond(points, low, high));
        }
        out
    }
}

/// Where a curve leaves a band; of many stretches the longest ones.
fn beyond(points: &Points, low: &Points, high: &Points) -> String {
    let side = |((&(_, value), &(_, low)), &(_, high)): ((&(f64, Option<f64>), _), _)| {
        let (value, low, high): (f64, f64, f64) = (value?, low?, high?);
        Some(if value < low {
            "below"
        } else if value > high {
            "above"
        } else {
            "within"
        })
    };
    let sides: Vec<Option<&str>> = points.iter().zip(low).zip(high).map(side).collect();
    let mut outside: Vec<(f64, f64, &str)> = Vec::new();
    let mut at = 0;
    for run in sides.chunk_by(|a, b| a == b) {
        if let Some(side @ ("below" | "above")) = run[0] {
            outside.push((points[at].0, points[at + run.len() - 1].0, side));
        }
        at += run.len();
    }
    if outside.is_empty() {
        return "stays within the envelope".to_owned();
    }
    let number = outside.len();
    outside.sort_by(|a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
    outside.truncate(MOST_STRETCHES);
    outside.sort_by(|a, b| a.0.total_cmp(&b.0));
    let told = ["below", "above"].into_iter().filter_map(|side| {
        let here = outside.iter().filter(|stretch| stretch.2 == side);
        let here: Vec<String> = here.map(|&(from, to, _)| range(from, to)).collect();
        (!here.is_empty()).then(|| format!("{side} it at {}", list(&here)))
    });
    let told: Vec<String> = told.collect();
    let more = match number - outside.len() {
        0 => String::new(),
        1 => "; and at 1 shorter stretch".to_owned(),
        n => format!("; and at {n} shorter stretches"),
    };
    format!("leaves the envelope: {}{more}", told.join("; "))
}

/// Refuses series that do not fit the distances, distances that do not ascend, and what is not finite or too large.
fn check(figure: &FunctionFigure) -> Result<(), ReportError> {
    let refused = |series: Option<&str>, column, found, needed| {
        let table = match series {
            Some(series) => format!("{}: {series}", figure.name),
            None => figure.name.clone(),
        };
        Err(ReportError::Number {
            table,
            column,
            found,
            needed,
        })
    };
    let mut before = None;
    for &r in &figure.r {
        if !(0.0..=HUGE).contains(&r) {
            return refused(None, "r", r, "a distance from 0 to 1e300");
        }
        if before.is_some_and(|before| r <= before) {
            return refused(None, "r", r, "distances that ascend");
        }
        before = Some(r);
    }
    let estimates = figure
        .estimates
        .iter()
        .map(|(label, values)| (label, "estimate", values));
    let ends = figure.envelope.iter().flat_map(|envelope| {
        [("low", &envelope.low), ("high", &envelope.high)].map(|(end, values)| (&envelope.label, end, values))
    });
    let theoretical = (&figure.theoretical_label, "theoretical", &figure.theoretical);
    for (series, column, values) in estimates.chain(ends).chain([theoretical]) {
        if values.len() != figure.r.len() {
            return Err(ReportError::Values {
                figure: figure.name.clone(),
                series: series.clone(),
                found: values.len(),
                distances: figure.r.len(),
            });
        }
        if let Some(&found) = values.iter().flatten().find(|value| !drawable(**value)) {
            return refused(Some(series), column, found, "a number from -1e300 to 1e300");
        }
    }
    match figure.y_max.filter(|&y_max| !drawable(y_max)) {
        Some(found) => refused(None, "y_max", found, "a number from -1e300 to 1e300"),
        None => Ok(()),
    }
}

fn drawable(value: f64) -> bool {
    value.abs() <= HUGE
}

/// Distances with the values that are drawn there.
fn points(figure: &FunctionFigure, values: &[Option<f64>]) -> Points {
    let drawn = |(&r, value): (&f64, &Option<f64>)| {
        let less = if figure.minus_r { r } else { 0.0 };
        (r, value.map(|value| value - less))
    };
    figure.r.iter().zip(values).map(drawn).collect()
}

fn defined(points: &Points) -> bool {
    points.iter().any(|(_, value)| value.is_some())
}

fn look(i: usize) -> Look {
    Look {
        dash: DASHES[i % DASHES.len()],
        ..Look::line(palette::category(i))
    }
}

/// What was asked for and is nowhere defined is named without a sample.
fn key(label: &str, defined: bool, sample: Sample) -> Key {
    if defined {
        Key::new(sample, label)
    } else {
        Key::new(Sample::Nothing, format!("{label}: not defined"))
    }
}

fn last_distance(figure: &FunctionFigure) -> f64 {
    let last = figure.r.last().copied();
    last.filter(|&r| r >= extent::TINY).unwrap_or(0.0)
}

/// The axis for the values of the lines.
fn value_axis(figure: &FunctionFigure, lines: &[&Points]) -> Result<Axis, ReportError> {
    let near_zero = NEAR_ZERO * last_distance(figure);
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
            return Err(ReportError::Number {
                table: figure.name.clone(),
                column: "y_max",
                found: y_max,
                needed: "a number above the low end of the axis",
            });
        }
    }
    Ok(Axis::linear(&figure.y_label, low, high, 7))
}

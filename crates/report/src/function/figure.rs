//! A function of a point pattern as its figure takes it, and what cannot be drawn of one.

use crate::error::ReportError;
use crate::needed::{Needed, WIDTH};

/// Beyond this the difference of two numbers may be infinite.
const HUGE: f64 = 1e300;
const NUMBER: Needed = Needed(-HUGE, HUGE, "a number from -1e300 to 1e300");
const DISTANCE: Needed = Needed(0.0, HUGE, "a distance from 0 to 1e300");

/// A function such as G, K, L or the pair correlation, to be drawn by [`function`](super::function).
///
/// Each series has one value for each distance in `r`; `None` where it is undefined, which leaves a gap.
#[derive(Clone, Debug, Default, PartialEq)]
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
    /// Distances, ascending, 0 or more unless the axis begins at the first.
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
    /// Whether the axis of `r` begins at its first value, which may be negative, in place of 0: for a function of something else
    /// than distance.
    pub from_first: bool,
    /// How wide the figure is to be, 80 to 600 mm; `None` for its own width.
    pub width_mm: Option<f64>,
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

/// Refuses series that do not fit the distances, distances that do not ascend, and what is not finite or too large.
pub(super) fn check(figure: &FunctionFigure) -> Result<(), ReportError> {
    let needed = if figure.from_first { NUMBER } else { DISTANCE };
    needed.of(&figure.name, "r", figure.r.iter().copied())?;
    for pair in figure.r.windows(2) {
        Needed(pair[0].next_up(), HUGE, "distances that ascend").of(&figure.name, "r", [pair[1]])?;
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
        ReportError::check_count(&figure.name, series, values.len(), "distances", figure.r.len())?;
        let table = format!("{}: {series}", figure.name);
        NUMBER.of(&table, column, values.iter().flatten().copied())?;
    }
    WIDTH.of(&figure.name, "width_mm", figure.width_mm)?;
    NUMBER.of(&figure.name, "y_max", figure.y_max)
}

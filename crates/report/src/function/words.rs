//! What the figure of a function says: its lines, their courses, and where an estimate leaves its envelope.
//!
//! Values beyond the axis are not told, as they are not seen.

use understory_numerics::sort;

use super::figure::FunctionFigure;
use crate::cut::Points;
use crate::kit::*;

/// So many estimates are named in the caption, told in the text alternative, and so many stretches beyond the envelope.
const MOST_NAMED: usize = 8;
const MOST_TOLD: usize = 4;
const MOST_STRETCHES: usize = 3;

/// The lines of a figure, with what is needed to tell of them.
pub(super) struct Drawn<'a> {
    pub(super) estimates: Vec<(&'a str, &'a Points)>,
    pub(super) theoretical: &'a Points,
    pub(super) envelope: Option<(&'a str, [&'a Points; 2])>,
    pub(super) levels: [f64; 2],
    pub(super) cut_off: bool,
}

impl Drawn<'_> {
    pub(super) fn caption(&self, figure: &FunctionFigure) -> String {
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
            first_of(&shown, MOST_NAMED, "estimates")
        );
        if defined(self.theoretical) {
            out += &format!("; black dashes: expected ({})", name(&figure.theoretical_label));
        }
        if let Some((label, _)) = self.envelope {
            out += &format!("; grey band: {}", one_line(label));
        }
        out.push('.');
        out += &listed("Nowhere defined", undefined, MOST_NAMED, "estimates");
        if self.cut_off {
            out += " Values beyond the axis are cut off.";
        }
        out
    }

    pub(super) fn alt(&self, figure: &FunctionFigure, axes: &str) -> String {
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
        out += &untold("Estimates", self.estimates.len(), MOST_TOLD);
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
    sort::by(&mut outside, |a, b| (b.1 - b.0).total_cmp(&(a.1 - a.0)));
    outside.truncate(MOST_STRETCHES);
    sort::by(&mut outside, |a, b| a.0.total_cmp(&b.0));
    let told = ["below", "above"].into_iter().filter_map(|side| {
        let here = outside.iter().filter(|stretch| stretch.2 == side);
        let here = list(here.map(|&(from, to, _)| range(from, to)));
        (!here.is_empty()).then(|| format!("{side} it at {here}"))
    });
    let told: Vec<String> = told.collect();
    let more = match number - outside.len() {
        0 => String::new(),
        1 => "; and at 1 shorter stretch".to_owned(),
        n => format!("; and at {n} shorter stretches"),
    };
    format!("leaves the envelope: {}{more}", told.join("; "))
}

pub(super) fn defined(points: &Points) -> bool {
    points.iter().any(|(_, value)| value.is_some())
}

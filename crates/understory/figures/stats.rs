//! The figures of what was measured: a function each, as a paper would print it.

use std::f64::consts::{LN_10, PI};

use understory_lab::stats::{Curve, GlobalTests, NullHypothesis, Stats};
use understory_report::{Envelope, FunctionFigure};

use super::Each;
use crate::error::Error;

#[cfg(test)]
mod tests;

/// What a figure calls things.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// Whether lengths are known to be metres.
    pub in_metres: bool,
    /// The column of the marks.
    pub mark: Option<&'a str>,
}

type Column = Vec<Option<f64>>;

/// Draws the figure of each function that was measured; envelopes stand in those of their functions.
///
/// # Errors
/// [`Error::Report`] where a curve holds what cannot be drawn, or what `each` reports.
pub fn draw_stats(found: &Stats, labels: &Labels<'_>, each: Each<'_>) -> Result<(), Error> {
    for figure in figures(found, labels) {
        each(understory_report::function(&figure)?)?;
    }
    Ok(())
}

fn figures(found: &Stats, labels: &Labels<'_>) -> impl Iterator<Item = FunctionFigure> {
    let figure = |curve: &Curve| match curve.name.as_str() {
        "knn" => Some(neighbours(curve, labels)),
        "K_sector" => Some(sectors(curve, labels)),
        "spectrum" => Some(spectrum(curve)),
        _ => over_distance(curve, found, labels),
    };
    let pattern = pattern(found, labels);
    let figures = found.curves.iter().filter_map(figure);
    figures.map(move |figure| FunctionFigure {
        of: format!("{pattern}{}", figure.of),
        ..figure
    })
}

/// How many points on how large a window, for the captions.
fn pattern(found: &Stats, labels: &Labels<'_>) -> String {
    let window = &found.summary.window;
    let unit = if labels.in_metres { " m" } else { "" };
    let edges = if window.edge == "torus" {
        "periodic"
    } else {
        "open"
    };
    // The difference of two ends has a rounding error.
    let side = |low: f64, high: f64| ((high - low) * 1e6).round() / 1e6;
    format!(
        "{} points on {}{unit} by {}{unit} with {edges} edges",
        found.summary.n,
        side(window.x_min, window.x_max),
        side(window.y_min, window.y_max)
    )
}

impl Labels<'_> {
    /// A quantity with its unit, which is a power of the metre.
    fn with_unit(&self, quantity: &str, power: &str) -> String {
        if self.in_metres {
            format!("{quantity} (m{power})")
        } else {
            quantity.to_owned()
        }
    }
}

/// A function of distance with its estimates, its theoretical curve and its envelope.
fn over_distance(curve: &Curve, found: &Stats, labels: &Labels<'_>) -> Option<FunctionFigure> {
    let function = curve.name.split("_cross_").next()?;
    let mark = labels.mark.unwrap_or("marks");
    // K grows with the square of the distance, and what matters of it is lost; as L it can be read.
    let is_k = function == "K";
    let (title, y_label) = match function {
        "G" => ("Distance to the nearest neighbour".to_owned(), "G(r)".to_owned()),
        "F" => (
            "Distance from a place to the nearest point".to_owned(),
            "F(r)".to_owned(),
        ),
        "J" => ("J function".to_owned(), "J(r)".to_owned()),
        "K" | "L" => (
            "Points within a distance of a point".to_owned(),
            labels.with_unit(if is_k { "√(K(r)/π) − r" } else { "L(r) − r" }, ""),
        ),
        "pcf" => ("Pair correlation".to_owned(), "g(r)".to_owned()),
        "mark_correlation" => (format!("Correlation of `{mark}`"), "mark correlation".to_owned()),
        "mark_variogram" => (format!("Variogram of `{mark}`"), "mark variogram".to_owned()),
        _ => return None,
    };
    let pair = curve.name.strip_prefix(&format!("{function}_cross_"));
    let of = pair.map(|pair| format!(", {}", pair.replacen('_', " to ", 1)));
    let drawn = |values: Column| -> Column {
        let root = |k: f64| (k / PI).sqrt();
        let values = values.into_iter();
        if is_k {
            values.map(|value| value.map(root)).collect()
        } else {
            values.collect()
        }
    };
    let tests = found.summary.global_tests.get(&curve.name);
    let best = best_estimate(curve);
    let envelope = envelope(curve, found, tests).map(|envelope| Envelope {
        low: drawn(envelope.low),
        high: drawn(envelope.high),
        ..envelope
    });
    let mut figure = FunctionFigure {
        name: curve.name.clone(),
        title: format!("{title}{}", of.unwrap_or_default()),
        of: if function == "pcf" || function.starts_with("mark") {
            ", Epanechnikov kernel".to_owned()
        } else {
            String::new()
        },
        x_label: labels.with_unit("distance r", ""),
        y_label,
        r: column(curve, "r").into_iter().flatten().collect(),
        theoretical: drawn(column(curve, "theo")),
        theoretical_label: if pair.is_some() || function.starts_with("mark") {
            "independent".to_owned()
        } else {
            "random".to_owned()
        },
        estimates: vec![(
            format!("observed ({})", estimator(best)),
            drawn(column(curve, best)),
        )],
        envelope,
        minus_r: is_k || function == "L",
        y_max: None,
    };
    let intensity = found.summary.intensity;
    match function {
        // Beyond, hardly a place is left without a point, and J is the ratio of two small shares.
        "J" => {
            end_at(&mut figure, (LN_10 / (PI * intensity)).sqrt());
            figure.y_max = Some(j_max(&figure));
        }
        // Nearer than the kernel is wide the estimate is noise over next to nothing.
        "pcf" => {
            let half_width = 0.15 / intensity.sqrt();
            let begin = tests.map_or(half_width, |tests| tests.r_min);
            figure.y_max = Some(1.1 * greatest_beyond(&figure, begin).max(1.0));
        }
        _ => {}
    }
    Some(figure)
}

/// The estimate that is drawn, and that envelopes are for: of the corrections the one that a paper would choose.
fn best_estimate(curve: &Curve) -> &'static str {
    let is_there = |name: &&str| {
        let column = curve.column(name);
        column.is_some_and(|values| values.iter().any(Option::is_some))
    };
    let by_choice = ["periodic", "km", "trans", "iso", "border", "rs", "raw", "un"];
    by_choice.into_iter().find(is_there).unwrap_or("un")
}

/// Cuts a figure's curves off beyond a distance.
fn end_at(figure: &mut FunctionFigure, r_max: f64) {
    let count = figure.r.partition_point(|&r| r <= r_max);
    figure.r.truncate(count);
    figure.theoretical.truncate(count);
    for (_, values) in &mut figure.estimates {
        values.truncate(count);
    }
    if let Some(envelope) = &mut figure.envelope {
        envelope.low.truncate(count);
        envelope.high.truncate(count);
    }
}

/// The greatest value of estimates and envelope from a distance on.
fn greatest_beyond(figure: &FunctionFigure, r_min: f64) -> f64 {
    let estimates = figure.estimates.iter().map(|(_, values)| values);
    let lines = estimates.chain(figure.envelope.iter().map(|envelope| &envelope.high));
    let values = lines.flat_map(|values| figure.r.iter().zip(values));
    let beyond = values.filter(|(r, _)| **r >= r_min);
    beyond.filter_map(|(_, value)| *value).fold(0.0, f64::max)
}

/// Where the axis of J ends: the envelope is seen whole, and of a regular pattern's J, which has no upper end, as much
/// again.
fn j_max(figure: &FunctionFigure) -> f64 {
    let ends = figure
        .envelope
        .iter()
        .flat_map(|envelope| envelope.high.iter().flatten());
    let envelope = ends.copied().fold(0.0, f64::max);
    let limit = if envelope > 0.0 { 2.0 * envelope } else { 4.0 };
    greatest_beyond(figure, 0.0).clamp(1.5, limit.max(1.5))
}

fn column(curve: &Curve, name: &str) -> Column {
    curve.column(name).map(<[_]>::to_vec).unwrap_or_default()
}

/// An estimator by the name of its column.
fn estimator(column: &str) -> &str {
    match column {
        "un" | "raw" => "uncorrected",
        "periodic" => "periodic",
        "trans" => "translation",
        "iso" => "isotropic",
        "km" => "Kaplan–Meier",
        "rs" => "reduced sample",
        "han" => "Hanisch",
        "cs" => "Chiu–Stoyan",
        other => other,
    }
}

/// The envelope of a function; the legend names its test and what it holds.
fn envelope(curve: &Curve, found: &Stats, tests: Option<&GlobalTests>) -> Option<Envelope> {
    let name = format!("envelope_{}", curve.name);
    let ends = found.curves.iter().find(|other| other.name == name)?;
    let tests = tests?;
    let kind = if tests.is_global() {
        "95 % global envelope (ERL)"
    } else {
        "range"
    };
    let whose = match tests.null_model {
        NullHypothesis::Csr => "random",
        NullHypothesis::RandomLabelling => "randomly labelled",
        NullHypothesis::ToroidalShift => "shifted",
        NullHypothesis::Given => "null",
    };
    let patterns = tests.patterns;
    Some(Envelope {
        label: format!("{kind} of {patterns} {whose} patterns"),
        low: column(ends, "lo"),
        high: column(ends, "hi"),
    })
}

/// Mean distance to each neighbour.
fn neighbours(curve: &Curve, labels: &Labels<'_>) -> FunctionFigure {
    FunctionFigure {
        name: curve.name.clone(),
        title: "Distance to the k-th neighbour".to_owned(),
        of: String::new(),
        x_label: "neighbour k".to_owned(),
        y_label: labels.with_unit("mean distance", ""),
        r: column(curve, "k").into_iter().flatten().collect(),
        theoretical: column(curve, "theo"),
        theoretical_label: "random".to_owned(),
        estimates: vec![("uncorrected".to_owned(), column(curve, "mean"))],
        envelope: None,
        minus_r: false,
        y_max: None,
    }
}

/// K of each sector as the L of as many pairs in all directions.
fn sectors(curve: &Curve, labels: &Labels<'_>) -> FunctionFigure {
    let [mut r, from, to, k] = ["r", "from_deg", "to_deg", "trans"].map(|name| column(curve, name));
    // One sector stands below the other, all at the same distances.
    let steps = from.chunk_by(|a, b| a == b).next().map_or(1, <[_]>::len);
    let ends = from.iter().zip(&to).step_by(steps);
    let estimates = ends.zip(k.chunks(steps)).map(|((from_deg, to_deg), k)| {
        let (from_deg, to_deg) = (from_deg.unwrap_or_default(), to_deg.unwrap_or_default());
        let share = (to_deg - from_deg) / 360.0;
        let l = k.iter().map(|k| k.map(|k| (k / share / PI).sqrt()));
        (format!("{from_deg:.0}–{to_deg:.0}°"), l.collect())
    });
    r.truncate(steps);
    FunctionFigure {
        name: curve.name.clone(),
        title: "Points within a distance of a point, by direction".to_owned(),
        of: String::new(),
        x_label: labels.with_unit("distance r", ""),
        y_label: labels.with_unit("L(r) − r", ""),
        estimates: estimates.collect(),
        r: r.iter().copied().flatten().collect(),
        theoretical: r,
        theoretical_label: "random".to_owned(),
        envelope: None,
        minus_r: true,
        y_max: None,
    }
}

/// The mean power of each ring of frequencies.
fn spectrum(curve: &Curve) -> FunctionFigure {
    let power = column(curve, "power");
    FunctionFigure {
        name: curve.name.clone(),
        title: "Power spectrum".to_owned(),
        of: String::new(),
        x_label: "frequency over the Nyquist frequency of a square lattice".to_owned(),
        y_label: "power".to_owned(),
        r: column(curve, "frequency").into_iter().flatten().collect(),
        theoretical: vec![Some(1.0); power.len()],
        theoretical_label: "random".to_owned(),
        estimates: vec![("mean over directions".to_owned(), power)],
        envelope: None,
        minus_r: false,
        y_max: None,
    }
}

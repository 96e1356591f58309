use std::f64::consts::PI;

use understory_lab::stats::{Curve, NullModel, Stats};
use understory_report::{Envelope, FunctionFigure};

/// What a figure calls things.
pub(super) struct Labels<'a> {
    /// Whether lengths are known to be metres.
    pub(super) in_metres: bool,
    /// The column of the marks.
    pub(super) mark: Option<&'a str>,
}

type Column = Vec<Option<f64>>;

/// The figure of each function; envelopes stand in those of their functions.
pub(super) fn all(found: &Stats, labels: &Labels<'_>) -> Vec<FunctionFigure> {
    let figure = |curve: &Curve| match curve.name.as_str() {
        "knn" => Some(neighbours(curve, labels)),
        "K_sector" => Some(sectors(curve, labels)),
        "spectrum" => Some(spectrum(curve)),
        _ => over_distance(curve, found, labels),
    };
    found.curves.iter().filter_map(figure).collect()
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
    let (title, y_label) = match function {
        "G" => ("Distance to the nearest neighbour".to_owned(), "G(r)".to_owned()),
        "F" => (
            "Distance from a place to the nearest point".to_owned(),
            "F(r)".to_owned(),
        ),
        "J" => (
            "Neighbours' distances against those of places".to_owned(),
            "J(r)".to_owned(),
        ),
        "K" => (
            "Points within a distance of a point".to_owned(),
            labels.with_unit("K(r)", "²"),
        ),
        "L" => (
            "Points within a distance of a point".to_owned(),
            labels.with_unit("L(r) − r", ""),
        ),
        "pcf" => ("Pair correlation".to_owned(), "g(r)".to_owned()),
        "mark_correlation" => (format!("Correlation of `{mark}`"), "mark correlation".to_owned()),
        "mark_variogram" => (format!("Variogram of `{mark}`"), "mark variogram".to_owned()),
        _ => return None,
    };
    let pair = curve.name.strip_prefix(&format!("{function}_cross_"));
    let of = pair.map(|pair| format!(", {}", pair.replacen('_', " to ", 1)));
    // K without correction falls off with distance and would stretch the axis; it stands in the table.
    let estimates: Vec<(String, Column)> = curve
        .columns
        .iter()
        .filter(|(name, values)| !["r", "theo", "un"].contains(name) && values.iter().any(Option::is_some))
        .map(|(name, values)| (estimator(name).to_owned(), values.clone()))
        .collect();
    Some(FunctionFigure {
        name: curve.name.clone(),
        title: format!("{title}{}", of.unwrap_or_default()),
        x_label: labels.with_unit("distance r", ""),
        y_label,
        r: column(curve, "r").into_iter().flatten().collect(),
        theoretical: column(curve, "theo"),
        theoretical_label: if pair.is_some() || function.starts_with("mark") {
            "independent".to_owned()
        } else {
            "random".to_owned()
        },
        // J and its envelope run away where few places are left; its estimates decide what is seen.
        y_max: (function == "J").then(|| greatest(&estimates).max(2.0)),
        estimates,
        envelope: envelope(curve, found),
        minus_r: function == "L",
    })
}

fn column(curve: &Curve, name: &str) -> Column {
    curve.column(name).map(<[_]>::to_vec).unwrap_or_default()
}

fn greatest(estimates: &[(String, Column)]) -> f64 {
    let values = estimates.iter().flat_map(|(_, values)| values.iter().flatten());
    values.copied().fold(0.0, f64::max)
}

/// An estimator by the name of its column.
fn estimator(column: &str) -> &str {
    match column {
        "un" | "raw" => "uncorrected",
        "trans" => "translation",
        "iso" => "isotropic",
        "km" => "Kaplan–Meier",
        "rs" => "reduced sample",
        "han" => "Hanisch",
        "cs" => "Chiu–Stoyan",
        other => other,
    }
}

/// The envelope of a function; the legend names the estimate that it is for.
fn envelope(curve: &Curve, found: &Stats) -> Option<Envelope> {
    let name = format!("envelope_{}", curve.name);
    let ends = found.curves.iter().find(|other| other.name == name)?;
    let NullModel {
        patterns,
        is_random,
        is_global,
    } = found.summary.null_model?;
    let kind = if is_global { "5 % global envelope" } else { "range" };
    let whose = if is_random { "random" } else { "null" };
    let estimate = ["periodic", "km", "trans"]
        .into_iter()
        .find(|name| curve.column(name).is_some());
    Some(Envelope {
        label: format!(
            "{kind} of {patterns} {whose} patterns ({})",
            estimator(estimate.unwrap_or_default())
        ),
        low: column(ends, "lo"),
        high: column(ends, "hi"),
    })
}

/// Mean distance to each neighbour.
fn neighbours(curve: &Curve, labels: &Labels<'_>) -> FunctionFigure {
    FunctionFigure {
        name: curve.name.clone(),
        title: "Distance to the k-th neighbour".to_owned(),
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
        let share = (to_deg - from_deg) / 180.0;
        let l = k.iter().map(|k| k.map(|k| (k / share / PI).sqrt()));
        (format!("{from_deg:.0}–{to_deg:.0}°"), l.collect())
    });
    r.truncate(steps);
    FunctionFigure {
        name: curve.name.clone(),
        title: "Points within a distance of a point, by direction".to_owned(),
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

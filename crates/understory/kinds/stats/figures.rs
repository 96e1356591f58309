//! The figures of what was measured: a function each, as a paper would print it.

use std::f64::consts::{LN_10, PI};

use understory_lab::stats::{About, Curve, Drawn, Function, GlobalTests, NullHypothesis, Stats};
use understory_report::{Envelope, FunctionFigure};

use crate::error::Error;
use crate::stored::Each;

#[cfg(test)]
mod tests;

/// What a figure calls things.
#[derive(Clone, Copy, Debug, Default)]
pub struct Labels<'a> {
    /// Whether lengths are known to be metres.
    pub in_metres: bool,
    /// The column of the marks.
    pub mark: Option<&'a str>,
    /// What the covariate is called.
    pub covariate: Option<&'a str>,
    /// How wide figures are to be, 80 to 600 mm; without, each has a width of its own.
    pub width_mm: Option<f64>,
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
    let figure = |curve: &Curve| match Function::of_table(&curve.name) {
        Some(function @ Function::Knn) => Some(neighbours(curve, function.about(), labels)),
        Some(function @ Function::Sector) => Some(sectors(curve, function.about(), labels)),
        Some(function @ Function::Spectrum) => Some(spectrum(curve, function.about())),
        None if curve.name == "rhohat" => Some(by_covariate(curve, found, labels)),
        None if curve.name.ends_with("-pooled") => pooled(curve, found, labels),
        None if curve.name.starts_with("trace_") => Some(trace(curve, labels)),
        None if curve.name.starts_with(COMBINED) => combined(curve, found, labels),
        function => over_distance(curve, function, found, labels, None),
    };
    let (pattern, width_mm) = (pattern(found, labels), labels.width_mm);
    let figures = found.curves.iter().filter_map(figure);
    figures.map(move |figure| FunctionFigure {
        of: format!("{pattern}{}", figure.of),
        width_mm,
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
    if let Some(polygons) = window.polygons {
        let area = (polygons.area * 1e3).round() / 1e3;
        let rings = if polygons.rings == 1 {
            "a polygon"
        } else {
            "polygons"
        };
        let unit = if labels.in_metres { "m²" } else { "squared units" };
        return format!("{} points in {rings} of {area} {unit}", found.summary.n);
    }
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
    /// What stands on the upright axis of a function's figure.
    fn y_label(&self, about: About) -> String {
        if about.is_length {
            self.with_unit(about.y_label)
        } else {
            about.y_label.to_owned()
        }
    }

    /// A length with its unit.
    fn with_unit(&self, quantity: &str) -> String {
        if self.in_metres {
            format!("{quantity} (m)")
        } else {
            quantity.to_owned()
        }
    }
}

/// What the names of envelopes that hold for several functions together begin with.
const COMBINED: &str = "envelope_combined_";

/// A function with the envelope that holds for it and others together.
fn combined(curve: &Curve, found: &Stats, labels: &Labels<'_>) -> Option<FunctionFigure> {
    let table = curve.name.strip_prefix(COMBINED)?;
    let own = found.curves.iter().find(|other| other.name == table)?;
    let tests = &found.summary.combined_tests;
    let test = tests
        .iter()
        .find(|test| test.functions.iter().any(|name| name == table))?;
    let ends = Envelope {
        label: format!(
            "95 % global envelope of {} together, of {} {} patterns",
            test.functions.join(", "),
            test.patterns,
            whose(test.null_model)
        ),
        low: column(curve, "lo"),
        high: column(curve, "hi"),
    };
    let figure = over_distance(own, Function::of_table(table), found, labels, Some(ends))?;
    Some(FunctionFigure {
        name: format!("combined_{table}"),
        of: format!("{}, tested together: p = {}", figure.of, test.p),
        ..figure
    })
}

/// Values as they are drawn.
fn drawn_as(how: Drawn, values: Column) -> Column {
    match how {
        Drawn::RootLessDistance => {
            let root = |k: f64| (k / PI).sqrt();
            values.into_iter().map(|value| value.map(root)).collect()
        }
        Drawn::Values | Drawn::LessDistance => values,
    }
}

/// A function of distance, or of marks, with its estimates, its theoretical curve and its envelope, or the one of `together`.
/// None where it has no value.
fn over_distance(
    curve: &Curve,
    function: Option<Function>,
    found: &Stats,
    labels: &Labels<'_>,
    together: Option<Envelope>,
) -> Option<FunctionFigure> {
    let mark = labels.mark.unwrap_or("marks");
    let (title, y_label, how) = match (function.map(Function::about), curve.name.as_str()) {
        (Some(about), _) => (about.title.to_owned(), labels.y_label(about), about.drawn),
        (None, "mark_correlation") => {
            let title = format!("Correlation of {mark}");
            (title, "mark correlation".to_owned(), Drawn::Values)
        }
        (None, "mark_variogram") => {
            let title = format!("Variogram of {mark}");
            (
                title,
                format!("mark variogram ({})", squared(mark)),
                Drawn::Values,
            )
        }
        (None, _) => return None,
    };
    let pair = curve.name.split_once("_cross_").map(|(_, pair)| pair);
    let of = pair.map(|pair| format!(", {}", pair.replacen('_', " to ", 1)));
    let drawn = |values: Column| drawn_as(how, values);
    let tests = found.summary.global_tests.get(&curve.name);
    let best = best_estimate(curve)?;
    let envelope = together
        .or_else(|| envelope(curve, found, tests))
        .map(|envelope| Envelope {
            low: drawn(envelope.low),
            high: drawn(envelope.high),
            ..envelope
        });
    let mut figure = FunctionFigure {
        name: curve.name.clone(),
        title: format!("{title}{}", of.unwrap_or_default()),
        of: if function.is_none_or(|function| function.about().has_kernel) {
            ", Epanechnikov kernel".to_owned()
        } else {
            String::new()
        },
        x_label: labels.with_unit("distance r"),
        y_label,
        r: column(curve, "r").into_iter().flatten().collect(),
        theoretical: drawn(column(curve, "theo")),
        theoretical_label: match (pair, function) {
            // Distances to a species depend on where its own trees stand, too.
            (Some(_), Some(Function::G)) => "independent, and the second at random",
            (Some(_), _) | (_, None) => "independent",
            (_, Some(function)) if function.is_inhomogeneous() => "independent",
            _ => "random",
        }
        .to_owned(),
        estimates: vec![(
            format!("observed ({})", estimator(best)),
            drawn(column(curve, best)),
        )],
        envelope,
        minus_r: how != Drawn::Values,
        ..FunctionFigure::default()
    };
    let intensity = found.summary.intensity;
    if function == Some(Function::J) {
        // Beyond, hardly a place is left without a point, and J is the ratio of two small shares.
        end_at(&mut figure, (LN_10 / (PI * intensity)).sqrt());
        figure.y_max = Some(j_max(&figure));
    }
    if function.is_some_and(|function| function.about().has_kernel) {
        // Nearer than the kernel is wide the estimate is noise over next to nothing.
        let half_width = 0.15 / intensity.sqrt();
        let begin = tests.map_or(half_width, |tests| tests.r_min);
        let expected = figure.theoretical.iter().flatten().copied().fold(0.0, f64::max);
        figure.y_max = Some(1.1 * greatest_beyond(&figure, begin).max(expected));
    }
    Some(figure)
}

/// The square of a mark's unit, as its column's name ends in it.
fn squared(mark: &str) -> &'static str {
    match mark.rsplit('_').next() {
        Some("m") => "m²",
        Some("cm") => "cm²",
        Some("mm") => "mm²",
        Some("kg") => "kg²",
        Some("yr") => "yr²",
        _ => "square of its unit",
    }
}

/// The estimate that is drawn, and that envelopes are for: of the corrections the one that a paper would choose. None where
/// all are undefined everywhere.
fn best_estimate(curve: &Curve) -> Option<&'static str> {
    let is_there = |name: &&str| {
        let column = curve.column(name);
        column.is_some_and(|values| values.iter().any(Option::is_some))
    };
    let by_choice = ["periodic", "km", "trans", "iso", "border", "rs", "raw", "un"];
    by_choice.into_iter().find(is_there)
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
    let (patterns, whose) = (tests.patterns, whose(tests.null_model));
    Some(Envelope {
        label: format!("{kind} of {patterns} {whose} patterns"),
        low: column(ends, "lo"),
        high: column(ends, "hi"),
    })
}

/// What patterns of a null model are called.
fn whose(null_model: NullHypothesis) -> &'static str {
    match null_model {
        NullHypothesis::Csr => "random",
        NullHypothesis::RandomLabelling => "randomly labelled",
        NullHypothesis::ToroidalShift => "shifted",
        NullHypothesis::Given => "null",
        NullHypothesis::VaryingIntensity => "independent",
    }
}

/// Mean distance to each neighbour.
fn neighbours(curve: &Curve, about: About, labels: &Labels<'_>) -> FunctionFigure {
    FunctionFigure {
        name: curve.name.clone(),
        title: about.title.to_owned(),
        x_label: "neighbour k".to_owned(),
        y_label: labels.y_label(about),
        r: column(curve, "k").into_iter().flatten().collect(),
        theoretical: column(curve, "theo"),
        theoretical_label: "random".to_owned(),
        estimates: vec![("uncorrected".to_owned(), column(curve, "mean"))],
        ..FunctionFigure::default()
    }
}

/// K of each sector as the L of as many pairs in all directions.
fn sectors(curve: &Curve, about: About, labels: &Labels<'_>) -> FunctionFigure {
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
        title: about.title.to_owned(),
        x_label: labels.with_unit("distance r"),
        y_label: labels.y_label(about),
        estimates: estimates.collect(),
        r: r.iter().copied().flatten().collect(),
        theoretical: r,
        theoretical_label: "random".to_owned(),
        minus_r: true,
        ..FunctionFigure::default()
    }
}

/// The intensity by a covariate, two standard errors to either side.
fn by_covariate(curve: &Curve, found: &Stats, labels: &Labels<'_>) -> FunctionFigure {
    let [covariate, rho, se] = ["covariate", "rho", "se"].map(|name| column(curve, name));
    let ends = |errors: f64| -> Column {
        let both = rho.iter().zip(&se);
        both.map(|(rho, se)| Some((rho.as_ref()? + errors * se.as_ref()?).max(0.0)))
            .collect()
    };
    FunctionFigure {
        name: curve.name.clone(),
        title: format!("Intensity by {}", labels.covariate.unwrap_or("the covariate")),
        x_label: labels.covariate.unwrap_or("covariate").to_owned(),
        y_label: format!(
            "points per {}",
            if labels.in_metres { "m²" } else { "squared unit" }
        ),
        theoretical: vec![Some(found.summary.intensity); covariate.len()],
        r: covariate.into_iter().flatten().collect(),
        theoretical_label: "the same everywhere".to_owned(),
        envelope: Some(Envelope {
            label: "95 % interval at each value".to_owned(),
            low: ends(-1.96),
            high: ends(1.96),
        }),
        estimates: vec![("observed".to_owned(), rho)],
        from_first: true,
        ..FunctionFigure::default()
    }
}

/// A curve of several patterns with its interval.
fn pooled(curve: &Curve, found: &Stats, labels: &Labels<'_>) -> Option<FunctionFigure> {
    let pooled = found.summary.pooled.as_ref()?;
    let about = Function::of_table(curve.name.trim_end_matches("-pooled"))?.about();
    let drawn = |name: &str| drawn_as(about.drawn, column(curve, name));
    let patterns = pooled.points.len();
    let mut figure = FunctionFigure {
        name: curve.name.clone(),
        title: format!("{}, pooled", about.title),
        of: format!(
            ", the first of {patterns} patterns with {} points",
            pooled.points.iter().sum::<usize>()
        ),
        x_label: labels.with_unit("distance r"),
        y_label: labels.y_label(about),
        r: column(curve, "r").into_iter().flatten().collect(),
        theoretical: drawn("theo"),
        theoretical_label: "random".to_owned(),
        estimates: vec![(format!("{patterns} patterns pooled"), drawn("pooled"))],
        envelope: Some(Envelope {
            label: format!(
                "{:.0} % bootstrap interval at each distance",
                100.0 * pooled.level
            ),
            low: drawn("lo"),
            high: drawn("hi"),
        }),
        minus_r: about.drawn != Drawn::Values,
        ..FunctionFigure::default()
    };
    if about.has_kernel {
        let half_width = 0.15 / found.summary.intensity.sqrt();
        figure.y_max = Some(1.1 * greatest_beyond(&figure, half_width).max(1.0));
    }
    Some(figure)
}

/// How the verdict of two tests depends on where the range of distances ends.
fn trace(curve: &Curve, labels: &Labels<'_>) -> FunctionFigure {
    let r = column(curve, "r");
    let of = curve
        .name
        .trim_start_matches("trace_")
        .replacen("_cross_", " of ", 1);
    FunctionFigure {
        name: curve.name.clone(),
        title: format!("Tests of {} up to a distance", of.replace('_', " ")),
        x_label: labels.with_unit("greatest distance r"),
        y_label: "p".to_owned(),
        theoretical: vec![Some(0.05); r.len()],
        r: r.into_iter().flatten().collect(),
        theoretical_label: "5 %".to_owned(),
        estimates: vec![
            ("MAD".to_owned(), column(curve, "mad")),
            ("DCLF".to_owned(), column(curve, "dclf")),
        ],
        y_max: Some(1.0),
        ..FunctionFigure::default()
    }
}

/// The mean power of each ring of frequencies.
fn spectrum(curve: &Curve, about: About) -> FunctionFigure {
    let power = column(curve, "power");
    FunctionFigure {
        name: curve.name.clone(),
        title: about.title.to_owned(),
        x_label: "frequency over the Nyquist frequency of a square lattice".to_owned(),
        y_label: about.y_label.to_owned(),
        r: column(curve, "frequency").into_iter().flatten().collect(),
        theoretical: vec![Some(1.0); power.len()],
        theoretical_label: "random".to_owned(),
        estimates: vec![("mean over directions".to_owned(), power)],
        ..FunctionFigure::default()
    }
}

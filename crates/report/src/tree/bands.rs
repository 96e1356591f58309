//! Metrics of trees against the bands in which measured trees lie.

use crate::kit::*;
use crate::needed::Needed;

const COLUMNS: usize = 3;
const GAP: f64 = 14.0 * PT;
const ROW: f64 = 11.0 * PT;
const HEAD: f64 = 13.0 * PT;
/// Ticks and their numbers below a panel.
const FOOT: f64 = 13.0 * PT;
const DOT: f64 = 1.5 * PT;
/// White beyond the outermost band and dot, as a share of what lies between them.
const ROOM: f64 = 0.06;
const BAND: Ink = style::GREEN.at_opacity(0.2);
const MOST_NAMES: f64 = 110.0 * PT;
/// So many metrics are told in the text alternative, and so many forms named at once.
const MOST_METRICS: usize = 6;
const MOST_FORMS: usize = 4;
/// Beyond this the difference of two numbers may be infinite.
const HUGE: f64 = 1e150;

/// A metric, measured on trees of some forms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MetricValues {
    /// Its name and unit.
    pub metric: String,
    /// The forms, from top to bottom.
    pub forms: Vec<FormValues>,
}

/// The values of a metric for trees of one form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FormValues {
    /// Name of the form.
    pub form: String,
    /// In which measured trees lie, its ends included; none where they tell nothing of this form.
    pub band: Option<[f64; 2]>,
    /// One for each tree.
    pub values: Vec<f64>,
}

/// Draws a panel for each metric, with a row for each form: a dot for each tree, over the band.
///
/// `name` is the figure's file name without its ending. A form that one metric lacks has an empty row there.
///
/// # Errors
/// [`ReportError::Number`] for a value or an end of a band that is not finite, or a band whose ends are in the wrong
/// order; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn bands(name: &str, heading: &str, metrics: &[MetricValues]) -> Result<Figure, ReportError> {
    metrics.iter().try_for_each(check)?;
    let forms = words::distinct(
        metrics
            .iter()
            .flat_map(|metric| &metric.forms)
            .map(|form| &form.form),
    );
    if forms.is_empty() {
        return Sheet::new(name, style::PANELS_PT, heading, &[]).finish_empty("no metrics");
    }
    let columns = COLUMNS.min(metrics.len());
    let rows = metrics.len().div_ceil(columns);
    let height = HEAD + ROW * forms.len() as f64 + FOOT;
    let mut sheet = Sheet::new(name, style::PANELS_PT, heading, &keys(metrics));
    let room = sheet.room(rows as f64 * (height + GAP) - GAP);
    let names = font::widest(&forms, TEXT_SIZE).min(MOST_NAMES) + 6.0 * PT;
    let panels = room.narrower(names, 0.0);
    let page = &mut sheet.page;
    let cells = panels.grid(columns, rows, GAP);
    for (i, (metric, cell)) in metrics.iter().zip(cells).enumerate() {
        if i % columns == 0 {
            for (row, form) in forms.iter().enumerate() {
                let words = fitted(form, TEXT_SIZE, names - 6.0 * PT);
                let place = at(room.left, middle(cell, row));
                page.text(&words, place, LEFT);
            }
        }
        panel(page, cell, metric, &forms)?;
    }
    sheet.finish(caption(heading, metrics), alt(metrics, &forms))
}

fn caption(heading: &str, metrics: &[MetricValues]) -> String {
    let all = || metrics.iter().flat_map(|metric| &metric.forms);
    let any =
        |wanted: Option<bool>| all().any(|form| form.values.iter().any(|&value| lies(form, value) == wanted));
    let meanings = words::clauses([
        (
            all().any(|form| form.band.is_some()),
            "green bands: where measured trees lie",
        ),
        (
            any(Some(true)),
            "full blue dots: trees within the band of their form",
        ),
        (any(Some(false)), "hollow red dots: trees beyond it"),
        (any(None), "grey dots: trees of a form without a band"),
    ]);
    format!(
        "{}: a panel for each metric, a row for each form, a dot for each tree.{meanings}",
        name(heading)
    )
}

/// Of each metric where its values lie, and how many within their bands.
fn alt(metrics: &[MetricValues], forms: &[&str]) -> String {
    let forms = forms.iter().map(|form| name(form));
    let mut out = format!(
        "Dot plots, {}, with rows for {}.",
        counted(metrics.len() as u64, "panel"),
        first_of(forms, MOST_FORMS, "forms")
    );
    let mut told = Vec::new();
    for metric in metrics.iter().take(MOST_METRICS) {
        let values = metric
            .forms
            .iter()
            .flat_map(|form| form.values.iter().map(move |&value| (form, value)));
        let values: Vec<(&FormValues, f64)> = values.collect();
        let name = name(&metric.metric);
        let lowest = values.iter().map(|(_, value)| *value).reduce(f64::min);
        let highest = values.iter().map(|(_, value)| *value).reduce(f64::max);
        let Some((low, high)) = lowest.zip(highest) else {
            told.push(format!("{name}, no values"));
            continue;
        };
        let judged: Vec<bool> = values
            .iter()
            .filter_map(|(form, value)| lies(form, *value))
            .collect();
        let within = judged.iter().filter(|within| **within).count();
        let mut parts = vec![format!("values {}", range(low, high))];
        if !judged.is_empty() {
            parts.push(format!("{within} of {} within their bands", judged.len()));
        }
        let beyond = metric.forms.iter().filter_map(|form| {
            let number = form
                .values
                .iter()
                .filter(|value| lies(form, **value) == Some(false))
                .count();
            (number > 0).then(|| format!("{} ({number})", words::name(&form.form)))
        });
        let beyond: Vec<String> = beyond.collect();
        if !beyond.is_empty() {
            parts.push(format!("beyond them {}", first_of(beyond, MOST_FORMS, "forms")));
        }
        told.push(format!("{name}, {}", parts.join(", ")));
    }
    out += &format!(" Metrics: {}.", told.join("; "));
    out + &untold("Metrics", metrics.len(), MOST_METRICS)
}

fn check(metric: &MetricValues) -> Result<(), ReportError> {
    let number = Needed(-HUGE, HUGE, "a number from -1e150 to 1e150");
    for form in &metric.forms {
        number.of(&metric.metric, "values", form.values.iter().copied())?;
        let Some([low, high]) = form.band else { continue };
        number.of(&metric.metric, "band", [low, high])?;
        Needed(low, HUGE, "an upper end that is not below the lower").of(&metric.metric, "band", [high])?;
    }
    Ok(())
}

fn middle(cell: Frame, row: usize) -> f64 {
    cell.top + HEAD + (row as f64 + 0.5) * ROW
}

fn panel(page: &mut Page, cell: Frame, metric: &MetricValues, forms: &[&str]) -> Result<(), ReportError> {
    let words = fitted(&metric.metric, TEXT_SIZE, cell.width);
    page.text(&words, at(cell.left, cell.top), TOP_LEFT);
    let around = Surround {
        bottom: FOOT,
        ..Surround::default()
    };
    let rows = cell.below(cell.top + HEAD);
    let Panel { page, frame, x, .. } = Panel::draw(
        page,
        rows,
        axis(metric),
        Axis::exact("", 0.0, 1.0, 2),
        around,
        false,
    )?;
    for form in &metric.forms {
        let row = forms.iter().position(|name| *name == form.form).unwrap_or(0);
        let y = middle(cell, row);
        let place = |value: f64| at(frame.left + x.share(value) * frame.width, y);
        if let Some([low, high]) = form.band {
            let [left, right] = [low, high].map(|end| place(end).x);
            // A band of one value is a line.
            let band = Frame::new(left, y - 0.5 * ROW, (right - left).max(0.5 * PT), ROW);
            page.path(band.outline(), Paint::fill(BAND));
        }
        let line = [at(cell.left, y), at(cell.right(), y)];
        page.line(line, Stroke::plain(style::RULE, style::FINE));
        for &value in &form.values {
            page.circle(place(value), DOT, dot(lies(form, value)));
        }
    }
    Ok(())
}

/// From the lowest end or value to the highest, and a little more.
fn axis(metric: &MetricValues) -> Axis {
    let of = |form: &FormValues| {
        form.values
            .iter()
            .copied()
            .chain(form.band.into_iter().flatten())
            .collect()
    };
    let all: Vec<f64> = metric
        .forms
        .iter()
        .flat_map(|form: &FormValues| -> Vec<f64> { of(form) })
        .collect();
    let low = all.iter().copied().reduce(f64::min).unwrap_or(0.0);
    let high = all.iter().copied().reduce(f64::max).unwrap_or(1.0);
    let room = if high > low {
        ROOM * (high - low)
    } else {
        0.5 * high.abs().max(1.0)
    };
    Axis::exact("", low - room, high + room, 5)
}

/// Whether a tree lies in the band of its form; none where there is no band.
fn lies(form: &FormValues, value: f64) -> Option<bool> {
    form.band.map(|[low, high]| (low..=high).contains(&value))
}

/// Full within the band, hollow beyond it, grey where there is none.
fn dot(lies: Option<bool>) -> Paint {
    match lies {
        Some(true) => Paint::fill(style::BLUE.at_opacity(0.75)),
        Some(false) => Paint::fill(style::WHITE).edged(Stroke::plain(style::VERMILION, style::THIN)),
        None => Paint::fill(style::GREY.at_opacity(0.6)),
    }
}

/// Those that the figure has, and how many.
fn keys(metrics: &[MetricValues]) -> Vec<LegendEntry> {
    let all = || metrics.iter().flat_map(|metric| &metric.forms);
    let mut keys = Vec::new();
    if all().any(|form| form.band.is_some()) {
        keys.push(LegendEntry::patch(Paint::fill(BAND), "band of measured trees"));
    }
    for (wanted, words) in [
        (Some(true), "a tree within it"),
        (Some(false), "a tree beyond it"),
        (None, "a tree of a form without a band"),
    ] {
        let here = all().map(|form| {
            form.values
                .iter()
                .filter(|&&value| lies(form, value) == wanted)
                .count()
        });
        let number = here.sum::<usize>() as u64;
        if number > 0 {
            let words = format!("{words} ({})", count(number));
            keys.push(LegendEntry::new(Sample::Disc(dot(wanted)), words));
        }
    }
    keys
}

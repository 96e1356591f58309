//! The Clark–Evans index through the years.

mod points;

use understory_records::{CensusRow, ReplicatesRow, SpacingRow};

use points::{FEWEST_TREES, Point, leave_out_few, mean_trees, of_one_run, replicated};

use crate::check;
use crate::kit::*;
use crate::needed::WIDTH;

const HEIGHT: f64 = 220.0 * PT;
const BAND_OPACITY: f64 = 0.22;

const NAIVE: &str = "clark_evans_naive";
const DONNELLY: &str = "clark_evans_donnelly";
/// So many curves are told in the text alternative.
const NAMED: usize = 4;

/// The index of one part of a forest through the years, and how sure the mean is.
struct Series {
    words: String,
    look: LineStyle,
    points: Vec<Point>,
}

/// Clark–Evans index of seedlings, saplings and adults; with replicates their mean and its interval. None without two
/// trees of one class.
pub(crate) fn over_time(
    about: &RunAbout,
    census: &[CensusRow],
    spacing: &[SpacingRow],
    replicates: &[ReplicatesRow],
) -> Result<Option<Figure>, ReportError> {
    let statistic = if about.torus { NAIVE } else { DONNELLY };
    let classes = [
        ("seedling", "seedlings (below 1.3 m)", style::SKY_BLUE),
        ("sapling", "saplings (below 10 cm)", style::ORANGE),
        ("adult", "adults (10 cm or more)", style::BLACK),
    ];
    let mut left_out = false;
    let mut number = None;
    let mut all = Vec::new();
    for (i, (scope, words, ink)) in classes.into_iter().enumerate() {
        let mut points = replicated(replicates, statistic, scope);
        let own_trees = |year: f64| {
            let row = census
                .iter()
                .find(|row| f64::from(row.year) == year && row.species == "all")?;
            Some(match scope {
                "seedling" => row.seedlings,
                "sapling" => row.saplings,
                _ => row.adults,
            } as f64)
        };
        if points.iter().any(|point| point.interval.is_some()) {
            let n = replicates.iter().map(|row| row.n).max();
            number = number.max(n);
            left_out |= leave_out_few(&mut points, |year| mean_trees(replicates, scope, year));
        } else {
            points = of_one_run(spacing, statistic, scope);
            left_out |= leave_out_few(&mut points, own_trees);
        }
        all.push(Series {
            words: words.to_owned(),
            look: LineStyle::line(ink).marked(i),
            points,
        });
    }
    all.retain(|series| series.points.iter().any(|point| point.index.is_some()));
    let heading = match number {
        None => "Spacing through the years".to_owned(),
        Some(n) => format!("Spacing through the years, mean of {n} replicates"),
    };
    let (setting, correction) = (setting(about), correction(statistic));
    let of = format!("seedlings, saplings and adults in {setting}, {correction}");
    let numbers = number.map(|n| [n, n]);
    let page_pt = about.page_pt(style::ONE_PANEL_PT, 0.0);
    draw(
        ("clark-evans-over-time", page_pt),
        &heading,
        &of,
        &all,
        numbers,
        left_out,
    )
}

fn correction(statistic: &str) -> &'static str {
    match statistic {
        DONNELLY => "with Donnelly's edge correction",
        _ => "without edge correction",
    }
}

/// The adults' Clark–Evans index of several runs in one picture, each with the interval of its replicates' mean: for a
/// comparison such as "with competition" against "without".
///
/// Each run has a label and its `replicates.csv`; the index is Donnelly's where a run has it (an open plot, on which the
/// naive one is too high), else the naive one (a torus). Years with fewer than 20 such trees on average are left out. The figure is
/// `width_mm` wide, if that is given.
///
/// # Errors
/// [`ReportError::Number`] for a figure that is not finite; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn clark_evans_beside(
    runs: &[(&str, Vec<ReplicatesRow>)],
    width_mm: Option<f64>,
) -> Result<Figure, ReportError> {
    const NAME: &str = "clark-evans-beside";
    const HEADING: &str = "Spacing of trees of 10 cm or more";
    WIDTH.of(NAME, "width_mm", width_mm)?;
    let mut left_out = false;
    let mut corrected = Vec::new();
    let mut all = Vec::new();
    for (i, (label, rows)) in runs.iter().enumerate() {
        check::replicates(rows)?;
        let mut points = replicated(rows, DONNELLY, "adult");
        corrected.push(!points.is_empty());
        if points.is_empty() {
            points = replicated(rows, NAIVE, "adult");
        }
        left_out |= leave_out_few(&mut points, |year| mean_trees(rows, "adult", year));
        all.push(Series {
            words: (*label).to_owned(),
            look: LineStyle::line(style::category(i)).marked(i),
            points,
        });
    }
    let correction = match (corrected.contains(&true), corrected.contains(&false)) {
        (true, true) => "with Donnelly's edge correction where the plot is open",
        (true, false) => correction(DONNELLY),
        (false, _) => correction(NAIVE),
    };
    let each = || {
        runs.iter()
            .filter_map(|(_, rows)| rows.iter().map(|row| row.n).max())
    };
    let numbers = each().min().zip(each().max()).map(|(least, most)| [least, most]);
    let labels = runs.iter().map(|(label, _)| name(label));
    let of = format!(
        "trees of 10 cm or more in diameter, {correction}; runs: {}",
        first_of(labels, NAMED, "runs")
    );
    let page_pt = style::page_pt(width_mm, style::ONE_PANEL_PT, 0.0);
    match draw((NAME, page_pt), HEADING, &of, &all, numbers, left_out)? {
        Some(figure) => Ok(figure),
        None => Sheet::new(NAME, page_pt, HEADING, &[])
            .finish_empty("no replicates with 20 trees of 10 cm or more"),
    }
}

/// The figure, if there is any point. `of`: whose index, and how its edges are corrected; `replicates`: the least and the
/// greatest number of them, where the points are means.
fn draw(
    (name, page_pt): (&str, f64),
    heading: &str,
    of: &str,
    all: &[Series],
    replicates: Option<[u64; 2]>,
    left_out: bool,
) -> Result<Option<Figure>, ReportError> {
    let points = all.iter().flat_map(|series| &series.points);
    let points: Vec<_> = points
        .filter_map(|p| Some((p.year, p.index?, p.interval)))
        .collect();
    let Some(last) = points.iter().map(|point| point.0).reduce(f64::max) else {
        return Ok(None);
    };

    let mut keys: Vec<LegendEntry> = all.iter().map(key).collect();
    let banded = points.iter().any(|(_, _, interval)| interval.is_some());
    if banded {
        let band = Paint::fill(GREY.at_opacity(BAND_OPACITY));
        keys.push(LegendEntry::patch(band, "95 % interval of the mean"));
    }
    if left_out {
        let words = format!("years with fewer than {FEWEST_TREES} trees of a class are left out");
        keys.push(LegendEntry::note(words));
    }
    let mut sheet = Sheet::new(name, page_pt, heading, &keys);

    let values = points.iter().flat_map(|&(_, index, interval)| {
        let (low, high) = interval.unwrap_or((index, index));
        [low, index, high]
    });
    let x = Axis::exact("year", 0.0, last, 8);
    let [least, most] = ends(values.chain([0.95, 1.05]));
    let y = Axis::linear("Clark–Evans index", least, most, 7);
    let words = ["↑ even", "random", "↓ clustered"];
    let widest = font::widest(words, TEXT_SIZE);
    let mut panel = Panel::alone(&mut sheet, HEIGHT, x, y, widest + 8.0 * PT)?;

    let line = [(panel.x.low, Some(1.0)), (panel.x.high, Some(1.0))];
    panel.curve(&line, &LineStyle::line(GREY).dashed(1).wide(style::THIN));
    let one = panel.place(panel.x.high, 1.0);
    let beside = LEFT.inked(GREY);
    for (row, words) in (-1..=1).zip(words) {
        let place = at(one.x + 4.0 * PT, one.y + f64::from(row) * 11.0 * PT);
        panel.page.text(words, place, beside);
    }
    for series in all {
        for run in series.points.split(|point| point.interval.is_none()) {
            let band = run
                .iter()
                .filter_map(|p| p.interval.map(|(low, high)| (p.year, low, high)));
            panel.band(
                &band.collect::<Vec<_>>(),
                series.look.ink.at_opacity(BAND_OPACITY),
            );
        }
    }
    for series in all {
        let line: Vec<_> = series.points.iter().map(|p| (p.year, p.index)).collect();
        panel.curve(&line, &series.look);
    }
    let alt = alt(all, &panel.axes_told());
    let caption = caption(of, replicates.filter(|_| banded), left_out);
    sheet.finish(caption, alt).map(Some)
}

fn caption(of: &str, replicates: Option<[u64; 2]>, left_out: bool) -> String {
    let points = match replicates {
        Some([least, most]) => {
            let number = words::range(least as f64, most as f64);
            format!("Points are means over {number} replicates, bands their 95 % intervals")
        }
        None => "Points are the values of one run".to_owned(),
    };
    let left_out = if left_out {
        format!("; years with fewer than {FEWEST_TREES} trees of a class are left out")
    } else {
        String::new()
    };
    format!(
        "Clark–Evans index (mean distance to the nearest neighbour over the mean expected at random) of {of}. \
         {points}{left_out}. Random patterns lie at 1 (dashed line), more even ones above, clustered ones below."
    )
}

fn alt(all: &[Series], axes: &str) -> String {
    let mut told = Vec::new();
    for series in all.iter().take(NAMED) {
        let points = series.points.iter().filter_map(|p| Some((p.year, p.index?)));
        let course = course(&points.collect::<Vec<_>>(), |year| format!("in year {year}"));
        let last = series.points.iter().rev().find(|point| point.index.is_some());
        let interval = last.and_then(|point| point.interval);
        let interval = interval.map(|(low, high)| format!(" (last interval {})", words::range(low, high)));
        told.push(format!(
            "{}, {course}{}",
            name(&series.words),
            interval.unwrap_or_default()
        ));
    }
    let untold = untold("Curves", all.len(), NAMED);
    format!("Line chart. {axes} Curves: {}.{untold}", told.join("; "))
}

/// A series that was asked for and has no point is named without a line.
fn key(series: &Series) -> LegendEntry {
    if series.points.iter().any(|point| point.index.is_some()) {
        series.look.key(&series.words)
    } else {
        LegendEntry::note(format!("{}: nothing to show", series.words))
    }
}

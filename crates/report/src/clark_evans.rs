//! The Clark–Evans index through the years.

use understory_records::{ReplicatesRow, SpacingRow};

use crate::Figure;
use crate::axis::Axis;
use crate::check;
use crate::error::ReportError;
use crate::font::{self, Across, Along, Setting};
use crate::page::{Ink, PT, at};
use crate::palette::{self, GREY};
use crate::panel::{Look, Panel, Surround};
use crate::sheet::{Key, Sample, Sheet, TEXT_SIZE, plain};
use crate::tables::RunAbout;

const WIDTH_PT: f64 = 400.0;
const HEIGHT: f64 = 220.0 * PT;
const BAND_OPACITY: f64 = 0.22;

/// The index of one part of a forest in each year, and how sure the mean is.
struct Series {
    words: String,
    ink: Ink,
    /// Year and value.
    line: Vec<(f64, Option<f64>)>,
    /// Year, lower and upper end.
    band: Vec<(f64, f64, f64)>,
}

/// Clark–Evans index of seedlings, saplings and adults; with replicates their mean and its interval.
pub(crate) fn over_time(
    about: &RunAbout,
    spacing: &[SpacingRow],
    replicates: &[ReplicatesRow],
) -> Result<Figure, ReportError> {
    let statistic = if about.torus {
        "clark_evans_naive"
    } else {
        "clark_evans_donnelly"
    };
    let classes = [
        ("seedling", "seedlings (below 1.3 m)", palette::SKY_BLUE),
        ("sapling", "saplings (below 10 cm)", palette::ORANGE),
        ("adult", "adults (10 cm or more)", palette::BLACK),
    ];
    let mut replicated = 0;
    let series: Vec<Series> = classes
        .into_iter()
        .map(|(scope, words, ink)| {
            let figure = format!("{statistic}.{scope}");
            let (line, band) = replicated_figure(replicates, &figure);
            if !band.is_empty() {
                replicated = replicates
                    .iter()
                    .filter(|r| r.figure == figure)
                    .map(|r| r.n)
                    .fold(replicated, u64::max);
                return Series {
                    words: words.to_owned(),
                    ink,
                    line,
                    band,
                };
            }
            let own = spacing
                .iter()
                .filter(|row| row.statistic == statistic && row.scope == scope);
            let line = own.map(|row| (f64::from(row.year), row.observed)).collect();
            Series {
                words: words.to_owned(),
                ink,
                line: sorted(line),
                band: Vec::new(),
            }
        })
        .collect();
    let heading = match replicated {
        0 => "Spacing through the years".to_owned(),
        n => format!("Spacing through the years, mean of {n} replicates"),
    };
    draw(
        "clark-evans-over-time",
        &heading,
        "no year with two trees of one class",
        &series,
    )
}

/// The adults' Clark–Evans index of several runs in one picture, each with the interval of its replicates' mean: for a
/// comparison such as "with competition" against "without".
///
/// Each run has a label and its `replicates.csv`; the index is the naive one where a run has it (a torus), else
/// Donnelly's (an open plot).
///
/// # Errors
/// [`ReportError::Number`] for a figure that is not finite; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn clark_evans_beside(runs: &[(&str, Vec<ReplicatesRow>)]) -> Result<Figure, ReportError> {
    for (_, rows) in runs {
        check::replicates(rows)?;
    }
    let series: Vec<Series> = runs
        .iter()
        .enumerate()
        .map(|(i, (label, rows))| {
            let of = |figure| replicated_figure(rows, figure);
            let naive = of("clark_evans_naive.adult");
            let (line, band) = if naive.0.is_empty() {
                of("clark_evans_donnelly.adult")
            } else {
                naive
            };
            Series {
                words: (*label).to_owned(),
                ink: palette::category(i),
                line,
                band,
            }
        })
        .collect();
    draw(
        "clark-evans-beside",
        "Spacing of trees of 10 cm or more",
        "no year with two trees of 10 cm or more",
        &series,
    )
}

/// Means of a figure by year, and the interval in the years that have one.
#[expect(clippy::type_complexity, reason = "a line and its band, taken apart at once")]
fn replicated_figure(
    rows: &[ReplicatesRow],
    figure: &str,
) -> (Vec<(f64, Option<f64>)>, Vec<(f64, f64, f64)>) {
    let mut rows: Vec<&ReplicatesRow> = rows.iter().filter(|r| r.figure == figure).collect();
    rows.sort_by_key(|row| row.year);
    let line = rows
        .iter()
        .map(|row| (f64::from(row.year), Some(row.mean)))
        .collect();
    let interval = |row: &&ReplicatesRow| match (row.low, row.high) {
        (Some(low), Some(high)) => Some((f64::from(row.year), low, high)),
        _ => None,
    };
    (line, rows.iter().filter_map(interval).collect())
}

fn sorted(mut line: Vec<(f64, Option<f64>)>) -> Vec<(f64, Option<f64>)> {
    line.sort_by(|a, b| a.0.total_cmp(&b.0));
    line
}

fn draw(name: &str, heading: &str, nothing: &str, series: &[Series]) -> Result<Figure, ReportError> {
    let looks: Vec<Look> = series
        .iter()
        .enumerate()
        .map(|(i, s)| Look::line(s.ink).marked(i))
        .collect();
    let mut keys: Vec<Key> = series
        .iter()
        .zip(&looks)
        .map(|(s, look)| Key::new(look.sample(), &s.words))
        .collect();
    if series.iter().any(|s| !s.band.is_empty()) {
        let band = crate::page::Paint::fill(GREY.at_opacity(BAND_OPACITY));
        keys.push(Key::new(Sample::Patch(band), "95 % interval of the mean"));
    }
    let sheet = Sheet::new(name, WIDTH_PT, heading, &keys);

    let lines = || {
        series
            .iter()
            .flat_map(|s| &s.line)
            .filter_map(|&(year, value)| Some((year, value?)))
    };
    let Some((first, last)) = ends(lines().map(|(year, _)| year)) else {
        sheet.note(nothing);
        return sheet.finish();
    };
    let bands = series
        .iter()
        .flat_map(|s| &s.band)
        .flat_map(|&(_, low, high)| [low, high]);
    let (least, most) =
        ends(lines().map(|(_, value)| value).chain(bands).chain([0.95, 1.05])).unwrap_or((0.9, 1.1));
    let x = Axis::exact("year", first, last, 8);
    let y = Axis::linear("Clark–Evans index", least, most, 7);
    let words = ["↑ even", "random", "↓ clustered"];
    let widest = words
        .map(|w| font::width(w, TEXT_SIZE))
        .into_iter()
        .fold(0.0, f64::max);
    let surround = Surround {
        right: widest + 8.0 * PT,
        ..Surround::of(&x, &y)
    };
    let panel = Panel::draw(&sheet.page, sheet.room(HEIGHT), x, y, surround, true)?;

    let line = [(first, Some(1.0)), (panel.x.high, Some(1.0))];
    panel.curve(
        &line,
        &Look {
            width: 0.8 * PT,
            ..Look::line(GREY).dashed(1)
        },
    );
    let one = panel.place(panel.x.high, 1.0);
    for (row, words) in (-1..=1).zip(words) {
        let place = at(one.x + 4.0 * PT, one.y + f64::from(row) * 11.0 * PT);
        sheet.page.borrow_mut().text(
            words,
            place,
            Setting {
                ink: GREY,
                ..plain(Along::Start, Across::Middle)
            },
        );
    }
    for s in series {
        panel.band(&s.band, s.ink.at_opacity(BAND_OPACITY));
    }
    for (s, look) in series.iter().zip(&looks) {
        panel.curve(&s.line, look);
    }
    sheet.finish()
}

fn ends(values: impl Iterator<Item = f64>) -> Option<(f64, f64)> {
    values.fold(None, |ends, v| match ends {
        None => Some((v, v)),
        Some((low, high)) => Some((v.min(low), v.max(high))),
    })
}

//! What a sweep found: figures of the last year against each varied key, and how much each key matters over the years.

use understory_numerics::sort;
use understory_records::SensitivityRow;

use crate::kit::*;
use crate::needed::{FINITE, Needed};

const ROW_HEIGHT: f64 = 150.0 * PT;
const DOT_RADIUS: f64 = 1.4 * PT;
const DOT_OPACITY: f64 = 0.45;
const BAND_OPACITY: f64 = 0.2;
/// A key with more values than this has no line of means.
const MEANS_AT_MOST: usize = 12;
const POSITIVE: Needed = Needed(f64::MIN_POSITIVE, f64::MAX, "a finite number above 0");

/// A figure of the census against a key, run by run.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepPanel {
    /// The key, by its path.
    pub key: String,
    /// The figure with its unit, in words.
    pub figure: String,
    /// Value of the key and of the figure in each run.
    pub runs: Vec<[f64; 2]>,
    /// Whether the values of the key lie in equal ratios.
    pub is_log: bool,
}

/// Draws the panels, those of one key in one row, as the figure `sweep`.
///
/// # Errors
/// [`ReportError::Number`] for a number that cannot be drawn; [`ReportError::Drawing`] when drawing or encoding fails.
pub fn sweep(year: u32, panels: &[SweepPanel]) -> Result<Figure, ReportError> {
    const NAME: &str = "sweep";
    let heading = format!("What the varied keys do until year {year}");
    let values = || {
        panels
            .iter()
            .flat_map(|panel| panel.runs.iter().flatten().copied())
    };
    FINITE.of(NAME, "value", values())?;
    for panel in panels.iter().filter(|panel| panel.is_log) {
        POSITIVE.of(NAME, "key", panel.runs.iter().map(|run| run[0]))?;
    }
    let dot = style::category(1).at_opacity(DOT_OPACITY);
    let means = LineStyle::line(style::BLACK).marked(0).wide(style::THIN);
    let keys = [
        LegendEntry::patch(Paint::fill(dot), "a run"),
        means.key("mean of the runs of one value"),
    ];
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, &heading, &keys);
    if panels.is_empty() {
        return sheet.finish_empty("no key with numbers is varied");
    }
    let names = words::distinct(panels.iter().map(|panel| &panel.key));
    let columns = panels.iter().filter(|panel| panel.key == names[0]).count();
    let rows = sheet
        .room(names.len() as f64 * ROW_HEIGHT)
        .grid(1, names.len(), 10.0 * PT);
    let cells = rows
        .into_iter()
        .zip(&names)
        .flat_map(|(row, key)| head(&mut sheet.page, row, key, TEXT_SIZE, &[]).grid(columns, 1, 10.0 * PT));
    let cells: Vec<Frame> = cells.collect();
    let mut alt = words::panels(panels.len(), "points");
    for (cell, panel) in cells.into_iter().zip(panels) {
        let axis = |label: &str, axis: usize| {
            let [low, high] = ends(panel.runs.iter().map(|run| run[axis]));
            let margin = if high > low {
                0.0
            } else {
                0.05 * high.abs().max(1e-9)
            };
            match axis == 0 && panel.is_log {
                true => Axis::logarithmic(label, low, high),
                false => Axis::linear(label, low - margin, high + margin, 5),
            }
        };
        let (x, y) = (axis("value of the key", 0), axis(&panel.figure, 1));
        let told = words::axes(&x, &y);
        let mut drawn = Panel::within(&mut sheet.page, cell, x, y)?;
        for [value, figure] in &panel.runs {
            let centre = drawn.place(*value, *figure);
            drawn.page.circle(centre, DOT_RADIUS, Paint::fill(dot));
        }
        let line = means_of(&panel.runs);
        if line.len() <= MEANS_AT_MOST {
            let points: Vec<_> = line.iter().map(|(value, mean)| (*value, Some(*mean))).collect();
            drawn.curve(&points, &means);
        }
        alt += &format!(
            " {told} Of {}: {}.",
            panel.key,
            course(&line, |value| format!("at {}", number(value)))
        );
    }
    let caption = format!(
        "Figures of the census of all species in year {year} against each key that was varied: a point a run, in black the mean \
         of the runs that share a value, over all values of the other keys and all replicates."
    );
    sheet.finish(caption, alt)
}

/// Mean of the figure at each value of the key.
fn means_of(runs: &[[f64; 2]]) -> Vec<(f64, f64)> {
    let mut sorted = runs.to_vec();
    sort::by(&mut sorted, |a, b| a[0].total_cmp(&b[0]));
    sorted
        .chunk_by(|a, b| a[0] == b[0])
        .map(|of_value| {
            let sum: f64 = of_value.iter().map(|run| run[1]).sum();
            (of_value[0][0], sum / of_value.len() as f64)
        })
        .collect()
}

/// Draws an index of sensitivity over the years, one panel for each figure of the census (its column and its words), as the figure
/// `sensitivity`; `index` in words, `rows` those of `sensitivity.csv` that are of it and of all species.
///
/// # Errors
/// As for [`sweep()`].
pub fn sensitivity(
    index: &str,
    figures: &[(&str, &str)],
    keys: &[String],
    rows: &[SensitivityRow],
) -> Result<Figure, ReportError> {
    const NAME: &str = "sensitivity";
    let interval = |row: &SensitivityRow| [row.low, row.high].map(|end| end.unwrap_or(row.value));
    let told = |row: &SensitivityRow| interval(row).into_iter().chain([row.value]);
    FINITE.of(NAME, "index", rows.iter().flat_map(told))?;
    let of_figure = |&(figure, words)| {
        let own: Vec<&SensitivityRow> = rows.iter().filter(|row| row.figure == figure).collect();
        (!own.is_empty()).then_some((words, own))
    };
    let panels: Vec<(&str, Vec<&SensitivityRow>)> = figures.iter().filter_map(of_figure).collect();
    let is_drawn = |key: &&str| {
        panels
            .iter()
            .any(|(_, own)| own.iter().any(|row| row.key == *key))
    };
    let names: Vec<&str> = keys.iter().map(String::as_str).filter(is_drawn).collect();
    let look = |key: &str| {
        let number = names.iter().position(|name| *name == key).unwrap_or(0);
        LineStyle::line(style::category(number + 1))
            .marked(number)
            .wide(style::THIN)
    };
    let mut keys: Vec<LegendEntry> = names.iter().map(|name| look(name).key(*name)).collect();
    keys.push(LegendEntry::patch(
        Paint::fill(GREY.at_opacity(BAND_OPACITY)),
        "95 % interval, in the key's colour",
    ));
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, "Which keys matter", &keys);
    if panels.is_empty() {
        return sheet.finish_empty("no figure varies");
    }
    let cells = sheet.cells(panels.len(), 2, ROW_HEIGHT, 12.0 * PT);
    let mut alt = words::panels(panels.len(), "curves");
    for (cell, (words, own)) in cells.into_iter().zip(&panels) {
        let [first, last] = ends(own.iter().map(|row| f64::from(row.year)));
        let [low, high] = ends(own.iter().flat_map(|row| told(row)));
        let x = Axis::linear("year", first, last.max(first + 1.0), 6);
        let y = Axis::linear(index, low.min(0.0), high.max(f64::MIN_POSITIVE), 5);
        let top = head(&mut sheet.page, cell, words, TEXT_SIZE, &[]).top;
        let axes = words::axes(&x, &y);
        let mut drawn = Panel::within(&mut sheet.page, cell.below(top), x, y)?;
        alt += &format!(" {}: {axes}", name(words));
        let of_key = |key: &&str| own.iter().copied().filter(|row| row.key == *key).collect();
        let curves: Vec<(&&str, Vec<&SensitivityRow>)> = names.iter().map(|key| (key, of_key(key))).collect();
        for (key, rows) in &curves {
            let band = rows.iter().map(|row| {
                let [low, high] = interval(row);
                (f64::from(row.year), low, high)
            });
            drawn.band(&band.collect::<Vec<_>>(), look(key).ink.at_opacity(BAND_OPACITY));
        }
        for (key, rows) in curves.iter().filter(|(_, rows)| !rows.is_empty()) {
            let points: Vec<_> = rows.iter().map(|row| (f64::from(row.year), row.value)).collect();
            let line: Vec<_> = points.iter().map(|(year, value)| (*year, Some(*value))).collect();
            drawn.curve(&line, &look(key));
            alt += &format!(
                " {}, {};",
                name(key),
                course(&points, |year| format!("in year {year}"))
            );
        }
    }
    let caption = format!(
        "{} of each varied key over the recorded years, for figures of the census of all species; bands are 95 % intervals. A \
         figure that does not vary, or is not defined in every run, has no index.",
        sentence(index)
    );
    sheet.finish(caption, alt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_value_have_a_mean() {
        let runs = [[2.0, 5.0], [1.0, 1.0], [2.0, 7.0], [1.0, 3.0]];
        assert_eq!(means_of(&runs), [(1.0, 2.0), (2.0, 6.0)]);
        let panel = SweepPanel {
            key: "species.birch.fruit.seeds_per_m2".to_owned(),
            figure: "trees".to_owned(),
            runs: runs.to_vec(),
            is_log: true,
        };
        let figure = sweep(50, std::slice::from_ref(&panel)).unwrap();
        assert!(
            figure.alt.contains("species.birch.fruit.seeds_per_m2"),
            "{}",
            figure.alt
        );
        assert!(figure.caption.contains("year 50"));
        let refused = sweep(
            50,
            &[SweepPanel {
                runs: vec![[0.0, 1.0]],
                ..panel
            }],
        )
        .unwrap_err()
        .to_string();
        assert!(refused.contains("key"), "{refused}");
        assert!(
            sweep(50, &[])
                .unwrap()
                .caption
                .contains("no key with numbers is varied")
        );
    }

    #[test]
    fn each_key_is_told_with_its_course() {
        let row = |key: &str, year, value| SensitivityRow {
            year,
            key: key.to_owned(),
            figure: "trees".to_owned(),
            value,
            low: Some(value - 0.1),
            high: Some(value + 0.1),
            ..SensitivityRow::default()
        };
        let rows = [
            row("run.years", 0, 0.0),
            row("run.years", 10, 0.75),
            row("world.edge", 0, 0.0),
            row("world.edge", 10, 0.25),
        ];
        let keys = ["run.years", "world.edge"].map(str::to_owned);
        let figures = [("trees", "trees"), ("adults", "adults")];
        let figure = sensitivity("share of the variance", &figures, &keys, &rows).unwrap();
        assert!(figure.alt.starts_with("1 panel of curves."), "{}", figure.alt);
        for told in ["run.years", "world.edge", "0.75 in year 10", "0.25 in year 10"] {
            assert!(figure.alt.contains(told), "{told}: {}", figure.alt);
        }
        assert!(
            sensitivity("share", &figures, &keys, &[])
                .unwrap()
                .caption
                .contains("no figure varies")
        );
    }
}

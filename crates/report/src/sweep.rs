//! What a sweep found: figures of the last year against each varied key, and how much each key matters over the years.

use understory_numerics::sort;

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
    let mut alt = format!("{} of points.", sentence(&counted(panels.len() as u64, "panel")));
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

/// How much keys matter to a figure.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitivityPanel {
    /// The figure with its unit, in words.
    pub figure: String,
    /// Each key, by its path.
    pub keys: Vec<SensitivityCurve>,
}

/// How much a key matters over the years.
#[derive(Clone, Debug, PartialEq)]
pub struct SensitivityCurve {
    /// The key, by its path.
    pub key: String,
    /// Year, index and its interval, ascending.
    pub years: Vec<(u32, f64, [f64; 2])>,
}

/// Draws an index of sensitivity over the years, one panel a figure, as the figure `sensitivity`; `index` in words.
///
/// # Errors
/// As for [`sweep()`].
pub fn sensitivity(index: &str, panels: &[SensitivityPanel]) -> Result<Figure, ReportError> {
    const NAME: &str = "sensitivity";
    let all = || panels.iter().flat_map(|panel| &panel.keys);
    let values = || {
        all().flat_map(|curve| {
            curve
                .years
                .iter()
                .flat_map(|(_, value, [low, high])| [*value, *low, *high])
        })
    };
    FINITE.of(NAME, "index", values())?;
    let names = words::distinct(all().map(|curve| &curve.key));
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
    let columns = panels.len().min(2);
    let rows = panels.len().div_ceil(columns);
    let room = sheet.room(rows as f64 * ROW_HEIGHT);
    let mut alt = format!("{} of curves.", sentence(&counted(panels.len() as u64, "panel")));
    for (cell, panel) in room.grid(columns, rows, 12.0 * PT).into_iter().zip(panels) {
        let years = || {
            panel
                .keys
                .iter()
                .flat_map(|curve| curve.years.iter().map(|(year, ..)| f64::from(*year)))
        };
        let ends = || {
            panel.keys.iter().flat_map(|curve| {
                curve
                    .years
                    .iter()
                    .flat_map(|(_, value, [low, high])| [*value, *low, *high])
            })
        };
        let (first, last) = (
            years().fold(f64::INFINITY, f64::min),
            years().fold(f64::NEG_INFINITY, f64::max),
        );
        let x = Axis::linear("year", first, last.max(first + 1.0), 6);
        let y = Axis::linear(
            index,
            ends().fold(0.0, f64::min),
            ends().fold(f64::MIN_POSITIVE, f64::max),
            5,
        );
        let top = head(&mut sheet.page, cell, &panel.figure, TEXT_SIZE, &[]).top;
        let told = words::axes(&x, &y);
        let mut drawn = Panel::within(&mut sheet.page, cell.below(top), x, y)?;
        alt += &format!(" {}: {told}", name(&panel.figure));
        for curve in &panel.keys {
            let look = look(&curve.key);
            let band: Vec<_> = curve
                .years
                .iter()
                .map(|(year, _, [low, high])| (f64::from(*year), *low, *high))
                .collect();
            drawn.band(&band, look.ink.at_opacity(BAND_OPACITY));
        }
        for curve in &panel.keys {
            let points: Vec<_> = curve
                .years
                .iter()
                .map(|(year, value, _)| (f64::from(*year), *value))
                .collect();
            let line: Vec<_> = points.iter().map(|(year, value)| (*year, Some(*value))).collect();
            drawn.curve(&line, &look(&curve.key));
            alt += &format!(
                " {}, {};",
                name(&curve.key),
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
        let curve = |key: &str, last: f64| SensitivityCurve {
            key: key.to_owned(),
            years: vec![(0, 0.0, [0.0, 0.0]), (10, last, [last - 0.1, last + 0.1])],
        };
        let panel = SensitivityPanel {
            figure: "trees".to_owned(),
            keys: vec![curve("run.years", 0.75), curve("world.edge", 0.25)],
        };
        let figure = sensitivity("share of the variance", &[panel]).unwrap();
        for told in ["run.years", "world.edge", "0.75 in year 10", "0.25 in year 10"] {
            assert!(figure.alt.contains(told), "{told}: {}", figure.alt);
        }
        assert!(
            sensitivity("share", &[])
                .unwrap()
                .caption
                .contains("no figure varies")
        );
    }
}

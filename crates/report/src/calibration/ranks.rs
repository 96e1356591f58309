//! Where in their posteriors keys fell that were known: even histograms, where the posteriors are right.

use understory_records::{RankRow, RecoveryRow};

use crate::kit::*;
use crate::needed::{Needed, SIZE};

const ROW_HEIGHT: f64 = 120.0 * PT;
const MOST_COLUMNS: usize = 2;
const OPACITY: f64 = 0.45;
const BAND_OPACITY: f64 = 0.25;

/// Draws where in its posterior each key fell, from `recovery.csv` and `ranks.csv`, as the figure `ranks`.
///
/// # Errors
/// [`ReportError::Number`] for a number that cannot be drawn, [`ReportError::Drawing`] when drawing or encoding fails.
pub fn ranks(scenario: &str, keys: &[RecoveryRow], ranks: &[RankRow]) -> Result<Figure, ReportError> {
    const NAME: &str = "ranks";
    let numbers = ranks.iter().flat_map(|row| [row.expected, row.low, row.high]);
    SIZE.of(NAME, "expected", numbers)?;
    let shares = keys.iter().map(|key| key.coverage_95);
    Needed(0.0, 1.0, "a share from 0 to 1").of(NAME, "coverage_95", shares)?;
    let bars = Paint::fill(style::BLUE.at_opacity(OPACITY));
    let even = LineStyle::line(style::BLACK).dashed(1).wide(style::THIN);
    let band = GREY.at_opacity(BAND_OPACITY);
    let legend = [
        LegendEntry::patch(bars.clone(), "known values"),
        even.key("even"),
        LegendEntry::patch(Paint::fill(band), "99 % of even parts"),
    ];
    let heading = format!("Are known keys of {scenario} found again?");
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, &heading, &legend);
    if keys.is_empty() {
        return sheet.finish_empty("no key was looked for");
    }
    let mut alt = words::panels(keys.len(), "a histogram");
    let cells = sheet.cells(keys.len(), MOST_COLUMNS, ROW_HEIGHT, 10.0 * PT);
    for (cell, key) in cells.into_iter().zip(keys) {
        let words = format!("{}: {:.1} % held", key.key, 100.0 * key.coverage_95);
        let cell = head(&mut sheet.page, cell, &words, TEXT_SIZE, &[]);
        let parts: Vec<&RankRow> = ranks.iter().filter(|row| row.key == key.key).collect();
        let [expected, low, high] = parts
            .first()
            .map_or([0.0; 3], |row| [row.expected, row.low, row.high]);
        let counts: Vec<f64> = parts.iter().map(|row| f64::from(row.count)).collect();
        let highest = counts.iter().copied().fold(high, f64::max);
        let x = Axis::exact("rank of the known value in its posterior", 0.0, 1.0, 5);
        let y = Axis::linear("runs", 0.0, highest.max(1.0), 5);
        let axes = words::axes(&x, &y);
        let mut panel = Panel::within(&mut sheet.page, cell, x, y)?;
        panel.band(&[(0.0, low, high), (1.0, low, high)], band);
        let width = 1.0 / counts.len().max(1) as f64;
        let shown: Vec<_> = counts
            .iter()
            .enumerate()
            .map(|(number, count)| (number as f64 * width, (number + 1) as f64 * width, *count))
            .collect();
        panel.bars(&shown, &bars);
        panel.curve(&[(0.0, Some(expected)), (1.0, Some(expected))], &even);
        let beyond = counts.iter().filter(|count| **count < low || **count > high);
        alt += &format!(
            " {}: {axes} {} of {} parts are beyond what is usual.",
            name(&words),
            beyond.count(),
            counts.len()
        );
    }
    let caption = "Runs from the prior were left out one after the other, and their keys were found from the others: the rank of the \
                   known value in its posterior, and the share of the 95 % intervals that hold it. Even histograms are right; a valley tells of posteriors that are too narrow, a hill of \
                   ones that are too wide, a slope of ones that lie to one side."
        .to_owned();
    sheet.finish(caption, alt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_beyond_what_is_usual_are_counted() {
        let key = RecoveryRow {
            key: "a.b".to_owned(),
            coverage_95: 0.94,
            ..RecoveryRow::default()
        };
        let part = |count| RankRow {
            key: "a.b".to_owned(),
            count,
            expected: 15.0,
            low: 8.0,
            high: 22.0,
            ..RankRow::default()
        };
        let parts = [30, 10, 12, 9].map(part);
        let figure = ranks("s", std::slice::from_ref(&key), &parts).unwrap();
        assert!(figure.alt.contains("1 of 4 parts"), "{}", figure.alt);
        let wrong = RecoveryRow {
            coverage_95: 1.5,
            ..key
        };
        assert!(ranks("s", &[wrong], &parts).is_err());
    }
}

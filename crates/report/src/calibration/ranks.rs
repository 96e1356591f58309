//! Where in their posteriors keys fell that were known: even histograms, where the posteriors are right.

use super::cells;
use crate::kit::*;
use crate::needed::Needed;

const ROW_HEIGHT: f64 = 120.0 * PT;
const MOST_COLUMNS: usize = 2;
const OPACITY: f64 = 0.45;
const BAND_OPACITY: f64 = 0.25;
const COUNT: Needed = Needed(0.0, 1e15, "a number from 0 to 1e15");

/// How often a key fell into each part of its posterior.
#[derive(Clone, Debug, PartialEq)]
pub struct KeyRanks {
    /// Its path.
    pub key: String,
    /// How often it fell into each of so many equal parts, from the lowest on.
    pub counts: Vec<f64>,
    /// How often on average, where posteriors are right.
    pub expected: f64,
    /// Between what numbers 99 % of the parts lie then.
    pub usual: [f64; 2],
    /// Share of the 95 % intervals that hold the known value.
    pub coverage_95: f64,
}

/// Draws the ranks of each key as the figure `ranks`.
///
/// # Errors
/// [`ReportError::Number`] for a number that cannot be drawn, [`ReportError::Drawing`] when drawing or encoding fails.
pub fn ranks(scenario: &str, keys: &[KeyRanks]) -> Result<Figure, ReportError> {
    const NAME: &str = "ranks";
    for key in keys {
        COUNT.of(NAME, "count", key.counts.iter().copied())?;
        COUNT.of(NAME, "expected", [key.expected, key.usual[0], key.usual[1]])?;
        Needed(0.0, 1.0, "a share from 0 to 1").of(NAME, "coverage_95", [key.coverage_95])?;
    }
    let bars = Paint::fill(style::BLUE.at_opacity(OPACITY));
    let expected = LineStyle::line(style::BLACK).dashed(1).wide(style::THIN);
    let band = GREY.at_opacity(BAND_OPACITY);
    let legend = [
        LegendEntry::patch(bars.clone(), "known values"),
        expected.key("even"),
        LegendEntry::patch(Paint::fill(band), "99 % of even parts"),
    ];
    let heading = format!("Are known keys of {scenario} found again?");
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, &heading, &legend);
    if keys.is_empty() {
        return sheet.finish_empty("no key was looked for");
    }
    let mut alt = format!(
        "{} of a histogram.",
        sentence(&counted(keys.len() as u64, "panel"))
    );
    for (cell, key) in cells(&mut sheet, keys.len(), MOST_COLUMNS, ROW_HEIGHT)
        .into_iter()
        .zip(keys)
    {
        let words = format!("{}: {:.1} % held", key.key, 100.0 * key.coverage_95);
        let cell = head(&mut sheet.page, cell, &words, TEXT_SIZE, &[]);
        let highest = key.counts.iter().copied().fold(key.usual[1], f64::max);
        let x = Axis::exact("rank of the known value in its posterior", 0.0, 1.0, 5);
        let y = Axis::linear("runs", 0.0, highest.max(1.0), 5);
        let axes = words::axes(&x, &y);
        let mut panel = Panel::within(&mut sheet.page, cell, x, y)?;
        panel.band(
            &[
                (0.0, key.usual[0], key.usual[1]),
                (1.0, key.usual[0], key.usual[1]),
            ],
            band,
        );
        let width = 1.0 / key.counts.len().max(1) as f64;
        let shown: Vec<_> = key
            .counts
            .iter()
            .enumerate()
            .map(|(number, count)| (number as f64 * width, (number + 1) as f64 * width, *count))
            .collect();
        panel.bars(&shown, &bars);
        panel.curve(&[(0.0, Some(key.expected)), (1.0, Some(key.expected))], &expected);
        let beyond = key
            .counts
            .iter()
            .filter(|count| **count < key.usual[0] || **count > key.usual[1]);
        alt += &format!(
            " {}: {axes} {} of {} parts are beyond what is usual.",
            name(&words),
            beyond.count(),
            key.counts.len()
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
        let key = KeyRanks {
            key: "a.b".to_owned(),
            counts: vec![30.0, 10.0, 12.0, 9.0],
            expected: 15.0,
            usual: [8.0, 22.0],
            coverage_95: 0.94,
        };
        let figure = ranks("s", std::slice::from_ref(&key)).unwrap();
        assert!(figure.alt.contains("1 of 4 parts"), "{}", figure.alt);
        let wrong = KeyRanks {
            coverage_95: 1.5,
            ..key
        };
        assert!(ranks("s", &[wrong]).is_err());
    }
}

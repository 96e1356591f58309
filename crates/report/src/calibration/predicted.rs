//! What a fitted model predicts, beside what was measured.

use understory_records::PredictiveRow;

use crate::kit::*;
use crate::needed::FINITE;

const ROW_HEIGHT: f64 = 125.0 * PT;
const MOST_COLUMNS: usize = 2;
const BAND_OPACITY: f64 = 0.3;

/// What the functions of `predictive.csv` are, in words, and their axes.
const FUNCTIONS: [(&str, &str, &str); 6] = [
    ("L_minus_r", "Besag's L(r) − r", "L(r) − r (m)"),
    ("pcf", "pair correlation", "g(r)"),
    ("G", "distances to the nearest neighbour", "G(r)"),
    ("F", "distances from any place", "F(r)"),
    ("mark_correlation", "mark correlation of sizes", "k(r)"),
    ("mark_variogram", "mark variogram of sizes", "γ(r) (size squared)"),
];

/// Draws each function of each census of `predictive.csv`, a panel each, as the figure `predictive`; they are of so many runs.
///
/// # Errors
/// As for [`marginals`](super::marginals).
pub fn predicted(scenario: &str, runs: u32, rows: &[PredictiveRow]) -> Result<Figure, ReportError> {
    const NAME: &str = "predictive";
    let values = |row: &PredictiveRow| [row.obs, row.mean, row.lo, row.hi].into_iter().flatten();
    FINITE.of(NAME, "value", rows.iter().flat_map(values))?;
    FINITE.of(NAME, "r", rows.iter().map(|row| row.r))?;
    let alike = |a: &PredictiveRow, b: &PredictiveRow| a.year == b.year && a.function == b.function;
    let functions: Vec<&[PredictiveRow]> = rows.chunk_by(alike).collect();
    let observed = LineStyle::line(style::VERMILION);
    let mean = LineStyle::line(style::BLACK).dashed(1).wide(style::THIN);
    let band = GREY.at_opacity(BAND_OPACITY);
    let legend = [
        observed.key("measured"),
        mean.key("mean of the fitted model"),
        LegendEntry::patch(Paint::fill(band), "its global 95 % envelope"),
    ];
    let heading = format!("What {scenario} predicts with the keys that were found");
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, &heading, &legend);
    if functions.is_empty() {
        return sheet.finish_empty("there is no function to draw");
    }
    let mut alt = words::panels(functions.len(), "curves");
    let cells = sheet.cells(functions.len(), MOST_COLUMNS, ROW_HEIGHT, 10.0 * PT);
    for (cell, function) in cells.into_iter().zip(functions) {
        let first = &function[0];
        let known = FUNCTIONS.iter().find(|(name, ..)| *name == first.function);
        let (_, words, y_label) = known.copied().unwrap_or((NAME, &first.function, ""));
        let year = match rows.iter().all(|row| row.year == first.year) {
            true => String::new(),
            false => format!(", year {}", first.year),
        };
        let not = if first.fitted == "yes" { "" } else { "not " };
        let words = format!("{words}{year} ({not}fitted to)");
        let cell = head(&mut sheet.page, cell, &words, TEXT_SIZE, &[]);
        let [low, high] = ends(function.iter().flat_map(values));
        let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
        let last = function.last().map(|row| row.r).filter(|r| *r > 0.0);
        let x = Axis::exact("distance r (m)", 0.0, last.unwrap_or(1.0), 6);
        let y = Axis::linear(y_label, low, high, 5);
        let axes = words::axes(&x, &y);
        let mut panel = Panel::within(&mut sheet.page, cell, x, y)?;
        for piece in pieces(function) {
            panel.band(&piece, band);
        }
        let points = |value: fn(&PredictiveRow) -> Option<f64>| -> Vec<_> {
            function.iter().map(|row| (row.r, value(row))).collect()
        };
        panel.curve(&points(|row| row.mean), &mean);
        panel.curve(&points(|row| row.obs), &observed);
        alt += &format!(" {}: {axes} {}", name(&words), beyond(function));
    }
    let caption = format!(
        "Functions of distance of the measured stand against {runs} runs of the fitted model, whose keys are drawn from the \
         posterior: their mean, and their global 95 % envelope by extreme rank length, which the measured curve leaves \
         somewhere with 5 % probability if it is one of them. Functions that the keys were not fitted to are the harder test."
    );
    sheet.finish(caption, alt)
}

/// The envelope where it is defined, piece by piece.
fn pieces(function: &[PredictiveRow]) -> Vec<Vec<(f64, f64, f64)>> {
    let ends = |row: &PredictiveRow| Some((row.r, row.lo?, row.hi?));
    let pieces = function.chunk_by(|a, b| ends(a).is_some() == ends(b).is_some());
    let pieces = pieces.map(|piece| piece.iter().filter_map(ends).collect());
    pieces.filter(|piece: &Vec<_>| !piece.is_empty()).collect()
}

/// Where what was measured leaves the envelope, as a sentence.
fn beyond(function: &[PredictiveRow]) -> String {
    let outside = |row: &PredictiveRow| {
        let (observed, low, high) = (row.obs?, row.lo?, row.hi?);
        (observed < low || observed > high).then_some(row.r)
    };
    let outside: Vec<f64> = function.iter().filter_map(outside).collect();
    match (outside.first(), outside.last()) {
        (Some(first), Some(last)) => format!(
            "The measured curve is outside the envelope at {} of {} distances, between {} m.",
            outside.len(),
            function.len(),
            range(*first, *last)
        ),
        _ if function.iter().all(|row| row.lo.is_none()) => "There is no envelope.".to_owned(),
        _ => "The measured curve is inside the envelope.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alternative_says_where_the_measured_curve_leaves_the_envelope() {
        let row = |r, obs, reach: Option<f64>| PredictiveRow {
            function: "L_minus_r".to_owned(),
            r,
            obs,
            mean: Some(0.0),
            lo: reach.map(|reach: f64| -reach),
            hi: reach,
            ..PredictiveRow::default()
        };
        let mut function = [
            row(0.0, Some(0.0), None),
            row(1.0, Some(2.0), Some(1.0)),
            row(2.0, None, Some(1.0)),
            row(3.0, Some(0.5), Some(1.0)),
        ];
        assert_eq!(pieces(&function).len(), 1);
        let figure = predicted("s", 39, &function).unwrap();
        assert!(
            figure.alt.contains("outside the envelope at 1 of 4"),
            "{}",
            figure.alt
        );
        function[1].obs = Some(0.0);
        assert!(beyond(&function).contains("is inside"));
        function[1].mean = Some(f64::NAN);
        assert!(predicted("s", 39, &function).is_err());
    }
}

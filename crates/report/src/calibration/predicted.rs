//! What a fitted model predicts, beside what was measured.

use super::cells;
use crate::kit::*;
use crate::needed::FINITE;

const ROW_HEIGHT: f64 = 125.0 * PT;
const MOST_COLUMNS: usize = 2;
const BAND_OPACITY: f64 = 0.3;

/// A function of distance, of what was measured and of runs of the fitted model.
#[derive(Clone, Debug, PartialEq)]
pub struct PredictedFunction {
    /// What it is, in words.
    pub words: String,
    /// Its axis.
    pub y_label: String,
    /// Whether the model was fitted to it.
    pub is_fitted: bool,
    /// Distances, m, ascending.
    pub r_m: Vec<f64>,
    /// Of what was measured; a gap where it is not defined. All have a value for each distance.
    pub observed: Vec<Option<f64>>,
    /// Mean of the runs.
    pub mean: Vec<Option<f64>>,
    /// Lower end of the global envelope.
    pub low: Vec<Option<f64>>,
    /// Its upper end.
    pub high: Vec<Option<f64>>,
}

/// Draws the functions, a panel each, as the figure `predictive`; they are of so many runs.
///
/// # Errors
/// As for [`marginals`](super::marginals).
pub fn predicted(scenario: &str, runs: u32, functions: &[PredictedFunction]) -> Result<Figure, ReportError> {
    const NAME: &str = "predictive";
    for function in functions {
        let series = [&function.observed, &function.mean, &function.low, &function.high];
        for values in series {
            ReportError::check_count(
                NAME,
                &function.words,
                values.len(),
                "distances",
                function.r_m.len(),
            )?;
            FINITE.of(&function.words, "value", values.iter().flatten().copied())?;
        }
        FINITE.of(NAME, "r", function.r_m.iter().copied())?;
    }
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
    let mut alt = format!(
        "{} of curves.",
        sentence(&counted(functions.len() as u64, "panel"))
    );
    for (cell, function) in cells(&mut sheet, functions.len(), MOST_COLUMNS, ROW_HEIGHT)
        .into_iter()
        .zip(functions)
    {
        let fitted = if function.is_fitted {
            "fitted to"
        } else {
            "not fitted to"
        };
        let words = format!("{} ({fitted})", function.words);
        let cell = head(&mut sheet.page, cell, &words, TEXT_SIZE, &[]);
        let all = || {
            [&function.observed, &function.mean, &function.low, &function.high]
                .into_iter()
                .flat_map(|values| values.iter().flatten().copied())
        };
        let (low, high) = (
            all().fold(f64::INFINITY, f64::min),
            all().fold(f64::NEG_INFINITY, f64::max),
        );
        let (low, high) = if low < high { (low, high) } else { (0.0, 1.0) };
        let last = function.r_m.last().copied().filter(|r| *r > 0.0).unwrap_or(1.0);
        let x = Axis::exact("distance r (m)", 0.0, last, 6);
        let y = Axis::linear(&function.y_label, low, high, 5);
        let axes = words::axes(&x, &y);
        let mut panel = Panel::within(&mut sheet.page, cell, x, y)?;
        for piece in pieces(function) {
            panel.band(&piece, band);
        }
        let points = |values: &[Option<f64>]| -> Vec<_> {
            function.r_m.iter().copied().zip(values.iter().copied()).collect()
        };
        panel.curve(&points(&function.mean), &mean);
        panel.curve(&points(&function.observed), &observed);
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
fn pieces(function: &PredictedFunction) -> Vec<Vec<(f64, f64, f64)>> {
    let ends: Vec<Option<(f64, f64, f64)>> = function
        .r_m
        .iter()
        .zip(function.low.iter().zip(&function.high))
        .map(|(r, (low, high))| Some((*r, (*low)?, (*high)?)))
        .collect();
    let pieces = ends
        .split(Option::is_none)
        .map(|piece| piece.iter().flatten().copied().collect());
    pieces.filter(|piece: &Vec<_>| !piece.is_empty()).collect()
}

/// Where what was measured leaves the envelope, as a sentence.
fn beyond(function: &PredictedFunction) -> String {
    let is_outside = |at: usize| {
        let (Some(observed), Some(low), Some(high)) =
            (function.observed[at], function.low[at], function.high[at])
        else {
            return false;
        };
        observed < low || observed > high
    };
    let outside: Vec<f64> = (0..function.r_m.len())
        .filter(|at| is_outside(*at))
        .map(|at| function.r_m[at])
        .collect();
    match (outside.first(), outside.last()) {
        (Some(first), Some(last)) => format!(
            "The measured curve is outside the envelope at {} of {} distances, between {} m.",
            outside.len(),
            function.r_m.len(),
            range(*first, *last)
        ),
        _ if function.low.iter().all(Option::is_none) => "There is no envelope.".to_owned(),
        _ => "The measured curve is inside the envelope.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_alternative_says_where_the_measured_curve_leaves_the_envelope() {
        let function = PredictedFunction {
            words: "L(r) − r".to_owned(),
            y_label: "m".to_owned(),
            is_fitted: true,
            r_m: vec![0.0, 1.0, 2.0, 3.0],
            observed: vec![Some(0.0), Some(2.0), None, Some(0.5)],
            mean: vec![Some(0.0); 4],
            low: vec![None, Some(-1.0), Some(-1.0), Some(-1.0)],
            high: vec![None, Some(1.0), Some(1.0), Some(1.0)],
        };
        assert_eq!(pieces(&function).len(), 1);
        let figure = predicted("s", 39, std::slice::from_ref(&function)).unwrap();
        assert!(
            figure.alt.contains("outside the envelope at 1 of 4"),
            "{}",
            figure.alt
        );
        let inside = PredictedFunction {
            observed: vec![Some(0.0); 4],
            ..function.clone()
        };
        assert!(beyond(&inside).contains("is inside"));
        let torn = PredictedFunction {
            mean: Vec::new(),
            ..function
        };
        assert!(predicted("s", 39, &[torn]).is_err());
    }
}

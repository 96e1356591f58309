//! Each key's posterior beside its prior.

use super::FittedKey;
use crate::kit::*;

const ROW_HEIGHT: f64 = 130.0 * PT;
const MOST_COLUMNS: usize = 2;
/// Bars of a histogram.
const BARS: usize = 30;
const OPACITY: f64 = 0.45;

/// Draws the posterior of each key as the figure `marginals`, as a density to that of the prior, on the prior's scale; `weights` are those of
/// the particles.
///
/// # Errors
/// [`ReportError::Number`] for a number that cannot be drawn, [`ReportError::Count`] where a key has not a value for each weight,
/// [`ReportError::Drawing`] when drawing or encoding fails.
pub fn marginals(scenario: &str, keys: &[FittedKey], weights: &[f64]) -> Result<Figure, ReportError> {
    const NAME: &str = "marginals";
    for key in keys {
        key.check(NAME, weights)?;
    }
    let bars = Paint::fill(style::BLUE.at_opacity(OPACITY));
    let prior = LineStyle::line(style::BLACK).dashed(1).wide(style::THIN);
    let median = LineStyle::line(style::VERMILION);
    let interval = LineStyle::line(style::VERMILION).dashed(2).wide(style::THIN);
    let legend = [
        LegendEntry::patch(bars.clone(), "posterior"),
        prior.key("prior"),
        median.key("median"),
        interval.key("95 % interval"),
    ];
    let heading = format!("What the measured stand tells of the keys of {scenario}");
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, &heading, &legend);
    if keys.is_empty() || weights.iter().sum::<f64>() <= 0.0 {
        return sheet.finish_empty("there is no posterior");
    }
    let mut alt = words::panels(keys.len(), "a histogram");
    let cells = sheet.cells(keys.len(), MOST_COLUMNS, ROW_HEIGHT, 10.0 * PT);
    for (cell, key) in cells.into_iter().zip(keys) {
        let told = match key.is_identified {
            true => key.prior.key.clone(),
            false => format!("{} (not told)", key.prior.key),
        };
        let cell = head(&mut sheet.page, cell, &told, TEXT_SIZE, &[]);
        let heights = histogram(key, weights);
        let highest = heights.iter().copied().fold(1.0, f64::max);
        let x = key.axis(if key.prior.is_log {
            "value, equal ratios"
        } else {
            "value"
        });
        let y = Axis::linear("density (prior: 1)", 0.0, highest, 5);
        let axes = words::axes(&x, &y);
        let mut panel = Panel::within(&mut sheet.page, cell, x, y)?;
        let edge = |number: usize| key.at(number as f64 / BARS as f64);
        let shown: Vec<_> = heights
            .iter()
            .enumerate()
            .map(|(number, height)| (edge(number), edge(number + 1), *height))
            .collect();
        panel.bars(&shown, &bars);
        panel.curve(&[(key.prior.low, Some(1.0)), (key.prior.high, Some(1.0))], &prior);
        let top = panel.y.high;
        for (value, look) in key.quantiles.iter().zip([&interval, &median, &interval]) {
            panel.curve(&[(*value, Some(0.0)), (*value, Some(top))], look);
        }
        let [low, middle, high] = key.quantiles.map(number);
        alt += &format!(
            " {}: {axes} Median {middle}, 95 % interval {low} to {high}, prior {}{}.",
            name(&key.prior.key),
            range(key.prior.low, key.prior.high),
            if key.is_identified {
                ""
            } else {
                "; the measured stand cannot tell it"
            }
        );
    }
    let caption = "Posterior of each key as a histogram of weighted particles, as a density to that of the prior (1 where nothing was \
                   learned), on the scale of the prior; with median and central 95 % interval."
        .to_owned();
    sheet.finish(caption, alt)
}

/// Density of the particles in equal parts of the prior.
fn histogram(key: &FittedKey, weights: &[f64]) -> Vec<f64> {
    let total: f64 = weights.iter().sum();
    let mut heights = vec![0.0; BARS];
    for (value, weight) in key.values.iter().zip(weights) {
        let part = (key.share(*value) * BARS as f64).clamp(0.0, BARS as f64 - 1.0) as usize;
        heights[part] += weight / total * BARS as f64;
    }
    heights
}

#[cfg(test)]
mod tests {
    use understory_records::CalibratedKey;

    use super::*;

    fn key(is_log: bool) -> FittedKey {
        FittedKey {
            prior: CalibratedKey {
                key: "a.b".to_owned(),
                low: 1.0,
                high: 100.0,
                is_log,
            },
            values: vec![1.0, 10.0, 100.0],
            quantiles: [1.0, 10.0, 100.0],
            is_identified: true,
        }
    }

    #[test]
    fn a_histogram_has_the_area_of_its_prior() {
        for is_log in [false, true] {
            let heights = histogram(&key(is_log), &[0.5, 1.0, 0.5]);
            assert!((heights.iter().sum::<f64>() - BARS as f64).abs() < 1e-9);
        }
        // Ten lies in the middle of a logarithmic prior, and in its first tenth of a linear one.
        assert!((histogram(&key(true), &[0.0, 1.0, 0.0])[15] - 30.0).abs() < 1e-9);
        assert!((histogram(&key(false), &[0.0, 1.0, 0.0])[2] - 30.0).abs() < 1e-9);
    }

    #[test]
    fn a_key_that_is_not_told_is_named_so() {
        let unknown = FittedKey {
            is_identified: false,
            ..key(false)
        };
        let figure = marginals("s", &[unknown, key(true)], &[1.0; 3]).unwrap();
        assert!(figure.alt.contains("cannot tell") && figure.svg.contains("svg"));
        assert!(marginals("s", &[key(true)], &[1.0; 2]).is_err());
        assert!(marginals("s", &[], &[]).unwrap().caption.contains("no posterior"));
    }
}

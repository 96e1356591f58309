//! Keys in pairs: which values come together.

use super::FittedKey;
use crate::kit::*;

/// Keys that are drawn; the others are in the table.
const MOST_KEYS: usize = 6;
const CELL_HEIGHT: f64 = 110.0 * PT;
const GAP: f64 = 8.0 * PT;
const RADIUS: f64 = 1.5 * PT;
/// What the lightest particle shows of its colour, and the heaviest.
const OPACITIES: [f64; 2] = [0.12, 0.85];

/// Draws each key against each other as the figure `pairs`: a point a particle, the darker the more it weighs.
///
/// # Errors
/// As for [`marginals`](super::marginals).
pub fn pairs(scenario: &str, keys: &[FittedKey], weights: &[f64]) -> Result<Figure, ReportError> {
    const NAME: &str = "pairs";
    for key in keys {
        key.check(NAME, weights)?;
    }
    let heading = format!("Which values of the keys of {scenario} come together");
    let legend = [LegendEntry::patch(
        Paint::fill(style::BLUE.at_opacity(OPACITIES[1])),
        "a particle, the darker the more it weighs",
    )];
    let mut sheet = Sheet::new(NAME, style::PANELS_PT, &heading, &legend);
    let shown = &keys[..keys.len().min(MOST_KEYS)];
    if shown.len() < 2 || weights.iter().sum::<f64>() <= 0.0 {
        return sheet.finish_empty("there are no two keys");
    }
    let heaviest = weights.iter().copied().fold(0.0, f64::max);
    let side = shown.len() - 1;
    let room = sheet.room(side as f64 * CELL_HEIGHT.max(if side == 1 { 220.0 * PT } else { 0.0 }));
    let cells = room.grid(side, side, GAP);
    let mut alt = words::panels(side * (side + 1) / 2, "points");
    for row in 0..side {
        for column in 0..=row {
            let (across, up) = (&shown[column], &shown[row + 1]);
            let x = across.axis(if row + 1 == side { &across.prior.key } else { "" });
            let y = up.axis(if column == 0 { &up.prior.key } else { "" });
            let panel = Panel::within(&mut sheet.page, cells[row * side + column], x, y)?;
            for ((value, other), weight) in across.values.iter().zip(&up.values).zip(weights) {
                let centre = panel.place(*value, *other);
                let [least, most] = OPACITIES;
                let ink = style::BLUE.at_opacity(least + (most - least) * weight / heaviest);
                panel.page.circle(centre, RADIUS, Paint::fill(ink));
            }
            alt += &format!(
                " {} against {}: correlation {}.",
                name(&up.prior.key),
                name(&across.prior.key),
                number(correlation(across, up, weights))
            );
        }
    }
    let caption = format!(
        "Particles of the posterior, each key against each other, over the whole of their priors; dots are the darker the more \
         they weigh.{}",
        listed(
            "Not drawn",
            keys[shown.len()..].iter().map(|key| key.prior.key.clone()),
            MOST_KEYS,
            "keys"
        )
    );
    sheet.finish(caption, alt)
}

/// Of two keys on the scales of their priors.
fn correlation(a: &FittedKey, b: &FittedKey, weights: &[f64]) -> f64 {
    let total: f64 = weights.iter().sum();
    let of = |key: &FittedKey| -> Vec<f64> { key.values.iter().map(|value| key.share(*value)).collect() };
    let (a, b) = (of(a), of(b));
    let sum = |values: &dyn Fn(usize) -> f64| -> f64 {
        weights
            .iter()
            .enumerate()
            .map(|(at, weight)| weight / total * values(at))
            .sum()
    };
    let (mean_a, mean_b) = (sum(&|at| a[at]), sum(&|at| b[at]));
    let product = sum(&|at| (a[at] - mean_a) * (b[at] - mean_b));
    let squares =
        sum(&|at| (a[at] - mean_a) * (a[at] - mean_a)) * sum(&|at| (b[at] - mean_b) * (b[at] - mean_b));
    if squares > 0.0 {
        product / squares.sqrt()
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use understory_records::CalibratedKey;

    use super::*;

    #[test]
    fn keys_that_rise_together_are_told_so() {
        let key = |name: &str, values: Vec<f64>| FittedKey {
            prior: CalibratedKey {
                key: name.to_owned(),
                low: 0.0,
                high: 10.0,
                is_log: false,
            },
            quantiles: [1.0, 2.0, 3.0],
            values,
            is_identified: true,
        };
        let keys = [key("a", vec![1.0, 2.0, 3.0]), key("b", vec![2.0, 4.0, 6.0])];
        let figure = pairs("s", &keys, &[1.0, 2.0, 1.0]).unwrap();
        assert!(figure.alt.contains("correlation 1."), "{}", figure.alt);
        assert!(
            pairs("s", &keys[..1], &[1.0; 3])
                .unwrap()
                .caption
                .contains("no two keys")
        );
    }
}

//! How a net of springs shrinks or swells at its border, by what holds it.

use understory_records::{DriftRow, ScatterManifest};

use super::about::check;
use crate::kit::*;
use crate::needed::{FINITE, SIZE};

const HEIGHT: f64 = 220.0 * PT;

/// Draws the area within the outermost nodes over that at the beginning, against the iterations, as the figure `drift`; none
/// without rows.
///
/// # Errors
/// [`ReportError::Plot`] or [`ReportError::Number`] where something cannot be drawn, [`ReportError::Drawing`] when drawing or
/// encoding fails.
pub fn drift(about: ScatterManifest<'_>, rows: &[DriftRow]) -> Result<Option<Figure>, ReportError> {
    check(&about)?;
    FINITE.of("drift.csv", "area_ratio", rows.iter().map(|row| row.area_ratio))?;
    SIZE.of("drift.csv", "residual_m", rows.iter().map(|row| row.residual_m))?;
    let borders = words::distinct(rows.iter().map(|row| &row.border).collect::<Vec<_>>().into_iter());
    let last = rows.iter().map(|row| row.iteration).max().unwrap_or_default();
    if borders.is_empty() || last == 0 {
        return Ok(None);
    }
    let of = |border: &str| -> Vec<&DriftRow> { rows.iter().filter(|row| row.border == border).collect() };
    let ratios = || rows.iter().map(|row| row.area_ratio);
    let (low, high) = (ratios().fold(1.0, f64::min), ratios().fold(1.0, f64::max));
    let margin = (0.1 * (high - low)).max(0.005);
    let x = Axis::exact("iterations", 0.0, f64::from(last), 8);
    let y = Axis::linear(
        "area within the border over that of the grid",
        low - margin,
        high + margin,
        6,
    );
    let looks: Vec<(&str, LineStyle)> = borders
        .iter()
        .enumerate()
        .map(|(number, border)| {
            (
                *border,
                LineStyle::line(style::category(number))
                    .marked(number)
                    .dashed(number),
            )
        })
        .collect();
    let keys: Vec<LegendEntry> = looks
        .iter()
        .map(|(border, look)| look.key(said(border)))
        .collect();
    let title = format!("{}: what becomes of a net's border", about.all.made_from.scenario);
    let mut sheet = Sheet::new("drift", style::ONE_PANEL_PT, &title, &keys);
    let mut panel = Panel::alone(&mut sheet, HEIGHT, x, y, 0.0)?;
    for (border, look) in &looks {
        let points: Vec<(f64, Option<f64>)> = of(border)
            .iter()
            .map(|row| (f64::from(row.iteration), Some(row.area_ratio)))
            .collect();
        panel.curve(&points, look);
    }
    let axes = panel.axes_told();
    let caption = format!(
        "Area within the outermost nodes of the net of springs of {}, over that of its grid, as it relaxes: {}.",
        name(&about.all.made_from.scenario),
        list(looks.iter().map(|(border, _)| said(border)))
    );
    let ends = looks.iter().filter_map(|(border, _)| {
        let last = of(border).last().copied()?;
        Some(format!("{border} {}", number(last.area_ratio)))
    });
    let alt = format!(
        "Curves over iterations. {axes} {}",
        listed("At the end", ends, 3, "borders")
    );
    sheet.finish(caption, alt).map(Some)
}

/// What holds a net, in words.
fn said(border: &str) -> String {
    match border {
        "free" => "free: nothing holds it".to_owned(),
        "pinned" => "pinned: its outermost nodes stay".to_owned(),
        "torus" => "torus: it closes on itself".to_owned(),
        other => other.to_owned(),
    }
}

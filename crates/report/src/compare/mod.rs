//! Patterns of points beside the one that they are to resemble: a grown forest or a measured stand, and the methods.

mod check;
mod comparison;
mod cost;
mod curves;
mod curves_words;
mod forests;
mod labels;
mod looks;
mod maps;
mod maps_words;
mod ranking;
mod reach;

use crate::Figure;
use crate::error::{Cause, ReportError};

pub use comparison::Comparison;
pub use forests::compare_forests;

/// Draws the figures of a comparison and hands each to `each`, one at a time.
///
/// `compare-maps`: all patterns at one scale. `compare-neighbours` and `compare-pair-correlation`: each method's curve
/// over the target's. `compare-cost`: distance of L against time. `compare-ranking`: the methods from the nearest to the
/// farthest, and whether the target could be a draw from them. A figure with nothing to show is left out.
///
/// # Errors
/// [`ReportError::Plot`], [`ReportError::Sizes`] or [`ReportError::Number`] for what cannot be drawn, such as a point
/// beyond the plot; [`ReportError::Keep`] when `each` fails; [`ReportError::Drawing`] when drawing or encoding fails.
///
/// ```
/// use understory_records::{Compared, MethodsRow, PointRow};
/// use understory_report::{Comparison, RunAbout, compare};
///
/// let about = RunAbout {
///     name: "two oaks".to_owned(),
///     size_m: [30.0, 20.0],
///     origin_m: [0.0, 0.0],
///     torus: true,
///     species: Vec::new(),
///     width_mm: None,
/// };
/// let of = |row: MethodsRow, places_m: [[f64; 2]; 2]| Compared {
///     row,
///     points: places_m.map(|[x_m, y_m]| PointRow { x_m, y_m, ..PointRow::default() }).into(),
///     ..Compared::default()
/// };
/// let target = MethodsRow { method: "grown forest".to_owned(), ..MethodsRow::default() };
/// let target = of(target, [[4.0, 5.0], [21.0, 12.5]]);
/// let uniform = MethodsRow {
///     method: "uniform".to_owned(),
///     seconds: Some(2e-6),
///     g_ks: Some(0.5),
///     l_rmse_m: Some(1.25),
///     ..MethodsRow::default()
/// };
/// let uniform = of(uniform, [[1.5, 18.0], [9.0, 3.0]]);
/// let mut names = Vec::new();
/// compare(&Comparison { about, target, methods: vec![uniform] }, &mut |figure| {
///     names.push(figure.name);
///     Ok(())
/// })?;
/// assert_eq!(names, ["compare-maps", "compare-cost", "compare-ranking"]);
/// # Ok::<(), understory_report::ReportError>(())
/// ```
pub fn compare(
    comparison: &Comparison,
    each: &mut dyn FnMut(Figure) -> Result<(), Cause>,
) -> Result<(), ReportError> {
    check::comparison(comparison)?;
    let figures = [
        maps::maps,
        curves::neighbours,
        curves::pair_correlation,
        cost::cost,
        ranking::ranking,
    ];
    for figure in figures {
        if let Some(figure) = figure(comparison)? {
            figure.keep(each)?;
        }
    }
    Ok(())
}

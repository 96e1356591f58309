//! What marks a pattern must have for the functions of marks.

use super::shape::NotMeasured;

/// The functions that cannot be made of these marks, each with the reason.
///
/// The mark correlation is a ratio to the square of the mean mark: of marks of both signs that mean says nothing of their
/// size, and may be 0. R-spatstat allows for no such marks either.
pub(super) fn not_measured(marks: &[f64]) -> Vec<NotMeasured> {
    if marks.is_empty() {
        return Vec::new();
    }
    let least = marks.iter().copied().fold(f64::INFINITY, f64::min);
    let most = marks.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let mean = marks.iter().sum::<f64>() / marks.len() as f64;
    let ratio = "it is a ratio to the square of their mean";
    let correlation = if least < 0.0 && most > 0.0 {
        Some(format!(
            "the marks have both signs, from {least} to {most}, and {ratio}"
        ))
    } else if !(mean * mean).is_normal() {
        Some(format!("the mean of the marks is {mean}, and {ratio}"))
    } else {
        None
    };
    let span = most - least;
    let variogram = (!(span * span).is_finite())
        .then(|| format!("the marks go from {least} to {most}, too far to be squared"));
    let named = [("mark_correlation", correlation), ("mark_variogram", variogram)].into_iter();
    let named = named.filter_map(|(figure, why)| Some((figure.to_owned(), why?)));
    named.map(|(figure, why)| NotMeasured { figure, why }).collect()
}

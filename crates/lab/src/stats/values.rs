//! Values of estimates as tests take them.
//!
//! Tests take NaN for undefined, tables an empty field; this is where one becomes the other.

use understory_spacing::{
    EdgeCorrection, EmptySpace, JFunction, NearestNeighbourSummary, PairKernel, PairStatistics, Radii,
    Region, SpacingError,
};

/// *J* by Kaplan–Meier; NaN where it is undefined.
pub(crate) fn j_of(
    points_m: &[[f64; 2]],
    window: &impl Region,
    pixels: [u32; 2],
    r_m: &[f64],
) -> Result<Vec<f64>, SpacingError> {
    let g = NearestNeighbourSummary::new(points_m, window)?.g(r_m)?;
    let f = EmptySpace::new(points_m, window, pixels)?.f(r_m)?;
    Ok(undefined_as_nan(&JFunction::new(&g, &f)?.km))
}

/// The pair correlation with the window's [`pair_correction`]; NaN where it is undefined.
pub(crate) fn pcf_of(
    points_m: &[[f64; 2]],
    window: &impl Region,
    radii: &Radii,
    kernel: &PairKernel,
) -> Result<Vec<f64>, SpacingError> {
    let correction = pair_correction(window);
    let curves = PairStatistics::new(points_m, window)?.pair_correlation(radii, &[correction], kernel)?;
    Ok(undefined_as_nan(curves.by(correction).unwrap_or_default()))
}

/// Values as [`understory_spacing::Curves`] takes them: NaN where they are undefined.
pub(crate) fn undefined_as_nan(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| value.unwrap_or(f64::NAN)).collect()
}

/// Translation correction, or none on a torus.
pub(crate) fn pair_correction(window: &impl Region) -> EdgeCorrection {
    if window.is_torus() {
        EdgeCorrection::Periodic
    } else {
        EdgeCorrection::Translation
    }
}

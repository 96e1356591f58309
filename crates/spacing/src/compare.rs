//! How far apart the spacing of two patterns is, in three numbers.
//!
//! They are distances, not tests: two patterns of one process differ too, the more the fewer points they have.

use understory_space::Region;

use crate::curves::{check_length, check_rising, integrate};
use crate::error::SpacingError;
use crate::summary::NearestNeighbourSummary;

/// How unlike the spacing of two patterns is: three distances, all 0 between a pattern and itself.
///
/// # Formula
/// With *A* and *B* the patterns, over *r* from the first to the last of the distances given:
/// - `g_ks`: sup |*G*_A(*r*) − *G*_B(*r*)| over *r* up to the last distance, exact: both are step functions, and every
///   step is looked at. *G* is the Kaplan–Meier estimate (on a torus the raw one), so that windows of different size or
///   shape may be compared. From 0 to 1, no unit.
/// - `l_rmse_m`: √(∫ (*L*_A − *L*_B)² d*r* / ∫ d*r*), in m; `pcf_rmse` likewise of the pair correlation, no unit. By the
///   trapezoidal rule over the distances given; an interval with an end at which either curve is undefined (NaN or
///   infinite, as a pair correlation at *r* = 0) is left out of both integrals.
///
/// The usual range is 0 to a quarter of the shorter side, in 512 steps.
///
/// # Source
/// Own definitions; `g_ks` is the distance of the Kolmogorov–Smirnov test.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PatternDistance {
    /// Greatest difference of *G*, no unit.
    pub g_ks: f64,
    /// Root mean square difference of *L*, m.
    pub l_rmse_m: f64,
    /// Root mean square difference of the pair correlation, no unit.
    pub pcf_rmse: f64,
}

impl PatternDistance {
    /// The distances between two patterns, each of points in m and its window, with `l` and `pcf` evaluated at
    /// `r_m`.
    ///
    /// # Errors
    /// Those of [`NearestNeighbourSummary::new`], of `l` and of `pcf`, and those of
    /// [`root_mean_square_difference`].
    pub fn between<R: Region>(
        a: (&[[f64; 2]], &R),
        b: (&[[f64; 2]], &R),
        r_m: &[f64],
        l: impl Fn(&[[f64; 2]], &R) -> Result<Vec<f64>, SpacingError>,
        pcf: impl Fn(&[[f64; 2]], &R) -> Result<Vec<f64>, SpacingError>,
    ) -> Result<Self, SpacingError> {
        let g = |(points_m, window)| NearestNeighbourSummary::new(points_m, window);
        let r_max_m = r_m.last().copied().unwrap_or(0.0);
        Ok(Self {
            g_ks: g_sup_difference(&g(a)?, &g(b)?, r_max_m)?,
            l_rmse_m: root_mean_square_difference(r_m, &l(a.0, a.1)?, &l(b.0, b.1)?)?,
            pcf_rmse: root_mean_square_difference(r_m, &pcf(a.0, a.1)?, &pcf(b.0, b.1)?)?,
        })
    }
}

/// The greatest difference of the Kaplan–Meier *G* of two patterns over *r* from 0 to `r_max_m`, see
/// [`PatternDistance`]. No unit.
///
/// # Errors
/// [`SpacingError::OutOfRange`] where `r_max_m` is negative or not finite.
pub fn g_sup_difference(
    a: &NearestNeighbourSummary,
    b: &NearestNeighbourSummary,
    r_max_m: f64,
) -> Result<f64, SpacingError> {
    check_rising(&[r_max_m])?;
    let within = |summary: &NearestNeighbourSummary| -> Vec<f64> {
        let in_range = summary.sorted_m().iter().copied();
        in_range.take_while(|&distance_m| distance_m <= r_max_m).collect()
    };
    // Both functions are constant between the distances of either pattern, and continuous from the right.
    let steps_m = [within(a), within(b)].concat();
    let (g_a, g_b) = (a.g(&steps_m)?.km, b.g(&steps_m)?.km);
    let differences = g_a.iter().zip(&g_b).map(|(a, b)| (a - b).abs());
    Ok(differences.fold(0.0, f64::max))
}

/// The root mean square over *r* of the difference of two curves at `r_m` (m, rising), see [`PatternDistance`]. In
/// the unit of the curves.
///
/// # Errors
/// [`SpacingError::OutOfRange`] for distances that are negative, not finite or out of order,
/// [`SpacingError::CountMismatch`] for a curve that does not fit them, [`SpacingError::NoInterval`] where no two
/// neighbouring distances are defined in both.
pub fn root_mean_square_difference(r_m: &[f64], a: &[f64], b: &[f64]) -> Result<f64, SpacingError> {
    check_rising(r_m)?;
    check_length(0, a, r_m)?;
    check_length(1, b, r_m)?;
    let is_defined = |&at: &usize| a[at].is_finite() && b[at].is_finite();
    let defined: Vec<usize> = (0..r_m.len()).filter(is_defined).collect();
    let (integral, length_m) = integrate(r_m, &defined, |at| (a[at] - b[at]) * (a[at] - b[at]));
    if length_m == 0.0 {
        return Err(SpacingError::NoInterval);
    }
    Ok((integral / length_m).sqrt())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::{Edge, Plot};

    #[test]
    fn a_constant_difference_is_its_own_root_mean_square() {
        let r_m = [0.0, 1.0, 1.5, 4.0];
        let (a, b) = ([f64::INFINITY, 3.0, 4.0, 5.0], [1.0, 1.0, 2.0, 3.0]);
        assert_eq!(root_mean_square_difference(&r_m, &a, &b), Ok(2.0));
        assert_eq!(root_mean_square_difference(&r_m, &a[..3], &b), {
            Err(SpacingError::CountMismatch {
                what: "values of curve 0 (counted from 0)".to_owned(),
                found: 3,
                each: "distance",
                expected: 4,
            })
        });
        let gaps = [f64::NAN, 1.0, f64::NAN, 1.0];
        assert_eq!(
            root_mean_square_difference(&r_m, &gaps, &b),
            Err(SpacingError::NoInterval)
        );
        assert_eq!(
            root_mean_square_difference(&[], &[], &[]),
            Err(SpacingError::NoInterval)
        );
    }

    #[test]
    fn lattices_differ_from_their_spacing_on() {
        let window = Plot::new([0.0; 2], [12.0; 2], Edge::Torus).unwrap();
        let lattice = |side: u32| -> Vec<[f64; 2]> {
            let step_m = 12.0 / f64::from(side);
            let at = |i: u32| [f64::from(i % side) * step_m, f64::from(i / side) * step_m];
            (0..side * side).map(at).collect()
        };
        let summary = |side| NearestNeighbourSummary::new(&lattice(side), &window).unwrap();
        // Spacings of 2 m and 3 m.
        assert_eq!(g_sup_difference(&summary(6), &summary(4), 5.0), Ok(1.0));
        assert_eq!(g_sup_difference(&summary(6), &summary(4), 1.9), Ok(0.0));
        assert!(g_sup_difference(&summary(6), &summary(4), f64::NAN).is_err());
    }

    proptest! {
        #[test]
        fn the_greatest_difference_is_that_of_a_fine_grid(
            places in prop::collection::vec((0_u32..400, 0_u32..400), 24..60),
        ) {
            let window = Plot::new([0.0; 2], [40.0; 2], Edge::Open).unwrap();
            let points_m: Vec<_> =
                places.iter().map(|&(x, y)| [0.1 * f64::from(x), 0.1 * f64::from(y)]).collect();
            let (a, b) = points_m.split_at(points_m.len() / 2);
            let [a, b] = [a, b].map(|half| NearestNeighbourSummary::new(half, &window).unwrap());
            let grid_m: Vec<f64> = (0..=8000).map(|k| 0.0025 * f64::from(k)).collect();
            let (g_a, g_b) = (a.g(&grid_m).unwrap().km, b.g(&grid_m).unwrap().km);
            let on_grid = g_a.iter().zip(&g_b).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
            let exact = g_sup_difference(&a, &b, 20.0).unwrap();
            // A grid may miss the stretch between two steps that lie close together, and never sees more.
            prop_assert!(exact >= on_grid && exact <= on_grid + 1.0 / 2.0);
            prop_assert_eq!(g_sup_difference(&a, &a, 20.0), Ok(0.0));
        }
    }
}

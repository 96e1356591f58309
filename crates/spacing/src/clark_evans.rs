//! The Clark–Evans index and its tests.
//!
//! On an open window the naive index is too high. Take Donnelly's, or simulate the index (`csr_simulations`).

use std::f64::consts::PI;

use crate::special::normal_two_sided;

/// Clark–Evans index *R*: the mean nearest-neighbour distance over the one expected under CSR. No unit.
///
/// Below 1: clustered; 1: random; above 1: regular, up to 2.149 on a hexagonal lattice.
///
/// # Formula
/// With *d̄* the mean nearest-neighbour distance in m, *λ* = *n* / |*W*| the intensity in points per m² and *P* the
/// window's perimeter in m:
/// - naive: *R* = *d̄* / (1 / (2 √*λ*)). Exact on a torus but for the fixed count. On an open window it is biased
///   upwards, as points near the edge miss neighbours beyond it: on average 1.04 for 100 random points in a
///   square, 1.01 for 1000.
/// - Donnelly: *R* = *d̄* / (1 / (2 √*λ*) + (0.0514 + 0.0412 / √*n*) *P* / *n*), which removes that bias.
///
/// - cdf: *R* = *d̃* / (1 / (2 √*λ*)), with *d̃* the mean of the Kaplan–Meier estimate of *G* (see
///   [`GFunction`](crate::GFunction)) over the share of it that is known: Σ *t* Δ*G*(*t*) / Σ Δ*G*(*t*), *t* being the
///   distances that are seen. R-spatstat puts the distances into bins, takes each bin's lower end and stops at its
///   greatest *r*, which makes its index 0.4 % lower, and far lower for clustered patterns.
///
/// Under CSR *z* = (*d̄* − *E*) / *S* is close to standard normal, with *E* the denominator above and
/// - naive: *S*² = (4 − π) |*W*| / (4π *n*²);
/// - Donnelly: *S*² = 0.0703 |*W*| / *n*² + 0.037 *P* √(|*W*| / *n*⁵).
///
/// # Edge cases
/// Points that coincide count with distance 0. When all do, *R* = 0.
///
/// # Source
/// Clark & Evans (1954), Ecology 35, 445; the correction is Donnelly's (1978, in Hodder, *Simulation methods in
/// archaeology*). Both in the form that R-spatstat computes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClarkEvans {
    /// Without correction for the edge.
    pub naive: f64,
    /// With Donnelly's correction; `None` on a torus, which has no edge to correct for, and in polygons, as it is for
    /// rectangles.
    pub donnelly: Option<f64>,
    /// With the edge corrected through *G*; naive on a torus, `None` where the edge may hide every neighbour.
    pub cdf: Option<f64>,
    /// The test of CSR without correction for the edge: on an open window it finds regularity where there is none.
    pub naive_test: ClarkEvansTest,
    /// The test with Donnelly's correction; `None` where that is.
    pub donnelly_test: Option<ClarkEvansTest>,
}

/// Test of complete spatial randomness by the mean nearest-neighbour distance; see [`ClarkEvans`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ClarkEvansTest {
    /// Standard deviations of the mean distance from the expected one; below 0: clustered.
    pub z: f64,
    /// Two-sided probability under CSR of a *z* as far out.
    pub p_value: f64,
}

impl ClarkEvans {
    /// From the mean nearest-neighbour distance of `count` points, and that of the Kaplan–Meier estimate, in a window of an
    /// area, and of a perimeter where it is an open rectangle.
    pub(crate) fn new(
        mean_m: f64,
        cdf_mean_m: Option<f64>,
        count: usize,
        area_m2: f64,
        perimeter_m: Option<f64>,
    ) -> Self {
        let n = count as f64;
        let expected_m = 0.5 * (area_m2 / n).sqrt();
        let edge = perimeter_m.map(|perimeter_m| {
            let edge_m = (0.0514 + 0.0412 / n.sqrt()) * perimeter_m / n;
            let edge_m2 = 0.037 * perimeter_m * (area_m2 / (n * n * n * n * n)).sqrt();
            (expected_m + edge_m, 0.0703 * area_m2 / (n * n) + edge_m2)
        });
        let test = |expected_m: f64, variance_m2: f64| {
            let z = (mean_m - expected_m) / variance_m2.sqrt();
            ClarkEvansTest {
                z,
                p_value: normal_two_sided(z),
            }
        };
        Self {
            naive: mean_m / expected_m,
            donnelly: edge.map(|(expected_m, _)| mean_m / expected_m),
            cdf: cdf_mean_m.map(|mean_m| mean_m / expected_m),
            naive_test: test(expected_m, (4.0 - PI) * area_m2 / (4.0 * PI * n * n)),
            donnelly_test: edge.map(|(expected_m, variance_m2)| test(expected_m, variance_m2)),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Edge, NearestNeighbourSummary, Plot};

    #[test]
    fn a_hexagonal_lattice_has_the_greatest_index() {
        let side_m = 1.5;
        let row_m = side_m * 3.0_f64.sqrt() / 2.0;
        let window = Plot::new([0.0; 2], [20.0 * side_m, 24.0 * row_m], Edge::Torus).unwrap();
        let points_m: Vec<_> = (0..480)
            .map(|i| (f64::from(i % 20), f64::from(i / 20)))
            .map(|(column, row)| [(column + 0.5 * (row % 2.0)) * side_m, row * row_m])
            .collect();
        let index = NearestNeighbourSummary::new(&points_m, &window)
            .unwrap()
            .clark_evans();
        assert!(
            (index.naive - (2.0 / 3.0_f64.sqrt()).sqrt() * 2.0).abs() < 1e-12,
            "{index:?}"
        );
        assert_eq!((index.donnelly, index.donnelly_test), (None, None));
        assert_eq!(index.cdf, Some(index.naive));
    }

    #[test]
    fn coincident_points_have_index_zero() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let index = NearestNeighbourSummary::new(&[[3.0, 4.0]; 5], &window)
            .unwrap()
            .clark_evans();
        assert_eq!((index.naive, index.donnelly), (0.0, Some(0.0)));
    }
}

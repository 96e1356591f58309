use understory_space::Plot;

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
    /// With Donnelly's correction; `None` on a torus, which has no edge to correct for.
    pub donnelly: Option<f64>,
}

impl ClarkEvans {
    /// From the mean nearest-neighbour distance of `count` points in `window`.
    pub(crate) fn new(mean_m: f64, count: usize, window: &Plot) -> Self {
        let n = count as f64;
        let expected_m = 0.5 * (window.area_m2() / n).sqrt();
        let edge_m = (0.0514 + 0.0412 / n.sqrt()) * window.perimeter_m() / n;
        Self {
            naive: mean_m / expected_m,
            donnelly: (!window.is_torus()).then(|| mean_m / (expected_m + edge_m)),
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
        assert_eq!(index.donnelly, None);
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

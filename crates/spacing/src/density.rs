//! The histogram of nearest-neighbour distances beside the density expected under CSR.

/// How the nearest-neighbour distances are distributed: a histogram as a density, 1/m.
///
/// # Formula
/// The range from 0 to *R* is cut into equal bins of width *w*, closed on the right (the first on both sides),
/// so that the area up to a bin's end is raw *G* there:
/// - observed: #{*d*ᵢ in the bin} / (*n* *w*). All *n* points count in *n*: the area is the share of points whose
///   distance lies within the range.
/// - theoretical, at the bin's middle *r*: 2π*λ* *r* exp(−*λ*π*r*²), *λ* = *n* / |*W*| in points per m².
///
/// # Edge cases
/// No correction is made for the edge of an open window: distances come out too long there, see
/// [`GFunction`](crate::GFunction).
#[derive(Clone, Debug, PartialEq)]
pub struct DistanceDensity {
    /// Width of a bin, m.
    pub bin_m: f64,
    /// Middle of each bin, m.
    pub r_m: Vec<f64>,
    /// Observed density, 1/m.
    pub observed_per_m: Vec<f64>,
    /// Density under CSR of the same intensity, 1/m.
    pub theoretical_per_m: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Edge, NearestNeighbourSummary, Plot};

    proptest! {
        #[test]
        fn the_area_up_to_the_end_of_a_bin_is_raw_g_there(
            cells in prop::collection::vec((0_u32..40, 0_u32..40), 2..100),
            bins in 1_usize..30,
            range_m in 0.5..50.0,
        ) {
            let window = Plot::new([0.0; 2], [40.0; 2], Edge::Open).unwrap();
            let points_m: Vec<_> = cells.iter().map(|&(x, y)| [f64::from(x), f64::from(y)]).collect();
            let summary = NearestNeighbourSummary::new(&points_m, &window).unwrap();
            let density = summary.density(range_m, bins).unwrap();
            prop_assert_eq!(density.r_m.len(), bins);
            let mut area = 0.0;
            for (middle_m, observed_per_m) in density.r_m.iter().zip(&density.observed_per_m) {
                area += observed_per_m * density.bin_m;
                // A little off the end of the bin, where rounding cannot decide; whole distances are no nearer.
                let end_m = middle_m + 0.5 * density.bin_m + 1e-9;
                prop_assert!((area - summary.g(&[end_m]).unwrap().raw[0]).abs() < 1e-9);
            }
        }
    }

    #[test]
    fn the_theoretical_density_has_area_one() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Torus).unwrap();
        let points_m: Vec<_> = (0..50).map(|i| [f64::from(i) * 0.2, 5.0]).collect();
        let summary = NearestNeighbourSummary::new(&points_m, &window).unwrap();
        let density = summary.density(6.0, 3000).unwrap();
        let area: f64 = density
            .theoretical_per_m
            .iter()
            .map(|value| value * density.bin_m)
            .sum();
        assert!((area - 1.0).abs() < 1e-5, "{area}");
    }

    #[test]
    fn a_range_without_bins_is_refused() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let summary = NearestNeighbourSummary::new(&[[1.0, 1.0], [2.0, 2.0]], &window).unwrap();
        assert_eq!(
            summary.density(1.0, 0).unwrap_err().to_string(),
            "the range of the histogram is 1 m in 0 bins, but must be finite and above 0, in at least 1 bin"
        );
        for range_m in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(summary.density(range_m, 10).is_err());
        }
    }
}

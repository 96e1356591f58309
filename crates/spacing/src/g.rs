/// *G*(*r*): the share of points whose nearest neighbour is within *r*. No unit.
///
/// Above the theoretical curve: neighbours nearer than under CSR, clustered; below it: regular.
///
/// # Formula
/// With *d*ᵢ the nearest-neighbour distance of point *i* and *b*ᵢ its distance to the window's edge, both in m:
/// - raw: #{*d*ᵢ ≤ *r*} / *n*. On an open window it is biased downwards, as points near the edge miss neighbours.
/// - km, after Kaplan and Meier: a point is known to have *d*ᵢ only where *d*ᵢ ≤ *b*ᵢ, otherwise only that its true
///   distance exceeds *b*ᵢ. 1 − ∏ (1 − #{*d*ᵢ = *t*, *d*ᵢ ≤ *b*ᵢ} / #{min(*d*ᵢ, *b*ᵢ) ≥ *t*}) over the distinct
///   distances *t* ≤ *r* with *d*ᵢ ≤ *b*ᵢ. Not binned. On a torus nothing is hidden, and km is raw.
/// - theoretical: 1 − exp(−*λ*π*r*²), *λ* = *n* / |*W*| in points per m².
///
/// # Edge cases
/// Past the greatest min(*d*ᵢ, *b*ᵢ) km keeps its last value, which is below 1 where that point's neighbour is
/// hidden; where every point's is, km is 0 throughout.
///
/// # Source
/// Baddeley & Gill (1997), Annals of Statistics 25, 263, in the form that R-spatstat computes, without its bins.
#[derive(Clone, Debug, PartialEq)]
pub struct GFunction {
    /// Distances at which *G* stands, m, as they were asked for.
    pub r_m: Vec<f64>,
    /// Under CSR of the same intensity.
    pub theoretical: Vec<f64>,
    /// Without correction for the edge.
    pub raw: Vec<f64>,
    /// Kaplan–Meier estimate.
    pub km: Vec<f64>,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Edge, NearestNeighbourSummary, Plot, SpacingError};

    proptest! {
        #[test]
        fn g_rises_from_0_to_at_most_1_and_km_is_raw_on_a_torus(
            fractions in prop::collection::vec((0_u32..60, 0_u32..60), 2..150),
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let window = Plot::new([5.0, 5.0], [60.0, 60.0], edge).unwrap();
            let points_m: Vec<_> =
                fractions.iter().map(|&(x, y)| [5.0 + f64::from(x), 5.0 + f64::from(y)]).collect();
            let r_m: Vec<f64> = (0..160).map(|k| f64::from(k) * 0.5).collect();
            let g = NearestNeighbourSummary::new(&points_m, &window).unwrap().g(&r_m).unwrap();
            for curve in [&g.raw, &g.km, &g.theoretical] {
                prop_assert_eq!(curve.len(), r_m.len());
                prop_assert!(curve.windows(2).all(|pair| pair[0] <= pair[1]));
                prop_assert!(curve.iter().all(|value| (0.0..=1.0).contains(value)));
            }
            prop_assert_eq!(*g.raw.last().unwrap(), 1.0);
            prop_assert!(!is_torus || g.km == g.raw);
        }
    }

    #[test]
    fn distances_that_are_none_are_refused_by_number() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let summary = NearestNeighbourSummary::new(&[[1.0, 1.0], [2.0, 2.0]], &window).unwrap();
        for r_m in [-1.0, f64::INFINITY] {
            assert_eq!(
                summary.g(&[0.0, r_m]),
                Err(SpacingError::NotADistance { index: 1, r_m })
            );
        }
        assert!(summary.g(&[f64::NAN]).is_err());
    }

    #[test]
    fn km_is_zero_where_every_neighbour_may_be_hidden() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let summary = NearestNeighbourSummary::new(&[[1.0, 1.0], [9.0, 9.0]], &window).unwrap();
        let g = summary.g(&[20.0]).unwrap();
        assert_eq!((g.raw[0], g.km[0]), (1.0, 0.0));
    }
}

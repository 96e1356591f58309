//! *G*, the distribution of nearest-neighbour distances, and the estimates that it shares with *F*.
//!
//! Distances up to *r* count, the one that equals it included; R-spatstat is not consistent there.

use std::f64::consts::PI;

use understory_numerics::math::exp;

use crate::censored::{Censored, Estimates};
use crate::error::{SpacingError, check_each};

/// *G*(*r*): the share of points whose nearest neighbour is within *r*. No unit.
///
/// Above the theoretical curve: neighbours nearer than under CSR, clustered; below it: regular.
///
/// # Formula
/// With *d*ᵢ the nearest-neighbour distance of point *i* and *b*ᵢ its distance to the window's edge, both in m:
/// - raw: #{*d*ᵢ ≤ *r*} / *n*. On an open window it is biased downwards, as points near the edge miss neighbours.
/// - km, after Kaplan and Meier: a point is known to have *d*ᵢ only where *d*ᵢ ≤ *b*ᵢ, otherwise only that its true
///   distance exceeds *b*ᵢ. 1 − ∏ (1 − #{*d*ᵢ = *t*, *d*ᵢ ≤ *b*ᵢ} / #{min(*d*ᵢ, *b*ᵢ) ≥ *t*}) over the distinct
///   distances *t* ≤ *r* with *d*ᵢ ≤ *b*ᵢ. Not binned.
/// - rs, the reduced sample: #{*d*ᵢ ≤ *r*, *b*ᵢ ≥ *r*} / #{*b*ᵢ ≥ *r*}. Wastes the points near the edge, and may fall.
/// - han, after Hanisch: a neighbour at *d*ᵢ is seen only from the area |*W*₋*d*ᵢ| = (*a* − 2*d*ᵢ)(*b* − 2*d*ᵢ) of
///   the window of sides *a* and *b*. Σ 1 / |*W*₋*d*ᵢ| over points with *d*ᵢ ≤ *b*ᵢ, *d*ᵢ ≤ *r*, divided by the same
///   sum over all *d*ᵢ ≤ *b*ᵢ. R-spatstat divides by the sum up to its greatest *r* instead.
/// - theoretical: 1 − exp(−*λ*π*r*²), *λ* = *n* / |*W*| in points per m².
///
/// On a torus nothing is hidden, and km, rs and han are raw. R-spatstat puts the distances into bins, and its rs
/// takes the edge one bin late; here nothing is binned.
///
/// # Edge cases
/// Past the greatest min(*d*ᵢ, *b*ᵢ) km keeps its last value, which is below 1 where that point's neighbour is
/// hidden; where every point's is, km is 0 throughout and han undefined. han is undefined too where a distance that
/// is seen equals half the shorter side, rs where no point is as far as *r* from the edge. Undefined is `None`.
///
/// # Source
/// Baddeley & Gill (1997), Annals of Statistics 25, 263; Hanisch (1984), Mathematische Operationsforschung und
/// Statistik, Series Statistics 15, 409; both in the form that R-spatstat computes, without its bins.
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
    /// Reduced-sample estimate.
    pub rs: Vec<Option<f64>>,
    /// Hanisch's estimate.
    pub han: Vec<Option<f64>>,
}

impl GFunction {
    /// From sorted distances, and what the edge hides of them (`None`: nothing). `intensity_per_m2` is that of the
    /// neighbours.
    pub(crate) fn new(
        sorted_m: &[f64],
        censored: Option<&Censored>,
        intensity_per_m2: f64,
        r_m: &[f64],
    ) -> Result<Self, SpacingError> {
        let g = Distribution::new(sorted_m, censored, intensity_per_m2, r_m)?;
        Ok(Self {
            r_m: r_m.to_vec(),
            theoretical: g.theoretical,
            raw: g.raw,
            km: g.km,
            rs: g.rs,
            han: g.han,
        })
    }
}

/// The estimates that *G* and *F* share.
pub(crate) struct Distribution {
    pub(crate) theoretical: Vec<f64>,
    pub(crate) raw: Vec<f64>,
    pub(crate) km: Vec<f64>,
    pub(crate) rs: Vec<Option<f64>>,
    pub(crate) han: Vec<Option<f64>>,
}

impl Distribution {
    pub(crate) fn new(
        sorted_m: &[f64],
        censored: Option<&Censored>,
        intensity_per_m2: f64,
        r_m: &[f64],
    ) -> Result<Self, SpacingError> {
        check_distances(r_m)?;
        let raw: Vec<f64> = r_m.iter().map(|&r_m| share_within(sorted_m, r_m)).collect();
        let estimates: Vec<Estimates> = match censored {
            Some(censored) => censored.at(r_m),
            None => raw
                .iter()
                .map(|&raw| Estimates {
                    km: raw,
                    rs: Some(raw),
                    han: Some(raw),
                })
                .collect(),
        };
        Ok(Self {
            theoretical: r_m
                .iter()
                .map(|&r_m| share_within_under_csr(intensity_per_m2, r_m))
                .collect(),
            raw,
            km: estimates.iter().map(|at| at.km).collect(),
            rs: estimates.iter().map(|at| at.rs).collect(),
            han: estimates.iter().map(|at| at.han).collect(),
        })
    }
}

/// Share of `sorted_m` up to `r_m`.
pub(crate) fn share_within(sorted_m: &[f64], r_m: f64) -> f64 {
    // Ties count: real coordinates lie on lattices, where many distances equal an *r*.
    sorted_m.partition_point(|&distance_m| distance_m <= r_m) as f64 / sorted_m.len() as f64
}

/// Probability under CSR of a point within `r_m` of a place.
fn share_within_under_csr(intensity_per_m2: f64, r_m: f64) -> f64 {
    1.0 - exp(-(intensity_per_m2 * PI * r_m * r_m))
}

/// Whether a curve can stand at each of `r_m`.
pub(crate) fn check_distances(r_m: &[f64]) -> Result<(), SpacingError> {
    check_each("distance", r_m, "be finite and at least 0 m", |r_m| {
        r_m.is_finite() && r_m >= 0.0
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::{Edge, NearestNeighbourSummary, Plot};

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
            for curve in [&g.rs, &g.han] {
                prop_assert!(curve.iter().flatten().all(|value| (0.0..=1.0 + 1e-12).contains(value)));
                let raw: Vec<_> = g.raw.iter().map(|&raw| Some(raw)).collect();
                prop_assert!(!is_torus || *curve == raw);
            }
        }
    }

    #[test]
    fn distances_that_are_none_are_refused_by_number() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let summary = NearestNeighbourSummary::new(&[[1.0, 1.0], [2.0, 2.0]], &window).unwrap();
        for r_m in [-1.0, f64::INFINITY] {
            assert_eq!(
                summary.g(&[0.0, r_m]).unwrap_err().to_string(),
                format!("distance 1 (counted from 0) is {r_m}, but must be finite and at least 0 m")
            );
        }
        assert!(summary.g(&[f64::NAN]).is_err());
    }

    #[test]
    fn km_is_zero_where_every_neighbour_may_be_hidden() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let summary = NearestNeighbourSummary::new(&[[1.0, 1.0], [9.0, 9.0]], &window).unwrap();
        let g = summary.g(&[20.0]).unwrap();
        assert_eq!((g.raw[0], g.km[0], g.rs[0], g.han[0]), (1.0, 0.0, None, None));
    }
}

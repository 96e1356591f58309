//! Curves over distance with one estimate for each edge correction.

use std::f64::consts::PI;

use crate::pairs::correction::EdgeCorrection;

/// A function of distance, estimated from pairs of points with one or more edge corrections.
///
/// All vectors have one value per distance. An undefined value is `None`, never NaN.
#[derive(Clone, Debug, PartialEq)]
pub struct PairCurves {
    /// Distances, rising from 0, m.
    pub r_m: Vec<f64>,
    /// Under complete spatial randomness, or under marks that do not depend on place.
    pub theoretical: Vec<f64>,
    /// One estimate per correction asked for, in that order.
    pub estimates: Vec<Estimate>,
}

/// A curve with the edge correction that it was made with.
#[derive(Clone, Debug, PartialEq)]
pub struct Estimate {
    /// The edge correction.
    pub correction: EdgeCorrection,
    /// One value per distance; `None` where it is undefined.
    pub values: Vec<Option<f64>>,
}

impl PairCurves {
    /// The estimate made with `correction`, if it was asked for.
    #[must_use]
    pub fn by(&self, correction: EdgeCorrection) -> Option<&[Option<f64>]> {
        let found = self
            .estimates
            .iter()
            .find(|estimate| estimate.correction == correction)?;
        Some(&found.values)
    }

    /// *L*(*r*) = √(*K*(*r*) / π) of these *K* curves, m.
    ///
    /// Under CSR *L*(*r*) = *r*, with about the same spread at all *r*. Undefined where *K* is.
    #[must_use]
    pub fn l_from_k(&self) -> Self {
        let root = |k_m2: f64| (k_m2 / PI).sqrt();
        let of = |estimate: &Estimate| Estimate {
            correction: estimate.correction,
            values: estimate.values.iter().map(|value| value.map(root)).collect(),
        };
        Self {
            r_m: self.r_m.clone(),
            theoretical: self.r_m.clone(),
            estimates: self.estimates.iter().map(of).collect(),
        }
    }
}

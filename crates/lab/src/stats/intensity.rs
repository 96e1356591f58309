//! An intensity that varies: by a kernel over the points, or by a covariate that is known everywhere in a rectangle.

use understory_numerics::RandomKey;
use understory_space::Region;
use understory_spacing::{CovariateGround, CovariateIntensity, KernelIntensity, SpacingError};

/// Steps of an intensity by a covariate.
pub(super) const STEPS_OF_COVARIATE: usize = 512;

/// How an intensity is estimated from points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Intensity<'a> {
    /// By a kernel of this standard deviation, m.
    Kernel(f64),
    /// By a covariate.
    Covariate(&'a CovariateGround<'a>),
}

/// An intensity that was estimated, from which points can be drawn.
pub(super) enum Fitted<'a> {
    Kernel(KernelIntensity, Vec<[f64; 2]>),
    Covariate(Box<CovariateIntensity<'a>>),
}

impl<'a> Intensity<'a> {
    /// The intensity at each point, per m²; by a kernel a point does not count at its own place.
    pub(super) fn at_points(
        self,
        points_m: &[[f64; 2]],
        window: &impl Region,
    ) -> Result<Vec<f64>, SpacingError> {
        match self {
            Self::Kernel(sigma_m) => KernelIntensity::new(sigma_m)?.at_points(points_m, window, true),
            Self::Covariate(ground) => {
                let found = CovariateIntensity::new(points_m, ground)?.at_points();
                // What is undefined is no intensity, and refused as such with the number of the point.
                Ok(found.into_iter().map(|per_m2| per_m2.unwrap_or(0.0)).collect())
            }
        }
    }

    /// What it is of these points.
    pub(super) fn fitted(self, points_m: &[[f64; 2]]) -> Result<Fitted<'a>, SpacingError> {
        Ok(match self {
            Self::Kernel(sigma_m) => Fitted::Kernel(KernelIntensity::new(sigma_m)?, points_m.to_vec()),
            Self::Covariate(ground) => {
                Fitted::Covariate(Box::new(CovariateIntensity::new(points_m, ground)?))
            }
        })
    }
}

impl Fitted<'_> {
    /// Independent points of this intensity, as many as it was estimated from.
    pub(super) fn drawn(&self, window: &impl Region, key: RandomKey) -> Result<Vec<[f64; 2]>, SpacingError> {
        match self {
            Self::Kernel(intensity, points_m) => intensity.random_points(points_m, window, key),
            Self::Covariate(intensity) => intensity.random_points(key),
        }
    }
}

//! An intensity that varies: by a kernel over the points, or by a covariate that is known everywhere.
//!
//! Of windows that are rectangles; others are refused before.

use understory_numerics::RandomKey;
use understory_space::Plot;
use understory_spacing::{CovariateIntensity, CovariateRaster, KernelIntensity, SpacingError};

/// Steps of an intensity by a covariate.
const STEPS: usize = 512;

/// How an intensity is estimated from points.
#[derive(Clone, Copy, Debug)]
pub(super) enum Intensity<'a> {
    /// By a kernel of this standard deviation, m.
    Kernel(f64),
    /// By a covariate.
    Covariate(&'a CovariateRaster),
}

/// An intensity that was estimated, from which points can be drawn.
pub(super) enum Fitted<'a> {
    Kernel(KernelIntensity, Vec<[f64; 2]>),
    Covariate(Box<CovariateIntensity>, &'a CovariateRaster),
}

impl<'a> Intensity<'a> {
    /// The intensity at each point, per m²; by a kernel a point does not count at its own place.
    pub(super) fn at_points(self, points_m: &[[f64; 2]], window: &Plot) -> Result<Vec<f64>, SpacingError> {
        match self {
            Self::Kernel(sigma_m) => KernelIntensity::new(sigma_m)?.at_points(points_m, window, true),
            Self::Covariate(raster) => {
                let found = by_covariate(points_m, window, raster)?.at_points();
                // What is undefined is no intensity, and refused as such with the number of the point.
                Ok(found.into_iter().map(|per_m2| per_m2.unwrap_or(0.0)).collect())
            }
        }
    }

    /// What it is of these points.
    pub(super) fn fitted(self, points_m: &[[f64; 2]], window: &Plot) -> Result<Fitted<'a>, SpacingError> {
        Ok(match self {
            Self::Kernel(sigma_m) => Fitted::Kernel(KernelIntensity::new(sigma_m)?, points_m.to_vec()),
            Self::Covariate(raster) => {
                Fitted::Covariate(Box::new(by_covariate(points_m, window, raster)?), raster)
            }
        })
    }
}

impl Fitted<'_> {
    /// Independent points of this intensity, as many as it was estimated from.
    pub(super) fn drawn(&self, window: &Plot, key: RandomKey) -> Result<Vec<[f64; 2]>, SpacingError> {
        match self {
            Self::Kernel(intensity, points_m) => intensity.random_points(points_m, window, key),
            Self::Covariate(intensity, raster) => intensity.random_points(window, raster, key),
        }
    }
}

/// The intensity by a covariate.
pub(super) fn by_covariate(
    points_m: &[[f64; 2]],
    window: &Plot,
    raster: &CovariateRaster,
) -> Result<CovariateIntensity, SpacingError> {
    CovariateIntensity::new(points_m, window, raster, STEPS)
}

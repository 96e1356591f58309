//! How wide the kernel of an intensity should be, chosen from the points.

use std::f64::consts::PI;

use understory_numerics::math::{atan2, exp, ln, pow};
use understory_numerics::parallel::fill;
use understory_space::{Plot, PolygonWindow, Region};

use crate::empty_space::pixel_centre_m;
use crate::error::SpacingError;
use crate::intensity::{IntensityEdge, KernelIntensity};
use crate::kernel_share::{share_along, share_within};
use crate::nearest::{check, nearest_neighbour_distances};
use crate::pairs::{EdgeCorrection, PairStatistics, Radii};

/// A rule by which the standard deviation of a [`KernelIntensity`] is chosen.
///
/// The first is for points that gather in clusters, and follows them; the second for independent points of an intensity that varies;
/// the third takes all points for one swarm, and is the widest. They often differ tenfold: look at the surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BandwidthRule {
    /// Least mean square error of the estimate, were the points a Cox process. With *K* of the points and
    /// *φ*(*x*, *h*) = 4*h*² (arccos *y* − *y* √(1 − *y*²)), *y* = min(1, *x* / 2*h*), the least over *h* of
    /// (1/*λ* − 2 *K*(*h*)) / π*h*² + ½ ∫ *φ*(*x*, *h*) d*K*(*x*) / (π*h*²)², at 255 steps up to half the range of
    /// [`Radii::for_pairs`]; the bandwidth is *h* / 2. *K* by `iso` below 1000 points, by `trans` below 3000, else by
    /// `border`; on a torus by `periodic`. R-spatstat's `bw.diggle`: Berman & Diggle (1989), JRSS B 51, 81.
    Diggle,
    /// Greatest likelihood, each point left out in turn: of 16 bandwidths from the least distance between points
    /// up to half the window's diagonal, each the same number of times the one before, the one with the greatest
    /// Σ ln *λ*₋ᵢ(*x*ᵢ) − ∫ *λ*(*u*) d*u*. R-spatstat's `bw.ppl`: Loader (1999).
    Likelihood,
    /// *n*^(−1/6) times the geometric mean of the standard deviations of both coordinates. R-spatstat's `bw.scott.iso`:
    /// Scott (1992).
    Scott,
}

impl BandwidthRule {
    /// All rules, each with the name by which it is asked for.
    pub const NAMED: [(&str, Self); 3] = [
        ("scott", Self::Scott),
        ("likelihood", Self::Likelihood),
        ("diggle", Self::Diggle),
    ];

    /// The rule of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let found = Self::NAMED.into_iter().find(|(own, _)| *own == name);
        found.map(|(_, rule)| rule)
    }

    /// The standard deviation of the kernel for these points, m.
    ///
    /// # Errors
    /// Those of [`PairStatistics::new`]; [`SpacingError::NothingToChoose`] where all points are at one place, or no
    /// bandwidth has a finite score.
    pub fn sigma_m(self, points_m: &[[f64; 2]], window: &impl Region) -> Result<f64, SpacingError> {
        check(points_m, window)?;
        match self {
            Self::Diggle => diggle_m(points_m, window),
            Self::Likelihood => likelihood_m(points_m, window),
            Self::Scott => scott_m(points_m),
        }
    }
}

fn scott_m(points_m: &[[f64; 2]]) -> Result<f64, SpacingError> {
    let count = points_m.len() as f64;
    let variance = |axis: usize| {
        let mean = points_m.iter().map(|point| point[axis]).sum::<f64>() / count;
        let squares: f64 = points_m
            .iter()
            .map(|point| (point[axis] - mean) * (point[axis] - mean))
            .sum();
        squares / (count - 1.0)
    };
    let sigma_m = pow(variance(0) * variance(1), 0.25) * pow(count, -1.0 / 6.0);
    if sigma_m > 0.0 {
        Ok(sigma_m)
    } else {
        Err(SpacingError::NothingToChoose(
            "all points are on one line along an axis, or at one place",
        ))
    }
}

fn diggle_m(points_m: &[[f64; 2]], window: &impl Region) -> Result<f64, SpacingError> {
    const VALUES: usize = 512;
    let radii = Radii::new(Radii::for_pairs(points_m.len(), window)?.max_m(), VALUES - 1)?;
    let correction = match points_m.len() {
        _ if window.is_torus() => EdgeCorrection::Periodic,
        0..1000 => EdgeCorrection::Isotropic,
        1000..3000 => EdgeCorrection::Translation,
        _ => EdgeCorrection::Border,
    };
    let curves = PairStatistics::new(points_m, window)?.k(&radii, &[correction])?;
    let k_m2: Vec<f64> = curves.estimates[0]
        .values
        .iter()
        .map_while(|value| *value)
        .collect();
    let intensity_per_m2 = points_m.len() as f64 / window.area_m2();
    let score = |at: usize| {
        let h_m = radii.at_m(at);
        let disc_m2 = PI * h_m * h_m;
        let lens_m2 = |x_m: f64| {
            let y = (x_m / (2.0 * h_m)).min(1.0);
            let root = (1.0 - y * y).max(0.0).sqrt();
            4.0 * PI * h_m * h_m * (atan2(root, y) - y * root)
        };
        let integral: f64 = (1..k_m2.len())
            .map(|step| lens_m2(radii.at_m(step - 1)) * (k_m2[step] - k_m2[step - 1]))
            .sum();
        (1.0 / intensity_per_m2 - 2.0 * k_m2[at]) / disc_m2 + integral / (2.0 * PI) / (disc_m2 * disc_m2)
    };
    let end = k_m2.len().div_ceil(2);
    best(fill(end.saturating_sub(1), 4, |before| {
        (0.5 * radii.at_m(before + 1), -score(before + 1))
    }))
}

fn likelihood_m(points_m: &[[f64; 2]], window: &impl Region) -> Result<f64, SpacingError> {
    const TRIED: u32 = 16;
    let distances_m = nearest_neighbour_distances(points_m, window)?;
    let least_m = distances_m
        .iter()
        .copied()
        .filter(|&d_m| d_m > 0.0)
        .fold(f64::INFINITY, f64::min);
    if !least_m.is_finite() {
        return Err(SpacingError::NothingToChoose(
            "every point shares its place with another",
        ));
    }
    let [width_m, height_m] = window.bounds().size_m();
    let greatest_m2 = window
        .polygon()
        .map_or(width_m * width_m + height_m * height_m, diameter_m2);
    let greatest_m = 0.5 * greatest_m2.sqrt();
    let tried_m = |step: u32| {
        let share = f64::from(step) / f64::from(TRIED - 1);
        exp(ln(least_m) + share * (ln(greatest_m) - ln(least_m)))
    };
    let scores: Result<Vec<(f64, f64)>, SpacingError> = (0..TRIED)
        .map(|step| {
            let sigma_m = tried_m(step);
            Ok((sigma_m, log_likelihood(points_m, window, sigma_m)?))
        })
        .collect();
    best(scores?)
}

/// Σ ln *λ*₋ᵢ(*x*ᵢ) − ∫ *λ*(*u*) d*u*.
fn log_likelihood(points_m: &[[f64; 2]], window: &impl Region, sigma_m: f64) -> Result<f64, SpacingError> {
    let intensities = KernelIntensity::new(sigma_m)?.at_points(points_m, window, true)?;
    let logarithms: f64 = intensities.iter().map(|&intensity| ln(intensity)).sum();
    let integral = match window.polygon() {
        None => integral(points_m, window.bounds(), sigma_m),
        Some(polygon) => integral_in_polygon(points_m, polygon, sigma_m)?,
    };
    Ok(logarithms - integral)
}

/// Square of the greatest distance between two places of a window, m².
fn diameter_m2(polygon: &PolygonWindow) -> f64 {
    let mut greatest_m2 = 0.0;
    for &[from_m, _] in polygon.edges() {
        polygon.each_chain(|chain| {
            let may_be = chain.farthest_m2(from_m) > greatest_m2;
            for [to_m, _] in &polygon.edges()[chain.edges().filter(|_| may_be).unwrap_or_default()] {
                let (x_m, y_m) = (to_m[0] - from_m[0], to_m[1] - from_m[1]);
                greatest_m2 = f64::max(greatest_m2, x_m * x_m + y_m * y_m);
            }
            may_be
        });
    }
    greatest_m2
}

/// The same by the pixels whose middles lie in polygons, as R-spatstat has it: sixteen bandwidths are far apart.
fn integral_in_polygon(
    points_m: &[[f64; 2]],
    polygon: &PolygonWindow,
    sigma_m: f64,
) -> Result<f64, SpacingError> {
    const PIXELS: [u32; 2] = [128; 2];
    let raw = KernelIntensity {
        sigma_m,
        edge: IntensityEdge::None,
    };
    let per_m2 = raw.surface(points_m, polygon.bounds(), PIXELS)?.per_m2;
    let of_pixel = |number: usize| {
        let middle_m = pixel_centre_m(polygon.bounds(), PIXELS, number);
        if polygon.contains(middle_m) {
            per_m2[number] / share_within(middle_m, sigma_m, polygon)
        } else {
            0.0
        }
    };
    let sum: f64 = fill(per_m2.len(), 64, of_pixel).iter().sum();
    Ok(sum * polygon.bounds().area_m2() / per_m2.len() as f64)
}

/// ∫ over the window of the edge-corrected intensity: for each point the product of an integral along each axis.
fn integral(points_m: &[[f64; 2]], window: &Plot, sigma_m: f64) -> f64 {
    /// Places along an axis at which a kernel is summed, and at which sums are kept.
    const NODES: usize = 1024;
    if window.is_torus() {
        return points_m.len() as f64;
    }
    let tables = window.size_m().map(|size_m| {
        let step_m = size_m / NODES as f64;
        let shares: Vec<f64> = (0..NODES)
            .map(|node| share_along((node as f64 + 0.5) * step_m, size_m, sigma_m))
            .collect();
        let around = |node: usize| {
            let at_m = node as f64 * step_m;
            // Between the nodes the kernel is integrated by itself, and the share taken in the middle.
            let part = |(k, share): (usize, &f64)| {
                let (a, b) = (k as f64 * step_m - at_m, (k + 1) as f64 * step_m - at_m);
                (share_along(-a, b - a, sigma_m)) / share
            };
            shares.iter().enumerate().map(part).sum::<f64>()
        };
        fill(NODES + 1, 16, around)
    });
    let of_point = |point_m: &[f64; 2]| -> f64 {
        (0..2)
            .map(|axis| {
                let along = (point_m[axis] - window.origin_m()[axis]) / window.size_m()[axis] * NODES as f64;
                let node = (along as usize).min(NODES - 1);
                let (low, high) = (tables[axis][node], tables[axis][node + 1]);
                low + (along - node as f64) * (high - low)
            })
            .product()
    };
    points_m.iter().map(of_point).sum()
}

/// The value with the greatest finite score, the first of several.
fn best(scores: Vec<(f64, f64)>) -> Result<f64, SpacingError> {
    let finite = scores.into_iter().filter(|(_, score)| score.is_finite());
    let best = finite.reduce(|best, own| if own.1 > best.1 { own } else { best });
    best.map(|(value, _)| value).ok_or(SpacingError::NothingToChoose(
        "no bandwidth gives every point an intensity above 0",
    ))
}

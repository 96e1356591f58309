//! What the experiments share: plots and patterns of one point on each unit of area, and what is measured of them.

use understory_numerics::{Purpose, RandomKey};
use understory_scatter::{PointMethod, Request};
use understory_space::{Edge, Plot};
use understory_spacing::{NearestNeighbourSummary, corridor_widths_m, largest_gap};

use crate::ClaimError;

/// A place.
pub(super) type Place = [f64; 2];

/// A torus of so many squares of side 1 along each axis.
pub(super) fn torus(sides: [f64; 2]) -> Result<Plot, ClaimError> {
    Ok(Plot::new([0.0; 2], sides, Edge::Torus)?)
}

/// As many points as the plot has area, by a method; a seed, and the number of the pattern among those of the seed, fix them.
pub(super) fn pattern(
    method: &dyn PointMethod,
    plot: &Plot,
    seed: u64,
    number: u32,
) -> Result<Vec<Place>, ClaimError> {
    let request = Request::new(plot, plot.area_m2().round() as u32);
    Ok(method.scatter(&request, key(seed, number))?.points_m)
}

pub(super) fn key(seed: u64, number: u32) -> RandomKey {
    RandomKey::root(seed, &["scattering"]).child(number, Purpose::Simulation, 0)
}

/// Clark–Evans index: 1 at random, above 1 even.
pub(super) fn evenness(points_m: &[Place], plot: &Plot) -> Result<f64, ClaimError> {
    Ok(NearestNeighbourSummary::new(points_m, plot)?.clark_evans().naive)
}

pub(super) fn least_distance(points_m: &[Place], plot: &Plot) -> Result<f64, ClaimError> {
    let summary = NearestNeighbourSummary::new(points_m, plot)?;
    Ok(summary.sorted_m().first().copied().unwrap_or(f64::NAN))
}

/// Width of the widest corridor, mean of both axes.
pub(super) fn corridor(points_m: &[Place], plot: &Plot) -> Result<f64, ClaimError> {
    let [along, up] = corridor_widths_m(points_m, plot)?;
    Ok((along + up) / 2.0)
}

/// Radius of the largest empty circle.
pub(super) fn hole(points_m: &[Place], plot: &Plot) -> Result<f64, ClaimError> {
    Ok(largest_gap(points_m, plot)?.radius_m)
}

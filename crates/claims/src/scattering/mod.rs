//! "Random Scattering: Creating Realistic Landscapes" (Mick West): random places, a least distance, a jittered grid, springs.
//!
//! Lengths are in *D*, the mean spacing 1 / √*λ*: a pattern has one point on each unit of area. Unless an experiment says otherwise
//! it lies on a torus, so that no edge enters a figure, and "a distance of 0.7 D" is that of dart throwing.

mod darts;
mod generators;
mod jitter;
mod measures;
mod minimum_distance;
pub(super) mod pictures;
mod random;
mod renewal;
mod segments;
mod springs;
pub(super) mod stands;

use crate::claim::Claim;

pub(super) fn claims() -> Vec<Claim> {
    let parts = [
        random::claims(),
        minimum_distance::claims(),
        darts::claims(),
        renewal::claims(),
        stands::claims(),
        jitter::claims(),
        springs::claims(),
        segments::claims(),
    ];
    parts.into_iter().flatten().collect()
}

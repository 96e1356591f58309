//! "Biome Painter" (Krzysztof Narkowicz): worlds from painted maps and rules, on spawn points that are there before.

mod collisions;
mod patterns;
pub(super) mod pictures;
mod sample;
mod worlds;

use crate::claim::Claim;

pub(super) fn claims() -> Vec<Claim> {
    [worlds::claims(), collisions::claims(), patterns::claims()]
        .into_iter()
        .flatten()
        .collect()
}

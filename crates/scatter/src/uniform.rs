//! Independent uniform points: complete spatial randomness with a fixed count.

use understory_numerics::{Key, Purpose};
use understory_space::Plot;

use crate::place::uniform_place_m;

/// Point `i` is a function of the key and of `i`, so fewer points are the beginning of more.
pub(crate) fn points(plot: &Plot, count: u32, key: Key) -> Vec<[f64; 2]> {
    (0..count)
        .map(|i| uniform_place_m(plot, key.draws(0, Purpose::Place, i)))
        .collect()
}

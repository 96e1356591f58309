//! The order in which points of a tile are taken away so that the rest stays even.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use crate::buckets::Buckets;

/// The points of a tile in an order of which every beginning is evenly spread: their numbers, the last to go first.
///
/// ```
/// use understory_scatter::{Edge, Plot, PointMethod, RandomKey, Request, Uniform, even_order};
///
/// let (tile, key) = (Plot::new([0.0; 2], [10.0; 2], Edge::Torus)?, RandomKey::root(7, &["ferns"]));
/// let places_m = Uniform.scatter(&Request::new(&tile, 100), key)?.points_m;
/// let fewer_m: Vec<_> = even_order(&tile, &places_m, key)[..20].iter().map(|&number| places_m[number as usize]).collect();
/// assert_eq!(fewer_m.len(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn even_order(tile: &Plot, places_m: &[[f64; 2]], key: RandomKey) -> Vec<u32> {
    even(tile, places_m, 0, key)
}

/// The points of a torus in an order of which every beginning is evenly spread.
///
/// Points are taken away one by one, always the one with the most and nearest others, until half are left; then
/// again with what is left, looking further. The order is that of their going, backwards. The first `stay` are not
/// put in order.
pub(crate) fn even(tile: &Plot, places_m: &[[f64; 2]], stay: usize, key: RandomKey) -> Vec<u32> {
    let mut left: Vec<u32> = (0..places_m.len() as u32).collect();
    let mut gone = Vec::with_capacity(places_m.len());
    while left.len() > stay.max(1) {
        left = thin_to_half(tile, places_m, &left, stay, key, &mut gone);
    }
    gone.extend(left);
    gone.reverse();
    gone
}

/// A point that may be the next to go: how crowded it was when it was put on the heap, as bits (a crowding is not
/// negative, so they sort as it does), then at random, then by number.
type Crowded = (u64, u32, Reverse<u32>);

fn thin_to_half(
    tile: &Plot,
    places_m: &[[f64; 2]],
    left: &[u32],
    stay: usize,
    key: RandomKey,
    gone: &mut Vec<u32>,
) -> Vec<u32> {
    let half = left.len() / 2;
    // The distance of neighbours in a hexagonal lattice of those that will be left: nobody can keep more.
    let reach_m = (2.0 / 3.0_f64.sqrt() * tile.area_m2() / half as f64).sqrt();
    let mut buckets = Buckets::new(*tile, reach_m, left.len() as u32);
    for &number in left {
        buckets.push(places_m[number as usize]);
    }
    let crowding_by = |distance_m2: f64| {
        let nearness = 1.0 - distance_m2.sqrt() / reach_m;
        let squared = nearness * nearness;
        squared * squared * squared * squared
    };
    let each_other = |at: u32, found: &mut dyn FnMut(u32, f64)| {
        buckets.each_near(places_m[left[at as usize] as usize], |other, distance_m2| {
            if other != at {
                found(other, crowding_by(distance_m2));
            }
        });
    };
    let mut crowding = vec![0.0_f64; left.len()];
    let mut heap: BinaryHeap<Crowded> = (0..left.len() as u32)
        .map(|at| {
            each_other(at, &mut |_, by| crowding[at as usize] += by);
            let draw = key.draws(1, Purpose::Place, left[at as usize])[0];
            (crowding[at as usize].to_bits(), draw, Reverse(at))
        })
        .collect();
    let mut is_left = vec![true; left.len()];
    let mut to_go = left.len() - half.max(stay);
    while let Some((was, draw, Reverse(at))) = heap.pop() {
        let now = crowding[at as usize].to_bits();
        if was != now {
            heap.push((now, draw, Reverse(at)));
            continue;
        }
        is_left[at as usize] = false;
        gone.push(left[at as usize]);
        each_other(at, &mut |other, by| {
            let crowding = &mut crowding[other as usize];
            *crowding = (*crowding - by).max(0.0);
        });
        to_go -= 1;
        if to_go == 0 {
            break;
        }
    }
    (0..left.len())
        .filter(|&at| is_left[at])
        .map(|at| left[at])
        .collect()
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;
    use understory_spacing::NearestNeighbourSummary;

    use super::*;
    use crate::Uniform;
    use crate::point_method::PointMethod;
    use crate::request::Request;

    #[test]
    fn every_beginning_of_the_even_order_is_more_even_than_all_points() {
        let tile = Plot::new([-5.0, 2.0], [60.0, 30.0], Edge::Torus).unwrap();
        let key = RandomKey::root(4, &["ranks"]);
        let places_m = Uniform.scatter(&Request::new(&tile, 2000), key).unwrap().points_m;
        let order = even(&tile, &places_m, 0, key);
        let first_half_only = even(&tile, &places_m, 1000, key);
        assert_eq!(first_half_only[1000..], order[1000..]);
        let mut sorted = order.clone();
        sorted.sort_unstable();
        assert!(sorted.into_iter().eq(0..2000), "each point once");
        for left in [1400, 1000, 700, 300, 100, 30] {
            let first_m: Vec<[f64; 2]> = order[..left].iter().map(|&i| places_m[i as usize]).collect();
            let summary = NearestNeighbourSummary::new(&first_m, &tile).unwrap();
            let least_m2 = summary.sorted_m()[0] * summary.sorted_m()[0];
            let packing = least_m2 * summary.intensity_per_m2();
            assert!(
                summary.clark_evans().naive > 1.3,
                "{left}: {}",
                summary.clark_evans().naive
            );
            // What dart throwing leaves of so many is 0.004 at 1400 and less below.
            assert!(packing > if left > 1000 { 0.1 } else { 0.3 }, "{left}: {packing}");
        }
    }
}

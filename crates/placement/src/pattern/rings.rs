//! Crossings of two families of concentric rings, as Casey Muratori laid out the grass of The Witness.
//!
//! His code (A Brief Addendum on Staggered Concentric Intersection, <https://caseymuratori.com/blog_0012>) has one square, of
//! side 2, and neither ranks nor copies. Here the square is a tile: of two points that come too near over its seam one goes.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::Edge;

use super::apart::least_distance;

/// Middles of the two families, in sides of the square from its south-western corner.
const MIDDLES: [[f64; 2]; 2] = [[-0.5, -0.5], [-0.5, 1.5]];

/// Each third ring of either family moves its crossings by this share of the gap along the other.
const STAGGER: f64 = 0.3;

/// Points of the square times the square of the gap, in sides: rings cross at less than right angles in most of it.
const POINTS_A_GAP2: f64 = 0.965;

/// About as many crossings, from 0 to below 1; the key moves the rings by up to three gaps.
pub(super) fn crossings(count: u32, key: RandomKey) -> Vec<[f64; 2]> {
    let gap = (POINTS_A_GAP2 / f64::from(count)).sqrt();
    let draws = key.draws(0, Purpose::Place, 0);
    let first = [0, 1].map(|family: usize| 3.0 * gap * unit_from_u32(draws[family]));
    // The farthest corner of the square is √4.5 sides from either middle.
    let rings = (2.2 / gap) as u32;
    let stagger = |other: u32| {
        if other.is_multiple_of(3) {
            STAGGER * gap
        } else {
            0.0
        }
    };
    let mut places = Vec::new();
    for south in 0..rings {
        for north in 0..rings {
            let radii = [
                first[0] + gap * f64::from(south) + stagger(north),
                first[1] + gap * f64::from(north) + stagger(south),
            ];
            places.extend(crossing(radii).filter(|place| place.iter().all(|at| (0.0..1.0).contains(at))));
        }
    }
    closed(&places)
}

/// Where two circles around the middles cross on the side of the square.
fn crossing(radii: [f64; 2]) -> Option<[f64; 2]> {
    let apart = MIDDLES[1][1] - MIDDLES[0][1];
    let [a2, b2] = radii.map(|radius| radius * radius);
    let north = (a2 - b2 + apart * apart) / (2.0 * apart);
    let east2 = a2 - north * north;
    (east2 > 0.0).then(|| [MIDDLES[0][0] + east2.sqrt(), MIDDLES[0][1] + north])
}

/// Those that keep their least distance over the seam as well.
fn closed(places: &[[f64; 2]]) -> Vec<[f64; 2]> {
    let least = least_distance(places, Edge::Open);
    let is_beside_seam = |place: &[f64; 2]| place.iter().any(|at| !(least..1.0 - least).contains(at));
    let mut beside: Vec<[f64; 2]> = Vec::new();
    let mut stays = |place: &&[f64; 2]| {
        if !is_beside_seam(place) {
            return true;
        }
        let is_free = beside.iter().all(|other| {
            let [dx, dy] = [0, 1].map(|axis: usize| {
                let along = (place[axis] - other[axis]).abs();
                along.min(1.0 - along)
            });
            // Those of the square keep it as they are, to the last bit.
            dx * dx + dy * dy >= least * least * (1.0 - 1e-9)
        });
        if is_free {
            beside.push(**place);
        }
        is_free
    };
    places.iter().filter(|place| stays(place)).copied().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crossings_lie_on_a_ring_of_each_family() {
        let (count, key) = (2000, RandomKey::root(3, &["rings"]));
        let gap = (POINTS_A_GAP2 / f64::from(count)).sqrt();
        let places = crossings(count, key);
        // At a radius that is a ring's, or a ring's and the stagger's.
        let draws = key.draws(0, Purpose::Place, 0);
        for place in &places {
            for family in 0..2 {
                let [dx, dy] = [0, 1].map(|axis: usize| place[axis] - MIDDLES[family][axis]);
                let first = 3.0 * gap * unit_from_u32(draws[family]);
                let step = ((dx * dx + dy * dy).sqrt() - first) / gap;
                let beyond = step - (step + 1e-6).floor();
                assert!(beyond.abs() < 1e-6 || (beyond - STAGGER).abs() < 1e-6, "{beyond}");
            }
        }
    }

    #[test]
    fn there_are_about_as_many_as_asked_at_a_least_distance_over_the_seam() {
        for (count, seed) in [(990, 1), (4000, 2), (16_384, 3)] {
            let places = crossings(count, RandomKey::root(seed, &["rings"]));
            let found = places.len() as f64;
            assert!(
                (found / f64::from(count) - 1.0).abs() < 0.05,
                "{found} of {count}"
            );
            let least = least_distance(&places, Edge::Torus);
            assert!(least * least * found > 0.4, "{}", least * least * found);
        }
    }
}

//! Throw, reject, throw again: uniform points of which each keeps a distance to those before it.
//!
//! How many points the plot holds depends on how often a throw is repeated: with few tries the plot counts as
//! full long before no room is left, so "full" is always reported with the tries.

use understory_numerics::{Key, Purpose};
use understory_space::Plot;

use crate::buckets::Buckets;
use crate::method::ScatterError;
use crate::place::uniform_place_m;

pub(crate) fn points(
    plot: &Plot,
    count: u32,
    key: Key,
    distance_m: f64,
    tries: u32,
) -> Result<Vec<[f64; 2]>, ScatterError> {
    if !(distance_m.is_finite() && distance_m > 0.0) {
        return Err(ScatterError::NotADistance(distance_m));
    }
    if tries == 0 {
        return Err(ScatterError::NoTries);
    }
    let mut buckets = Buckets::new(*plot, distance_m, count);
    while buckets.len() < count {
        let point_key = key.child(0, Purpose::Place, buckets.len());
        let free_m = (0..tries)
            .map(|attempt| uniform_place_m(plot, point_key.draws(0, Purpose::Place, attempt)))
            .find(|&place_m| !buckets.any_near(place_m));
        match free_m {
            Some(place_m) => buckets.push(place_m),
            None => {
                return Err(ScatterError::Full {
                    placed: buckets.len(),
                    wanted: count,
                    tries,
                    distance_m,
                });
            }
        }
    }
    Ok(buckets.into_points_m())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    /// The method in its naive form: every throw is held against every point.
    fn by_brute_force(plot: &Plot, count: u32, key: Key, distance_m: f64, tries: u32) -> Vec<[f64; 2]> {
        let mut points_m: Vec<[f64; 2]> = Vec::new();
        for i in 0..count {
            for attempt in 0..tries {
                let draw = key.child(0, Purpose::Place, i).draws(0, Purpose::Place, attempt);
                let place_m = uniform_place_m(plot, draw);
                let is_free = points_m
                    .iter()
                    .all(|&other_m| plot.distance_squared_m2(place_m, other_m) >= distance_m * distance_m);
                if is_free {
                    points_m.push(place_m);
                    break;
                }
            }
            if points_m.len() as u32 <= i {
                break;
            }
        }
        points_m
    }

    proptest! {
        #[test]
        fn buckets_change_no_point(
            seed in any::<u64>(),
            count in 0_u32..150,
            distance_m in prop_oneof![0.05..0.5, 0.5..3.0, 3.0..30.0],
            tries in 1_u32..20,
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let plot = Plot::new([1e5, -7.0], [17.0, 6.0], edge).unwrap();
            let key = Key::root(seed, &["minimum-distance"]);
            let naive_m = by_brute_force(&plot, count, key, distance_m, tries);
            match points(&plot, count, key, distance_m, tries) {
                Ok(points_m) => prop_assert_eq!(points_m, naive_m),
                Err(error) => {
                    let placed = naive_m.len() as u32;
                    prop_assert!(placed < count);
                    prop_assert_eq!(error, ScatterError::Full { placed, wanted: count, tries, distance_m });
                }
            }
        }
    }

    /// Dart throwing jams at a coverage of 0.547 by discs of the least distance, and more tries come nearer.
    #[test]
    fn more_tries_fill_more_and_never_past_the_jamming_limit() {
        let plot = Plot::new([0.0; 2], [40.0; 2], Edge::Torus).unwrap();
        let coverage = |tries: u32| {
            let full = points(&plot, 10_000, Key::root(3, &["full"]), 1.0, tries).unwrap_err();
            let ScatterError::Full { placed, .. } = full else {
                panic!("{full}")
            };
            f64::from(placed) * std::f64::consts::PI / 4.0 / plot.area_m2()
        };
        let (few, many) = (coverage(30), coverage(3000));
        assert!((0.2..0.4).contains(&few), "{few}");
        assert!((0.48..0.547).contains(&many), "{many}");
    }
}

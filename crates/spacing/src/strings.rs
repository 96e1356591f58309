//! Pairs of points that are too near, and short rows of points beside nothing else.

use understory_numerics::math::{atan2, cos, sin};
use understory_space::Plot;

use crate::error::SpacingError;
use crate::near::Places;
use crate::nearest::check;
use crate::parts::Parts;

/// Points of a string.
const STRING: std::ops::RangeInclusive<usize> = 3..=4;
/// A group is elongated where its spread across is less than this share of its spread along.
const ELONGATED: f64 = 0.25;

/// Number of pairs of points that are nearer to each other than a distance, m: of discs of that diameter, the pairs that
/// overlap.
///
/// For CSR on a torus about (*n* − 1) π *λ* *d*² / 2, *λ* in points per m².
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn close_pairs(points_m: &[[f64; 2]], window: &Plot, distance_m: f64) -> Result<u64, SpacingError> {
    check(points_m, window)?;
    let places = Places::new(points_m, window);
    let mut pairs = 0;
    let mut of_one_place = 0;
    for slot in 0..places.tree().points_m().len() {
        let here = places.count(slot) as u64;
        places.tree().within(
            places.tree().points_m()[slot],
            distance_m * distance_m,
            |other, squared_m2| {
                if squared_m2 < distance_m * distance_m && other != slot {
                    pairs += here * places.count(other) as u64;
                }
            },
        );
        if distance_m > 0.0 {
            of_one_place += here * (here - 1) / 2;
        }
    }
    Ok(pairs / 2 + of_one_place)
}

/// Number of short strings: groups of three or four points, linked where they are no further than `link_m` from each other
/// and to no other point, that are elongated.
///
/// A group is elongated where the smaller singular value of its places about their mean is less than a quarter of the
/// larger one. A group across the seams of a torus is unrolled.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn strings(points_m: &[[f64; 2]], window: &Plot, link_m: f64) -> Result<usize, SpacingError> {
    check(points_m, window)?;
    let places = Places::new(points_m, window);
    let tree = places.tree();
    let slots = tree.points_m().len();
    let mut parts = Parts::new(slots);
    for slot in 0..slots {
        tree.within(tree.points_m()[slot], link_m * link_m, |other, _| {
            parts.join(slot as u32, other as u32);
        });
    }
    // By part, then by slot: a part is the lowest of its slots.
    let mut members: Vec<(u32, u32)> = (0..slots as u32).map(|slot| (parts.of(slot), slot)).collect();
    members.sort_unstable();
    let groups = members.chunk_by(|a, b| a.0 == b.0);
    let is_string = |group: &&[(u32, u32)]| {
        let first_m = tree.points_m()[group[0].1 as usize];
        let offsets_m: Vec<[f64; 2]> = group
            .iter()
            .flat_map(|&(_, slot)| {
                let offset_m = window.offset_m(first_m, tree.points_m()[slot as usize]);
                std::iter::repeat_n(offset_m, places.count(slot as usize))
            })
            .collect();
        STRING.contains(&offsets_m.len()) && spread_ratio(&offsets_m) < ELONGATED
    };
    Ok(groups.filter(is_string).count())
}

/// Smaller over larger singular value of places about their mean, 0 to 1; 1 where all of them are one.
fn spread_ratio(places_m: &[[f64; 2]]) -> f64 {
    let mean_m = [0, 1]
        .map(|axis: usize| places_m.iter().map(|place_m| place_m[axis]).sum::<f64>() / places_m.len() as f64);
    let of = |a: usize, b: usize| {
        let products = places_m
            .iter()
            .map(|place_m| (place_m[a] - mean_m[a]) * (place_m[b] - mean_m[b]));
        products.sum::<f64>()
    };
    let (xx, yy, xy) = (of(0, 0), of(1, 1), of(0, 1));
    // Along the main axis and across it: the difference of two near numbers would leave nothing of a thin spread.
    let turn = 0.5 * atan2(2.0 * xy, xx - yy);
    let along = |turn: f64| {
        let spreads = places_m.iter().map(|place_m| {
            let way_m = cos(turn) * (place_m[0] - mean_m[0]) + sin(turn) * (place_m[1] - mean_m[1]);
            way_m * way_m
        });
        spreads.sum::<f64>()
    };
    let (main, cross) = (along(turn), along(turn + std::f64::consts::FRAC_PI_2));
    if main > 0.0 { (cross / main).sqrt() } else { 1.0 }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;
    use crate::csr::uniform_points;
    use understory_numerics::RandomKey;

    proptest! {
        #[test]
        fn close_pairs_are_those_that_a_look_at_all_pairs_finds(
            cells in prop::collection::vec((0_u32..12, 0_u32..9), 2..40),
            distance_m in 0.0..4.0,
            wraps in any::<bool>(),
        ) {
            let edge = if wraps { Edge::Torus } else { Edge::Open };
            let window = Plot::new([-3.0, 1.0], [12.0, 9.0], edge).unwrap();
            let points_m: Vec<[f64; 2]> =
                cells.iter().map(|&(x, y)| [f64::from(x) - 2.7, f64::from(y) + 1.2]).collect();
            let mut expected = 0;
            for (i, &a_m) in points_m.iter().enumerate() {
                for &b_m in &points_m[..i] {
                    expected += u64::from(window.distance_squared_m2(a_m, b_m) < distance_m * distance_m);
                }
            }
            prop_assert_eq!(close_pairs(&points_m, &window, distance_m).unwrap(), expected);
        }
    }

    #[test]
    fn a_row_is_a_string_and_a_triangle_is_none_across_the_seams_too() {
        let row_m = [[0.0, 0.0], [1.0, 0.1], [2.0, 0.0]];
        let triangle_m = [[0.0, 0.0], [1.0, 0.0], [0.5, 0.8]];
        let five_m = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0], [3.0, 0.0], [4.0, 0.0]];
        let far_m = [10.0, 10.0];
        for (group_m, expected) in [(&row_m[..], 1), (&triangle_m, 0), (&five_m, 0), (&five_m[..2], 0)] {
            for shift_m in [[1.0, 1.0], [19.0, 19.95]] {
                let window = Plot::new([0.0; 2], [20.0; 2], Edge::Torus).unwrap();
                let moved = group_m.iter().map(|p| [p[0] + shift_m[0], p[1] + shift_m[1]]);
                let mut points_m: Vec<[f64; 2]> = moved.map(|p| window.place(p).unwrap()).collect();
                points_m.push(far_m);
                assert_eq!(strings(&points_m, &window, 1.1), Ok(expected), "{group_m:?}");
            }
        }
    }

    /// Random points have 3.0 strings in 110 where points are linked within half of 1 / √λ.
    #[test]
    fn random_points_overlap_and_stand_in_strings_as_often_as_theory_and_a_simulation_say() {
        let window = Plot::new([0.0; 2], [110_f64.sqrt(); 2], Edge::Torus).unwrap();
        let (mut pairs, mut rows) = (0.0, 0.0);
        for seed in 0..300 {
            let points_m = uniform_points(110, &window, RandomKey::root(seed, &["strings"])).unwrap();
            pairs += close_pairs(&points_m, &window, 0.3).unwrap() as f64 / 300.0;
            rows += strings(&points_m, &window, 0.5).unwrap() as f64 / 300.0;
        }
        let expected = 109.0 * std::f64::consts::PI * 0.09 / 2.0;
        assert!((pairs - expected).abs() < 0.8, "{pairs}, expected {expected}");
        assert!((2.5..3.5).contains(&rows), "{rows}");
    }
}

//! How often points stand in rows: whether the neighbours of a point lie on opposite sides of it.

use std::f64::consts::PI;

use understory_numerics::math::atan2;
use understory_numerics::parallel::map;
use understory_space::Plot;

use crate::error::SpacingError;
use crate::near::{BLOCK, Places};
use crate::nearest::check;

/// Collinear index: how often two neighbours of a point stand on opposite sides of it, over how often they would by
/// chance. No unit; 1 for CSR, above 1 where points stand in rows; 5.45 on a square lattice.
///
/// # Formula
/// Neighbours of a point are those up to 2 / √*λ* m from it, *λ* in points per m². Of all pairs of neighbours of all
/// points, the share whose directions differ by 180 ± 5 degrees, divided by 5 / 180, the share among directions drawn
/// at random.
///
/// On an open window points near the edge have neighbours on one side only, which lowers the index: to 0.94 on average
/// for 110 random points, 0.98 for 1600. On a torus it is free of that.
///
/// # Edge cases
/// Points that coincide have no direction to each other and are no neighbours. `None` where no point has two
/// neighbours. A lattice has neighbours at exactly 2 / √*λ*: they count, as the limit is 10⁻⁹ of itself wider.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn collinear_index(points_m: &[[f64; 2]], window: &Plot) -> Result<Option<f64>, SpacingError> {
    check(points_m, window)?;
    let places = Places::new(points_m, window);
    let tree = places.tree();
    // A little more than 2 / √λ, so that the neighbours of a lattice, at that very distance, count in spite of
    // rounding.
    let limit_m2 = 4.0 * window.area_m2() / points_m.len() as f64 * (1.0 + 2e-9);
    let slots = tree.points_m().len();
    let of_blocks = map(slots.div_ceil(BLOCK), 1, |block| {
        let mut directions = Vec::new();
        let (mut pairs, mut opposite) = (0, 0);
        for slot in block * BLOCK..slots.min((block + 1) * BLOCK) {
            let place_m = tree.points_m()[slot];
            directions.clear();
            tree.within(place_m, limit_m2, |other, squared_m2| {
                if squared_m2 > 0.0 {
                    let [dx, dy] = window.offset_m(place_m, tree.points_m()[other]);
                    directions.push((atan2(dy, dx), places.count(other) as u64));
                }
            });
            let neighbours: u64 = directions.iter().map(|(_, count)| count).sum();
            let here = places.count(slot) as u64;
            pairs += here * (neighbours * neighbours.saturating_sub(1) / 2);
            opposite += here * count_opposite(&mut directions);
        }
        [pairs, opposite]
    });
    let [pairs, opposite] = [0, 1].map(|of| of_blocks.iter().map(|sums| sums[of]).sum::<u64>());
    Ok((pairs > 0).then(|| opposite as f64 / pairs as f64 / (WITHIN / PI)))
}

/// 5 degrees.
const WITHIN: f64 = PI / 36.0;

/// Pairs of directions that differ by half a turn, give or take; with each direction, how many neighbours it has.
fn count_opposite(directions: &mut [(f64, u64)]) -> u64 {
    directions.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let mut before = 0;
    // How many come before each direction, and in the end all of them.
    let mut ends = vec![0];
    for (_, count) in directions.iter() {
        before += count;
        ends.push(before);
    }
    // Each pair is met from its lower direction: the higher one lies half a turn above it, as the lowest and the
    // highest are less than a turn apart.
    let below = |angle: f64| ends[directions.partition_point(|direction| direction.0 < angle)];
    let up_to = |angle: f64| ends[directions.partition_point(|direction| direction.0 <= angle)];
    directions
        .iter()
        .map(|(from, count)| count * (up_to(from + PI + WITHIN) - below(from + PI - WITHIN)))
        .sum()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::sample::unit_from_u32;
    use understory_numerics::{Purpose, RandomKey};

    use super::*;
    use crate::Edge;

    proptest! {
        #[test]
        fn opposite_directions_are_those_of_all_pairs(angles in prop::collection::vec(-PI..PI, 0..40)) {
            let mut expected = 0;
            for (i, a) in angles.iter().enumerate() {
                for b in &angles[..i] {
                    let apart = (a - b).rem_euclid(2.0 * PI);
                    expected += u64::from((apart - PI).abs() <= WITHIN);
                }
            }
            let mut each: Vec<(f64, u64)> = angles.iter().map(|&angle| (angle, 1)).collect();
            prop_assert_eq!(count_opposite(&mut each), expected);
        }
    }

    /// On a square lattice 10 of the 66 pairs among 12 neighbours lie opposite.
    #[test]
    fn rows_stand_out_and_chance_does_not() {
        let window = Plot::new([0.0; 2], [40.0; 2], Edge::Torus).unwrap();
        let lattice: Vec<_> = (0..1600)
            .map(|i| [f64::from(i % 40) + 0.3, f64::from(i / 40) + 0.1])
            .collect();
        let index = collinear_index(&lattice, &window).unwrap().unwrap();
        assert!((index - 360.0 / 66.0).abs() < 1e-12, "{index}");
        let key = RandomKey::root(1, &["collinear"]);
        let random: Vec<_> = (0..20_000)
            .map(|number| {
                let [a, b, ..] = key.draws(0, Purpose::Place, number);
                [a, b].map(|bits| 40.0 * unit_from_u32(bits))
            })
            .collect();
        let index = collinear_index(&random, &window).unwrap().unwrap();
        assert!((index - 1.0).abs() < 0.02, "{index}");
    }

    #[test]
    fn without_two_neighbours_there_is_no_index() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        assert_eq!(collinear_index(&[[1.0, 1.0], [2.0, 1.0]], &window), Ok(None));
        assert_eq!(collinear_index(&[[1.0, 1.0]; 50], &window), Ok(None));
        let row_m = [[1.0, 1.0], [2.0, 1.0], [3.0, 1.0]];
        // One pair of the three is opposite.
        assert_eq!(collinear_index(&row_m, &window), Ok(Some(12.0)));
    }
}

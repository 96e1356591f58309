//! How points hang together where those near each other are linked.

use understory_space::Plot;

use crate::error::SpacingError;
use crate::near::Places;
use crate::nearest::check;
use crate::parts::Parts;

/// Sizes of the clusters of a pattern, the largest first: points that are at most `link_m` apart are linked, and a cluster is all
/// that links lead to. A point without a link is a cluster of one, so the sizes add up to the number of points.
///
/// The mean size of the cluster that a point belongs to is the sum of the squared sizes over the number of points; it rises
/// steeply at the link at which clusters come to span the window.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn cluster_sizes(points_m: &[[f64; 2]], window: &Plot, link_m: f64) -> Result<Vec<usize>, SpacingError> {
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
    let mut points_of = vec![0; slots];
    for slot in 0..slots {
        points_of[parts.of(slot as u32) as usize] += places.count(slot);
    }
    points_of.retain(|&points| points > 0);
    points_of.sort_unstable_by(|a, b| b.cmp(a));
    Ok(points_of)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_numerics::RandomKey;

    use super::*;
    use crate::{Edge, uniform_points};

    /// Each point takes the lowest number among all it is linked to, until none changes.
    fn by_all_pairs(points_m: &[[f64; 2]], window: &Plot, link_m: f64) -> Vec<usize> {
        let mut number: Vec<usize> = (0..points_m.len()).collect();
        loop {
            let before = number.clone();
            for (a, a_m) in points_m.iter().enumerate() {
                for (b, b_m) in points_m.iter().enumerate() {
                    if window.distance_squared_m2(*a_m, *b_m) <= link_m * link_m {
                        number[a] = number[a].min(number[b]);
                    }
                }
            }
            if number == before {
                break;
            }
        }
        let mut sizes: Vec<usize> = (0..points_m.len())
            .map(|own| number.iter().filter(|&&other| other == own).count())
            .filter(|&size| size > 0)
            .collect();
        sizes.sort_unstable_by(|a, b| b.cmp(a));
        sizes
    }

    proptest! {
        #[test]
        fn clusters_are_those_of_all_pairs(seed in any::<u64>(), link_m in 0.0..2.0_f64, is_torus in any::<bool>()) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let window = Plot::new([-3.0, 2.0], [8.0, 6.0], edge).unwrap();
            let points_m = uniform_points(40, &window, RandomKey::root(seed, &["clusters"])).unwrap();
            prop_assert_eq!(cluster_sizes(&points_m, &window, link_m), Ok(by_all_pairs(&points_m, &window, link_m)));
        }
    }

    #[test]
    fn a_row_is_one_cluster_and_its_gap_cuts_it_in_two() {
        let window = Plot::new([0.0; 2], [100.0; 2], Edge::Open).unwrap();
        let row_m = [1.0, 2.0, 3.0, 5.0, 6.0].map(|x_m| [x_m, 7.0]);
        assert_eq!(cluster_sizes(&row_m, &window, 1.0), Ok(vec![3, 2]));
        assert_eq!(cluster_sizes(&row_m, &window, 2.0), Ok(vec![5]));
        assert_eq!(cluster_sizes(&row_m, &window, 0.5), Ok(vec![1; 5]));
        // Points at one place are linked at any distance.
        assert_eq!(cluster_sizes(&[[1.0, 1.0]; 3], &window, 0.0), Ok(vec![3]));
    }
}

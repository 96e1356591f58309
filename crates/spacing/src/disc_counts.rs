//! How evenly discs of one size are filled: the variance of their counts over the mean.

use understory_space::Plot;

use crate::error::SpacingError;
use crate::near::Places;
use crate::nearest::check;

/// Variance over mean of the numbers of points in discs of `radius_m` around some centres. No unit; 1 for a Poisson process,
/// below 1 where the pattern is even on the scale of the discs, above 1 where it is patchy.
///
/// # Formula
/// With the counts *c*ᵢ of *k* discs and their mean *c̄*: Σ (*c*ᵢ − *c̄*)² / ((*k* − 1) *c̄*). A point at the very edge of a disc is
/// in it. Of *n* random points the count is fixed, so the ratio is 1 − (area of a disc / area of the window).
///
/// # Edge cases
/// On an open window nothing lies beyond the edge, so centres should keep `radius_m` from it. Discs that follow the rows of a
/// lattice are all alike: take centres at random, or more of them than fit side by side. `None` below two centres, and where no
/// disc holds a point.
///
/// # Errors
/// Those of [`nearest_neighbour_distances`](crate::nearest_neighbour_distances).
pub fn variance_to_mean(
    points_m: &[[f64; 2]],
    window: &Plot,
    radius_m: f64,
    centres_m: &[[f64; 2]],
) -> Result<Option<f64>, SpacingError> {
    check(points_m, window)?;
    let places = Places::new(points_m, window);
    let counts: Vec<f64> = centres_m
        .iter()
        .map(|&centre_m| {
            let mut count = 0;
            places.tree().within(centre_m, radius_m * radius_m, |slot, _| {
                count += places.count(slot)
            });
            count as f64
        })
        .collect();
    let mean = counts.iter().sum::<f64>() / counts.len() as f64;
    let squares: f64 = counts.iter().map(|count| (count - mean) * (count - mean)).sum();
    let is_told = counts.len() > 1 && mean > 0.0;
    Ok(is_told.then(|| squares / ((counts.len() - 1) as f64 * mean)))
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;

    use super::*;
    use crate::{Edge, uniform_points};

    #[test]
    fn counts_are_those_of_all_points_also_across_the_seams_of_a_torus() {
        for edge in [Edge::Open, Edge::Torus] {
            let window = Plot::new([-3.0, 2.0], [12.0, 9.0], edge).unwrap();
            let points_m = uniform_points(200, &window, RandomKey::root(1, &["points"])).unwrap();
            let centres_m = uniform_points(50, &window, RandomKey::root(2, &["centres"])).unwrap();
            let counts = centres_m.iter().map(|&centre_m| {
                let near = points_m
                    .iter()
                    .filter(|&&point_m| window.distance_squared_m2(centre_m, point_m) <= 4.0);
                near.count() as f64
            });
            let counts: Vec<f64> = counts.collect();
            let mean = counts.iter().sum::<f64>() / 50.0;
            let variance = counts
                .iter()
                .map(|count| (count - mean) * (count - mean))
                .sum::<f64>()
                / 49.0;
            let found = variance_to_mean(&points_m, &window, 2.0, &centres_m)
                .unwrap()
                .unwrap();
            assert!((found - variance / mean).abs() < 1e-12, "{found}");
        }
    }

    /// A disc of 25 of 1600 squares holds a random point with a chance of 1/64.
    #[test]
    fn random_points_have_a_ratio_of_one_and_a_lattice_hardly_any() {
        let window = Plot::new([0.0; 2], [40.0; 2], Edge::Torus).unwrap();
        let radius_m = (25.0 / std::f64::consts::PI).sqrt();
        let centres_m = uniform_points(4000, &window, RandomKey::root(3, &["centres"])).unwrap();
        let random: f64 = (0..20)
            .map(|seed| {
                let points_m = uniform_points(1600, &window, RandomKey::root(seed, &["random"])).unwrap();
                variance_to_mean(&points_m, &window, radius_m, &centres_m)
                    .unwrap()
                    .unwrap()
                    / 20.0
            })
            .sum();
        assert!((random - (1.0 - 25.0 / 1600.0)).abs() < 0.06, "{random}");
        let lattice_m: Vec<[f64; 2]> = (0..1600)
            .map(|i| [f64::from(i % 40), f64::from(i / 40)])
            .collect();
        let even = variance_to_mean(&lattice_m, &window, radius_m, &centres_m)
            .unwrap()
            .unwrap();
        assert!(even < 0.1, "{even}");
    }

    #[test]
    fn without_two_discs_or_a_point_in_any_there_is_no_ratio() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let points_m = [[1.0, 1.0], [2.0, 1.0]];
        let ratio = |centres_m: &[[f64; 2]]| variance_to_mean(&points_m, &window, 0.5, centres_m).unwrap();
        assert_eq!(ratio(&[[1.0, 1.0]]), None);
        assert_eq!(ratio(&[[8.0, 8.0], [9.0, 8.0]]), None);
        // Counts of 1 and 0: a variance of 1/2 over a mean of 1/2.
        assert_eq!(ratio(&[[1.0, 1.0], [8.0, 8.0]]), Some(1.0));
    }
}

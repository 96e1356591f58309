//! How far a forest is from itself: the yardstick for how far methods are from it.

use understory_space::{Edge, Plot};
use understory_spacing::{NearestNeighbourSummary, SpacingError, g_sup_difference};

/// The distance of *G* at which another pattern like this one is expected, no unit: the mean over both axes of the distance
/// between the two halves of the plot, over √2.
///
/// A half has half the points, so that the difference of two halves varies √2 times as much as that of two whole patterns.
/// What else tells the halves apart, as a denser corner does, counts as the forest's own too. `None` where a half has fewer
/// than two points.
pub(super) fn own_g_ks(
    points_m: &[[f64; 2]],
    plot: &Plot,
    r_max_m: f64,
) -> Result<Option<f64>, SpacingError> {
    let mut sum = 0.0;
    for axis in 0..2 {
        let Some(halves) = halves(points_m, plot, axis)? else {
            return Ok(None);
        };
        let [a, b] = &halves;
        sum += g_sup_difference(a, b, r_max_m)?;
    }
    Ok(Some(sum / 2.0 / std::f64::consts::SQRT_2))
}

/// What both halves of a plot along an axis are, each open at its edges.
fn halves(
    points_m: &[[f64; 2]],
    plot: &Plot,
    axis: usize,
) -> Result<Option<[NearestNeighbourSummary; 2]>, SpacingError> {
    let (low_m, mut size_m) = (plot.origin_m(), plot.size_m());
    size_m[axis] /= 2.0;
    let mut high_m = low_m;
    high_m[axis] += size_m[axis];
    let of = |is_own: &dyn Fn(f64) -> bool, origin_m: [f64; 2]| {
        let own = points_m.iter().copied().filter(|point_m| is_own(point_m[axis]));
        let own: Vec<[f64; 2]> = own.collect();
        // A plot so small that it has no halves has no two points in one either.
        match Plot::new(origin_m, size_m, Edge::Open) {
            Ok(half) if own.len() > 1 => NearestNeighbourSummary::new(&own, &half).map(Some),
            _ => Ok(None),
        }
    };
    let middle_m = high_m[axis];
    let first = of(&|at_m| at_m < middle_m, low_m)?;
    let second = of(&|at_m| at_m >= middle_m, high_m)?;
    Ok(first.zip(second).map(|(first, second)| [first, second]))
}

#[cfg(test)]
mod tests {
    use understory_numerics::RandomKey;
    use understory_scatter::{Layout, PointMethod, Uniform};

    use super::*;

    /// Over random patterns the yardstick is what two of them differ by.
    #[test]
    fn halves_of_random_points_say_how_far_two_random_patterns_are() {
        let plot = Plot::new([-3.0, 5.0], [90.0, 70.0], Edge::Open).unwrap();
        let pattern = |number: u64| {
            let key = RandomKey::root(number, &["own"]);
            let scattered = Uniform.scatter(&Layout::new(&plot, 400).into(), key);
            scattered.unwrap().points_m
        };
        let (mut own, mut between) = (0.0, 0.0);
        for number in 0..40 {
            let (a, b) = (pattern(2 * number), pattern(2 * number + 1));
            own += own_g_ks(&a, &plot, 15.0).unwrap().unwrap() / 40.0;
            let [a, b] = [a, b].map(|points_m| NearestNeighbourSummary::new(&points_m, &plot).unwrap());
            between += g_sup_difference(&a, &b, 15.0).unwrap() / 40.0;
        }
        assert!((own / between - 1.0).abs() < 0.12, "{own} {between}");
    }

    #[test]
    fn a_forest_of_two_kinds_is_far_from_itself_and_a_half_without_points_says_nothing() {
        let plot = Plot::new([0.0; 2], [40.0, 20.0], Edge::Torus).unwrap();
        // Pairs 0.5 m apart on the left, a grid of 4 m on the right.
        let left = (0..25).flat_map(|i| {
            let at = [f64::from(i % 5) * 4.0 + 1.0, f64::from(i / 5) * 4.0 + 1.0];
            [at, [at[0] + 0.5, at[1]]]
        });
        let right = (0..25).map(|i| [f64::from(i % 5) * 4.0 + 21.0, f64::from(i / 5) * 4.0 + 1.0]);
        let both: Vec<[f64; 2]> = left.clone().chain(right).collect();
        let far = own_g_ks(&both, &plot, 5.0).unwrap().unwrap();
        // Left and right differ by 1, bottom and top hardly.
        assert!(far > 0.5 / 1.5 && far < 0.8, "{far}");
        let left: Vec<[f64; 2]> = left.collect();
        assert_eq!(own_g_ks(&left, &plot, 5.0).unwrap(), None);
    }
}

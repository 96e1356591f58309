//! The distance of each point to its nearest neighbour, and the checks that all statistics begin with.

use understory_numerics::parallel::fill;
use understory_space::{Plot, PolygonWindow, Region};

use crate::error::SpacingError;
use crate::near::Neighbours;

/// Distance of each point to the nearest other point, m, in the order of the points.
///
/// No correction is made for what stands beyond the edge of an open window; on a torus distances go the
/// shortest way round. Points that coincide are at distance 0. The result is the same for any number of
/// threads.
///
/// The far edges of an open window belong to it, since measured stands have trees on them. On a torus they are
/// the near edges, and a point on them must be moved there first ([`Plot::place`]).
///
/// # Errors
/// [`SpacingError::OutOfRange`] below two points, from 2^32 on and where no areas can be computed, [`SpacingError::NotFinite`] or [`SpacingError::Outside`]
/// for the first point that is no place of the window, [`SpacingError::OutsidePolygon`] for all that are none of polygons.
pub fn nearest_neighbour_distances(
    points_m: &[[f64; 2]],
    window: &impl Region,
) -> Result<Vec<f64>, SpacingError> {
    check(points_m, window)?;
    Ok(Neighbours::new(points_m, window).all_nearest_m())
}

/// Whether every statistic can be computed: two points or more, all of them places of the window.
pub(crate) fn check(points_m: &[[f64; 2]], window: &impl Region) -> Result<(), SpacingError> {
    match window.polygon() {
        Some(polygon) => check_in_polygon(points_m, polygon),
        None => check_in_plot(points_m, window.bounds()),
    }
}

/// Whether statistics can be computed in a rectangle.
pub(crate) fn check_window(window: &impl Region) -> Result<(), SpacingError> {
    let [width_m, height_m] = window.bounds().size_m();
    // Statistics divide by areas and square lengths: both must stay ordinary numbers.
    if window.area_m2().is_normal() && (width_m * width_m + height_m * height_m).is_finite() {
        Ok(())
    } else {
        let found = format!("{width_m:?} m by {height_m:?} m");
        let must = "have an area that can be computed with: choose another unit";
        Err(SpacingError::out_of_range("the window", found, must))
    }
}

fn check_number(points: usize) -> Result<(), SpacingError> {
    if points >= 2 && u32::try_from(points).is_ok() {
        return Ok(());
    }
    let must = "be at least 2, as a lone point has no neighbour, and below 2^32";
    Err(SpacingError::out_of_range("the number of points", points, must))
}

fn check_in_plot(points_m: &[[f64; 2]], window: &Plot) -> Result<(), SpacingError> {
    check_number(points_m.len())?;
    let [x_min_m, y_min_m] = window.origin_m();
    check_window(window)?;
    let [width_m, height_m] = window.size_m();
    let (x_max_m, y_max_m) = (x_min_m + width_m, y_min_m + height_m);
    for (index, &[x_m, y_m]) in points_m.iter().enumerate() {
        if !(x_m.is_finite() && y_m.is_finite()) {
            return Err(SpacingError::NotFinite { index, x_m, y_m });
        }
        let is_within = (x_min_m..=x_max_m).contains(&x_m) && (y_min_m..=y_max_m).contains(&y_m);
        let hint = match (is_within, window.is_torus()) {
            (true, false) => continue,
            (true, true) if window.contains([x_m, y_m]) => continue,
            (true, true) => "on a torus the far edge is the near edge, move the point there",
            (false, true) => "wrap the point into the torus, or widen the window",
            (false, false) => "leave the point out, or widen the window",
        };
        return Err(SpacingError::Outside {
            index,
            x_m,
            y_m,
            edge: window.edge(),
            x_min_m,
            y_min_m,
            x_max_m,
            y_max_m,
            hint,
        });
    }
    Ok(())
}

/// The same in a window bounded by polygons.
pub(crate) fn check_in_polygon(points_m: &[[f64; 2]], window: &PolygonWindow) -> Result<(), SpacingError> {
    let found = points_m.len();
    check_number(found)?;
    check_window(window)?;
    if let Some(index) = points_m
        .iter()
        .position(|point| !point.iter().all(|x_m| x_m.is_finite()))
    {
        let [x_m, y_m] = points_m[index];
        return Err(SpacingError::NotFinite { index, x_m, y_m });
    }
    let is_outside = fill(found, 1024, |index| !window.contains(points_m[index]));
    let indices: Vec<usize> = (0..found).filter(|&index| is_outside[index]).collect();
    if indices.is_empty() {
        return Ok(());
    }
    Err(SpacingError::OutsidePolygon {
        indices,
        points: found,
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    fn window(edge: Edge) -> Plot {
        Plot::new([100.0, -20.0], [30.0, 10.0], edge).unwrap()
    }

    proptest! {
        #[test]
        fn distances_are_those_of_brute_force(
            fractions in prop::collection::vec((0.0..1.0, 0.0..1.0), 2..120),
            is_torus in any::<bool>(),
        ) {
            let window = window(if is_torus { Edge::Torus } else { Edge::Open });
            let points_m: Vec<_> =
                fractions.iter().map(|&(u, v)| [100.0 + 30.0 * u, -20.0 + 10.0 * v]).collect();
            let distances_m = nearest_neighbour_distances(&points_m, &window).unwrap();
            // On a torus: the distance to the nearest of all copies in the nine windows around.
            let shifts: &[f64] = if is_torus { &[-1.0, 0.0, 1.0] } else { &[0.0] };
            for (i, a_m) in points_m.iter().enumerate() {
                let mut nearest_m = f64::INFINITY;
                for (_, b_m) in points_m.iter().enumerate().filter(|&(j, _)| j != i) {
                    for &right in shifts {
                        for &up in shifts {
                            let dx = b_m[0] + 30.0 * right - a_m[0];
                            let dy = b_m[1] + 10.0 * up - a_m[1];
                            nearest_m = nearest_m.min((dx * dx + dy * dy).sqrt());
                        }
                    }
                }
                prop_assert!((distances_m[i] - nearest_m).abs() <= 1e-12 * 100.0);
            }
        }
    }

    #[test]
    fn distances_are_the_same_bits_on_one_thread_and_on_many() {
        let points_m: Vec<_> = (0..5000_u32)
            .map(|i| {
                [
                    100.0 + f64::from(i * 7919 % 5003) * 0.005,
                    -20.0 + f64::from(i) * 0.002,
                ]
            })
            .collect();
        let on_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| nearest_neighbour_distances(&points_m, &window(Edge::Torus)).unwrap())
        };
        assert_eq!(on_threads(1), on_threads(5));
    }

    #[test]
    fn far_edges_belong_to_an_open_window_and_not_to_a_torus() {
        let points_m = [[130.0, -10.0], [126.0, -13.0]];
        assert_eq!(
            nearest_neighbour_distances(&points_m, &window(Edge::Open)),
            Ok(vec![5.0, 5.0])
        );
        let refusal = nearest_neighbour_distances(&points_m, &window(Edge::Torus)).unwrap_err();
        assert_eq!(
            refusal.to_string(),
            "point 0 (counted from 0) at (130, -10) is outside the torus window from (100, -20) to \
             (130, -10): on a torus the far edge is the near edge, move the point there"
        );
    }

    #[test]
    fn patterns_without_meaning_are_refused() {
        let distances =
            |points_m: &[[f64; 2]]| nearest_neighbour_distances(points_m, &window(Edge::Open)).unwrap_err();
        assert_eq!(
            distances(&[]).to_string(),
            "the number of points is 0, but must be at least 2, as a lone point has no neighbour, and below 2^32"
        );
        assert_eq!(
            distances(&[[101.0, -15.0]]).to_string(),
            "the number of points is 1, but must be at least 2, as a lone point has no neighbour, and below 2^32"
        );
        assert!(matches!(
            distances(&[[101.0, -15.0], [f64::NAN, -15.0]]),
            SpacingError::NotFinite { index: 1, .. }
        ));
        assert!(matches!(
            distances(&[[101.0, -15.0], [101.0, f64::INFINITY]]),
            SpacingError::NotFinite { index: 1, .. }
        ));
        assert!(matches!(
            distances(&[[101.0, -20.1], [101.0, -15.0]]),
            SpacingError::Outside {
                index: 0,
                x_m: 101.0,
                y_m: -20.1,
                ..
            }
        ));
    }

    /// Among distances whose squares are infinite a search for the least never ended.
    #[test]
    fn windows_whose_lengths_have_no_squares_are_refused() {
        for side_m in [1e-160, 1e200] {
            let window = Plot::new([0.0; 2], [side_m; 2], Edge::Open).unwrap();
            let refused = nearest_neighbour_distances(&[[0.0; 2], [side_m / 2.0; 2]], &window).unwrap_err();
            assert_eq!(
                refused.to_string(),
                format!(
                    "the window is {side_m:?} m by {side_m:?} m, but must have an area that can be computed with: choose \
                     another unit"
                )
            );
        }
    }

    #[test]
    fn coincident_points_are_at_distance_zero() {
        let points_m = [[101.0, -15.0], [101.0, -15.0], [102.0, -15.0]];
        assert_eq!(
            nearest_neighbour_distances(&points_m, &window(Edge::Open)),
            Ok(vec![0.0, 0.0, 1.0])
        );
    }
}

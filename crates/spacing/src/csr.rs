//! Complete spatial randomness: patterns to compare with.
//!
//! The count is fixed (a binomial process), as the intensity is estimated from it. A Poisson count would widen every
//! envelope.

use understory_numerics::parallel::{Rooms, try_map};
use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{Edge, Region};

use crate::error::SpacingError;

/// Places that are tried for a point in polygons; a key has draws for no more.
const TRIALS: u32 = 1 << 24;
/// Least share of the rectangle around polygons that they fill: of so many places in it one lies within.
const LEAST_SHARE: f64 = 1e-5;

/// A pattern of complete spatial randomness with a fixed count: `points` points, each uniform in `window` and
/// independent of the others. Coordinates in m.
///
/// In polygons each point is drawn in the rectangle around them until it lies within. Point *i* depends on the key, the window and *i* alone, so a pattern with more points begins with those of one
/// with fewer. Both coordinates come from one counter hash, 52 random bits each.
///
/// # Errors
/// [`SpacingError::OutOfRange`] from 2^32 points on, and where polygons fill less than a
/// hundred thousandth of the rectangle around them.
pub fn uniform_points(
    points: usize,
    window: &impl Region,
    key: RandomKey,
) -> Result<Vec<[f64; 2]>, SpacingError> {
    let mut points_m = Vec::new();
    draw_into(&mut points_m, points, window, key)?;
    Ok(points_m)
}

/// [`uniform_points`] in place of what `points_m` held.
fn draw_into(
    points_m: &mut Vec<[f64; 2]>,
    points: usize,
    window: &impl Region,
    key: RandomKey,
) -> Result<(), SpacingError> {
    points_m.clear();
    let count = numbered(points)?;
    let bounds = window.bounds();
    let (origin_m, size_m) = (bounds.origin_m(), bounds.size_m());
    // Rounding can reach the far edge, which belongs to an open window and on a torus is the near edge.
    let end_m: [f64; 2] = match bounds.edge() {
        Edge::Open => [f64::INFINITY; 2],
        Edge::Torus => std::array::from_fn(|axis| origin_m[axis] + size_m[axis]),
    };
    let place = |number: u32, trial: u32| {
        let [a, b, c, d] = key.draws(trial, Purpose::Place, number);
        let along = |axis: usize, low: u32, high: u32| {
            let unit = unit_from_u64(u64::from(low) | u64::from(high) << 32);
            let place_m = origin_m[axis] + size_m[axis] * unit;
            if place_m < end_m[axis] {
                place_m
            } else {
                origin_m[axis]
            }
        };
        [along(0, a, b), along(1, c, d)]
    };
    let Some(polygon) = window.polygon() else {
        points_m.extend((0..count).map(|number| place(number, 0)));
        return Ok(());
    };
    let share = window.area_m2() / bounds.area_m2();
    let too_thin = || {
        let what = "the polygons' share of the rectangle around them";
        let must = "be larger to find random places in them: widen them, or give them apart";
        SpacingError::out_of_range(what, share, must)
    };
    if share < LEAST_SHARE {
        return Err(too_thin());
    }
    // The first that lies within, of places drawn anew each time.
    let within = |number: u32| {
        let mut places = (0..TRIALS).map(|trial| place(number, trial));
        places.find(|&place_m| polygon.contains(place_m))
    };
    for number in 0..count {
        points_m.push(within(number).ok_or_else(too_thin)?);
    }
    Ok(())
}

/// How many points, where each has draws of its own.
fn numbered(points: usize) -> Result<u32, SpacingError> {
    let too_many =
        |_| SpacingError::out_of_range("the number of points to simulate", points, "be below 2^32");
    u32::try_from(points).map_err(too_many)
}

/// Places of as many points, each the first that is kept; `place` gives that of a point at a trial.
pub(crate) fn kept_places(
    points: usize,
    place: impl Fn(u32, u32) -> Option<[f64; 2]>,
) -> Result<Vec<[f64; 2]>, SpacingError> {
    let drawn: Option<Vec<[f64; 2]>> = (0..numbered(points)?)
        .map(|number| (0..TRIALS).find_map(|trial| place(number, trial)))
        .collect();
    drawn.ok_or_else(|| {
        SpacingError::Unfit(format!(
            "none of {TRIALS} random places was kept for a simulated point, as the intensity is nearly 0 but at a few \
             places: give a smoother covariate or a wider bandwidth"
        ))
    })
}

/// What `figure` makes of each of `simulations` patterns of `points` uniform points in `window`, in the order of
/// the simulations.
///
/// Simulation *i* draws from child *i* of `key`, so a longer row begins with a shorter one, and several figures
/// asked for with the same key see the same patterns. Simulations run in parallel, each into its own slot: the
/// result is the same for any number of threads. Each pattern is dropped when its figure is made.
///
/// # Errors
/// [`SpacingError::NoSimulations`] without any, [`SpacingError::OutOfRange`] from 2^32 points on, or the
/// error of `figure` in the first simulation that has one.
pub fn csr_simulations<T: Send, R: Region>(
    simulations: u32,
    points: usize,
    window: &R,
    key: RandomKey,
    figure: impl Fn(&[[f64; 2]], &R) -> Result<T, SpacingError> + Sync,
) -> Result<Vec<T>, SpacingError> {
    if simulations == 0 {
        return Err(SpacingError::NoSimulations);
    }
    // A pattern is drawn into the room of one that is done with.
    let rooms = Rooms::default();
    try_map(simulations as usize, 1, |number| {
        let key = key.child(0, Purpose::Simulation, number as u32);
        rooms.lend(|points_m| {
            draw_into(points_m, points, window, key)?;
            figure(points_m, window)
        })
    })
}

#[cfg(test)]
mod tests {
    use understory_space::{Plot, PolygonWindow};

    use super::*;
    use crate::NearestNeighbourSummary;

    fn key() -> RandomKey {
        RandomKey::root(3, &["csr tests"])
    }

    #[test]
    fn points_fill_polygons_evenly_and_stay_out_of_their_holes() {
        let square = |low_m: f64, high_m: f64| {
            vec![
                [low_m, low_m],
                [high_m, low_m],
                [high_m, high_m],
                [low_m, high_m],
                [low_m, low_m],
            ]
        };
        let window = PolygonWindow::new(&[vec![square(0.0, 4.0), square(1.0, 3.0)]]).unwrap();
        let points_m = uniform_points(12_000, &window, key()).unwrap();
        let mut counts = [0_u32; 16];
        for [x_m, y_m] in &points_m {
            counts[*y_m as usize * 4 + *x_m as usize] += 1;
        }
        for (cell, count) in counts.iter().enumerate() {
            let is_hole = [5, 6, 9, 10].contains(&cell);
            // 1000 expected, with a standard deviation of 30.
            assert!(
                if is_hole {
                    *count == 0
                } else {
                    (870..1130).contains(count)
                },
                "{counts:?}"
            );
        }
        let fewer = uniform_points(100, &window, key()).unwrap();
        assert_eq!(fewer, points_m[..100]);
    }

    #[test]
    fn points_fill_the_window_evenly() {
        let window = Plot::new([100.0, -20.0], [40.0, 10.0], Edge::Open).unwrap();
        let points_m = uniform_points(64_000, &window, key()).unwrap();
        let mut counts = [0_u32; 64];
        for [x_m, y_m] in points_m {
            let (column, row) = ((x_m - 100.0) / 5.0, (y_m + 20.0) / 1.25);
            counts[column as usize * 8 + row as usize] += 1;
        }
        let chi_squared: f64 = counts
            .iter()
            .map(|&count| (f64::from(count) - 1000.0) * (f64::from(count) - 1000.0) / 1000.0)
            .sum();
        // The 0.1 % and 99.9 % quantiles of 63 degrees of freedom.
        assert!((32.5..103.5).contains(&chi_squared), "{chi_squared}");
    }

    #[test]
    fn more_points_and_more_simulations_begin_with_fewer() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let few_m = uniform_points(10, &window, key()).unwrap();
        assert_eq!(uniform_points(25, &window, key()).unwrap()[..10], few_m);
        let simulate = |count| csr_simulations(count, 3, &window, key(), |points_m, _| Ok(points_m.to_vec()));
        assert_eq!(simulate(7).unwrap()[..4], simulate(4).unwrap());
        assert_ne!(simulate(2).unwrap()[0], simulate(2).unwrap()[1]);
    }

    #[test]
    fn a_torus_holds_its_points_even_where_coordinates_are_coarse() {
        let window = Plot::new([1e17, 0.0], [64.0, 1.0], Edge::Torus).unwrap();
        let points_m = uniform_points(500, &window, key()).unwrap();
        assert!(points_m.iter().all(|&point_m| window.contains(point_m)));
    }

    #[test]
    fn simulations_are_the_same_bits_on_one_thread_and_on_many() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Torus).unwrap();
        let on_threads = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            pool.install(|| {
                csr_simulations(20, 200, &window, key(), |points_m, window| {
                    Ok(NearestNeighbourSummary::new(points_m, window)?.mean_m())
                })
            })
        };
        assert_eq!(on_threads(1), on_threads(4));
    }

    #[test]
    fn the_first_error_is_reported_and_no_simulations_are_one() {
        let window = Plot::new([0.0; 2], [10.0; 2], Edge::Open).unwrap();
        let mean_m = |points_m: &[[f64; 2]], window: &Plot| {
            Ok(NearestNeighbourSummary::new(points_m, window)?.mean_m())
        };
        assert_eq!(
            csr_simulations(5, 1, &window, key(), mean_m)
                .unwrap_err()
                .to_string(),
            "the number of points is 1, but must be at least 2, as a lone point has no neighbour, and below 2^32"
        );
        assert_eq!(
            csr_simulations(0, 9, &window, key(), mean_m),
            Err(SpacingError::NoSimulations)
        );
    }
}

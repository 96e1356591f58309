//! From a count to the distance at which a method that fills the plot lays out slightly more points.

use understory_numerics::{Purpose, RandomKey};

use crate::ScatterError;
use crate::layout::Layout;
use crate::point_method::FitParameter;
use crate::ranks::{count_before_thinning, leave_out_surplus};
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;

/// More points than this are refused.
const MOST_POINTS: f64 = 134_217_728.0;

/// Surplus over the count above which another, larger distance is tried, and the one aimed at.
const MOST_SURPLUS: f64 = 1.12;
const AIM: f64 = 1.03;

/// Fillings of the plot before the best one so far is taken.
const ATTEMPTS: u32 = 24;

/// A method that fills a plot with points at a least distance.
pub(crate) trait Fill {
    /// The points of a plot filled at this distance, m.
    fn fill(&self, layout: &Layout<'_>, distance_m: f64, key: RandomKey) -> Vec<[f64; 2]>;

    /// About how many points come to lie in a square of the distance: *n d²* over the plot's area.
    fn density(&self) -> f64;
}

/// Fills the plot at `distance_m`, or else at the distance that follows from the count, and leaves out the surplus.
pub(crate) fn scatter(
    method: &dyn Fill,
    distance_m: Option<f64>,
    layout: &Layout<'_>,
    key: RandomKey,
) -> Result<Scattered, ScatterError> {
    if let Some(distance_m) = distance_m {
        check_distance(method, distance_m, layout)?;
    }
    if layout.count == 0 {
        return Ok(Scattered {
            spacing_m: distance_m,
            ..Scattered::default()
        });
    }
    let (distance_m, mut points_m) = match distance_m {
        Some(distance_m) => (distance_m, method.fill(layout, distance_m, key)),
        None => fill_by_count(method, count_before_thinning(layout)?, layout, key),
    };
    let filled = points_m.len();
    leave_out_surplus(&mut points_m, layout, key.child(1, Purpose::Place, 0))?;
    let mut result = Scattered {
        spacing_m: Some(distance_m),
        ..Scattered::of(points_m)
    };
    let (left, count) = (result.points_m.len(), layout.count as usize);
    if left < count {
        result.shortfall = Some(Shortfall::FullAt {
            points: left,
            distance_m,
        });
    }
    if filled > left {
        result
            .notes
            .push(format!("{} of {filled} points left out", filled - left));
    }
    Ok(result)
}

/// The distance that [`scatter`] begins with, m: the one at which slightly more than `count` points come.
pub(crate) fn distance_for_count_m(method: &dyn Fill, count: u32, layout: &Layout<'_>) -> f64 {
    let [width_m, height_m] = layout.plot.size_m();
    let squares = AIM * f64::from(count.max(1)) / method.density();
    if layout.plot.is_torus() {
        // In a strip narrower than the distance points stand in a row.
        let in_a_row_m = 0.5 * (width_m + height_m) / f64::from(count.max(1));
        return (layout.plot.area_m2() / squares).sqrt().max(in_a_row_m);
    }
    // (width / d + 1) (height / d + 1) = squares, solved for 1 / d; one point fits at any distance.
    let (sides_m, more) = (width_m + height_m, (squares - 1.0).max(0.25));
    (sides_m + (sides_m * sides_m + 4.0 * layout.plot.area_m2() * more).sqrt()) / (2.0 * more)
}

/// About how many points fill the plot at a distance; on an open plot a rim of half the distance holds some too.
pub(crate) fn most_points(method: &dyn Fill, distance_m: f64, layout: &Layout<'_>) -> f64 {
    let [width, height] = layout.plot.size_m().map(|side_m| side_m / distance_m + 1.0);
    method.density() * width * height
}

fn check_distance(method: &dyn Fill, distance_m: f64, layout: &Layout<'_>) -> Result<(), ScatterError> {
    let points = most_points(method, distance_m, layout);
    if points > MOST_POINTS {
        let [width_m, height_m] = layout.plot.size_m();
        // The part of the area and the part of the rim are each at most half of the limit there.
        let per_point = 2.0 * method.density() / MOST_POINTS;
        let least_m = (per_point * width_m * height_m)
            .sqrt()
            .max(1.01 * per_point * (width_m + height_m));
        return Err(ScatterError::TooFine {
            distance_m,
            points,
            least_m,
        });
    }
    Ok(())
}

/// Fills the plot at other distances until about `count` points come: at least as many, and few more.
fn fill_by_count(method: &dyn Fill, count: u32, layout: &Layout<'_>, key: RandomKey) -> (f64, Vec<[f64; 2]>) {
    let wanted = f64::from(count);
    let mut distance_m = distance_for_count_m(method, count, layout);
    let mut best: Option<(f64, Vec<[f64; 2]>)> = None;
    for attempt in 0..ATTEMPTS {
        let points_m = method.fill(layout, distance_m, key.child(2, Purpose::Place, attempt));
        let (filled, tried_m) = (points_m.len() as f64, distance_m);
        let is_enough = filled >= wanted;
        // Below the count the next distance is also shorter by a step, because chance may have had a part.
        distance_m *= (filled / (AIM * wanted)).sqrt() * if is_enough { 1.0 } else { 0.99 };
        let is_better = best.as_ref().is_none_or(|(_, best_m)| {
            let best = best_m.len() as f64;
            if best < wanted {
                filled > best
            } else {
                is_enough && filled < best
            }
        });
        if is_better {
            best = Some((tried_m, points_m));
        }
        // A few points more than one in eight are no reason to fill a small plot again.
        if is_enough && filled <= wanted * MOST_SURPLUS + 3.0 {
            break;
        }
    }
    best.expect("at least one attempt was made")
}

/// The least distance as what a fit may change: from half of what the count allows to that.
pub(crate) fn distance(method: &dyn Fill, distance_m: Option<f64>, layout: &Layout<'_>) -> FitParameter {
    let from_count_m = distance_for_count_m(method, layout.count, layout);
    FitParameter::new(
        "distance_m",
        distance_m.unwrap_or(from_count_m),
        [0.5 * from_count_m, from_count_m],
    )
}

/// Points of a plot that is filled, and how often it is filled in search of a distance.
pub(crate) fn filled(method: &dyn Fill, distance_m: Option<f64>, layout: &Layout<'_>) -> (f64, f64) {
    match distance_m {
        Some(distance_m) => (most_points(method, distance_m, layout), 1.0),
        None => (1.2 * f64::from(layout.count) + 10.0, 3.0),
    }
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use crate::{Layout, Method, PointMethod, PoissonDisk, PoissonMaximal, Request};
    use understory_numerics::RandomKey;

    #[test]
    fn plots_of_any_shape_are_filled_at_once_and_with_little_surplus() {
        for size_m in [[100.0, 100.0], [1e4, 0.01], [1e-3, 1e6], [1e9, 1e-9], [3.0, 2.0]] {
            for edge in [Edge::Open, Edge::Torus] {
                let plot = Plot::new([0.0; 2], size_m, edge).unwrap();
                for count in [1, 2, 5, 30, 1000] {
                    for method in [
                        Method::PoissonDisk(PoissonDisk::default()),
                        Method::PoissonMaximal(PoissonMaximal::default()),
                    ] {
                        let found = method
                            .scatter(&Request::new(&plot, count), RandomKey::from_bits(3))
                            .unwrap();
                        assert_eq!(
                            found.points_m.len(),
                            count as usize,
                            "{size_m:?} {edge} {method:?}"
                        );
                        let left_out = found.notes.first().map_or(0.0, |note| {
                            note.split(' ').next().unwrap().parse::<f64>().unwrap()
                        });
                        assert!(
                            left_out <= 0.13 * f64::from(count) + 3.0,
                            "{size_m:?} {edge} {left_out} of {count}"
                        );
                    }
                }
            }
        }
    }

    /// Of points whose distance *d* fills squares of *d*² by a share, on an open plot with half of *d* more on each
    /// side.
    #[test]
    fn the_first_distance_is_the_one_at_which_a_few_points_more_fill_the_plot() {
        let disk = PoissonDisk::default();
        for size_m in [[100.0, 100.0], [300.0, 20.0], [7.0, 4.0]] {
            for count in [60, 3000] {
                let plot = |edge| Plot::new([3.0, -2.0], size_m, edge).unwrap();
                let distance_m =
                    |edge| super::distance_for_count_m(&disk, count, &Layout::new(&plot(edge), count));
                let (torus_m, open_m) = (distance_m(Edge::Torus), distance_m(Edge::Open));
                let wanted = 1.03 * f64::from(count);
                let on_torus = super::Fill::density(&disk) * size_m[0] * size_m[1] / (torus_m * torus_m);
                assert!(
                    (on_torus / wanted - 1.0).abs() < 1e-9,
                    "{size_m:?} {count}: {on_torus}"
                );
                let sides = (size_m[0] / open_m + 1.0) * (size_m[1] / open_m + 1.0);
                let on_open = super::Fill::density(&disk) * sides;
                assert!(
                    (on_open / wanted - 1.0).abs() < 1e-9,
                    "{size_m:?} {count}: {on_open}"
                );
                let open = plot(Edge::Open);
                let most = super::most_points(&disk, open_m, &Layout::new(&open, count));
                assert!((most / wanted - 1.0).abs() < 1e-9);
            }
        }
        // A strip narrower than the distance: points in a row.
        let strip = Plot::new([0.0; 2], [1000.0, 1e-3], Edge::Torus).unwrap();
        let in_a_row_m = super::distance_for_count_m(&disk, 10, &Layout::new(&strip, 10));
        assert!((in_a_row_m - 50.00005).abs() < 1e-9, "{in_a_row_m}");
    }

    #[test]
    fn a_distance_that_would_take_too_many_points_is_refused_with_one_that_would_not() {
        let disk = PoissonDisk::default();
        for size_m in [[100.0, 100.0], [1e7, 0.5]] {
            let plot = Plot::new([0.0; 2], size_m, Edge::Open).unwrap();
            let layout = Layout::new(&plot, 3);
            for distance_m in [1e-3, 1e-4, 1e-6] {
                let Err(crate::ScatterError::TooFine { points, least_m, .. }) =
                    super::check_distance(&disk, distance_m, &layout)
                else {
                    panic!("{distance_m} m is too fine")
                };
                assert_eq!(points, super::most_points(&disk, distance_m, &layout));
                assert!(points > 134_217_728.0);
                assert_eq!(super::check_distance(&disk, least_m, &layout), Ok(()));
                assert!(super::most_points(&disk, least_m, &layout) > 134_217_728.0 / 4.0);
            }
            assert_eq!(super::check_distance(&disk, size_m[1], &layout), Ok(()));
        }
    }

    #[test]
    fn a_given_distance_is_kept_and_what_is_left_out_is_said() {
        let plot = Plot::new([0.0; 2], [20.0, 20.0], Edge::Torus).unwrap();
        let method = PoissonMaximal {
            distance_m: Some(1.0),
        };
        let of = |count| {
            method
                .scatter(&Request::new(&plot, count), RandomKey::from_bits(3))
                .unwrap()
        };
        let filled = of(100_000);
        let all = filled.points_m.len();
        assert_eq!(
            filled.shortfall.map(|why| why.to_string()),
            Some(format!("full: {all} points fit at a distance of 1.000 m"))
        );
        assert!(filled.notes.is_empty() && filled.spacing_m == Some(1.0));
        let exact = of(all as u32);
        assert_eq!(
            (exact.points_m.len(), exact.shortfall, exact.notes.len()),
            (all, None, 0)
        );
        let fewer = of(all as u32 - 7);
        assert_eq!((fewer.points_m.len(), fewer.shortfall), (all - 7, None));
        assert_eq!(fewer.notes, [format!("7 of {all} points left out")]);
        let none = of(0);
        assert_eq!((none.points_m.len(), none.spacing_m), (0, Some(1.0)));
    }

    #[test]
    fn the_distance_turns_from_half_of_what_the_count_allows_to_that() {
        let plot = Plot::new([0.0; 2], [20.0, 20.0], Edge::Torus).unwrap();
        let layout = Layout::new(&plot, 50);
        for distance_m in [None, Some(0.3)] {
            for parameters in [
                PoissonMaximal { distance_m }.fit_parameters(&layout),
                PoissonDisk {
                    distance_m,
                    ..PoissonDisk::default()
                }
                .fit_parameters(&layout),
            ] {
                let [parameter] = parameters.try_into().unwrap();
                assert_eq!(
                    (parameter.name, parameter.range[0]),
                    ("distance_m", 0.5 * parameter.range[1])
                );
                assert_eq!(parameter.value, distance_m.unwrap_or(parameter.range[1]));
            }
        }
    }
}

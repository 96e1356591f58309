//! From a count to the distance at which a method that fills the plot lays out slightly more points.

use understory_numerics::{Key, Purpose};

use crate::ScatterError;
use crate::lots::{count_before_thinning, leave_out_surplus};
use crate::method::{Ask, Knob, Scattered};

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
    fn fill(&self, ask: &Ask<'_>, distance_m: f64, key: Key) -> Vec<[f64; 2]>;

    /// About how many points come to lie in a square of the distance: *n d²* over the plot's area.
    fn density(&self) -> f64;
}

/// Fills the plot at `distance_m`, or else at the distance that follows from the count, and leaves out the surplus.
pub(crate) fn scatter(
    method: &dyn Fill,
    distance_m: Option<f64>,
    ask: &Ask<'_>,
    key: Key,
) -> Result<Scattered, ScatterError> {
    if let Some(distance_m) = distance_m {
        check_distance(method, distance_m, ask)?;
    }
    if ask.count == 0 {
        return Ok(Scattered {
            spacing_m: distance_m,
            ..Scattered::default()
        });
    }
    let (distance_m, mut points_m) = match distance_m {
        Some(distance_m) => (distance_m, method.fill(ask, distance_m, key)),
        None => fill_by_count(method, count_before_thinning(ask)?, ask, key),
    };
    let filled = points_m.len();
    leave_out_surplus(&mut points_m, ask, key.child(1, Purpose::Place, 0))?;
    let mut result = Scattered {
        spacing_m: Some(distance_m),
        ..Scattered::of(points_m)
    };
    let (left, count) = (result.points_m.len(), ask.count as usize);
    if left < count {
        result.full = Some(format!(
            "full: {left} points fit at a distance of {distance_m:.3} m"
        ));
    }
    if filled > left {
        result
            .notes
            .push(format!("{} of {filled} points left out", filled - left));
    }
    Ok(result)
}

/// The distance that [`scatter`] begins with, m: the one at which slightly more than `count` points come.
pub(crate) fn distance_for_count_m(method: &dyn Fill, count: u32, ask: &Ask<'_>) -> f64 {
    let [width_m, height_m] = ask.plot.size_m();
    let squares = AIM * f64::from(count.max(1)) / method.density();
    if ask.plot.is_torus() {
        // In a strip narrower than the distance points stand in a row.
        let in_a_row_m = 0.5 * (width_m + height_m) / f64::from(count.max(1));
        return (ask.plot.area_m2() / squares).sqrt().max(in_a_row_m);
    }
    // (width / d + 1) (height / d + 1) = squares, solved for 1 / d; one point fits at any distance.
    let (sides_m, more) = (width_m + height_m, (squares - 1.0).max(0.25));
    (sides_m + (sides_m * sides_m + 4.0 * ask.plot.area_m2() * more).sqrt()) / (2.0 * more)
}

/// About how many points fill the plot at a distance; on an open plot a rim of half the distance holds some too.
pub(crate) fn most_points(method: &dyn Fill, distance_m: f64, ask: &Ask<'_>) -> f64 {
    let [width, height] = ask.plot.size_m().map(|side_m| side_m / distance_m + 1.0);
    method.density() * width * height
}

fn check_distance(method: &dyn Fill, distance_m: f64, ask: &Ask<'_>) -> Result<(), ScatterError> {
    if !(distance_m.is_finite() && distance_m > 0.0) {
        return Err(ScatterError::NotADistance(distance_m));
    }
    let points = most_points(method, distance_m, ask);
    if points > MOST_POINTS {
        let [width_m, height_m] = ask.plot.size_m();
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
fn fill_by_count(method: &dyn Fill, count: u32, ask: &Ask<'_>, key: Key) -> (f64, Vec<[f64; 2]>) {
    let wanted = f64::from(count);
    let mut distance_m = distance_for_count_m(method, count, ask);
    let mut best: Option<(f64, Vec<[f64; 2]>)> = None;
    for attempt in 0..ATTEMPTS {
        let points_m = method.fill(ask, distance_m, key.child(2, Purpose::Place, attempt));
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

/// The least distance as a knob: from half of what the count allows to that.
pub(crate) fn distance_knob(method: &impl Fill, distance_m: Option<f64>, ask: &Ask<'_>) -> Knob {
    let from_count_m = distance_for_count_m(method, ask.count, ask);
    Knob {
        name: "distance_m",
        value: distance_m.unwrap_or(from_count_m),
        range: [0.5 * from_count_m, from_count_m],
    }
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use crate::{Ask, PointMethod, PoissonDisk, PoissonMaximal};
    use understory_numerics::Key;

    #[test]
    fn plots_of_any_shape_are_filled_at_once_and_with_little_surplus() {
        for size_m in [[100.0, 100.0], [1e4, 0.01], [1e-3, 1e6], [1e9, 1e-9], [3.0, 2.0]] {
            for edge in [Edge::Open, Edge::Torus] {
                let plot = Plot::new([0.0; 2], size_m, edge).unwrap();
                for count in [1, 2, 5, 30, 1000] {
                    for method in [
                        &PoissonDisk::default() as &dyn PointMethod,
                        &PoissonMaximal::default(),
                    ] {
                        let found = method
                            .scatter(&Ask::new(&plot, count), Key::from_bits(3))
                            .unwrap();
                        assert_eq!(
                            found.points_m.len(),
                            count as usize,
                            "{size_m:?} {edge} {}",
                            method.name()
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
}

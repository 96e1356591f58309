//! Where points may stand: a weight without what obstacles and standing points take from it.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};
use understory_space::{KdTree, Plot};

use crate::ScatterError;
use crate::request::{Amount, Obstacle, Request, Standing};
use crate::scattered::Scattered;
use crate::weight::weight_at;

/// Lays out what a request asks for by a method that knows a count and a weight alone.
///
/// A count stands on the ground that is left, so the method works under the weight. A density is that of the even
/// ground: the method fills the whole plot as if nothing were there, then each point stays by its own lot.
pub(crate) fn scatter(
    request: &Request<'_>,
    key: Key,
    lay_out: &dyn Fn(&Request<'_>, Key) -> Result<Scattered, ScatterError>,
) -> Result<Scattered, ScatterError> {
    check_amount(request)?;
    let ground = Ground::new(request)?;
    let bare = Request {
        amount: Amount::Count(request.count()),
        weight: None,
        obstacles: &[],
        standing: &[],
        ..*request
    };
    let weight = |place_m| ground.weight(place_m);
    let combined = Request {
        weight: Some(&weight),
        ..bare
    };
    match request.amount {
        _ if ground.is_even() => lay_out(&bare, key),
        Amount::Count(_) => lay_out(&combined, key),
        Amount::Density(_) => {
            let mut scattered = lay_out(&bare, key)?;
            let lots = key.child(2, Purpose::Place, 0);
            let stays: Vec<bool> = (0..)
                .zip(&scattered.points_m)
                .map(|(number, &place_m)| {
                    let lot = unit_from_u32(lots.draws(0, Purpose::Place, number)[0]);
                    Ok(lot < weight_at(&weight, place_m)?)
                })
                .collect::<Result<_, ScatterError>>()?;
            scattered.keep(&stays);
            Ok(scattered)
        }
    }
}

fn check_amount(request: &Request<'_>) -> Result<(), ScatterError> {
    match request.amount {
        Amount::Density(per_m2) if !(per_m2.is_finite() && per_m2 >= 0.0) => Err(ScatterError::out_of_range(
            "density",
            per_m2,
            "a density is finite and 0 or more",
        )),
        Amount::Density(per_m2) if per_m2 * request.plot.area_m2() > f64::from(u32::MAX) => Err(
            ScatterError::out_of_range("density", per_m2, "a plot holds at most 2^32 - 1 points"),
        ),
        _ => Ok(()),
    }
}

/// A plot with what stands in the way.
struct Ground<'a> {
    request: &'a Request<'a>,
    /// The standing points, and the greatest distance that one keeps clear, m.
    standing: Option<(KdTree, f64)>,
}

impl<'a> Ground<'a> {
    fn new(request: &'a Request<'a>) -> Result<Self, ScatterError> {
        let is_length = |length_m: f64| length_m.is_finite() && length_m >= 0.0;
        for obstacle in request.obstacles {
            let (places_m, length_m) = match obstacle {
                Obstacle::Disc { centre_m, radius_m } => (std::slice::from_ref(centre_m), *radius_m),
                Obstacle::Strip {
                    points_m,
                    half_width_m,
                } => (&points_m[..], *half_width_m),
                Obstacle::Polygon { corners_m } => (&corners_m[..], 0.0),
            };
            if !is_length(length_m)
                || places_m.is_empty()
                || !places_m.iter().flatten().all(|x_m| x_m.is_finite())
            {
                let rule = "an obstacle has a place at least, finite numbers, and a width of 0 or more";
                return Err(ScatterError::out_of_range(
                    "obstacles",
                    format!("{obstacle:?}"),
                    rule,
                ));
            }
        }
        for standing in request.standing {
            if !is_length(standing.clear_m) || !request.plot.contains(standing.place_m) {
                let rule =
                    "a point that stands lies in the plot and keeps a finite distance of 0 or more clear";
                return Err(ScatterError::out_of_range(
                    "standing",
                    format!("{standing:?}"),
                    rule,
                ));
            }
        }
        Ok(Self {
            standing: indexed(request.standing, request.plot)?,
            request,
        })
    }

    /// Whether every place is as good as any other.
    fn is_even(&self) -> bool {
        self.request.weight.is_none() && self.request.obstacles.is_empty() && self.standing.is_none()
    }

    fn weight(&self, place_m: [f64; 2]) -> f64 {
        let weight = self.request.weight.map_or(1.0, |weight| weight(place_m));
        // A weight that is none is told as such, whatever stands there.
        if weight.is_nan() || !(self.is_blocked(place_m) || self.is_too_near(place_m)) {
            weight
        } else {
            0.0
        }
    }

    fn is_blocked(&self, place_m: [f64; 2]) -> bool {
        let plot = self.request.plot;
        self.request.obstacles.iter().any(|obstacle| match obstacle {
            Obstacle::Disc { centre_m, radius_m } => {
                plot.distance_squared_m2(place_m, *centre_m) < radius_m * radius_m
            }
            Obstacle::Strip {
                points_m,
                half_width_m,
            } => {
                let limit_m2 = half_width_m * half_width_m;
                let ends = points_m.windows(2).map(|ends| [ends[0], ends[1]]);
                let alone = (points_m.len() == 1).then(|| [points_m[0]; 2]);
                ends.chain(alone).any(|[a_m, b_m]| {
                    images_m(plot, place_m).any(|image_m| squared_to_segment_m2(image_m, a_m, b_m) < limit_m2)
                })
            }
            Obstacle::Polygon { corners_m } => {
                images_m(plot, place_m).any(|image_m| is_inside(image_m, corners_m))
            }
        })
    }

    fn is_too_near(&self, place_m: [f64; 2]) -> bool {
        let Some((tree, greatest_m)) = &self.standing else {
            return false;
        };
        let mut is_near = false;
        tree.within(place_m, greatest_m * greatest_m, |slot, squared_m2| {
            let clear_m = self.request.standing[tree.numbers()[slot] as usize].clear_m;
            is_near |= squared_m2 < clear_m * clear_m;
        });
        is_near
    }
}

fn indexed(standing: &[Standing], plot: &Plot) -> Result<Option<(KdTree, f64)>, ScatterError> {
    if standing.is_empty() {
        return Ok(None);
    }
    let places_m: Vec<[f64; 2]> = standing.iter().map(|standing| standing.place_m).collect();
    let tree = KdTree::new(&places_m, plot)
        .map_err(|error| ScatterError::out_of_range("standing", error, "as many points as memory holds"))?;
    let greatest_m = standing
        .iter()
        .map(|standing| standing.clear_m)
        .fold(0.0, f64::max);
    Ok(Some((tree, greatest_m)))
}

/// A place and, on a torus, where it lies seen from the eight plots around.
fn images_m(plot: &Plot, place_m: [f64; 2]) -> impl Iterator<Item = [f64; 2]> {
    let [width_m, height_m] = plot.size_m();
    let around = if plot.is_torus() { -1..=1 } else { 0..=0 };
    around.clone().flat_map(move |row| {
        around.clone().map(move |column| {
            [
                place_m[0] + f64::from(column) * width_m,
                place_m[1] + f64::from(row) * height_m,
            ]
        })
    })
}

fn squared_to_segment_m2(place_m: [f64; 2], a_m: [f64; 2], b_m: [f64; 2]) -> f64 {
    let along_m = [b_m[0] - a_m[0], b_m[1] - a_m[1]];
    let to_m = [place_m[0] - a_m[0], place_m[1] - a_m[1]];
    let length_m2 = along_m[0] * along_m[0] + along_m[1] * along_m[1];
    let share = if length_m2 > 0.0 {
        ((to_m[0] * along_m[0] + to_m[1] * along_m[1]) / length_m2).clamp(0.0, 1.0)
    } else {
        0.0
    };
    let off_m = [to_m[0] - share * along_m[0], to_m[1] - share * along_m[1]];
    off_m[0] * off_m[0] + off_m[1] * off_m[1]
}

/// By the even-odd rule.
fn is_inside([x_m, y_m]: [f64; 2], corners_m: &[[f64; 2]]) -> bool {
    let Some(mut before) = corners_m.last() else {
        return false;
    };
    let mut is_inside = false;
    for corner in corners_m {
        // Each edge owns its lower end alone, so that a corner is crossed once.
        if (corner[1] > y_m) != (before[1] > y_m) {
            let crossing_m =
                corner[0] + (y_m - corner[1]) / (before[1] - corner[1]) * (before[0] - corner[0]);
            is_inside ^= x_m < crossing_m;
        }
        before = corner;
    }
    is_inside
}

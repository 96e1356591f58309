//! Where points may stand: a weight without what obstacles and standing points take from it.

use std::collections::BTreeMap;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};
use understory_space::{KdTree, Plot};

use crate::ScatterError;
use crate::layout::Layout;
use crate::obstacles::{FARTHEST_M, Obstacles};
use crate::request::{Amount, Request, TakenPlace};
use crate::scattered::Scattered;
use crate::weight::weight_at;

/// Lays out what a request asks for by a method that knows a count and a weight alone.
///
/// A count stands on the ground that is left, so the method works under the weight. A density is that of the even
/// ground: the method fills the whole plot as if nothing were there, then each point stays by a draw of its own.
pub(crate) fn scatter(
    request: &Request<'_>,
    key: RandomKey,
    lay_out: &dyn Fn(&Layout<'_>, RandomKey) -> Result<Scattered, ScatterError>,
) -> Result<Scattered, ScatterError> {
    check_amount(request)?;
    let ground = Ground::new(request)?;
    let bare = Layout {
        target_statistics: request.target_statistics,
        ..Layout::new(request.plot, request.count(key))
    };
    let weight = |place_m| ground.weight(place_m);
    let combined = Layout {
        weight: Some(&weight),
        ..bare
    };
    match request.amount {
        _ if ground.is_even() => lay_out(&bare, key),
        Amount::Count(_) => lay_out(&combined, key),
        Amount::Density(_) => {
            let mut scattered = lay_out(&bare, key)?;
            let chances = key.child(2, Purpose::Place, 0);
            let stays: Vec<bool> = (0..)
                .zip(&scattered.points_m)
                .map(|(number, &place_m)| {
                    let draw = unit_from_u32(chances.draws(0, Purpose::Place, number)[0]);
                    Ok(draw < weight_at(&weight, place_m)?)
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
    obstacles: Obstacles<'a>,
    standing: Vec<Zones>,
}

/// Standing points that keep distances clear which are alike, so that a wide one makes no search wider but its own.
struct Zones {
    tree: KdTree,
    /// What each keeps clear, m, by its slot in the tree.
    clear_m: Vec<f64>,
    greatest_m: f64,
}

impl<'a> Ground<'a> {
    fn new(request: &'a Request<'a>) -> Result<Self, ScatterError> {
        Ok(Self {
            obstacles: Obstacles::new(request.obstacles, request.plot)?,
            standing: zones(request.standing, request.plot)?,
            request,
        })
    }

    /// Whether every place is as good as any other.
    fn is_even(&self) -> bool {
        self.request.weight.is_none() && self.request.obstacles.is_empty() && self.standing.is_empty()
    }

    fn weight(&self, place_m: [f64; 2]) -> f64 {
        let weight = self.request.weight.map_or(1.0, |weight| weight(place_m));
        // An invalid weight is passed on, to be reported even where an obstacle stands.
        let is_weight = (0.0..=1.0).contains(&weight);
        if is_weight && (self.obstacles.any_at(place_m) || self.is_too_near(place_m)) {
            0.0
        } else {
            weight
        }
    }

    fn is_too_near(&self, place_m: [f64; 2]) -> bool {
        self.standing.iter().any(|zones| {
            let mut is_near = false;
            zones.tree.within(
                place_m,
                zones.greatest_m * zones.greatest_m,
                |slot, squared_m2| {
                    is_near |= squared_m2 < zones.clear_m[slot] * zones.clear_m[slot];
                },
            );
            is_near
        })
    }
}

fn zones(standing: &[TakenPlace], plot: &Plot) -> Result<Vec<Zones>, ScatterError> {
    let mut by_reach: BTreeMap<i32, (Vec<[f64; 2]>, Vec<f64>)> = BTreeMap::new();
    for (number, &TakenPlace { place_m, clear_m }) in (1..).zip(standing) {
        // Beyond an open plot a point still keeps its distance clear; a torus has no beyond.
        let place_m = if plot.is_torus() {
            plot.place(place_m)
        } else {
            Some(place_m)
        };
        let place_m = place_m.filter(|place_m| place_m.iter().all(|x_m| x_m.abs() <= FARTHEST_M));
        let (Some(place_m), true) = (place_m, (0.0..=FARTHEST_M).contains(&clear_m)) else {
            let rule = "a point that stands has a place, and keeps 0 to 1e12 m clear";
            return Err(ScatterError::out_of_range(
                "standing",
                format!("wrong at number {number}"),
                rule,
            ));
        };
        let (places_m, all_clear_m) = by_reach.entry(exponent(clear_m)).or_default();
        places_m.push(place_m);
        all_clear_m.push(clear_m);
    }
    let zones = by_reach.into_values().map(|(places_m, clear_m)| {
        let tree = KdTree::new(&places_m, plot).map_err(|error| {
            ScatterError::out_of_range("standing", error, "as many points as memory holds")
        })?;
        Ok(Zones {
            clear_m: tree
                .numbers()
                .iter()
                .map(|&number| clear_m[number as usize])
                .collect(),
            greatest_m: clear_m.into_iter().fold(0.0, f64::max),
            tree,
        })
    });
    zones.collect()
}

/// The power of two below a number of 0 or more.
fn exponent(x: f64) -> i32 {
    ((x.to_bits() >> 52) & 0x7ff) as i32
}

//! The isotropic edge correction: what share of a circle lies beyond the window.
//!
//! Few pairs near the edge need it, and each needs arc cosines. So they are gathered into queues, and weighed many at
//! a time by code that vectorises; a pair's weight of 1 is summed at once, and only the excess comes from here.

use std::ops::Range;

use understory_space::Plot;

use crate::pairs::strips::Strips;
use crate::pairs::sums::{Batch, PairSums};

/// Greatest weight of a pair under the isotropic and the translation correction.
pub(crate) const WEIGHT_CAP: f64 = 100.0;

/// arccos(1 − *z*) / √*z* for *z* from 0 to 1, to a relative 1.4e-12: interpolation at Chebyshev nodes.
const ARCCOS: [f64; 13] = [
    1.4142135623742382,
    0.11785112981190297,
    0.026516525754145686,
    0.007891350615591174,
    0.0026906354512201045,
    0.0009541316731699251,
    0.0005289476211702998,
    -0.00025059013558556754,
    0.000821193537750556,
    -0.0009198588202398356,
    0.0007759623594213235,
    -0.00036036665274645605,
    8.370320273264662e-05,
];

/// Half of the angle, in units of 2π, under which a circle of radius `d` lies beyond a line at distance `side`
/// from its centre; 0 where it does not reach the line.
#[inline(always)]
fn half_angle_beyond(side_m: f64, d_m: f64) -> f64 {
    let z = (d_m - side_m) / d_m;
    // Not `max`, which has to handle NaN: a comparison and a choice become one vector instruction.
    let z = if z > 0.0 { z } else { 0.0 };
    let series = ARCCOS
        .iter()
        .rev()
        .fold(0.0, |sum, coefficient| sum * z + coefficient);
    z.sqrt() * series * (0.5 / std::f64::consts::PI)
}

/// What the isotropic correction adds to a weight of 1: 1 / (share of the circle within the window) − 1.
///
/// Of the circle's angle each corner of the window takes the halves beyond its two sides; together they are less than
/// a right angle where the circle does not reach the corner, and else the right angle at it counts. `IS_SMALL`: the
/// radius is at most half the shorter side, so that the circle reaches at most one side of each pair, and the corner
/// between them.
#[inline(always)]
fn extra_weight<const IS_SMALL: bool>(left_m: f64, right_m: f64, down_m: f64, up_m: f64, d_m: f64) -> f64 {
    let corner = |halves: f64| if halves < 0.25 { halves } else { 0.25 };
    let beyond = if IS_SMALL {
        let x_m = if left_m < right_m { left_m } else { right_m };
        let y_m = if down_m < up_m { down_m } else { up_m };
        let halves = half_angle_beyond(x_m, d_m) + half_angle_beyond(y_m, d_m);
        halves + corner(halves)
    } else {
        let [left, right] = [half_angle_beyond(left_m, d_m), half_angle_beyond(right_m, d_m)];
        let [down, up] = [half_angle_beyond(down_m, d_m), half_angle_beyond(up_m, d_m)];
        corner(left + down) + corner(left + up) + corner(right + down) + corner(right + up)
    };
    weight_beyond_one(beyond)
}

/// 1 / visible share − 1. At least 1 / cap is held visible, also where rounding leaves no share or less.
#[inline(always)]
fn weight_beyond_one(beyond: f64) -> f64 {
    let visible = 1.0 - beyond;
    let visible = if visible > 1.0 / WEIGHT_CAP {
        visible
    } else {
        1.0 / WEIGHT_CAP
    };
    1.0 / visible - 1.0
}

/// Circles around points that leave the window, gathered so that their weights are computed many at a time.
#[derive(Debug)]
pub(crate) struct HiddenArcs<'a> {
    centres: &'a Strips,
    near_m: [f64; 2],
    far_m: [f64; 2],
    is_small: bool,
    /// Whether the factors are numbers of pairs, each of which has the weight.
    is_heaped: bool,
    /// Most leave it across one side.
    across_one: Queue,
    across_more: Queue,
    weights: [f64; CAPACITY],
}

#[derive(Debug)]
struct Queue {
    count: usize,
    places: [u32; CAPACITY],
    distances_m: [f64; CAPACITY],
    factors: [f64; CAPACITY],
}

// Two batches: a queue is emptied only between batches, so that pushing needs no check of its own.
const CAPACITY: usize = 512;
/// Circles that may be pushed between two calls of [`HiddenArcs::make_room`].
pub(crate) const BATCH: usize = 256;

impl Queue {
    const NEW: Self = Self {
        count: 0,
        places: [0; CAPACITY],
        distances_m: [0.0; CAPACITY],
        factors: [0.0; CAPACITY],
    };

    /// No branch: which circles leave the window is hard to foresee.
    #[inline(always)]
    fn push(&mut self, is_kept: bool, place: usize, d_m: f64, factor: f64) {
        // The mask shows the compiler that the index is in range; the count never gets there, see `make_room`.
        let at = self.count & (CAPACITY - 1);
        self.places[at] = place as u32;
        self.distances_m[at] = d_m;
        self.factors[at] = factor;
        self.count += usize::from(is_kept);
    }

    fn multiply(&self, weights: &mut [f64]) {
        for (weight, factor) in weights.iter_mut().zip(&self.factors[..self.count]) {
            *weight *= factor;
        }
    }

    fn add_to(&mut self, sums: &mut impl PairSums, weights: &[f64]) {
        sums.add(Batch {
            distances_m: &self.distances_m[..self.count],
            weights: &weights[..self.count],
            factors: &self.factors[..self.count],
        });
        self.count = 0;
    }
}

impl<'a> HiddenArcs<'a> {
    /// Of circles around `centres` with radii to `reach_m`.
    pub(crate) fn new(centres: &'a Strips, window: &Plot, reach_m: f64, is_heaped: bool) -> Self {
        let (near_m, size_m) = (window.origin_m(), window.size_m());
        Self {
            centres,
            near_m,
            far_m: [near_m[0] + size_m[0], near_m[1] + size_m[1]],
            is_small: reach_m <= 0.5 * window.shorter_side_m(),
            is_heaped,
            across_one: Queue::NEW,
            across_more: Queue::NEW,
            weights: [0.0; CAPACITY],
        }
    }

    /// Empties the queues where they could not take another batch.
    pub(crate) fn make_room(&mut self, sums: &mut impl PairSums) {
        if self.across_one.count.max(self.across_more.count) > CAPACITY - BATCH {
            self.flush(sums);
        }
    }

    /// The circles around `centre` of radii `distances_m`.
    #[inline]
    pub(crate) fn push_around(&mut self, centre: usize, distances_m: &[f64], factors: &[f64], reach_m: f64) {
        let (edge_m, next_edge_m) = (
            self.centres.to_edge_m[centre],
            self.centres.to_next_edge_m[centre],
        );
        if edge_m >= reach_m {
            return;
        }
        for (&d_m, &factor) in distances_m.iter().zip(factors) {
            let is_one = (edge_m < d_m) & (d_m <= next_edge_m) & (d_m <= reach_m);
            self.across_one.push(is_one, centre, d_m, factor);
        }
        if next_edge_m < reach_m {
            for (&d_m, &factor) in distances_m.iter().zip(factors) {
                let is_more = (next_edge_m < d_m) & (d_m <= reach_m);
                self.across_more.push(is_more, centre, d_m, factor);
            }
        }
    }

    /// The circle around each of `centres` of its radius in `distances_m`.
    #[inline]
    pub(crate) fn push_each(
        &mut self,
        centres: Range<usize>,
        distances_m: &[f64],
        factors: &[f64],
        reach_m: f64,
    ) {
        let nearest_m = |edges_m: &[f64]| {
            edges_m
                .iter()
                .fold(f64::INFINITY, |a, &b| if b < a { b } else { a })
        };
        let edges_m = &self.centres.to_edge_m[centres.clone()];
        let next_edges_m = &self.centres.to_next_edge_m[centres.clone()];
        if nearest_m(edges_m) >= reach_m {
            return;
        }
        let circles = || {
            distances_m
                .iter()
                .zip(factors)
                .zip(edges_m.iter().zip(next_edges_m))
                .zip(centres.clone())
        };
        for (((&d_m, &factor), (&edge_m, &next_edge_m)), centre) in circles() {
            let is_one = (edge_m < d_m) & (d_m <= next_edge_m) & (d_m <= reach_m);
            self.across_one.push(is_one, centre, d_m, factor);
        }
        if nearest_m(next_edges_m) < reach_m {
            for (((&d_m, &factor), (_, &next_edge_m)), centre) in circles() {
                let is_more = (next_edge_m < d_m) & (d_m <= reach_m);
                self.across_more.push(is_more, centre, d_m, factor);
            }
        }
    }

    /// Adds what is gathered to `sums`.
    pub(crate) fn flush(&mut self, sums: &mut impl PairSums) {
        let Queue {
            count,
            places,
            distances_m,
            ..
        } = &self.across_one;
        for (weight, &place) in self.weights.iter_mut().zip(&places[..*count]) {
            // Looked up in a pass of its own, so that the next one vectorises.
            *weight = self.centres.to_edge_m[place as usize];
        }
        for (weight, &d_m) in self.weights[..*count].iter_mut().zip(distances_m) {
            *weight = weight_beyond_one(2.0 * half_angle_beyond(*weight, d_m));
        }
        if self.is_heaped {
            self.across_one.multiply(&mut self.weights);
        }
        self.across_one.add_to(sums, &self.weights);

        let Queue {
            count,
            places,
            distances_m,
            ..
        } = &self.across_more;
        for ((weight, &place), &d_m) in self.weights.iter_mut().zip(&places[..*count]).zip(distances_m) {
            let [x_m, y_m] = self.centres.point_m(place as usize);
            let (left_m, right_m) = (x_m - self.near_m[0], self.far_m[0] - x_m);
            let (down_m, up_m) = (y_m - self.near_m[1], self.far_m[1] - y_m);
            *weight = if self.is_small {
                extra_weight::<true>(left_m, right_m, down_m, up_m, d_m)
            } else {
                extra_weight::<false>(left_m, right_m, down_m, up_m, d_m)
            };
        }
        if self.is_heaped {
            self.across_more.multiply(&mut self.weights);
        }
        self.across_more.add_to(sums, &self.weights);
    }
}

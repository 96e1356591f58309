//! Where a place comes to lie on a grid of samples, seen from a camera or from the sun.

use crate::tree::raster::Corner;
use crate::tree::view::Axes;

/// What is nearer than this is not seen, m.
pub(super) const NEAR_M: f32 = 0.1;

/// To the right, up and away, m.
pub(super) type Seen = [f32; 3];

/// How places come to lie on a grid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sight {
    pub(super) axes: Axes,
    /// From where it is seen, m.
    pub(super) from_m: [f64; 3],
    /// Samples to a metre at the distance of 1 m; at every distance, if it is parallel.
    pub(super) samples: f64,
    /// Where what lies straight ahead comes to lie, samples from the left and from the top.
    pub(super) middle: [f64; 2],
    /// Whether it has no perspective.
    pub(super) is_parallel: bool,
}

impl Sight {
    /// A place as it is seen.
    pub(super) fn seen(&self, place_m: [f64; 3]) -> Seen {
        let seen = self
            .axes
            .seen([0, 1, 2].map(|axis| place_m[axis] - self.from_m[axis]));
        [seen.across_m as f32, seen.up_m as f32, seen.away_m as f32]
    }

    /// Where a place lies that is seen so. What grows with distance is its last number: even with perspective it is the same
    /// mixture of those of a triangle's corners as the first two.
    pub(super) fn corner(&self, [across_m, up_m, away_m]: Seen) -> Corner {
        let [x, y] = self.middle.map(|along| along as f32);
        let samples = self.samples as f32;
        if self.is_parallel {
            return [x + samples * across_m, y - samples * up_m, away_m];
        }
        let each = samples / away_m;
        [x + each * across_m, y - each * up_m, -1.0 / away_m]
    }

    /// How far away a place is by the last number of its corner, m.
    pub(super) fn away_m(&self, depth: f32) -> f32 {
        if self.is_parallel { depth } else { -1.0 / depth }
    }

    /// What lies at a sample, so far away.
    pub(super) fn place(&self, [x, y]: [f32; 2], away_m: f32) -> Seen {
        let each = if self.is_parallel { 1.0 } else { away_m } / self.samples as f32;
        [
            (x - self.middle[0] as f32) * each,
            (self.middle[1] as f32 - y) * each,
            away_m,
        ]
    }

    /// Samples from a ball's left to its right, about.
    pub(super) fn samples_across(&self, [_, _, away_m]: Seen, radius_m: f32) -> f32 {
        let away_m = if self.is_parallel { 1.0 } else { away_m.max(NEAR_M) };
        2.0 * radius_m * self.samples as f32 / away_m
    }

    /// The samples from left to right and from the top down between which a ball lies; `None` if all of it is behind.
    pub(super) fn bounds(&self, [across_m, up_m, away_m]: Seen, radius_m: f32) -> Option<[[f32; 2]; 2]> {
        const ALL: [f32; 2] = [f32::NEG_INFINITY, f32::INFINITY];
        let (near_m, far_m) = (away_m - radius_m, away_m + radius_m);
        let [x, y] = self.middle.map(|along| along as f32);
        let samples = self.samples as f32;
        let between = |along_m: f32| {
            let [low_m, high_m] = [along_m - radius_m, along_m + radius_m];
            if self.is_parallel {
                return [samples * low_m, samples * high_m];
            }
            [
                samples * (low_m / near_m).min(low_m / far_m),
                samples * (high_m / near_m).max(high_m / far_m),
            ]
        };
        if !self.is_parallel && far_m <= NEAR_M {
            return None;
        }
        if !self.is_parallel && near_m <= NEAR_M {
            return Some([ALL; 2]);
        }
        let [left, right] = between(across_m);
        let [low, high] = between(up_m);
        Some([[x + left, x + right], [y - high, y - low]])
    }
}

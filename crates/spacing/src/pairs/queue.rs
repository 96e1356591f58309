//! Pairs within reach on their way from the sweep into the sums, where a weight follows from the offset of a pair.
//!
//! Runs of the sweep hold some twenty pairs, of which a quarter are out of reach. Those are left out before a root or a
//! division is taken, and the others are summed some hundreds at a time. Their order stays, and so do all bits of the sums.
//! Wider registers (AVX2) were tried and gained nothing: what takes the time is the adding to scattered places.

use understory_space::Plot;

use crate::pairs::correction::EdgeCorrection;
use crate::pairs::hidden::WEIGHT_CAP;
use crate::pairs::sums::{Batch, PairSums};

/// Weights of the translation correction: what share of the window a pair can be moved through.
#[derive(Clone, Copy, Debug)]
pub(super) struct Translations {
    size_m: [f64; 2],
    area_m2: f64,
    least_m2: f64,
}

impl Translations {
    /// `orders` of a pair are weighted together.
    pub(super) fn new(window: &Plot, orders: f64) -> Self {
        let [a_m, b_m] = window.size_m();
        Self {
            size_m: [a_m, b_m],
            area_m2: orders * a_m * b_m,
            least_m2: a_m * b_m / WEIGHT_CAP,
        }
    }

    /// Of a pair so far apart along each axis.
    #[inline(always)]
    pub(super) fn weight(self, [x_m, y_m]: [f64; 2]) -> f64 {
        // Of a pair from edge to edge, nothing is free, or by rounding less.
        let free_m2 = (self.size_m[0] - x_m.abs()) * (self.size_m[1] - y_m.abs());
        self.area_m2
            / if free_m2 > self.least_m2 {
                free_m2
            } else {
                self.least_m2
            }
    }
}

/// Pairs that wait to be summed.
pub(super) struct Queue {
    /// `None`: each pair has the weight `orders`.
    translations: Option<Translations>,
    reach_m2: f64,
    count: usize,
    /// Those with a distance and a weight.
    done: usize,
    room: Box<Room>,
}

struct Room {
    x_m: [f64; CAPACITY],
    y_m: [f64; CAPACITY],
    distances_m: [f64; CAPACITY],
    weights: [f64; CAPACITY],
}

const CAPACITY: usize = 512;
/// Pairs of which distances and weights are made at a time.
const GROUP: usize = 8;
/// Pairs of a run that are looked at between two looks at the room that is left.
const AT_ONCE: usize = 128;

impl Queue {
    /// For pairs up to `reach_m` in `window`, of which `orders` are met as one.
    pub(super) fn new(window: &Plot, correction: EdgeCorrection, reach_m: f64, orders: f64) -> Self {
        /// Sums have no place for what lies this much beyond the reach, whatever rounding does.
        const BEYOND: f64 = 1.0 + 1e-9;
        let is_translation = correction == EdgeCorrection::Translation;
        Self {
            translations: is_translation.then(|| Translations::new(window, orders)),
            reach_m2: reach_m * reach_m * BEYOND * BEYOND,
            count: 0,
            done: 0,
            room: Box::new(Room {
                x_m: [0.0; CAPACITY],
                y_m: [0.0; CAPACITY],
                distances_m: [0.0; CAPACITY],
                weights: [orders; CAPACITY],
            }),
        }
    }

    /// The pairs of a place and others, by their coordinates.
    #[inline]
    pub(super) fn push<S: PairSums>(
        &mut self,
        from_m: [f64; 2],
        (xs_m, ys_m): (&[f64], &[f64]),
        sums: &mut S,
    ) {
        for (xs_m, ys_m) in xs_m.chunks(AT_ONCE).zip(ys_m.chunks(AT_ONCE)) {
            let room = &mut *self.room;
            let mut count = self.count;
            for (&to_x_m, &to_y_m) in xs_m.iter().zip(ys_m) {
                let (x_m, y_m) = (to_x_m - from_m[0], to_y_m - from_m[1]);
                // There is room; the remainder spares the check of it.
                room.x_m[count % CAPACITY] = x_m;
                room.y_m[count % CAPACITY] = y_m;
                // Without a branch: the next pair takes the place of one out of reach.
                count += usize::from(x_m * x_m + y_m * y_m <= self.reach_m2);
            }
            self.count = count;
            // Roots and divisions of these run while the sweep looks for the next.
            while self.done + GROUP <= count {
                self.finish_group();
            }
            if count > CAPACITY - AT_ONCE {
                self.flush(sums);
            }
        }
    }

    /// Distances and weights of the next pairs that have none.
    #[inline(always)]
    fn finish_group(&mut self) {
        let (room, done) = (&mut *self.room, self.done % CAPACITY);
        let group = done..done + GROUP;
        let (xs_m, ys_m) = (&room.x_m[group.clone()], &room.y_m[group.clone()]);
        let (distances_m, weights) = (&mut room.distances_m[group.clone()], &mut room.weights[group]);
        for at in 0..GROUP {
            distances_m[at] = (xs_m[at] * xs_m[at] + ys_m[at] * ys_m[at]).sqrt();
        }
        if let Some(translations) = self.translations {
            for at in 0..GROUP {
                weights[at] = translations.weight([xs_m[at], ys_m[at]]);
            }
        }
        self.done += GROUP;
    }

    /// Sums what waits.
    pub(super) fn flush<S: PairSums>(&mut self, sums: &mut S) {
        let count = std::mem::take(&mut self.count);
        while self.done < count {
            self.finish_group();
        }
        self.done = 0;
        sums.add(Batch {
            distances_m: &self.room.distances_m[..count],
            weights: &self.room.weights[..count],
            factors: &[],
        });
    }
}

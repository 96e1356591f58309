//! The points of a few cells side by side, among which the nearest is found without a branch.
//!
//! Runs of a cell and those beside it hold six points each, too few for a loop of its own: those of three rows are put
//! into one row, once for all that ask from the cell.

use std::ops::Range;

use super::metric::Metric;

const ROOM: usize = 64;
/// Comparisons side by side, as each waits for the last of its row.
const ROWS: usize = 8;
const NUMBERS: [f64; ROOM] = {
    let mut numbers = [0.0; ROOM];
    let mut at = 0;
    while at < ROOM {
        numbers[at] = at as f64;
        at += 1;
    }
    numbers
};

/// Places of points, infinitely far ones at the end.
pub(super) struct Block {
    x_m: [f64; ROOM],
    y_m: [f64; ROOM],
    /// Places in use, a multiple of [`ROWS`].
    end: usize,
    /// Where the point in the first slot of the middle cell stands.
    own: usize,
}

impl Block {
    pub(super) fn new() -> Self {
        Self {
            x_m: [0.0; ROOM],
            y_m: [0.0; ROOM],
            end: 0,
            own: 0,
        }
    }

    /// Takes the points of some runs of slots in place of others; `false` where there are too many. `own`: the first slot
    /// of the middle cell.
    #[inline]
    pub(super) fn take(&mut self, runs: &[Range<usize>], own: usize, (x_m, y_m): (&[f64], &[f64])) -> bool {
        let mut end = 0;
        for run in runs {
            if end + run.len() > ROOM {
                return false;
            }
            if run.contains(&own) {
                self.own = end + own - run.start;
            }
            for (&x_m, &y_m) in x_m[run.clone()].iter().zip(&y_m[run.clone()]) {
                self.x_m[end % ROOM] = x_m;
                self.y_m[end % ROOM] = y_m;
                end += 1;
            }
        }
        self.end = end.next_multiple_of(ROWS);
        self.x_m[end..self.end].fill(f64::INFINITY);
        self.y_m[end..self.end].fill(f64::INFINITY);
        true
    }

    /// Squared distance from `place_m` to the nearest point, m²; infinite without any.
    #[inline]
    pub(super) fn nearest_m2<const TORUS: bool>(&self, metric: Metric<TORUS>, place_m: [f64; 2]) -> f64 {
        self.nearest_but::<TORUS>(metric, place_m, -1.0)
    }

    /// The same from point number `number` of the middle cell, which is no neighbour of itself.
    #[inline]
    pub(super) fn nearest_to_own_m2<const TORUS: bool>(&self, metric: Metric<TORUS>, number: usize) -> f64 {
        let at = self.own + number;
        self.nearest_but::<TORUS>(metric, [self.x_m[at], self.y_m[at]], at as f64)
    }

    #[inline(always)]
    fn nearest_but<const TORUS: bool>(&self, metric: Metric<TORUS>, place_m: [f64; 2], but: f64) -> f64 {
        let less = |a: f64, b: f64| if a < b { a } else { b };
        let mut least_m2 = [f64::INFINITY; ROWS];
        let rows = self.x_m[..self.end]
            .chunks_exact(ROWS)
            .zip(self.y_m.chunks_exact(ROWS));
        for ((xs_m, ys_m), numbers) in rows.zip(NUMBERS.chunks_exact(ROWS)) {
            for row in 0..ROWS {
                let squared_m2 = metric.squared_m2(place_m, [xs_m[row], ys_m[row]]);
                let other_m2 = if numbers[row] == but {
                    f64::INFINITY
                } else {
                    squared_m2
                };
                least_m2[row] = less(other_m2, least_m2[row]);
            }
        }
        least_m2.into_iter().fold(f64::INFINITY, less)
    }
}

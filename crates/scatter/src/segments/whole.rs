//! Places of a plot in whole numbers, so that what meets is found exactly and alike on every machine.

use understory_space::Plot;

/// So many steps the longer side of the plot takes at most.
const MOST_STEPS: f64 = 268_435_456.0;
/// Places nearer than this share of the plot's longer side are one.
const JOIN: f64 = 1e-5;

/// A place in steps from the lower left corner.
pub(super) type Whole = [i64; 2];

/// Steps by which places of a plot are counted: a power of two of a metre.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    origin_m: [f64; 2],
    size_m: [f64; 2],
    step_m: f64,
}

impl Steps {
    pub(super) fn of(plot: &Plot) -> Self {
        let size_m = plot.size_m();
        let longer_m = size_m[0].max(size_m[1]);
        let mut step_m = 1.0;
        while longer_m / step_m > MOST_STEPS {
            step_m *= 2.0;
        }
        while longer_m / step_m <= MOST_STEPS / 2.0 {
            step_m /= 2.0;
        }
        Self {
            origin_m: plot.origin_m(),
            size_m,
            step_m,
        }
    }

    /// The upper right corner.
    pub(super) fn far(&self) -> Whole {
        self.size_m.map(|side_m| (side_m / self.step_m).round() as i64)
    }

    /// A place; none farther beyond the plot than that is wide.
    pub(super) fn at(&self, place_m: [f64; 2]) -> Option<Whole> {
        let longer_m = self.size_m[0].max(self.size_m[1]);
        let mut at = [0; 2];
        for axis in 0..2 {
            let from_m = place_m[axis] - self.origin_m[axis];
            if !(-longer_m..=2.0 * longer_m).contains(&from_m) {
                return None;
            }
            at[axis] = (from_m / self.step_m).round() as i64;
        }
        Some(at)
    }

    /// The place of a number of steps; of the far edges just these.
    pub(super) fn place_m(&self, at: Whole) -> [f64; 2] {
        let far = self.far();
        [0, 1].map(|axis| {
            if at[axis] == far[axis] {
                self.origin_m[axis] + self.size_m[axis]
            } else {
                self.origin_m[axis] + at[axis] as f64 * self.step_m
            }
        })
    }

    /// Places nearer than this are one, steps.
    pub(super) fn join(&self) -> f64 {
        JOIN * self.size_m[0].max(self.size_m[1]) / self.step_m
    }

    /// A length, m.
    pub(super) fn length_m(&self, steps: f64) -> f64 {
        steps * self.step_m
    }
}

//! Which step of the radii a distance falls into, exactly: by a guess that vectorises, and one comparison.
//!
//! *K* counts distances that equal a radius. Real coordinates lie on lattices (a foot, 0.1 m), so ties are common and
//! a division alone would put them on either side.

use crate::pairs::radii::Radii;
use crate::pairs::sums::{Batch, PairSums, ROUND, whole};

/// Finds the first of the radii that is not less than a distance, exactly.
#[derive(Clone, Debug)]
pub(crate) struct Steps {
    /// The radii, then infinity.
    ends_m: Vec<f64>,
    steps_per_m: f64,
}

/// More than the rounding of a distance in steps, less than a step.
const NUDGE: f64 = 1e-6;

impl Steps {
    pub(crate) fn new(radii: &Radii) -> Self {
        let mut ends_m = radii.to_vec_m();
        ends_m.push(f64::INFINITY);
        Self {
            ends_m,
            steps_per_m: 1.0 / radii.step_m(),
        }
    }

    /// One for each radius, and one for what is beyond.
    pub(crate) fn len(&self) -> usize {
        self.ends_m.len()
    }

    /// Number of the step for what lies beyond the greatest radius.
    pub(crate) fn beyond(&self) -> usize {
        self.ends_m.len() - 1
    }

    /// Never above the right one, and below it by at most one.
    #[inline]
    pub(crate) fn guess(&self, d_m: f64) -> u32 {
        let last = (self.ends_m.len() - 1) as f64;
        let at = d_m * self.steps_per_m - (0.5 - NUDGE);
        whole((if at < last { at } else { last }) + ROUND)
    }

    /// The right one of a guess and the next.
    #[inline]
    pub(crate) fn correct(&self, guess: u32, d_m: f64) -> usize {
        guess as usize + usize::from(d_m > self.ends_m[guess as usize])
    }

    /// The step of one distance.
    pub(crate) fn of(&self, d_m: f64) -> usize {
        self.correct(self.guess(d_m), d_m)
    }
}

/// Weights summed by the step in which the distance lies.
#[derive(Clone, Debug)]
pub(crate) struct StepSums {
    steps: Steps,
    sums: Vec<f64>,
    found: [u32; CHUNK],
}

pub(crate) const CHUNK: usize = 128;

impl StepSums {
    pub(crate) fn new(steps: &Steps) -> Self {
        Self {
            steps: steps.clone(),
            sums: vec![0.0; steps.len()],
            found: [0; CHUNK],
        }
    }

    /// Sum of the weights up to each radius.
    pub(crate) fn cumulative(&self) -> Vec<f64> {
        let mut sum = 0.0;
        let up_to = |weight: &f64| {
            sum += weight;
            sum
        };
        self.sums[..self.steps.beyond()].iter().map(up_to).collect()
    }
}

impl PairSums for StepSums {
    #[inline]
    fn add(&mut self, batch: Batch<'_>) {
        for (distances_m, weights) in batch.distances_m.chunks(CHUNK).zip(batch.weights.chunks(CHUNK)) {
            // In passes of their own the first vectorises, and the last knows early where it adds.
            for (step, &d_m) in self.found.iter_mut().zip(distances_m) {
                *step = self.steps.guess(d_m);
            }
            for (step, &d_m) in self.found.iter_mut().zip(distances_m) {
                *step = self.steps.correct(*step, d_m) as u32;
            }
            for (&step, weight) in self.found.iter().zip(weights) {
                self.sums[step as usize] += weight;
            }
        }
    }

    fn merge(&mut self, later: &Self) {
        for (sum, other) in self.sums.iter_mut().zip(&later.sums) {
            *sum += other;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_step_is_the_first_radius_that_is_not_less(
            max_m in 1e-3..1e3,
            steps in 1_usize..600,
            k in 0_usize..700,
            nudge in -3_i32..=3,
            share in 0.0..1.3,
        ) {
            let radii = Radii::new(max_m, steps).unwrap();
            let finder = Steps::new(&radii);
            let near_an_end = (0..nudge.abs()).fold(radii.at_m(k), |r_m, _| {
                if nudge > 0 { r_m.next_up() } else { r_m.next_down() }
            });
            for d_m in [near_an_end.max(0.0), share * max_m] {
                let first = radii.to_vec_m().partition_point(|&r_m| r_m < d_m);
                prop_assert_eq!(finder.of(d_m), first, "{}", d_m);
            }
        }
    }
}

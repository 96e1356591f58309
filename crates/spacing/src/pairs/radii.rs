//! The distances at which curves over pairs are given: evenly spaced, from 0.

use std::f64::consts::PI;

use understory_space::Region;

use crate::error::SpacingError;

/// The distances at which a curve stands: *r*ₖ = *k* · *r*_max / steps for *k* = 0 … steps, in m.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Radii {
    max_m: f64,
    steps: usize,
}

impl Radii {
    /// Steps of [`Radii::for_pairs`].
    pub const DEFAULT_STEPS: usize = 512;

    /// `steps + 1` distances from 0 to `max_m`.
    ///
    /// # Errors
    /// [`SpacingError::NoRadii`] where `max_m` is not finite and above 0, or `steps` is not from 1 to 2^20.
    pub fn new(max_m: f64, steps: usize) -> Result<Self, SpacingError> {
        let step_m = max_m / steps as f64;
        if !(max_m.is_finite() && step_m.is_normal() && step_m > 0.0 && (1..=1 << 20).contains(&steps)) {
            return Err(SpacingError::NoRadii { max_m, steps });
        }
        Ok(Self { max_m, steps })
    }

    /// The usual range for sums over pairs of `count` points in `window`: 512 steps up to a quarter of the shorter
    /// side (of the rectangle around polygons), or up to the distance within which 1000 points are expected under CSR, √(1000 / (π*λ*)), where that
    /// is less. R-spatstat's default for *K* and *g*.
    ///
    /// # Errors
    /// [`SpacingError::NoRadii`] where the window is so small that a step is no normal number.
    pub fn for_pairs(count: usize, window: &impl Region) -> Result<Self, SpacingError> {
        let intensity_per_m2 = count as f64 / window.area_m2();
        let busy_m = (1000.0 / (PI * intensity_per_m2)).sqrt();
        Self::new(
            (0.25 * window.bounds().shorter_side_m()).min(busy_m),
            Self::DEFAULT_STEPS,
        )
    }

    /// The greatest distance, m.
    #[must_use]
    pub fn max_m(&self) -> f64 {
        self.max_m
    }

    /// Number of steps, one less than there are distances.
    #[must_use]
    pub fn steps(&self) -> usize {
        self.steps
    }

    /// The distance from one to the next, m.
    #[must_use]
    pub fn step_m(&self) -> f64 {
        self.max_m / self.steps as f64
    }

    /// Distance number `k`, m.
    #[must_use]
    pub fn at_m(&self, k: usize) -> f64 {
        // In this order, so that the last distance is `max_m` to the bit.
        k as f64 * self.max_m / self.steps as f64
    }

    /// All of them, rising, m.
    #[must_use]
    pub fn to_vec_m(&self) -> Vec<f64> {
        (0..=self.steps).map(|k| self.at_m(k)).collect()
    }
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use super::*;

    #[test]
    fn the_last_distance_is_the_greatest_asked_for() {
        for (max_m, steps) in [(0.3, 7), (12.5, 512), (1e-3, 3), (1e6, 1)] {
            let radii = Radii::new(max_m, steps).unwrap();
            let r_m = radii.to_vec_m();
            assert_eq!((r_m[0], r_m[steps], r_m.len()), (0.0, max_m, steps + 1));
        }
    }

    #[test]
    fn the_default_range_is_a_quarter_of_the_side_or_a_thousand_points() {
        let window = Plot::new([0.0; 2], [200.0, 100.0], Edge::Open).unwrap();
        assert_eq!(Radii::for_pairs(2, &window).unwrap().max_m(), 25.0);
        let many = Radii::for_pairs(100_000, &window).unwrap();
        assert!((PI * many.max_m() * many.max_m() * 5.0 - 1000.0).abs() < 1e-9);
    }

    #[test]
    fn ranges_that_are_none_are_refused() {
        for (max_m, steps) in [
            (0.0, 5),
            (-1.0, 5),
            (f64::NAN, 5),
            (f64::INFINITY, 5),
            (1.0, 0),
            (1e-308, 9),
        ] {
            assert!(Radii::new(max_m, steps).is_err(), "{max_m} {steps}");
        }
    }
}

//! How far apart two places of a window are.

use understory_space::Plot;

/// Squared distance between two places of a window, m²: the operations of [`Plot::distance_squared_m2`] without
/// a branch.
#[derive(Clone, Copy)]
pub(crate) struct Metric<const TORUS: bool> {
    size_m: [f64; 2],
}

impl<const TORUS: bool> Metric<TORUS> {
    pub(crate) fn new(window: &Plot) -> Self {
        Self {
            size_m: window.size_m(),
        }
    }

    /// How far apart two coordinates are, m.
    #[inline]
    pub(crate) fn along_m(self, axis: usize, a_m: f64, b_m: f64) -> f64 {
        let straight_m = (b_m - a_m).abs();
        if TORUS && straight_m > self.size_m[axis] / 2.0 {
            (straight_m - self.size_m[axis]).abs()
        } else {
            straight_m
        }
    }

    #[inline]
    pub(crate) fn squared_m2(self, a_m: [f64; 2], b_m: [f64; 2]) -> f64 {
        let [dx, dy] = [0, 1].map(|axis| self.along_m(axis, a_m[axis], b_m[axis]));
        dx * dx + dy * dy
    }
}

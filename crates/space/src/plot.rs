//! The plot: a rectangle of ground and what happens at its edge.
//!
//! The far edges belong to no place (`contains`), but measured stands have trees on them: `spacing` and founders
//! check against the closed rectangle, on open plots.

use std::fmt;

/// What happens at the edge of a plot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// Nothing is beyond it: seeds that cross it are lost, neighbours beyond it are unknown.
    Open,
    /// Left meets right and bottom meets top, so no place is nearer to an edge than another.
    Torus,
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Open => "open",
            Self::Torus => "torus",
        })
    }
}

/// A rectangle of ground, in the coordinates of the scenario and its files (metres).
///
/// Points of the plot have `origin ≤ x < origin + size` on both axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plot {
    origin_m: [f64; 2],
    size_m: [f64; 2],
    edge: Edge,
}

/// Why a rectangle is no plot.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum PlotError {
    /// A side is zero, negative, NaN or infinite.
    #[error("a plot of {0} m by {1} m has no area: both sides must be finite and greater than 0")]
    NoArea(f64, f64),
    /// A corner is NaN or infinite.
    #[error("the plot's corner ({0}, {1}) is not a finite place")]
    NotFinite(f64, f64),
}

impl Plot {
    /// The plot with this lower left corner, size and edge.
    ///
    /// # Errors
    /// [`PlotError`] where a side is not positive or something is not finite.
    pub fn new(origin_m: [f64; 2], size_m: [f64; 2], edge: Edge) -> Result<Self, PlotError> {
        if !size_m.iter().all(|side| side.is_finite() && *side > 0.0) {
            return Err(PlotError::NoArea(size_m[0], size_m[1]));
        }
        if !(0..2).all(|axis| (origin_m[axis] + size_m[axis]).is_finite()) {
            return Err(PlotError::NotFinite(origin_m[0], origin_m[1]));
        }
        // Sides that vanish beside the corner, or whose product does, hold no place.
        let vanishes = (0..2).any(|axis| origin_m[axis] + size_m[axis] <= origin_m[axis]);
        if vanishes || size_m[0] * size_m[1] <= 0.0 {
            return Err(PlotError::NoArea(size_m[0], size_m[1]));
        }
        Ok(Self {
            origin_m,
            size_m,
            edge,
        })
    }

    /// The plot from a lower left corner to an upper right one, or just beyond that where the difference is rounded.
    ///
    /// # Errors
    /// As for [`Self::new`].
    pub fn between(low_m: [f64; 2], high_m: [f64; 2], edge: Edge) -> Result<Self, PlotError> {
        let side_m = |axis: usize| {
            let mut side_m = high_m[axis] - low_m[axis];
            while low_m[axis] + side_m < high_m[axis] {
                side_m = side_m.next_up();
            }
            side_m
        };
        Self::new(low_m, [side_m(0), side_m(1)], edge)
    }

    /// Lower left corner, m.
    #[must_use]
    pub fn origin_m(&self) -> [f64; 2] {
        self.origin_m
    }

    /// Width and height, m.
    #[must_use]
    pub fn size_m(&self) -> [f64; 2] {
        self.size_m
    }

    /// Open or torus.
    #[must_use]
    pub fn edge(&self) -> Edge {
        self.edge
    }

    /// Whether opposite edges meet.
    #[must_use]
    pub fn is_torus(&self) -> bool {
        self.edge == Edge::Torus
    }

    /// Area, m².
    #[must_use]
    pub fn area_m2(&self) -> f64 {
        self.size_m[0] * self.size_m[1]
    }

    /// Perimeter, m, whatever the edge.
    #[must_use]
    pub fn perimeter_m(&self) -> f64 {
        2.0 * (self.size_m[0] + self.size_m[1])
    }

    /// The shorter of the two sides, m.
    #[must_use]
    pub fn shorter_side_m(&self) -> f64 {
        self.size_m[0].min(self.size_m[1])
    }

    /// Whether a place belongs to the plot (its far edges do not).
    #[must_use]
    pub fn contains(&self, place_m: [f64; 2]) -> bool {
        (0..2).all(|axis| {
            let far_m = self.origin_m[axis] + self.size_m[axis];
            place_m[axis] >= self.origin_m[axis] && place_m[axis] < far_m
        })
    }

    /// Where something that comes down at `place_m` lies: on a torus the same place within the plot, on an open
    /// plot the place itself, or `None` outside.
    #[must_use]
    pub fn place(&self, place_m: [f64; 2]) -> Option<[f64; 2]> {
        match self.edge {
            Edge::Open => self.contains(place_m).then_some(place_m),
            Edge::Torus => Some(self.around(place_m)),
        }
    }

    /// The place within the plot that a torus gives to any finite place, whatever the plot's own edge.
    #[must_use]
    pub fn around(&self, place_m: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|axis| self.wrap(place_m[axis], axis))
    }

    /// The coordinate within the plot that a torus gives to any finite coordinate.
    fn wrap(&self, x_m: f64, axis: usize) -> f64 {
        let (origin_m, size_m) = (self.origin_m[axis], self.size_m[axis]);
        // Left as it is: subtracting and adding the origin would change its last bits.
        if x_m >= origin_m && x_m < origin_m + size_m {
            return x_m;
        }
        let offset_m = x_m - origin_m;
        let wrapped_m = origin_m + (offset_m - (offset_m / size_m).floor() * size_m);
        // Rounding can put the result on the far edge, which is the near edge.
        if wrapped_m >= origin_m && wrapped_m < origin_m + size_m {
            wrapped_m
        } else {
            origin_m
        }
    }

    /// Squared distance between two places of the plot, m²; on a torus the shortest way round.
    #[must_use]
    pub fn distance_squared_m2(&self, a_m: [f64; 2], b_m: [f64; 2]) -> f64 {
        let [dx, dy] = self.offset_m(a_m, b_m);
        dx * dx + dy * dy
    }

    /// The way from `from_m` to `to_m`, m; on a torus the shortest one.
    #[must_use]
    pub fn offset_m(&self, from_m: [f64; 2], to_m: [f64; 2]) -> [f64; 2] {
        std::array::from_fn(|axis| {
            let straight_m = to_m[axis] - from_m[axis];
            let size_m = self.size_m[axis];
            match self.edge {
                Edge::Torus if straight_m > size_m / 2.0 => straight_m - size_m,
                Edge::Torus if straight_m < -size_m / 2.0 => straight_m + size_m,
                _ => straight_m,
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn torus() -> Plot {
        Plot::new([100.0, -50.0], [20.0, 10.0], Edge::Torus).unwrap()
    }

    #[test]
    fn a_plot_needs_an_area() {
        for size in [
            [0.0, 1.0],
            [1.0, -2.0],
            [f64::NAN, 1.0],
            [1.0, f64::INFINITY],
            [1e-300, 1e-300],
        ] {
            assert!(Plot::new([0.0; 2], size, Edge::Open).is_err());
        }
        assert!(Plot::new([f64::NAN, 0.0], [1.0; 2], Edge::Open).is_err());
    }

    #[test]
    fn a_plot_between_two_corners_reaches_both_however_the_difference_is_rounded() {
        let numbers = (0..200).map(|i| f64::from(i) * 0.1 + 1e-9 * f64::from(i * i));
        for (low, high) in numbers.clone().zip(numbers.skip(7)) {
            let plot = Plot::between([low, -high], [high, -low], Edge::Open).unwrap();
            let far_m = [0, 1].map(|axis| plot.origin_m()[axis] + plot.size_m()[axis]);
            assert!(plot.origin_m() == [low, -high] && far_m[0] >= high && far_m[1] >= -low);
            assert!((far_m[0] - high).abs() < 1e-12 && (far_m[1] + low).abs() < 1e-12);
        }
        assert!(Plot::between([2.0, 0.0], [1.0, 1.0], Edge::Open).is_err());
    }

    #[test]
    fn a_torus_brings_every_place_into_the_plot() {
        assert_eq!(torus().place([121.5, -39.0]), Some([101.5, -49.0]));
        assert_eq!(torus().place([99.0, -50.5]), Some([119.0, -40.5]));
        assert_eq!(torus().place([120.0, -40.0]), Some([100.0, -50.0]));
        // A step too small to change the far edge.
        let just_left = torus().place([100.0 - 1e-15, -50.0 - 1e-15]).unwrap();
        assert!(torus().contains(just_left));
    }

    #[test]
    fn an_open_plot_loses_what_falls_outside() {
        let open = Plot::new([0.0; 2], [20.0, 10.0], Edge::Open).unwrap();
        assert_eq!(open.place([20.0, 5.0]), None);
        assert_eq!(open.place([19.9, 5.0]), Some([19.9, 5.0]));
        assert_eq!(open.around([21.5, -1.0]), [1.5, 9.0]);
    }

    #[test]
    fn torus_distance_takes_the_shortest_way() {
        let d2 = torus().distance_squared_m2([101.0, -49.0], [119.0, -41.0]);
        assert!((d2 - 8.0).abs() < 1e-12);
    }
}

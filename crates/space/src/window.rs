//! The window: the part of a plot that is counted, where a strip along its edges only surrounds it.
//!
//! Trees at the edge of an open plot have neighbours on one side only; a strip of them that nobody counts keeps that
//! out of tables.

use crate::plot::{Edge, Plot, PlotError};

/// The part of a plot that is counted: all of it, or what lies within a strip along its edges.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    plot: Plot,
    is_whole: bool,
}

impl Window {
    /// All of a plot, and whatever stands on its far edges.
    #[must_use]
    pub fn whole(plot: Plot) -> Self {
        Self { plot, is_whole: true }
    }

    /// What is left of a plot without a strip `buffer_m` wide along its four edges; all of it where that is 0. What lies
    /// beyond it is not known to tables, so that its own edge is open.
    ///
    /// # Errors
    /// [`PlotError`] where nothing is left, or the width is no number or below 0.
    pub fn within(plot: &Plot, buffer_m: f64) -> Result<Self, PlotError> {
        if buffer_m == 0.0 {
            return Ok(Self::whole(*plot));
        }
        let size_m = plot.size_m().map(|side_m| side_m - 2.0 * buffer_m);
        // A strip of less than 0 would lie outside.
        if buffer_m < 0.0 {
            return Err(PlotError::NoArea(size_m[0], size_m[1]));
        }
        let origin_m = plot.origin_m().map(|low_m| low_m + buffer_m);
        Ok(Self {
            plot: Plot::new(origin_m, size_m, Edge::Open)?,
            is_whole: false,
        })
    }

    /// Its rectangle and what lies beyond it: the plot itself where all of it is counted.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        &self.plot
    }

    /// Whether there is no strip.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Whether what stands at this place of the plot is counted. Each place is either in the window or in the strip.
    #[must_use]
    #[inline]
    pub fn holds(&self, place_m: [f64; 2]) -> bool {
        self.is_whole || self.plot.contains(place_m)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plot(edge: Edge) -> Plot {
        Plot::new([100.0, -50.0], [80.0, 60.0], edge).unwrap()
    }

    #[test]
    fn a_strip_takes_its_width_from_each_of_the_four_sides() {
        let window = Window::within(&plot(Edge::Open), 10.0).unwrap();
        assert_eq!(window.plot().origin_m(), [110.0, -40.0]);
        assert_eq!(window.plot().size_m(), [60.0, 40.0]);
        assert!(!window.is_whole() && window.plot().edge() == Edge::Open);
        for (place_m, is_held) in [
            ([110.0, -40.0], true),
            ([109.9, -20.0], false),
            ([140.0, -40.1], false),
            ([169.9, -0.1], true),
            ([170.0, -20.0], false),
            ([140.0, 0.0], false),
        ] {
            assert_eq!(window.holds(place_m), is_held, "{place_m:?}");
        }
    }

    /// Measured stands have trees on the far edges, which `Plot::contains` leaves out.
    #[test]
    fn without_a_strip_everything_is_counted_even_on_the_far_edge() {
        for edge in [Edge::Open, Edge::Torus] {
            let window = Window::within(&plot(edge), 0.0).unwrap();
            assert_eq!(window, Window::whole(plot(edge)));
            assert!(window.is_whole() && window.holds([180.0, 10.0]));
        }
    }

    #[test]
    fn a_strip_that_leaves_nothing_is_refused() {
        for buffer_m in [30.0, 40.0, 1e9, -1.0, f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            assert!(Window::within(&plot(Edge::Open), buffer_m).is_err(), "{buffer_m}");
        }
        assert!(Window::within(&plot(Edge::Open), 29.9).is_ok());
    }
}

//! What of a request is left for a method to lay out.

use understory_space::Plot;

use crate::request::{Request, TargetStatistics, Weight};

/// So many points on a plot under one weight: what a method lays out, and all that its cost and what a fit may change depend on.
///
/// A [`Request`] becomes one when its density is a count and its obstacles and standing points are in
/// the weight.
#[derive(Clone, Copy)]
pub struct Layout<'a> {
    /// The ground, and whether its edges meet.
    pub plot: &'a Plot,
    /// How many points.
    pub count: u32,
    /// Relative density over the plot; without one it is the same everywhere.
    pub weight: Option<&'a Weight<'a>>,
    /// What is known of the pattern to imitate; only `resampled` reads it.
    pub target_statistics: Option<&'a TargetStatistics>,
}

impl<'a> Layout<'a> {
    /// So many points, equally likely everywhere.
    #[must_use]
    pub fn new(plot: &'a Plot, count: u32) -> Self {
        Self {
            plot,
            count,
            weight: None,
            target_statistics: None,
        }
    }

    /// The side of a square as large as the room of one point, m: 1 / √λ.
    pub(crate) fn room_m(&self) -> f64 {
        (self.plot.area_m2() / f64::from(self.count.max(1))).sqrt()
    }
}

/// A layout asks for no more than its count under its weight.
impl<'a> From<Layout<'a>> for Request<'a> {
    fn from(layout: Layout<'a>) -> Self {
        Self {
            weight: layout.weight,
            target_statistics: layout.target_statistics,
            ..Self::new(layout.plot, layout.count)
        }
    }
}

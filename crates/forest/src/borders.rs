//! What happens at the edge of the plot beside what the plot itself says, and what part of it is counted.
//!
//! The window changes nothing of what grows: it is asked when something is counted, never before.

use understory_space::{Plot, Window};

/// What becomes of a seed that flies over the edge of an open plot. On a torus every seed comes down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SeedsOverEdge {
    /// It is gone.
    #[default]
    Lost,
    /// It comes down where it would on a torus, as if one flew in for each that flies out.
    Return,
}

/// What becomes of seeds at the edge, and what part of the plot is counted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Borders {
    /// What becomes of seeds that fly over the edge.
    pub seeds_over_edge: SeedsOverEdge,
    /// Where seeds, births and deaths are counted.
    pub window: Window,
}

impl Borders {
    /// Those of a plot of which nothing else is said: it loses seeds and is counted whole.
    #[must_use]
    pub fn new(plot: &Plot) -> Self {
        Self {
            seeds_over_edge: SeedsOverEdge::Lost,
            window: Window::whole(*plot),
        }
    }

    /// Where a seed lies that flies to `to_m`; `None` where it is lost.
    #[inline]
    pub(crate) fn comes_down(&self, plot: &Plot, to_m: [f64; 2]) -> Option<[f64; 2]> {
        match self.seeds_over_edge {
            SeedsOverEdge::Lost => plot.place(to_m),
            SeedsOverEdge::Return => Some(plot.around(to_m)),
        }
    }

    /// Whether every seed comes down on the plot.
    pub(crate) fn loses_none(&self, plot: &Plot) -> bool {
        plot.is_torus() || self.seeds_over_edge == SeedsOverEdge::Return
    }
}

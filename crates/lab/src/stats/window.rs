//! The window of a pattern, and what can be measured in it.
//!
//! What is made of a rectangle alone asks for it by [`PatternWindow::rectangle`], so that nothing takes the rectangle around
//! polygons for the window.

use understory_space::{Plot, PolygonWindow, Region};

/// Where a pattern was observed.
#[derive(Clone, Debug, PartialEq)]
pub enum PatternWindow {
    /// A rectangle, open or closed to a torus.
    Rectangle(Plot),
    /// What polygons bound, without their holes.
    Polygon(Box<PolygonWindow>),
}

impl PatternWindow {
    /// The rectangle; `None` for polygons.
    #[must_use]
    pub fn rectangle(&self) -> Option<&Plot> {
        match self {
            Self::Rectangle(plot) => Some(plot),
            Self::Polygon(_) => None,
        }
    }
}

impl Region for PatternWindow {
    fn bounds(&self) -> &Plot {
        match self {
            Self::Rectangle(plot) => plot,
            Self::Polygon(polygon) => polygon.bounds(),
        }
    }

    fn polygon(&self) -> Option<&PolygonWindow> {
        match self {
            Self::Rectangle(_) => None,
            Self::Polygon(polygon) => Some(polygon),
        }
    }
}

impl From<Plot> for PatternWindow {
    fn from(plot: Plot) -> Self {
        Self::Rectangle(plot)
    }
}

impl From<PolygonWindow> for PatternWindow {
    fn from(polygon: PolygonWindow) -> Self {
        Self::Polygon(Box::new(polygon))
    }
}

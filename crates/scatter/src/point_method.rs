//! What every point method does.

use understory_numerics::Key;

use crate::ScatterError;
use crate::ground;
use crate::layout::Layout;
use crate::request::Request;
use crate::scattered::Scattered;

/// A way to lay out points on a plot.
pub trait PointMethod {
    /// The name that scenarios and tables use: `jittered-grid`.
    fn name(&self) -> &'static str;

    /// Lays out so many points where the weight lets them stand, or as many as fit. Whoever has a density, obstacles or
    /// standing points asks for [`scatter`](Self::scatter).
    ///
    /// # Errors
    /// As for [`scatter`](Self::scatter).
    fn lay_out(&self, layout: &Layout<'_>, key: Key) -> Result<Scattered, ScatterError>;

    /// The points that are asked for, or as many of them as fit, from `key` alone: the same key gives the same
    /// points on every machine.
    ///
    /// # Errors
    /// [`ScatterError`] for a parameter out of its range, for a weight that is none, and for what the method takes no
    /// account of.
    fn scatter(&self, request: &Request<'_>, key: Key) -> Result<Scattered, ScatterError> {
        ground::scatter(request, key, &|layout, key| self.lay_out(layout, key))
    }

    /// The numbers that a fit to a target may turn, with their present values for this task; none by default.
    fn knobs(&self, _layout: &Layout<'_>) -> Vec<Knob> {
        Vec::new()
    }
}

/// A number that a fit may turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Knob {
    /// The key in a scenario: `jitter`.
    pub name: &'static str,
    /// Its value now.
    pub value: f64,
    /// The least and the greatest value that make sense.
    pub range: [f64; 2],
}

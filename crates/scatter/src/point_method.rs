//! What every point method does.

use understory_numerics::RandomKey;

use crate::ScatterError;
use crate::cost::Cost;
use crate::ground;
use crate::layout::Layout;
use crate::request::Request;
use crate::scattered::Scattered;

/// A way to lay out points on a plot.
pub trait PointMethod {
    /// Lays out so many points where the weight lets them stand, or as many as fit. Whoever has a density, obstacles or
    /// standing points asks for [`scatter`](Self::scatter).
    ///
    /// # Errors
    /// As for [`scatter`](Self::scatter).
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError>;

    /// The points that are asked for, or as many of them as fit, from `key` alone: the same key gives the same
    /// points on every machine.
    ///
    /// # Errors
    /// [`ScatterError`] for a parameter out of its range, for a weight that is not from 0 to 1, and for what the method takes no
    /// account of.
    fn scatter(&self, request: &Request<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        ground::scatter(request, key, &|layout, key| self.lay_out(layout, key))
    }

    /// Whether its parameters fit each other; each alone is checked by its key.
    ///
    /// # Errors
    /// [`ScatterError::OutOfRange`] for the first that does not.
    fn fits_together(&self) -> Result<(), ScatterError> {
        Ok(())
    }

    /// What [`lay_out`](Self::lay_out) takes: bounds where the method has some, and a generous guess where chance
    /// decides how long it goes on.
    fn cost(&self, layout: &Layout<'_>) -> Cost;

    /// The parameters that a fit to a target may change; none by default.
    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        Vec::new()
    }

    /// Sets one of these; another name changes nothing.
    fn set(&mut self, _parameter: &str, _value: f64) {}
}

/// A parameter that a fit may change.
#[derive(Clone, Debug, PartialEq)]
pub struct FitParameter {
    /// The key in a scenario: `jitter`.
    pub name: &'static str,
    /// Its value now, for the task at hand.
    pub value: f64,
    /// The least and the greatest value that make sense.
    pub range: [f64; 2],
}

impl FitParameter {
    pub(crate) fn new(name: &'static str, value: f64, range: [f64; 2]) -> Self {
        Self { name, value, range }
    }
}

use understory_numerics::Key;
use understory_space::Plot;

/// A way to lay out points on a plot.
pub trait PointMethod {
    /// The name that scenarios and tables use: `jittered-grid`.
    fn name(&self) -> &'static str;

    /// `count` points of `plot`, from `key` alone: the same key gives the same points on every machine.
    ///
    /// # Errors
    /// [`ScatterError`] where the plot cannot hold that many points by this method.
    fn points(&self, plot: &Plot, count: u32, key: Key) -> Result<Vec<[f64; 2]>, ScatterError>;
}

/// The point methods, by their names in a scenario.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Method {
    /// Independent uniform points.
    Uniform,
    /// Uniform points of which each keeps a distance to those before it.
    MinimumDistance {
        /// Least distance between two points, m; above 0.
        distance_m: f64,
        /// Places that are tried for one point before the plot counts as full; at least 1.
        tries: u32,
    },
    /// Points of a grid, each moved by a random part of the spacing.
    JitteredGrid {
        /// Greatest move along each axis, in spacings; 0 to 0.5. West's article takes 0.4.
        jitter: f64,
    },
}

/// Why a method could not lay out the points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScatterError {
    /// No room was left for another point.
    #[error(
        "the plot is full after {placed} of {wanted} points: {tries} places in a row were nearer than \
         {distance_m} m to another point"
    )]
    Full {
        /// Points laid out so far.
        placed: u32,
        /// Points asked for.
        wanted: u32,
        /// Places tried for the next one.
        tries: u32,
        /// Distance to keep, m.
        distance_m: f64,
    },
}

/// Why a method could not lay out the points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScatterError {
    /// A least distance that is not above 0, or not finite.
    #[error("`distance_m` is {0}, but a distance to keep must be finite and greater than 0")]
    NotADistance(f64),
    /// No place may be tried.
    #[error("`tries` is 0, but each point needs at least 1")]
    NoTries,
    /// A jitter that would move points out of their cells, or none at all.
    #[error("`jitter` is {0}, but a point moves by 0 to 0.5 spacings along each axis")]
    NotAJitter(f64),
    /// A weight that is no relative density.
    #[error("the weight at ({x_m}, {y_m}) is {weight}, but a weight lies between 0 and 1")]
    NotAWeight {
        /// Where, m.
        x_m: f64,
        /// Where, m.
        y_m: f64,
        /// What was found there.
        weight: f64,
    },
    /// A weight map under which nothing may stand.
    #[error("the weight is 0 wherever it was looked up ({looks} places), so no point can stand anywhere")]
    NowhereToStand {
        /// Places looked up.
        looks: u32,
    },
    /// A parameter out of its range.
    #[error("`{name}` is {value}, but {rule}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it may be, and why.
        rule: &'static str,
    },
    /// A weight map for a method that has no use for one.
    #[error(
        "`{method}` takes no weight map: its spacing is the same everywhere; leave the map away, or take a method that thins, such as `uniform`"
    )]
    NoWeights {
        /// The method.
        method: &'static str,
    },
    /// A list of sizes without any.
    #[error("`relative_sizes` is empty, but each point needs a size: give at least one, such as `[1.0]`")]
    NoSizes,
    /// Resampling without a pattern to resample.
    #[error(
        "nothing was learned that `resampled` could imitate: give the pair correlation of a pattern as `learned`, or take another method"
    )]
    NothingLearned,
    /// A learned pair correlation that is no curve.
    #[error(
        "the learned pair correlation has {distances} distances and {values} values, but a curve has as many of both, and at least 2"
    )]
    NotACurve {
        /// Distances given.
        distances: usize,
        /// Values given.
        values: usize,
    },
}

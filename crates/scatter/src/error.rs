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
    #[error("`{name}` is {found}, but {rule}")]
    OutOfRange {
        /// The parameter, as scenarios call it.
        name: &'static str,
        /// What it is.
        found: String,
        /// What it has to be, and the way out.
        rule: &'static str,
    },
}

impl ScatterError {
    /// `found` as it stands in a message.
    pub(crate) fn out_of_range(name: &'static str, found: impl ToString, rule: &'static str) -> Self {
        Self::OutOfRange {
            name,
            found: found.to_string(),
            rule,
        }
    }
}

//! Why points could not be laid out.

use understory_keys::OutOfRange;

use crate::limits::{MOST_BYTES, MOST_STEPS, MOST_STEPS_OF_MANY};

/// Why a method could not lay out the points.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ScatterError {
    /// No size to lay out.
    #[error("`classes` has no share above 0, so no point has a size")]
    NoSizes,
    /// A distance at which a plot holds more points than memory.
    #[error(
        "at a `distance_m` of {distance_m} the plot holds about {points:.0} points, and 2^27 are the limit"
    )]
    TooFine {
        /// The distance asked for, m.
        distance_m: f64,
        /// About how many points fit.
        points: f64,
        /// The distance at which 2^27 fit, m.
        least_m: f64,
    },
    /// A side of a cell that is not above 0, or not finite.
    #[error("a spacing of {0} m holds no cell: it must be finite and greater than 0")]
    NotASpacing(f64),
    /// A window whose cells have no number.
    #[error("{x_m} is no place of a lattice of {spacing_m} m, which has 2^31 cells to either side")]
    BeyondTheLattice {
        /// The coordinate, m.
        x_m: f64,
        /// Side of a cell along that axis, m.
        spacing_m: f64,
    },
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
    /// A parameter outside the range of its key.
    #[error(transparent)]
    Parameter(#[from] OutOfRange),
    /// A number that does not fit the others, or the task.
    #[error("`{name}` is {found}, but {rule}")]
    OutOfRange {
        /// The parameter, as scenarios call it.
        name: &'static str,
        /// What it is.
        found: String,
        /// What it has to be.
        rule: &'static str,
    },
    /// A pattern that would take too long, or more memory than there is.
    #[error(
        "`{method}` would take up to {} for {}{count} points, but {} are the limit",
        amount(*steps * f64::from(*patterns), *bytes), of_many(*patterns), limit(*bytes, *patterns)
    )]
    TooCostly {
        /// The method.
        method: &'static str,
        /// Points asked for.
        count: u32,
        /// Patterns of so many, where only all together are too much; otherwise 1.
        patterns: u32,
        /// Steps of one pattern, of about a nanosecond each.
        steps: f64,
        /// Memory, bytes.
        bytes: f64,
        /// The parameter that rules it.
        key: &'static str,
    },
    /// A weight, obstacles or standing points for a method that has no use for them.
    #[error(
        "`{method}` takes no weight map, obstacles or standing points with a count: its spacing is the same everywhere"
    )]
    NoWeights {
        /// The method.
        method: &'static str,
    },
    /// Resampling without a pattern to resample.
    #[error("there are no target statistics that `resampled` could imitate")]
    NoTargetStatistics,
}

/// What is too much: memory first, as there is no waiting for it.
fn amount(steps: f64, bytes: f64) -> String {
    if bytes > MOST_BYTES {
        format!("{:.1e} bytes of memory", bytes)
    } else {
        format!("{:.1e} steps", steps)
    }
}

fn of_many(patterns: u32) -> String {
    match patterns {
        1 => String::new(),
        patterns => format!("{patterns} patterns of "),
    }
}

fn limit(bytes: f64, patterns: u32) -> String {
    let limit = match patterns {
        _ if bytes > MOST_BYTES => MOST_BYTES,
        1 => MOST_STEPS,
        _ => MOST_STEPS_OF_MANY,
    };
    format!("{limit:.1e}")
}

/// What to turn.
fn way_out(key: &str) -> String {
    match key {
        "count" => "ask for fewer points".to_owned(),
        "strength" => "raise `strength`, so that seeds come up sooner, or lower `most_rounds`".to_owned(),
        "decay" => "lower `decay`, so that seeds last, or lower `most_rounds`".to_owned(),
        "cell_m" | "distance_m" | "density" | "length_factor" => format!("raise `{key}`"),
        "level" => "take fewer rounds of the level, or larger cells".to_owned(),
        "types" => "take fewer seeds and steps for the `types`".to_owned(),
        "classes" => "take fewer `classes`".to_owned(),
        key => format!("lower `{key}`"),
    }
}

impl ScatterError {
    /// The parameter that is at fault, as scenarios call it, where it is one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        Some(match self {
            Self::Parameter(wrong) => wrong.path.split(['.', '[']).next()?,
            Self::TooFine { .. } => "distance_m",
            Self::NoSizes => "classes",
            Self::OutOfRange { name, .. } => name,
            Self::TooCostly { key, .. } => key,
            _ => return None,
        })
    }

    /// The way out, where the message alone does not tell it.
    #[must_use]
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            Self::NoSizes => "give at least one class with a share, and at most 65535".to_owned(),
            Self::TooFine { least_m, .. } => format!("take at least {least_m:.3}"),
            Self::BeyondTheLattice { .. } => "take a larger spacing".to_owned(),
            Self::TooCostly { key, .. } => way_out(key),
            Self::NoWeights { .. } => {
                "ask for a density, which is thinned, or take another method, such as `uniform`".to_owned()
            }
            Self::NoTargetStatistics => {
                "give the pair correlation of a pattern as `target_statistics`, or take another method"
                    .to_owned()
            }
            Self::OutOfRange { name, .. } => match *name {
                "r_max_m" => "leave it away to go as far as makes sense".to_owned(),
                "moves_per_point" => "40 are plenty".to_owned(),
                "per_ha" => "ask for fewer points per ha, or take less ground".to_owned(),
                "props_per_patch" => "write the smaller number first".to_owned(),
                "relative_sizes" => "leave that size out, or bring the sizes nearer to each other".to_owned(),
                "target_statistics.pair_correlation" => {
                    "leave out distances at which it is unknown".to_owned()
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// `found` as it stands in a message.
    pub(crate) fn out_of_range(name: &'static str, found: impl ToString, rule: &'static str) -> Self {
        Self::OutOfRange {
            name,
            found: found.to_string(),
            rule,
        }
    }
}

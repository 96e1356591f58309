//! What can be wrong with points, windows and options. Points are counted from 0, as in the slice that the caller gave.

use understory_space::PlotError;

/// Why a statistic could not be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpacingError {
    /// A number, a size or a place that may not be.
    #[error("{what} is {found}, but must {must}")]
    OutOfRange {
        /// What it is of.
        what: String,
        /// What it is, with its unit.
        found: String,
        /// What it must be, and the way out.
        must: String,
    },
    /// Not one value for each point, pattern or distance.
    #[error("there are {found} {what} for {expected} {each}s, but each {each} needs one")]
    CountMismatch {
        /// The values.
        what: String,
        /// How many there are.
        found: usize,
        /// A point, a pattern or a distance.
        each: &'static str,
        /// How many of those there are.
        expected: usize,
    },
    /// What does not go together, and the way out.
    #[error("{0}")]
    Unfit(String),
    /// A coordinate is NaN or infinite.
    #[error("point {index} (counted from 0) is at ({x_m}, {y_m}), which is not a finite place")]
    NotFinite {
        /// Number of the point, from 0.
        index: usize,
        /// Its first coordinate, m.
        x_m: f64,
        /// Its second coordinate, m.
        y_m: f64,
    },
    /// A point lies outside the window.
    #[error(
        "point {index} (counted from 0) at ({x_m}, {y_m}) is outside the {edge} window from \
         ({x_min_m}, {y_min_m}) to ({x_max_m}, {y_max_m}): {hint}"
    )]
    Outside {
        /// Number of the point, from 0.
        index: usize,
        /// Its first coordinate, m.
        x_m: f64,
        /// Its second coordinate, m.
        y_m: f64,
        /// Open or torus.
        edge: understory_space::Edge,
        /// Left edge of the window, m.
        x_min_m: f64,
        /// Lower edge of the window, m.
        y_min_m: f64,
        /// Right edge of the window, m.
        x_max_m: f64,
        /// Upper edge of the window, m.
        y_max_m: f64,
        /// What to do about it.
        hint: &'static str,
    },
    /// Points lie outside the polygons of the window.
    #[error(
        "{} of {points} points lie outside the polygon of the window, number {} (counted from 0): leave them out, or \
         widen the polygon",
        indices.len(), first_and_more(indices.iter().map(usize::to_string))
    )]
    OutsidePolygon {
        /// Numbers of the points, from 0 and rising.
        indices: Vec<usize>,
        /// Points of the pattern.
        points: usize,
    },
    /// Places between which no triangles can be drawn, so far apart are they.
    #[error("the points cannot be triangulated: {0}; give coordinates in metres")]
    NoTriangulation(String),
    /// Steps from 0 that lead to no greatest distance.
    #[error(
        "the greatest distance is {max_m} m in {steps} steps, but must be above 0, with a finite square, in 1 to 1048576 steps"
    )]
    NoRadii {
        /// Greatest distance asked for, m.
        max_m: f64,
        /// Steps asked for.
        steps: usize,
    },
    /// A kernel that cannot be summed at the distances.
    #[error(
        "a kernel of half-width {bandwidth_m} m does not go with distances up to {r_max_m} m: it must be above 0, \
         and neither 1000000 times wider than a step nor 1000000 times narrower than the range"
    )]
    NoBandwidth {
        /// Half-width asked for, m.
        bandwidth_m: f64,
        /// Greatest distance, m.
        r_max_m: f64,
    },
    /// An intensity that is 0, negative, NaN, infinite, or so extreme that its square is.
    #[error(
        "the intensity at point {index} (counted from 0) is {intensity} points per m², but must be finite and above 0; \
         from a kernel, take a wider one"
    )]
    NotAnIntensity {
        /// Number of the point, from 0.
        index: usize,
        /// Its intensity, points per m².
        intensity: f64,
    },
    /// No bandwidth can be chosen from the points.
    #[error("no bandwidth can be chosen: {0}")]
    NothingToChoose(&'static str),
    /// Two points are in the same place, and something divides by their distance.
    #[error(
        "points {one} and {other} (counted from 0) are both at ({x_m}, {y_m}): the index divides by their distance"
    )]
    SamePlace {
        /// Number of one, from 0.
        one: usize,
        /// Number of the other.
        other: usize,
        /// First coordinate of both, m.
        x_m: f64,
        /// Second coordinate of both, m.
        y_m: f64,
    },
    /// The two types of a cross-type statistic are one.
    #[error("both types are the same: take two, or the statistics of one pattern")]
    SameType,
    /// Nothing to compare with.
    #[error("0 simulations make no test: take at least 1, or 99 for a test at 5 %")]
    NoSimulations,
    /// No distance has a value in every curve.
    #[error(
        "there is no distance at which all {curves} curves are defined: take a shorter range of distances"
    )]
    NowhereDefined {
        /// Curves, the observed one among them.
        curves: usize,
    },
    /// An integral over no length.
    #[error(
        "no two neighbouring distances have a value in every curve, so there is nothing to integrate over"
    )]
    NoInterval,
    /// Functions that no combined test can be made of.
    #[error("the functions cannot be tested together: {0}")]
    NotCombined(&'static str),
    /// A part of a window without an area.
    #[error(transparent)]
    NoWindow(#[from] PlotError),
    /// Two curves that should be combined stand at different distances.
    #[error("the two curves stand at different distances: compute both at the same ones")]
    DifferentDistances,
    /// A window too narrow for a measure that looks a quarter of its side around.
    #[error(
        "a window of {width_m} m by {height_m} m is too narrow for blue-noise measures: one side may be 4 times the other"
    )]
    TooNarrow {
        /// Width of the window, m.
        width_m: f64,
        /// Height of the window, m.
        height_m: f64,
    },
}

impl SpacingError {
    pub(crate) fn out_of_range(
        what: impl Into<String>,
        found: impl ToString,
        must: impl Into<String>,
    ) -> Self {
        Self::OutOfRange {
            what: what.into(),
            found: found.to_string(),
            must: must.into(),
        }
    }
}

/// Refuses the first value that is not what it must be.
pub(crate) fn check_each(
    what: &str,
    values: &[f64],
    must: &str,
    is_right: impl Fn(f64) -> bool,
) -> Result<(), SpacingError> {
    match values.iter().position(|&value| !is_right(value)) {
        None => Ok(()),
        Some(index) => {
            let what = format!("{what} {index} (counted from 0)");
            Err(SpacingError::out_of_range(what, values[index], must))
        }
    }
}

/// Refuses any number of values but one for each point, pattern or distance.
pub(crate) fn check_count(
    what: impl Into<String>,
    found: usize,
    each: &'static str,
    expected: usize,
) -> Result<(), SpacingError> {
    if found == expected {
        return Ok(());
    }
    let what = what.into();
    Err(SpacingError::CountMismatch {
        what,
        found,
        each,
        expected,
    })
}

/// The first of many, and how many more.
pub(crate) fn first_and_more(all: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 12;
    let more = all.len().saturating_sub(SHOWN);
    let shown: Vec<String> = all.take(SHOWN).collect();
    let shown = shown.join(", ");
    if more == 0 {
        shown
    } else {
        format!("{shown} and {more} more")
    }
}

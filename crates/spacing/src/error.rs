/// Why a statistic could not be computed.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SpacingError {
    /// A lone point has no neighbour.
    #[error("the pattern has {found} points, but nearest-neighbour statistics need at least 2")]
    TooFewPoints {
        /// Points in the pattern.
        found: usize,
    },
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
    /// A distance to evaluate at is negative, NaN or infinite.
    #[error("distance {index} (counted from 0) is {r_m} m, but a distance must be finite and at least 0")]
    NotADistance {
        /// Number of the distance, from 0.
        index: usize,
        /// The distance, m.
        r_m: f64,
    },
    /// A range that cannot be cut into bins.
    #[error("{bins} bins up to {range_m} m make no histogram: take at least 1 bin and a range above 0")]
    NoBins {
        /// Bins asked for.
        bins: usize,
        /// Range asked for, m.
        range_m: f64,
    },
    /// A probability outside 0 … 1.
    #[error("`{probability}` is not a probability, which lies between 0 and 1")]
    NotAProbability {
        /// The value.
        probability: f64,
    },
    /// More neighbours are asked for than there are.
    #[error("{asked} neighbours are asked for, but a point of {found} has {}: ask for 1 to {}", found - 1, found - 1)]
    NoSuchNeighbour {
        /// Neighbours asked for.
        asked: usize,
        /// Points in the pattern.
        found: usize,
    },
    /// A grid of test points that has none, or more than can be numbered.
    #[error("{} x {} test points make no grid: take at least 1 along each side and fewer than 2^32 together", pixels[0], pixels[1])]
    NoPixels {
        /// Test points along the two sides.
        pixels: [u32; 2],
    },
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
    /// A window whose area, or whose squared diagonal, is not a number of full precision.
    #[error(
        "a window of {width_m} m by {height_m} m has no area that can be computed with: choose another unit"
    )]
    ExtremeWindow {
        /// Width of the window, m.
        width_m: f64,
        /// Height of the window, m.
        height_m: f64,
    },
    /// Points are numbered in 32 bits.
    #[error("the pattern has {found} points, but at most 2^32 - 1 can be numbered")]
    TooManyPoints {
        /// Points in the pattern.
        found: usize,
    },
}

//! Why no attraction points could be laid out.

use understory_keys::OutOfRange;

/// Why no attraction points could be laid out.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum CloudError {
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A difference or union of which next to nothing is left.
    #[error(
        "of {tries} places tried in the envelope's bounding box only {held} lay inside, too few for {count} \
         attraction points: the parts of a difference may overlap wholly, or the envelope is too thin for its box"
    )]
    NextToNoVolume {
        /// Places tried.
        tries: u32,
        /// Places inside.
        held: u32,
        /// Points wanted.
        count: u32,
    },
    /// Points of which none has light.
    #[error(
        "of {count} attraction points none is left in the light: take more points, less shade, or a smaller `self_shade_per_m`"
    )]
    AllDark {
        /// How many there were.
        count: u32,
    },
    /// Points of which none lies near an obstacle.
    #[error(
        "of {count} attraction points none lies within `near_obstacles_m` = {near_m} m of an obstacle: let the crown reach the \
         obstacles, take more points or a greater distance, or leave `near_obstacles_m` out"
    )]
    NoneNear {
        /// Distance from the nearest obstacle, at most, m.
        near_m: f64,
        /// How many there were.
        count: u32,
    },
    /// A weight that is none.
    #[error("the weight at {place_m:?} is {weight}, but a weight must be finite and at least 0")]
    NotAWeight {
        /// Where, m.
        place_m: [f64; 3],
        /// What was found there.
        weight: f64,
    },
    /// A probability that is none.
    #[error("the share of points to stay at {place_m:?} is {share}, but must lie between 0 and 1")]
    NotAShare {
        /// Where, m.
        place_m: [f64; 3],
        /// What was found there.
        share: f64,
    },
}

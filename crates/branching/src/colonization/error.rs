//! Why nothing could grow.

use understory_keys::OutOfRange;

/// Why nothing could grow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ColonizeError {
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A stem that would take all nodes that there may be.
    #[error(
        "a trunk of {shortest_m} m in segments of {step_m} m has as many nodes as there may be, {most_nodes}: raise \
         `step_m` or `most_nodes`"
    )]
    TrunkOfTooManyNodes {
        /// The trunk's least length, m.
        shortest_m: f64,
        /// Length of a segment, m.
        step_m: f64,
        /// `most_nodes`.
        most_nodes: u32,
    },
    /// No tree to grow.
    #[error("there is no base to grow from: give at least one place in `bases_m`")]
    NoBase,
    /// Two trees in one place.
    #[error("base {number} at {place_m:?} stands on another base or trunk: move it by a step or more")]
    BaseTaken {
        /// Its number, from 0.
        number: usize,
        /// Where, m.
        place_m: [f64; 3],
    },
    /// Nothing to grow towards.
    #[error("there is no attraction point to grow towards")]
    NoPoints,
    /// More attraction points than can be numbered.
    #[error("{count} attraction points are more than can be numbered: take at most 4 billion")]
    TooManyPoints {
        /// How many.
        count: usize,
    },
    /// A base that is no place.
    #[error("base {number} is {place_m:?}, but a place must be finite and within 1e9 m of the origin")]
    NotABase {
        /// Its number, from 0.
        number: usize,
        /// Where, m.
        place_m: [f64; 3],
    },
    /// An attraction point that is none.
    #[error(
        "attraction point {number} at {place_m:?} has weight {weight}, but a place must be finite and \
         within 1e9 m of the origin, and a weight finite and at least 0"
    )]
    NotAPoint {
        /// Its number, from 0.
        number: usize,
        /// Where, m.
        place_m: [f64; 3],
        /// Its weight.
        weight: f64,
    },
    /// Attraction points too far from every tree.
    #[error(
        "no attraction point lies within the influence distance of {influence_m} m of any trunk (the nearest is \
         {nearest_m:.3} m away)"
    )]
    NothingInReach {
        /// The influence distance, m.
        influence_m: f64,
        /// Distance from a trunk to the nearest attraction point, m.
        nearest_m: f64,
    },
    /// A tree that would begin, or its least trunk end, inside an obstacle.
    #[error("obstacle {} covers the base or trunk at {place_m:?}", obstacle + 1)]
    ObstacleOverBase {
        /// Number of the obstacle, from 0.
        obstacle: usize,
        /// Where, m.
        place_m: [f64; 3],
    },
    /// An obstacle without an inside, or with NaN.
    #[error("obstacle {}: {wrong}", number + 1)]
    NotAnObstacle {
        /// Number of the obstacle, from 0.
        number: usize,
        /// What is wrong with it.
        wrong: OutOfRange,
    },
}

impl ColonizeError {
    /// The way out, where the message alone does not tell it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NothingInReach { .. } => {
                Some("raise `influence_distance` or `trunk.longest_m`, or lower the crown")
            }
            Self::ObstacleOverBase { .. } => Some("move the tree or the obstacle"),
            Self::NoPoints => Some("give more points, or for roots wetter soil: raise `water_e_fold_m`"),
            _ => None,
        }
    }
}

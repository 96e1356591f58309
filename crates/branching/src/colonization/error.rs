//! Why nothing could grow.

use understory_keys::OutOfRange;

/// Why nothing could grow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ColonizeError {
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// Bases or attraction points that nothing can grow from or towards.
    #[error("{0}")]
    Unfit(String),
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
    /// Nothing to grow towards.
    #[error("there is no attraction point to grow towards")]
    NoPoints,
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

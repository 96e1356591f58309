/// Why nothing could grow.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ColonizeError {
    /// A length that no tree can be built with.
    #[error("`{name}` comes to {value} m, but must lie between 1e-6 and 1e9 m")]
    NotALength {
        /// The parameter.
        name: &'static str,
        /// Its value, m.
        value: f64,
    },
    /// A vector with NaN or an infinity in it.
    #[error("`{name}` is {value:?}, but must be three finite numbers")]
    NotFinite {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: [f64; 3],
    },
    /// A kill distance that a step can jump over.
    #[error(
        "the kill distance is {kill_m} m, but a step of {step_m} m passes over points that are removed only \
         within less than {least_m} m: raise `kill_distance` to that, shorten `step_m`, or set `kill = \"segment\"`"
    )]
    KillTooNear {
        /// The kill distance, m.
        kill_m: f64,
        /// The least that is sound, m.
        least_m: f64,
        /// The segment length, m.
        step_m: f64,
    },
    /// An influence distance within the kill distance.
    #[error(
        "the influence distance is {influence_m} m, but must lie beyond the kill distance of {kill_m} m, or no \
         point would ever pull: raise `influence_distance`"
    )]
    InfluenceTooNear {
        /// The influence distance, m.
        influence_m: f64,
        /// The kill distance, m.
        kill_m: f64,
    },
    /// A trunk that leads nowhere.
    #[error("`trunk.direction` is {value:?}, but a direction needs a length above 0, e.g. `[0, 0, 1]`")]
    NoDirection {
        /// Its value.
        value: [f64; 3],
    },
    /// Trunk lengths that no trunk can have.
    #[error("`trunk` is {least_m} m to {most_m} m long, but needs 0 ≤ `least_m` ≤ `most_m`, both finite")]
    TrunkOutOfRange {
        /// The least length, m.
        least_m: f64,
        /// The greatest length, m.
        most_m: f64,
    },
    /// A stem that would take all nodes that there may be.
    #[error(
        "a trunk of {least_m} m in segments of {step_m} m has as many nodes as there may be, {most_nodes}: raise \
         `step_m` or `most_nodes`"
    )]
    TrunkOfTooManyNodes {
        /// The trunk's least length, m.
        least_m: f64,
        /// Length of a segment, m.
        step_m: f64,
        /// `most_nodes`.
        most_nodes: u32,
    },
    /// A count of nothing.
    #[error("`{name}` is 0, but must be at least 1")]
    ZeroCount {
        /// The parameter.
        name: &'static str,
    },
    /// A share or probability outside 0 to 1.
    #[error("`{name}` is {value}, but must lie between 0 and 1")]
    NotAShare {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// A factor that is none.
    #[error("`{name}` is {value}, but must be finite and 0 or more")]
    NotAFactor {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
    },
    /// An angle at which nothing can fork.
    #[error("`fork_deg` is {value}, but must lie between 0 and 180 degrees, 180 never to fork")]
    NotAnAngle {
        /// Its value.
        value: f64,
    },
    /// Damage without sense.
    #[error(
        "damage {number}, `{damage}`, has a number out of range: shares must lie between 0 and 1, heights be finite, \
         and radii be finite and above 0"
    )]
    NotADamage {
        /// Its number, from 0.
        number: usize,
        /// What comes.
        damage: &'static str,
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
    /// A tree that would begin, or its least trunk end, inside a solid.
    #[error("obstacle {obstacle} covers the base or trunk at {place_m:?}")]
    ObstacleOverBase {
        /// Number of the obstacle, from 0.
        obstacle: usize,
        /// Where, m.
        place_m: [f64; 3],
    },
    /// A solid without an inside, or with NaN.
    #[error("obstacle {obstacle}, `{solid}`, needs finite numbers and sizes above 0")]
    NotASolid {
        /// Number of the obstacle, from 0.
        obstacle: usize,
        /// Its shape.
        solid: &'static str,
    },
}

impl ColonizeError {
    /// The way out, where the message alone does not tell it.
    #[must_use]
    pub fn hint(&self) -> Option<&'static str> {
        match self {
            Self::NothingInReach { .. } => {
                Some("raise `influence_distance` or `trunk.most_m`, or lower the crown")
            }
            Self::ObstacleOverBase { .. } => Some("move the tree or the obstacle"),
            _ => None,
        }
    }
}

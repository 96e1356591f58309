//! What a user may set about colonization, and what is refused.

use serde::{Deserialize, Serialize};

use crate::colonization::ColonizeError;
use crate::colonization::damage::{Damage, Harm};
use crate::vector::{self, Vector};

/// How growth points colonize the space that attraction points mark.
///
/// With distances in steps, the segment length alone sets the grain of the tree; with distances in metres, a
/// shorter segment only draws the same tree with more of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Colonization {
    /// Length of a segment, m; above 0.
    pub step_m: f64,
    /// An attraction point nearer than this is reached and goes; by nodes at least half a step (√3/2 of one
    /// where `turns` is `axes`), by segments above 0.
    pub kill_distance: Distance,
    /// What must come that near.
    pub kill: Kill,
    /// An attraction point further than this from every node pulls none; beyond the kill distance.
    pub influence_distance: Distance,
    /// Growth ends when fewer attraction points than this are left; 0 to go on to the last.
    pub stop_below_points: u32,
    /// Share of the vertical part of the mean direction that is taken away, 0 to 1: roots that keep to their depth.
    pub plagiotropism: f64,
    /// Added to the mean direction, itself of length 1, before a segment is drawn: `[0, 0, -0.3]` lets branches
    /// hang. No unit; any length below 1 leaves the attraction points in charge.
    pub tropism: [f64; 3],
    /// Its own heading that a growth point keeps: the direction of the segment behind it, times this, joins the
    /// mean direction. Branches then leave at sharper angles and bend in arcs. No unit; 0 or more.
    pub persistence: f64,
    /// How far a heading strays at each segment: a draw from a cube of this half-width joins the mean direction.
    /// No unit; 0 or more.
    pub crookedness: f64,
    /// A growth point whose attraction points lie in two bundles, seen from it further apart than this, forks
    /// and heads for both, instead of for the middle; degrees, 180 never to fork. It sets who leads: without
    /// forks one axis does, with a small angle many limbs share the crown.
    pub fork_deg: f64,
    /// Which directions a segment may take.
    pub turns: Turns,
    /// The stem that grows before colonization begins.
    pub trunk: Trunk,
    /// Segments that obstacles may refuse a growth point before it rests for good; 1 or more.
    pub refusals: u32,
    /// Growth ends with the round that brings the nodes to this many, a guard against more than memory holds; 1 or
    /// more.
    pub most_nodes: u32,
    /// Probability that a growth point breaks in a round, 0 to 1; what it held is then left to its neighbours.
    pub breakage: f64,
    /// What befalls the trees while they grow.
    pub damage: Vec<Damage>,
}

/// A distance, in metres or as a multiple of the segment length.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Distance {
    /// So many metres.
    Metres(f64),
    /// So many segment lengths.
    Steps(f64),
}

impl Distance {
    /// The distance in metres where a segment is `step_m` long.
    #[must_use]
    pub fn metres(self, step_m: f64) -> f64 {
        match self {
            Self::Metres(metres) => metres,
            Self::Steps(steps) => steps * step_m,
        }
    }
}

/// What must come within the kill distance of an attraction point to remove it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kill {
    /// The end of a segment.
    Node,
    /// Any place on a segment.
    Segment,
}

/// Which directions a segment may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Turns {
    /// Any direction.
    Free,
    /// Along one of the axes: pipes.
    Axes,
}

/// The stem that grows before colonization begins.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Trunk {
    /// Where it heads; any length above 0.
    pub direction: [f64; 3],
    /// It grows at least this long, m, from 0.
    pub least_m: f64,
    /// It stops growing at this length, m, at least `least_m`, even when no attraction point is in reach.
    pub most_m: f64,
}

/// No two directions lie further apart.
pub(crate) const NEVER_DEG: f64 = 180.0;

/// Lengths below this drown in the rounding of places.
const LEAST_LENGTH_M: f64 = 1e-6;
/// Beyond this, squares of distances lose what tells neighbours apart.
pub(crate) const GREATEST_LENGTH_M: f64 = 1e9;

impl Default for Trunk {
    fn default() -> Self {
        Self {
            direction: [0.0, 0.0, 1.0],
            least_m: 0.0,
            most_m: 50.0,
        }
    }
}

impl Default for Colonization {
    fn default() -> Self {
        Self {
            step_m: 0.2,
            kill_distance: Distance::Steps(2.0),
            kill: Kill::Node,
            influence_distance: Distance::Steps(8.0),
            stop_below_points: 0,
            plagiotropism: 0.0,
            tropism: [0.0; 3],
            persistence: 0.0,
            crookedness: 0.0,
            fork_deg: NEVER_DEG,
            turns: Turns::Free,
            trunk: Trunk::default(),
            refusals: 5,
            most_nodes: 2_000_000,
            breakage: 0.0,
            damage: Vec::new(),
        }
    }
}

impl Colonization {
    /// The kill distance, m.
    #[must_use]
    pub fn kill_distance_m(&self) -> f64 {
        self.kill_distance.metres(self.step_m)
    }

    /// The influence distance, m.
    #[must_use]
    pub fn influence_distance_m(&self) -> f64 {
        self.influence_distance.metres(self.step_m)
    }

    /// Balls in which nothing grows any more, from diseases of the rounds before this one.
    pub(crate) fn diseased_before(&self, round: u32) -> Vec<(Vector, f64)> {
        let earlier = self.damage.iter().filter(|damage| damage.round < round);
        let balls = earlier.filter_map(|damage| match damage.by {
            Harm::Disease { centre_m, radius_m } => Some((centre_m, radius_m)),
            _ => None,
        });
        balls.collect()
    }

    /// The least kill distance at which growth towards a lone attraction point always reaches it, m.
    #[must_use]
    pub fn least_kill_distance_m(&self) -> f64 {
        /// Half the diagonal of a unit cube: a step along the longest axis brings anything further away nearer.
        const HALF_DIAGONAL: f64 = 0.866_025_403_784_438_6;
        match (self.kill, self.turns) {
            (Kill::Segment, _) => 0.0,
            (Kill::Node, Turns::Free) => 0.5 * self.step_m,
            (Kill::Node, Turns::Axes) => HALF_DIAGONAL * self.step_m,
        }
    }

    /// Whether every number is one that growth can work with.
    ///
    /// # Errors
    /// [`ColonizeError`] names the first that is not.
    pub fn check(&self) -> Result<(), ColonizeError> {
        let length = |name: &'static str, value: f64| {
            (LEAST_LENGTH_M..=GREATEST_LENGTH_M)
                .contains(&value)
                .then_some(())
                .ok_or(ColonizeError::NotALength { name, value })
        };
        length("step_m", self.step_m)?;
        length("kill_distance", self.kill_distance_m())?;
        length("influence_distance", self.influence_distance_m())?;
        if self.kill_distance_m() < self.least_kill_distance_m() {
            return Err(ColonizeError::KillTooNear {
                kill_m: self.kill_distance_m(),
                least_m: self.least_kill_distance_m(),
                step_m: self.step_m,
            });
        }
        if self.influence_distance_m() <= self.kill_distance_m() {
            return Err(ColonizeError::InfluenceTooNear {
                influence_m: self.influence_distance_m(),
                kill_m: self.kill_distance_m(),
            });
        }
        for (name, value) in [
            ("tropism", self.tropism),
            ("trunk.direction", self.trunk.direction),
        ] {
            if !vector::is_finite(value) {
                return Err(ColonizeError::NotFinite { name, value });
            }
        }
        if vector::direction(self.trunk.direction).is_none() {
            return Err(ColonizeError::NoDirection {
                value: self.trunk.direction,
            });
        }
        let Trunk { least_m, most_m, .. } = self.trunk;
        if !(least_m >= 0.0 && most_m >= least_m && most_m.is_finite()) {
            return Err(ColonizeError::TrunkOutOfRange { least_m, most_m });
        }
        for (name, value) in [
            ("persistence", self.persistence),
            ("crookedness", self.crookedness),
        ] {
            if !(value >= 0.0 && value.is_finite()) {
                return Err(ColonizeError::NotAFactor { name, value });
            }
        }
        if !(0.0..=NEVER_DEG).contains(&self.fork_deg) {
            return Err(ColonizeError::NotAnAngle { value: self.fork_deg });
        }
        for (number, damage) in self.damage.iter().enumerate() {
            if !damage.by.is_sound() {
                let damage = damage.by.name();
                return Err(ColonizeError::NotADamage { number, damage });
            }
        }
        if least_m / self.step_m >= f64::from(self.most_nodes) {
            return Err(ColonizeError::TrunkOfTooManyNodes {
                least_m,
                step_m: self.step_m,
                most_nodes: self.most_nodes,
            });
        }
        for (name, value) in [("refusals", self.refusals), ("most_nodes", self.most_nodes)] {
            if value == 0 {
                return Err(ColonizeError::ZeroCount { name });
            }
        }
        for (name, value) in [("breakage", self.breakage), ("plagiotropism", self.plagiotropism)] {
            if !(0.0..=1.0).contains(&value) {
                return Err(ColonizeError::NotAShare { name, value });
            }
        }
        Ok(())
    }
}

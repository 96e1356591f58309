//! What a user may set about colonization, and what is refused.

use serde::{Deserialize, Serialize};
use understory_keys::Literal::{Only, Real, RealTriple, Table, Whole, Word};
use understory_keys::{
    Checked, FromKey, Key, Need, OutOfRange, ValueKind, choice, key, parameters, real, table, whole,
};

use crate::colonization::damage::{Damage, Harm};
use crate::ranges::{
    CROOKEDNESS, DIRECTION, FORK_DEG, LENGTH, MANY, SHARE, SIZE, STRAIGHTNESS, is_nothing, tropism,
};
use crate::vector::Vector;

parameters! {
    /// How growth points colonize the space that attraction points mark.
    ///
    /// With distances in steps, the segment length alone sets the grain of the tree; with distances in metres, a
    /// shorter segment only draws the same tree with more of them.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Colonization: Default where Colonization::distance_faults {
        /// Length of a segment.
        pub step_m: f64 = real(LENGTH, "m", "0.15").default(Real(0.2)),
        /// An attraction point nearer than this is reached and goes.
        pub kill_distance: Distance = distance("{ steps = 3.0 }").default(Only("steps", 2.0)),
        /// What must come that near: the end of a segment, or any place on it.
        pub kill: Kill = choice(Kill::WORDS, "", "\"segment\"").default(Word("node")),
        /// An attraction point further than this from every node pulls none.
        pub influence_distance: Distance = distance("{ steps = 5.0 }").default(Only("steps", 8.0)),
        /// Growth ends when fewer attraction points than this are left.
        pub stop_below_points: u32 = whole(0, MANY, "", "100").default(Whole(0)),
        /// Share of the vertical part of a heading that is taken away.
        pub plagiotropism: f64 = real(SHARE, "", "0.6").default(Real(0.0)),
        /// Added to the mean direction, itself of length 1; [0, 0, −0.3] lets branches hang.
        pub tropism: [f64; 3] = tropism("[0.0, 0.0, -0.15]"),
        /// Which directions a segment may take: any, or along the axes.
        pub turns: Turns = choice(Turns::WORDS, "", "\"axes\"").default(Word("free")),
        /// How much of its own heading a growth point keeps beside the mean direction: branches then leave at sharper
        /// angles and bend in arcs.
        pub straightness: f64 = STRAIGHTNESS,
        /// How far a heading strays at each segment, beside the mean direction.
        pub crookedness: f64 = CROOKEDNESS,
        /// A growth point whose attraction points lie in two bundles further apart than this heads for both; 180 never to
        /// fork.
        pub fork_deg: f64 = FORK_DEG,
        /// What befalls the tree while it grows.
        pub damage: Vec<Damage> = key(ValueKind::Tables(Damage::KEYS, &[]), "", "").related(Damage::RELATED).optional(),
        /// The stem that grows before colonization begins.
        pub trunk: Trunk = table(Trunk::KEYS, "{ shortest_m = 4.8 }").default(Table).related(Trunk::RELATED),
        /// Segments that obstacles may refuse a growth point before it rests for good.
        pub refusals: u32 = whole(1, 1_000_000, "", "5").default(Whole(5)),
        /// Growth ends with the round that brings the nodes to this many.
        pub most_nodes: u32 = whole(1, MANY, "", "200000").default(Whole(2_000_000)),
        /// Probability that a growth point breaks in a round.
        pub breakage: f64 = real(SHARE, "", "0.01").default(Real(0.0)),
    }
}

parameters! {
    /// What must come within the kill distance of an attraction point to remove it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Kill of words {
        /// The end of a segment.
        Node = "node",
        /// Any place on a segment.
        Segment = "segment",
    }
}

parameters! {
    /// Which directions a segment may take.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
    pub enum Turns of words {
        /// Any direction.
        Free = "free",
        /// Along one of the axes: pipes.
        Axes = "axes",
    }
}

parameters! {
    /// The stem that grows before colonization begins.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    pub struct Trunk: Default where Trunk::related {
        /// Where it heads; any length above 0.
        pub direction: [f64; 3] =
            key(ValueKind::RealTriple(DIRECTION), "", "[0.0, 0.0, 1.0]").default(RealTriple([0.0, 0.0, 1.0])),
        /// It grows at least this long.
        pub shortest_m: f64 = real(SIZE, "m", "4.8").default(Real(0.0)),
        /// It stops growing at this length, even when no attraction point is in reach.
        pub longest_m: f64 = real(SIZE, "m", "20.0").default(Real(50.0)),
    }
}

impl Trunk {
    fn related(&self) -> Vec<OutOfRange> {
        let Self {
            shortest_m,
            longest_m,
            ..
        } = *self;
        let mut found = direction_faults("direction", self.direction, "e.g. `direction = [0.0, 0.0, 1.0]`");
        if shortest_m > longest_m {
            let problem = format!("is {shortest_m}, but must be at most `longest_m`, {longest_m}");
            let hint = "make `shortest_m` smaller or `longest_m` larger";
            found.push(OutOfRange::beside("shortest_m", problem, hint));
        }
        found
    }
}

/// What keeps three numbers from being a direction.
pub(crate) fn direction_faults(name: &str, [x, y, z]: Vector, hint: &'static str) -> Vec<OutOfRange> {
    if ![x, y, z].into_iter().all(is_nothing) {
        return Vec::new();
    }
    let problem = format!("is [{x}, {y}, {z}], but a direction needs a length above 0");
    vec![OutOfRange::beside(name, problem, hint)]
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

/// A distance as the value of a key.
pub(crate) const fn distance(example: &'static str) -> Key {
    key(ValueKind::OneOf(Distance::KEYS), "", example)
}

impl Distance {
    /// Its keys in a scenario, of which exactly one is given.
    pub const KEYS: &'static [Key] = &[
        Key::new(
            "metres",
            ValueKind::Real(LENGTH),
            "m",
            "the distance in metres",
            "0.6",
        )
        .optional(),
        Key::new(
            "steps",
            ValueKind::Real(LENGTH),
            "",
            "the distance as a multiple of the segment length",
            "3.0",
        )
        .optional(),
    ];

    /// The distance in metres where a segment is `step_m` long.
    #[must_use]
    pub fn metres(self, step_m: f64) -> f64 {
        match self {
            Self::Metres(metres) => metres,
            Self::Steps(steps) => steps * step_m,
        }
    }
}

impl Checked for Distance {
    fn faults(&self, at: &Key) -> Vec<OutOfRange> {
        let (Self::Metres(length) | Self::Steps(length)) = self;
        length.faults(&Key {
            kind: ValueKind::Real(LENGTH),
            ..*at
        })
    }
}

impl FromKey for Distance {
    fn from_key(key: &Key) -> Self {
        match key.need {
            Need::Default(Only("metres", metres)) => Self::Metres(metres),
            Need::Default(Only("steps", steps)) => Self::Steps(steps),
            other => panic!("{other:?} is no distance"),
        }
    }
}

/// Beyond this, squares of distances lose what tells neighbours apart.
pub(crate) const GREATEST_LENGTH_M: f64 = 1e9;

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

    /// What keeps its distances from letting growth end.
    #[must_use]
    pub fn distance_faults(&self) -> Vec<OutOfRange> {
        let (kill_m, least_m) = (self.kill_distance_m(), self.least_kill_distance_m());
        let influence_m = self.influence_distance_m();
        let mut found = Vec::new();
        if kill_m < least_m {
            let problem = format!(
                "is {} m, but a step of {} m passes over points that go only within less than {} m",
                shown(kill_m),
                self.step_m,
                shown(least_m)
            );
            let hint = "raise it, shorten `step_m`, or set `kill = \"segment\"` for the shoot";
            found.push(OutOfRange::beside("kill_distance", problem, hint));
        }
        if influence_m <= kill_m {
            let problem = format!(
                "is {} m, but must lie beyond the kill distance of {} m, or no point would ever pull",
                shown(influence_m),
                shown(kill_m)
            );
            let hint = "raise it, or lower `kill_distance`";
            found.push(OutOfRange::beside("influence_distance", problem, hint));
        }
        found
    }
}

/// That points would pull only where they are reached already; both distances, by their keys, in one unit.
pub(crate) fn pulls_none(
    influence: (&'static str, f64),
    kill: (&str, f64),
    hint: &'static str,
) -> Option<OutOfRange> {
    let ((name, influence), (kill_name, kill)) = (influence, kill);
    (influence <= kill).then(|| {
        let problem =
            format!("is {influence}, but must lie beyond `{kill_name}`, {kill}, or no point would ever pull");
        OutOfRange::beside(name, problem, hint)
    })
}

/// A length without the last digits that a product of steps brings along, m.
fn shown(length_m: f64) -> f64 {
    (length_m * 1e9).round() / 1e9
}

//! The keys of how a shoot colonizes its crown.

use super::Literal::{Real, RealTriple, Table, Whole, Word};
use super::arrangement::ARRANGEMENT;
use super::ranges::{DIRECTION, MANY, POINTS, SIZE, TROPISM_RANGE};
use super::{Interval, Key, Kind, LENGTH, SHARE, place, real, table, whole};

pub(super) const SHOOT: &[Key] = &[
    real("step_m", STEP, "m", "length of a segment", "0.15").default(Real(0.2)),
    Key::new(
        "kill_distance",
        Kind::OneOf(DISTANCE),
        "",
        "an attraction point nearer than this is reached and goes; left out: 2 steps",
        "{ steps = 3.0 }",
    )
    .optional(),
    Key::new(
        "kill",
        Kind::Choice(&["node", "segment"]),
        "",
        "what must come that near: the end of a segment, or any place on it",
        "\"segment\"",
    )
    .default(Word("node")),
    Key::new(
        "influence_distance",
        Kind::OneOf(DISTANCE),
        "",
        "an attraction point further than this from every node pulls none; left out: 8 steps",
        "{ steps = 5.0 }",
    )
    .optional(),
    whole(
        "stop_below_points",
        (0, MANY.1),
        "",
        "growth ends when fewer attraction points than this are left",
        "100",
    )
    .default(Whole(0)),
    real(
        "plagiotropism",
        SHARE,
        "",
        "share of the vertical part of a heading that is taken away",
        "0.6",
    )
    .default(Real(0.0)),
    TROPISM,
    Key::new(
        "turns",
        Kind::Choice(&["free", "axes"]),
        "",
        "which directions a segment may take: any, or along the axes",
        "\"axes\"",
    )
    .default(Word("free")),
    PERSISTENCE,
    CROOKEDNESS,
    FORK,
    Key::new(
        "damage",
        Kind::Tables(DAMAGE, &[]),
        "",
        "what befalls the tree while it grows",
        "",
    )
    .optional(),
    table(
        "trunk",
        TRUNK,
        "the stem that grows before colonization begins",
        "{ least_m = 4.8 }",
    )
    .default(Table),
    whole(
        "refusals",
        (1, 1_000_000),
        "",
        "segments that solids may refuse a growth point before it rests for good",
        "5",
    )
    .default(Whole(5)),
    whole(
        "most_nodes",
        MANY,
        "",
        "growth ends with the round that brings the nodes to this many",
        "200000",
    )
    .default(Whole(2_000_000)),
    real(
        "breakage",
        SHARE,
        "",
        "probability that a growth point breaks in a round",
        "0.01",
    )
    .default(Real(0.0)),
];

/// Shorter segments drown in the rounding of places.
pub(super) const STEP: Interval = Interval::from(1e-6, 1e6);

const DISTANCE: &[Key] = &[
    real("metres", LENGTH, "m", "the distance in metres", "0.6").optional(),
    real(
        "steps",
        LENGTH,
        "",
        "the distance as a multiple of the segment length",
        "3.0",
    )
    .optional(),
];

const TRUNK: &[Key] = &[
    Key::new(
        "direction",
        Kind::RealTriple(DIRECTION),
        "",
        "where it heads; any length above 0",
        "[0.0, 0.0, 1.0]",
    )
    .default(RealTriple([0.0, 0.0, 1.0])),
    real("least_m", SIZE, "m", "it grows at least this long", "4.8").default(Real(0.0)),
    real(
        "most_m",
        SIZE,
        "m",
        "it stops growing at this length, even when no attraction point is in reach",
        "20.0",
    )
    .default(Real(50.0)),
];

const FACTOR: Interval = Interval::from(0.0, 1e6);

const TROPISM: Key = Key::new(
    "tropism",
    Kind::RealTriple(TROPISM_RANGE),
    "",
    "added to the mean direction, itself of length 1; [0, 0, −0.3] lets branches hang",
    "[0.0, 0.0, -0.15]",
)
.default(RealTriple([0.0; 3]));
const PERSISTENCE: Key = real("persistence", FACTOR, "", "how much of its own heading a growth point keeps beside the mean direction: branches then leave at sharper angles and bend in arcs", "1.0").default(Real(0.0));
const CROOKEDNESS: Key = real(
    "crookedness",
    FACTOR,
    "",
    "how far a heading strays at each segment, beside the mean direction",
    "0.2",
)
.default(Real(0.0));
const FORK: Key = real("fork_deg", Interval::from(0.0, 180.0), "°", "a growth point whose attraction points lie in two bundles further apart than this heads for both; 180 never to fork", "60.0").default(Real(180.0));

/// How far from the wood before it a pass finds points.
pub(super) const REACH: Key = real("reach_m", LENGTH, "m", "points further than this from what the passes before have grown are left out: the crown parts into clumps; left out: none are", "1.0").optional();

/// A pass of coarser growth.
pub(super) const SCAFFOLD: &[Key] = &[
    whole("points", POINTS, "", "attraction points of this pass", "60"),
    Key::new(
        "arrangement",
        ARRANGEMENT,
        "",
        "how they lie among each other; left out: uniform",
        "{ pattern = \"tiers\", apart_m = 0.8, thickness_m = 0.3 }",
    )
    .optional(),
    REACH,
    real("step_m", STEP, "m", "length of a segment", "0.4"),
    Key::new(
        "kill_distance",
        Kind::OneOf(DISTANCE),
        "",
        "an attraction point nearer than this is reached and goes",
        "{ steps = 2.0 }",
    ),
    Key::new(
        "influence_distance",
        Kind::OneOf(DISTANCE),
        "",
        "an attraction point further than this from every node pulls none",
        "{ steps = 12.0 }",
    ),
    TROPISM,
    PERSISTENCE,
    CROOKEDNESS,
    FORK,
];

const DAMAGE: &[Key] = &[
    whole(
        "round",
        (0, 4_294_967_295),
        "",
        "round of growth in which it comes, counted from 0 through all passes; several in one round come in the order of the file; the column `iteration` of skeleton.csv has each node's",
        "40",
    ),
    Key::new(
        "by",
        Kind::OneOf(HARM),
        "",
        "what comes",
        "{ lightning = { above_m = 6.0 } }",
    ),
];

const HARM: &[Key] = &[
    table(
        "breakage",
        BREAKAGE,
        "twigs break off",
        "{ share = 0.02, most_tips = 8 }",
    )
    .optional(),
    table(
        "lightning",
        LIGHTNING,
        "the shoot goes above a height",
        "{ above_m = 6.0 }",
    )
    .optional(),
    table("wither", WITHER, "growth points die", "{ share = 0.3 }").optional(),
    table(
        "disease",
        DISEASE,
        "nothing grows any more from nodes in a ball, in this round and all later ones",
        "{ centre_m = [2.0, 0.0, 7.0], radius_m = 2.0 }",
    )
    .optional(),
];

const BREAKAGE: &[Key] = &[
    real(
        "share",
        SHARE,
        "",
        "probability that a branch breaks at a node of it",
        "0.02",
    ),
    whole(
        "most_tips",
        (0, MANY.1),
        "",
        "the most tips on a branch that may break",
        "8",
    ),
];
const LIGHTNING: &[Key] = &[real("above_m", SIZE, "m", "height over the base", "6.0")];
const WITHER: &[Key] = &[real(
    "share",
    SHARE,
    "",
    "probability that a growth point dies",
    "0.3",
)];
const DISEASE: &[Key] = &[
    place("centre_m", "middle of the ball", "[2.0, 0.0, 7.0]"),
    real("radius_m", LENGTH, "m", "radius of the ball", "2.0"),
];

//! The keys of a single tree.

use super::Literal::{Flag, Real, RealTriple, Table, Whole, Word};
use super::envelope::ENVELOPE;
use super::l_system::COUNTERPART;
use super::solid::SOLIDS;
use super::{Interval, Key, Kind, LENGTH, Literal, Presets, SHARE, When, real, table, whole};

/// The greatest number of attraction points, and of nodes.
const MANY: (i64, i64) = (1, 20_000_000);
const FEW: (i64, i64) = (0, 1000);
const SIZE: Interval = Interval::from(0.0, 1e6);
/// Numbers of a direction, which need no unit.
pub(super) const DIRECTION: Interval = Interval::from(-1e6, 1e6);

/// The keys of `[tree]`: those of `understory_branching::specimen::Specimen`, those of its form among them.
pub const TREE: &[Key] = &[
    Key::new("preset", Kind::Preset(Presets::Trees), "", "form that ships with the program; each key below overrides its own", "\"oak\"").optional(),
    Key::new("without", Kind::Choices(&["roots", "leaf"]), "", "parts of the preset that this tree does not have", "[\"roots\"]").when(When::With("preset")).optional(),
    Key::new("crown", ENVELOPE, "", "the space that the crown may take, seen from the base of the tree", "{ shape = \"sphere\", centre_m = [0.0, 0.0, 6.0], radius_m = 3.0 }"),
    whole("crown_points", MANY, "", "attraction points in the crown", "7000"),
    Key::new("arrangement", Kind::Tagged("arrangement", ARRANGEMENT), "", "how they lie among each other; left out: uniform", "{ pattern = \"clusters\", points_each = 40, radius_m = 0.5 }").optional(),
    real("light", Interval::from(0.0, 1e6), "", "how much stronger than at the bottom of the crown a point pulls at its top, as a share", "0.5").default(Real(0.0)),
    table("shoot", SHOOT, "how the shoot colonizes the crown", "{ step_m = 0.15 }").default(Table),
    table("roots", ROOTS, "what lies below; nothing without it", "{ taproot_m = 1.2, … }").optional(),
    table("finish", FINISH, "what is done when all has grown", "{ smoothings = 4 }").default(Table),
    table("leaf", LEAF, "its leaves; bare without it", "{ length_m = 0.3, … }").optional(),
    table("variation", VARIATION, "how far trees of this form stray from it", "{ site = { height = 0.2 }, tree = { height = 0.08 } }").default(Table),
    Key::new("site", Kind::Text, "", "name of the site: trees of one site and seed stray together", "\"a windy ridge\"").default(Word("")),
    Key::new("solids", SOLIDS, "", "what no segment may cross", "").optional(),
    table("counterpart", COUNTERPART, "a tree of letters that become other letters, to set beside it", "{ preset = \"decurrent\" }").optional(),
];

const ARRANGEMENT: &[Key] = &[
    Key::new("pattern", Kind::Choice(&["uniform", "clusters"]), "", "equally likely everywhere, or in clusters", "\"clusters\""),
    whole("points_each", MANY, "", "points in a cluster", "40").when(When::Is("pattern", &["clusters"])),
    real("radius_m", SIZE, "m", "distance from the middle of a cluster within which its points lie", "0.5").when(When::Is("pattern", &["clusters"])),
];

const SHOOT: &[Key] = &[
    real("step_m", STEP, "m", "length of a segment", "0.15").default(Real(0.2)),
    Key::new("kill_distance", Kind::OneOf(DISTANCE), "", "an attraction point nearer than this is reached and goes; left out: 2 steps", "{ steps = 3.0 }").optional(),
    Key::new("kill", Kind::Choice(&["node", "segment"]), "", "what must come that near: the end of a segment, or any place on it", "\"segment\"").default(Word("node")),
    Key::new("influence_distance", Kind::OneOf(DISTANCE), "", "an attraction point further than this from every node pulls none; left out: 8 steps", "{ steps = 5.0 }").optional(),
    whole("stop_below_points", (0, MANY.1), "", "growth ends when fewer attraction points than this are left", "100").default(Whole(0)),
    real("plagiotropism", SHARE, "", "share of the vertical part of a heading that is taken away", "0.6").default(Real(0.0)),
    Key::new("tropism", Kind::RealTriple(DIRECTION), "", "added to the mean direction, itself of length 1; [0, 0, −0.3] lets branches hang", "[0.0, 0.0, -0.15]").default(RealTriple([0.0; 3])),
    Key::new("turns", Kind::Choice(&["free", "axes"]), "", "which directions a segment may take: any, or along the axes", "\"axes\"").default(Word("free")),
    table("trunk", TRUNK, "the stem that grows before colonization begins", "{ least_m = 4.8 }").default(Table),
    whole("refusals", (1, 1_000_000), "", "segments that solids may refuse a growth point before it rests for good", "5").default(Whole(5)),
    whole("most_nodes", MANY, "", "growth ends with the round that brings the nodes to this many", "200000").default(Whole(20_000_000)),
    real("breakage", SHARE, "", "probability that a growth point breaks in a round", "0.01").default(Real(0.0)),
];

/// Shorter segments drown in the rounding of places.
const STEP: Interval = Interval::from(1e-6, 1e6);

const DISTANCE: &[Key] = &[
    real("metres", LENGTH, "m", "the distance in metres", "0.6").optional(),
    real("steps", LENGTH, "", "the distance as a multiple of the segment length", "3.0").optional(),
];

const TRUNK: &[Key] = &[
    Key::new("direction", Kind::RealTriple(DIRECTION), "", "where it heads; any length above 0", "[0.0, 0.0, 1.0]").default(RealTriple([0.0, 0.0, 1.0])),
    real("least_m", SIZE, "m", "it grows at least this long", "4.8").default(Real(0.0)),
    real("most_m", SIZE, "m", "it stops growing at this length, even when no attraction point is in reach", "20.0").default(Real(50.0)),
];

const ROOTS: &[Key] = &[
    real("taproot_m", SIZE, "m", "length of the taproot, at most `depth_m`", "1.2"),
    real("depth_m", LENGTH, "m", "depth of the soil that roots may take", "2.5"),
    real("spread_m", LENGTH, "m", "half the width of that soil", "6.0"),
    real("water_e_fold_m", LENGTH, "m", "depth over which water falls to 1/e", "1.2"),
    whole("points", MANY, "", "attraction points in the soil before the dry ones are taken out", "4000"),
    table("growth", BELOW, "how roots colonize the soil", "{ step_m = 0.2, … }"),
];

const BELOW: &[Key] = &[
    real("step_m", STEP, "m", "length of a segment", "0.2"),
    real("kill_steps", LENGTH, "", "kill distance, in segments", "2.0"),
    real("influence_steps", LENGTH, "", "influence distance, in segments", "8.0"),
    real("plagiotropism", SHARE, "", "share of the vertical part of a heading that is taken away", "0.6"),
];

const FINISH: &[Key] = &finish(Flag(true));

/// The keys of a finish; `relocate` is what holds of moving nodes where nothing is said.
pub(super) const fn finish(relocate: Literal) -> [Key; 7] {
    [
        Key::new("relocate", Kind::Flag, "", "whether nodes move half-way to their parents, so that branches leave at about 45° and not at 90°", "true").default(relocate),
        real("smoothing", SHARE, "", "share of the way to the middle of its neighbours that a node moves in each smoothing", "0.5").default(Real(0.5)),
        whole("smoothings", FEW, "", "how often branches are smoothed", "4").default(Whole(0)),
        real("breakage", SHARE, "", "probability that a small branch has broken off at a node", "0.02").default(Real(0.0)),
        whole("breakage_most_tips", (0, MANY.1), "", "the most tips on a branch that may break", "8").default(Whole(8)),
        real("decimation_m", SIZE, "m", "nodes nearer than this to the line of their branch go", "0.02").default(Real(0.0)),
        table("pipes", PIPES, "how thick the wood is", "{ exponent = 2.3, tip_radius_m = 0.008 }").default(Table),
    ]
}

const PIPES: &[Key] = &[
    real("exponent", Interval::above(0.0, 100.0), "", "exponent n of r^n = Σ r_i^n over the branches that leave a node", "2.3").default(Real(2.3)),
    real("tip_radius_m", LENGTH, "m", "radius of a tip", "0.008").default(Real(0.002)),
];

const LEAF: &[Key] = &[
    real("length_m", LENGTH, "m", "from stalk to tip", "0.35"),
    real("width_m", LENGTH, "m", "across", "0.28"),
    real("angle_deg", Interval::from(-360.0, 360.0), "°", "angle to the twig", "55.0"),
    whole("most_tips", MANY, "", "leaves grow at the nodes that bear no more tips than this", "2"),
    whole("per_node", FEW, "", "leaves at each such node", "3"),
];

const VARIATION: &[Key] = &[
    table("site", STRAYS, "from site to site", "{ height = 0.2 }").default(Table),
    table("tree", STRAYS, "from tree to tree of a site", "{ height = 0.08 }").default(Table),
];

const STRAYS: &[Key] = &[
    stray("height", "standard deviation of the logarithm of the height of crown and stem: 0.1 is about 10 %"),
    stray("width", "the same of the crown's width"),
    stray("density", "the same of the attraction points to a m³ of crown"),
    stray("tropism", "standard deviation of the tropism: how much branches hang or rise"),
];

const fn stray(name: &'static str, doc: &'static str) -> Key {
    real(name, SHARE, "", doc, "0.1").default(Real(0.0))
}

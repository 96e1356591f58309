//! The keys of a single tree.

use super::Literal::{Flag, Real, Table, Word};
use super::arrangement::ARRANGEMENT;
use super::envelope::ENVELOPE;
use super::finish::finish;
use super::l_system::COUNTERPART;
use super::ranges::{DIRECTION, MANY, POINTS, SIZE};
use super::shoot::{SCAFFOLD, SHOOT, STEP};
use super::solid::SOLIDS;
use super::{Interval, Key, Kind, LENGTH, Presets, SHARE, When, real, table, whole};

/// The keys of `[tree]`: those of `understory_branching::specimen::Specimen`, those of its form among them.
pub const TREE: &[Key] = &[
    Key::new(
        "preset",
        Kind::Preset(Presets::Trees),
        "",
        "form that ships with the program; each key below overrides its own",
        "\"oak\"",
    )
    .optional(),
    Key::new(
        "without",
        Kind::Choices(&["roots", "leaf", "scaffold", "shade", "warps"]),
        "",
        "parts of the preset that this tree does not have",
        "[\"roots\"]",
    )
    .when(When::With("preset"))
    .optional(),
    Key::new(
        "crown",
        ENVELOPE,
        "",
        "the space that the crown may take, seen from the base of the tree",
        "{ shape = \"sphere\", centre_m = [0.0, 0.0, 6.0], radius_m = 3.0 }",
    ),
    whole("crown_points", POINTS, "", "attraction points in the crown", "7000"),
    Key::new(
        "arrangement",
        ARRANGEMENT,
        "",
        "how they lie among each other; left out: uniform",
        "{ pattern = \"clusters\", points_each = 40, radius_m = 0.5 }",
    )
    .optional(),
    real(
        "light",
        Interval::from(0.0, 1e6),
        "",
        "how much stronger than at the bottom of the crown a point pulls at its top, as a share",
        "0.5",
    )
    .default(Real(0.0)),
    real("self_shade_per_m", Interval::from(0.0, 1e6), "per m", "light lost to a metre of the crown itself, as a logarithm: the more, the more growth keeps to its surface", "0.3").default(Real(0.0)),
    Key::new("shade", Kind::Tables(SHADE, &[]), "", "where else light is taken: fewer points stay there, and they pull less", "").optional(),
    Key::new("warps", Kind::OneOfList(WARP), "", "how the points are moved before anything grows, one after the other", "").optional(),
    Key::new("scaffold", Kind::Tables(SCAFFOLD, &[]), "", "coarser growth before the shoot's own, one after the other: limbs, boughs", "").optional(),
    super::shoot::REACH,
    table(
        "shoot",
        SHOOT,
        "how the shoot colonizes the crown",
        "{ step_m = 0.15 }",
    )
    .default(Table),
    table(
        "roots",
        ROOTS,
        "what lies below; nothing without it",
        "{ taproot_m = 1.2, … }",
    )
    .optional(),
    table(
        "finish",
        FINISH,
        "what is done when all has grown",
        "{ smoothings = 4 }",
    )
    .default(Table),
    table(
        "leaf",
        LEAF,
        "its leaves; bare without it",
        "{ length_m = 0.3, … }",
    )
    .optional(),
    table(
        "variation",
        VARIATION,
        "how far trees of this form stray from it",
        "{ site = { height = 0.2 }, tree = { height = 0.08 } }",
    )
    .default(Table),
    Key::new(
        "site",
        Kind::Text,
        "",
        "name of the site: trees of one site and seed stray together",
        "\"a windy ridge\"",
    )
    .default(Word("")),
    Key::new("solids", SOLIDS, "", "what no segment may cross", "").optional(),
    table(
        "counterpart",
        COUNTERPART,
        "a tree of letters that become other letters, to set beside it",
        "{ preset = \"decurrent\" }",
    )
    .optional(),
];

const SHADE: &[Key] = &[
    Key::new("volume", ENVELOPE, "", "where", "{ shape = \"box\", … }"),
    real(
        "share",
        SHARE,
        "",
        "share of the light that is taken there",
        "0.8",
    ),
];

const WARP: &[Key] = &[
    table(
        "hang",
        HANG,
        "down with the distance from the axis of the tree; up where it is negative",
        "{ per_m = 0.3 }",
    )
    .optional(),
    table(
        "lean",
        LEAN,
        "aside with the height: a stem that the wind has bent",
        "{ per_m = [0.2, 0.0] }",
    )
    .optional(),
    table(
        "twist",
        TWIST,
        "about the axis with the height",
        "{ deg_per_m = 10.0 }",
    )
    .optional(),
];

const HANG: &[Key] = &[real(
    "per_m",
    DIRECTION,
    "",
    "metres for each metre of distance",
    "0.3",
)];
const LEAN: &[Key] = &[Key::new(
    "per_m",
    Kind::RealPair(DIRECTION),
    "",
    "metres along x and y for each metre of height",
    "[0.2, 0.0]",
)];
const TWIST: &[Key] = &[real(
    "deg_per_m",
    DIRECTION,
    "°",
    "degrees for each metre of height",
    "10.0",
)];

const ROOTS: &[Key] = &[
    real(
        "taproot_m",
        SIZE,
        "m",
        "length of the taproot, at most `depth_m`",
        "1.2",
    ),
    real(
        "depth_m",
        LENGTH,
        "m",
        "depth of the soil that roots may take",
        "2.5",
    ),
    real("spread_m", LENGTH, "m", "half the width of that soil", "6.0"),
    real(
        "water_e_fold_m",
        LENGTH,
        "m",
        "depth over which water falls to 1/e",
        "1.2",
    ),
    whole(
        "points",
        POINTS,
        "",
        "attraction points in the soil before the dry ones are taken out",
        "4000",
    ),
    table(
        "growth",
        BELOW,
        "how roots colonize the soil",
        "{ step_m = 0.2, … }",
    ),
];

const BELOW: &[Key] = &[
    real("step_m", STEP, "m", "length of a segment", "0.2"),
    real("kill_steps", LENGTH, "", "kill distance, in segments", "2.0"),
    real(
        "influence_steps",
        LENGTH,
        "",
        "influence distance, in segments",
        "8.0",
    ),
    real(
        "plagiotropism",
        SHARE,
        "",
        "share of the vertical part of a heading that is taken away",
        "0.6",
    ),
];

const FINISH: &[Key] = &finish(Flag(true));

const LEAF: &[Key] = &[
    real("length_m", LENGTH, "m", "from stalk to tip", "0.35"),
    real("width_m", LENGTH, "m", "across", "0.28"),
    real(
        "angle_deg",
        Interval::from(-360.0, 360.0),
        "°",
        "angle to the twig",
        "55.0",
    ),
    whole(
        "most_tips",
        MANY,
        "",
        "leaves grow at the nodes that bear no more tips than this",
        "2",
    ),
    whole("per_node", (0, 100), "", "leaves at each such node", "3"),
];

const VARIATION: &[Key] = &[
    table("site", STRAYS, "from site to site", "{ height = 0.2 }").default(Table),
    table("tree", STRAYS, "from tree to tree of a site", "{ height = 0.08 }").default(Table),
];

const STRAYS: &[Key] = &[
    stray(
        "height",
        "standard deviation of the logarithm of the height of crown and stem: 0.1 is about 10 %",
    ),
    stray("width", "the same of the crown's width"),
    stray("density", "the same of the attraction points to a m³ of crown"),
    stray(
        "tropism",
        "standard deviation of the tropism: how much branches hang or rise",
    ),
];

const fn stray(name: &'static str, doc: &'static str) -> Key {
    real(name, SHARE, "", doc, "0.1").default(Real(0.0))
}

//! The parameters of the point methods, which founders and compared methods share.
//!
//! What a method takes where a parameter is left out is the method's own default, which each key tells.

use super::{Interval, Key, Kind, LENGTH, SHARE, When, real, table, whole};

/// The names of the point methods.
pub(super) const METHODS: &[&str] = &[
    "uniform",
    "minimum-distance",
    "several-sizes",
    "jittered-grid",
    "springs",
    "repulsion",
    "poisson-disk",
    "poisson-maximal",
    "elimination",
    "warped-grid",
    "quadtree",
    "kerr",
    "circles",
    "resampled",
];
/// Those that need nothing to imitate: all but the last.
pub(super) const FOUNDERS_METHODS: &[&str] = METHODS.split_last().unwrap().1;

const REACH: Interval = Interval::from(0.0, 1e6);
const FACTOR: Interval = Interval::from(1e-6, 1e6);

/// In which company a parameter stands is said of `method` here.
const PARAMETERS: &[Key] = &[
    real("distance_m", LENGTH, "m", "least distance between two points; left out: for minimum-distance so that count · distance² is 0.4 of the plot, else as large as the count allows", "3.0").when(of(&["minimum-distance", "poisson-disk", "poisson-maximal"])).optional(),
    whole("tries", (1, 1_000_000_000), "", "places tried for one point before the plot counts as full; left out: 1000", "1000").when(of(&["minimum-distance", "several-sizes"])).optional(),
    Key::new("classes", Kind::Tables(SIZE_CLASSES, &[]), "", "sizes of the zones; left out: four, 3 : 2 : 1.5 : 1, with as many points each", "").when(of(&["several-sizes"])).optional(),
    real("radius_m", LENGTH, "m", "radius of a zone whose `relative_radius` is 1; left out: so that all zones cover 0.4 of the plot", "1.5").when(of(&["several-sizes"])).optional(),
    real("jitter", Interval::from(0.0, 0.5), "grid spacings", "greatest move along each axis off the grid, for kerr off the centre of the cell; left out: 0.4, for kerr 0.5", "0.4").when(of(&["jittered-grid", "kerr"])).optional(),
    real("amplitude", Interval::from(0.0, 0.95), "", "greatest deviation of a spring's rest length from its mean, as a share of it; left out: 0.4", "0.4").when(of(&["springs"])).optional(),
    real("mean_rest", Interval::from(0.5, 1.5), "", "mean rest length of the springs over their length in the grid; left out: 1", "1.0").when(of(&["springs"])).optional(),
    real("stiffness", Interval::from(1e-6, 1.0 / 6.0), "", "share of its excess length by which a spring moves each end in an iteration; left out: 0.15", "0.15").when(of(&["springs"])).optional(),
    Key::new("border", Kind::Choice(&["free", "pinned"]), "", "what holds the net of springs on an open plot; left out: free", "\"pinned\"").when(of(&["springs"])).optional(),
    whole("iterations", (0, 1_000_000), "", "iterations at most; left out: 40 for springs, 2000 for repulsion", "40").when(of(&["springs", "repulsion"])).optional(),
    Key::new("relative_sizes", Kind::Reals(FACTOR), "", "diameters of the zones relative to each other, as many points of each; left out: 1, 1.5, 2, 3", "[1.0, 2.0]").when(of(&["repulsion"])).optional(),
    real("coverage", Interval::from(1e-6, 0.8), "", "sum of the zones' areas over the plot's; left out: 0.5", "0.5").when(of(&["repulsion"])).optional(),
    real("overlap_left", Interval::from(1e-6, 0.999), "", "overlap at which two zones count as apart, as a share of the distance to keep; left out: 0.01", "0.01").when(of(&["repulsion"])).optional(),
    whole("candidates", (3, 4096), "", "directions tried round each point; left out: 32", "8").when(of(&["poisson-disk"])).optional(),
    whole("inputs_per_point", (2, 50), "", "random points of which one is left; left out: 5", "5").when(of(&["elimination"])).optional(),
    Key::new("progressive", Kind::Flag, "", "whether every beginning of the list of points is evenly spread too; left out: false", "true").when(of(&["elimination"])).optional(),
    real("stretch", Interval::from(0.0, 0.95), "", "greatest share by which the waves stretch or shorten the way between two points; left out: 0.35", "0.35").when(of(&["warped-grid"])).optional(),
    real("wavelength", Interval::from(2.5, 1000.0), "grid spacings", "wavelength of the warp; left out: 5", "5.0").when(of(&["warped-grid"])).optional(),
    real("density", Interval::from(0.001, 1.0), "", "share of the grid's points that stand; left out: 1", "0.5").when(of(&["warped-grid"])).optional(),
    Key::new("ranks", Kind::Choice(&["even", "ordered"]), "", "order in which points are taken away as the density falls; left out: even", "\"ordered\"").when(of(&["warped-grid"])).optional(),
    whole("levels", (1, 12), "", "levels of patches that drop props, the whole plot's included; left out: so many that a patch drops one to four", "5").when(of(&["quadtree"])).optional(),
    Key::new("props_per_patch", Kind::WholePair(0, 1_000_000), "", "fewest and most props of a patch; left out: so that enough come", "[0, 3]").when(of(&["quadtree"])).optional(),
    real("size_per_width", FACTOR, "", "size of a prop over the shorter side of its patch; left out: 0.1", "0.1").when(of(&["quadtree"])).optional(),
    whole("initial_trees", (0, 10_000_000), "", "trees in the beginning (n_f); left out: 20", "20").when(of(&["kerr"])).optional(),
    whole("reach_cells", (1, 4096), "cells", "how far seeds fly (R_s), farther than a tree covers; left out: 7", "7").when(of(&["kerr"])).optional(),
    real("strength", FACTOR, "", "seeds that a tree adds to each cell in reach in a round, as chance of a tree (S_s); left out: 0.05", "0.05").when(of(&["kerr"])).optional(),
    real("decay", Interval::from(0.0, 0.999_999), "", "share of the seeds lost in a round (d_s); left out: 0.1", "0.1").when(of(&["kerr"])).optional(),
    real("cover", SHARE, "", "share of the ground to cover (F_c); left out: 0.25", "0.25").when(of(&["kerr"])).optional(),
    whole("tree_radius_cells", (0, 4095), "cells", "a tree covers the cells within this distance of its own: 2 gives 13 cells, 0 one; left out: 2", "2").when(of(&["kerr"])).optional(),
    whole("most_rounds", (0, 16_777_215), "", "rounds after which the forest is left as it is; left out: 10000", "10000").when(of(&["kerr"])).optional(),
    real("cell_m", LENGTH, "m", "side of a cell, about; left out: so that enough trees come", "2.5").when(of(&["kerr"])).optional(),
    table("level", LEVEL, "a level of caves under the forest; left out: open ground", "{ filled = 0.4, stands = \"open-cells\" }").when(of(&["kerr"])).optional(),
    real("length_factor", FACTOR, "", "factor on every length of the types; left out: from the count", "1.0").when(of(&["circles"])).optional(),
    Key::new("types", Kind::Tables(CIRCLE_TYPES, &[]), "", "kinds of circles; left out: one with all defaults", "").when(of(&["circles"])).optional(),
];

const SIZE_CLASSES: &[Key] = &[
    real(
        "relative_radius",
        FACTOR,
        "",
        "radius of the zone over `radius_m`",
        "2.0",
    ),
    real(
        "share",
        Interval::from(0.0, 1e6),
        "",
        "share of the points, against the sum of all shares; left out: 1",
        "0.5",
    )
    .optional(),
];

const LEVEL: &[Key] = &[
    real("filled", SHARE, "", "share of the cells that begin filled; left out: 0.4", "0.4").optional(),
    whole("thinning_rounds", (0, 1000), "", "rounds in which wide open places are filled too; left out: 4", "4").optional(),
    whole("smoothing_rounds", (0, 1000), "", "rounds after them; left out: 5", "5").optional(),
    Key::new("rooms", Kind::Choice(&["largest", "joined"]), "", "what becomes of rooms that no way leads to: filled but for the largest, or joined; left out: largest", "\"joined\"").optional(),
    Key::new("stands", Kind::Choice(&["anywhere", "open-cells"]), "", "where the forest may be; left out: anywhere", "\"open-cells\"").optional(),
    whole("cells_per_level_cell", (1, 1000), "", "forest cells along a side of the level's cell; left out: 4", "4").optional(),
];

const CIRCLE_TYPES: &[Key] = &[
    real(
        "collision_radius_m",
        REACH,
        "m",
        "radius of the circle that no other's may overlap, at scale 1; left out: 1",
        "1.0",
    )
    .optional(),
    real(
        "shade_radius_m",
        REACH,
        "m",
        "radius of the circle in whose shade others die, at scale 1; left out: 1",
        "1.5",
    )
    .optional(),
    whole(
        "steps",
        (0, 1000),
        "",
        "rounds of ageing and seeding; left out: 3",
        "3",
    )
    .optional(),
    real(
        "initial_seeds_per_10_m",
        Interval::from(0.0, 1000.0),
        "",
        "square root of the initial seeds on 10 m × 10 m; left out: 1",
        "1.0",
    )
    .optional(),
    real(
        "average_spread_m",
        Interval::from(-1e6, 1e6),
        "m",
        "mean distance of a seed beyond the full-grown radii of both; left out: 0.5",
        "0.5",
    )
    .optional(),
    real(
        "spread_variance_m",
        REACH,
        "m",
        "greatest deviation from that mean; left out: 1.5",
        "1.5",
    )
    .optional(),
    whole(
        "seeds_per_step",
        (0, 1000),
        "",
        "seeds of each circle in each step; left out: 3",
        "3",
    )
    .optional(),
    whole(
        "distribution_seed",
        (0, 4_294_967_295),
        "",
        "types of the same number begin at the same places; left out: 0",
        "0",
    )
    .optional(),
    real(
        "max_initial_offset_m",
        REACH,
        "m",
        "greatest move of an initial seed from that place; left out: 0",
        "0.0",
    )
    .optional(),
    Key::new(
        "grows_in_shade",
        Kind::Flag,
        "",
        "whether it bears the shade of those that win over it; left out: false",
        "true",
    )
    .optional(),
    Key::new(
        "spawns_in_shade",
        Kind::Flag,
        "",
        "whether it begins when the others have run through; needs `grows_in_shade`; left out: false",
        "true",
    )
    .optional(),
    real(
        "max_initial_age",
        REACH,
        "",
        "greatest age of a new seed, steps; left out: 0",
        "0.0",
    )
    .optional(),
    real(
        "max_age",
        REACH,
        "",
        "age at which ageing stops, steps; left out: 10",
        "10.0",
    )
    .optional(),
    whole(
        "overlap_priority",
        (-1_000_000, 1_000_000),
        "",
        "of two that overlap the higher wins, then the older, then the larger; left out: 0",
        "0",
    )
    .optional(),
    Key::new(
        "scale",
        Kind::RealPair(FACTOR),
        "",
        "scale at the lower and the upper end of the curve; left out: [1, 3]",
        "[1.0, 3.0]",
    )
    .optional(),
    Key::new(
        "scale_curve",
        Kind::RealPairs(SHARE),
        "",
        "size over age: pairs of age over `max_age` and place between the scales; left out: a straight line",
        "[[0.0, 0.0], [1.0, 1.0]]",
    )
    .optional(),
];

/// Parameters of the method that needs something to imitate.
pub(super) const RESAMPLED: &[Key] = &[
    whole(
        "moves_per_point",
        (0, 1_000_000),
        "",
        "times that each point is tried at another place, at most; left out: 40",
        "40",
    )
    .when(When::Is("name", &["resampled"]))
    .optional(),
    real(
        "r_max_m",
        LENGTH,
        "m",
        "distance up to which pairs are matched; left out: as far as makes sense",
        "10.0",
    )
    .when(When::Is("name", &["resampled"]))
    .optional(),
];

const fn of(methods: &'static [&'static str]) -> When {
    When::Is("method", methods)
}

/// `own` keys, then the parameters of the methods; `named_by` is the key that names the method.
///
/// `N` is the number of both together.
pub(super) const fn with_parameters<const N: usize>(own: &[Key], named_by: &'static str) -> [Key; N] {
    assert!(own.len() + PARAMETERS.len() == N, "N counts the keys of both");
    let mut keys = [own[0]; N];
    let mut i = 0;
    while i < N {
        if i < own.len() {
            keys[i] = own[i];
        } else {
            keys[i] = PARAMETERS[i - own.len()];
            if let When::Is(_, methods) = keys[i].when {
                keys[i].when = When::Is(named_by, methods);
            }
        }
        i += 1;
    }
    keys
}

/// How many parameters there are.
pub(super) const PARAMETER_COUNT: usize = PARAMETERS.len();

/// Whether a key is a parameter of a point method.
pub(crate) fn is_parameter(name: &str) -> bool {
    PARAMETERS.iter().chain(RESAMPLED).any(|key| key.name == name)
}

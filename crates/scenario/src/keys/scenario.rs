//! The keys of a scenario file that are no parameters of a model, and the tables in which all keys stand.

use super::Literal::{Flag, Real, RealPair, Table, Whole, Word};
use super::climate::ClimateRules;
use super::crowns::CrownRules;
use super::ground::GroundRules;
use super::method::{FOUNDERS_METHODS, OF_FOUNDERS, parameter_count, with_parameters};
use super::{
    Interval, Key, LENGTH, Need, PAINTED, SCATTERED, SPECIES, TREE, ValueKind, When, YEARS, real, table,
    whole,
};
use understory_branching::stand::Sharing;
use understory_forest::disturbance::Disturbance;
use understory_forest::management::{Assortments, Intervention};
use understory_forest::parameters::{LEAST_HEIGHT_M, LIGHT_KEYS, Seedbed};
use understory_keys::joined;
use understory_scatter::Method;
use understory_terrain::Relief;

use crate::calibration::{LEAST_BUDGET, LEAST_PREDICTIVE, SummaryKind};
use crate::gaps::GapRules;
use crate::stems::Stems;
use crate::sweep::{Design, MOST_POINTS, SCALES};

/// No tree is lower than a millimetre.
const HEIGHT: Interval = Interval::from(LEAST_HEIGHT_M, 150.0);

/// The keys of a scenario file.
pub const SCENARIO: &[Key] = &joined::<{ GROWN_OR_MEASURED.len() + PAINTED.len() + SCATTERED.len() }>(&[
    GROWN_OR_MEASURED,
    PAINTED,
    SCATTERED,
]);

const GROWN_OR_MEASURED: &[Key] = &[
    Key::new(
        "name",
        ValueKind::Name,
        "",
        "name of the scenario, and of its folder of results",
        "\"old-field\"",
    ),
    Key::new(
        "about",
        ValueKind::Text,
        "",
        "what the scenario is about, for readers",
        "\"a bare field between two woods\"",
    )
    .optional(),
    table(
        "world",
        WORLD,
        "the plot and the seed of all randomness",
        "{ size_m = [200.0, 200.0], edge = \"torus\", seed = 7 }",
    ),
    table(
        "terrain",
        TERRAIN,
        "the ground that trees stand on; left out, and without `world.elevation`: level",
        "{ base_m = 100.0, noise = { wavelength_m = 200.0, amplitude_m = 20.0 } }",
    )
    .when(ON_GROUND)
    .optional(),
    table(
        "ground",
        GroundRules::KEYS,
        "what the ground offers to species that ask it for something (`species.site`)",
        "{ latitude_deg = -36.9 }",
    )
    .when(GROWN_HERE)
    .optional(),
    table(
        "climate",
        ClimateRules::KEYS,
        "temperature and rain of each year, from a file or drawn; without it, all years are alike",
        "{ temperature = { mean_c = 9.0, sd_c = 0.7 }, rain = { mean_mm = 750.0, sd_mm = 110.0 } }",
    )
    .when(GROWN_HERE)
    .optional(),
    table(
        "run",
        RUN,
        "how long and how often the forest is grown",
        "{ years = 150 }",
    )
    .when(GROWN_HERE),
    Key::new(
        "species",
        ValueKind::Tables(SPECIES, &[]),
        "",
        "a species that grows here",
        "",
    )
    .when(GROWN_HERE),
    table(
        "light",
        &LIGHT_KEYS,
        "how trees take light from each other",
        "{ model = \"grid\" }",
    )
    .when(GROWN_HERE)
    .default(Table),
    table(
        "seedbed",
        Seedbed::KEYS,
        "what seeds come to lie on",
        "{ mineral_soil_share = 0.1, log_share = 0.04 }",
    )
    .related(Seedbed::RELATED)
    .when(GROWN_HERE)
    .default(Table),
    table(
        "disturbance",
        Disturbance::KEYS,
        "what strikes many trees at once: storms, lightning, fire, beetles; without it, nothing does",
        "{ wind = { storms_per_yr = 0.1 } }",
    )
    .when(GROWN_HERE)
    .default(Table),
    Key::new(
        "intervention",
        ValueKind::Tables(Intervention::KEYS, &[]),
        "",
        "what foresters do to the stand: trees are planted, thinned, felled, salvaged; those of one year act in the order of the file",
        "",
    )
    .when(GROWN_HERE)
    .optional(),
    table(
        "harvest",
        Assortments::KEYS,
        "into what felled stems are cut",
        "{ sawlog_to_cm = 25.0 }",
    )
    .related(Assortments::RELATED)
    .when(GROWN_HERE)
    .default(Table),
    Key::new(
        "founders",
        ValueKind::Tables(FOUNDERS, &["method", "file", "grown"]),
        "",
        "where the forest begins: drawn trees, trees from a file, or a grown forest; without any, bare ground that seeds from outside reach (`fruit.from_outside_per_m2`)",
        "",
    )
    .when(GROWN_HERE)
    .optional(),
    table(
        "crowns",
        CrownRules::KEYS,
        "crowns and roots that grow in the space that trees share; without it, none do",
        "{ when = \"final\", min_height_m = 5.0 }",
    )
    .related(Sharing::RELATED)
    .when(GROWN_HERE)
    .optional(),
    table(
        "record",
        RECORD,
        "what is written down, and how often",
        "{ every_years = 10 }",
    )
    .when(GROWN_HERE)
    .default(Table),
    table(
        "target",
        TARGET,
        "a measured stand that takes the place of a grown forest in `compare`",
        "{ file = \"data/longleaf.csv\" }",
    )
    .when(When::Without(&["tree", "place"]))
    .optional(),
    table(
        "tree",
        TREE,
        "a single tree, grown by colonizing the space of its crown, in the place of a forest",
        "{ preset = \"oak\" }",
    )
    .when(When::Without(&["place"]))
    .optional(),
    table(
        "compare",
        COMPARE,
        "how point methods are compared with the forest",
        "{ simulations = 199 }",
    )
    .when(NO_TREE)
    .default(Table),
    Key::new(
        "method",
        ValueKind::Tables(COMPARED, &[]),
        "",
        "a point method to compare; without any, all with their defaults",
        "",
    )
    .when(NO_TREE)
    .optional(),
    Key::new(
        "sweep",
        ValueKind::Swept(SWEEP),
        "",
        "keys that take several values, one run for each: paths in quotes, each with a list of values or a range `{ from, to, steps }` (`scale = \"log\"` for equal ratios); a sample takes no `steps`",
        "{ \"species.birch.fruit.seeds_per_m2\" = [0.5, 1.0] }",
    )
    .when(GROWN_HERE)
    .optional(),
    table(
        "calibrate",
        CALIBRATE,
        "the measured stand to which `understory calibrate` fits the keys of `[[prior]]`",
        "{ target = \"data/longleaf.csv\", smallest_dbh_cm = 2.0 }",
    )
    .when(GROWN_HERE)
    .optional(),
    Key::new(
        "prior",
        ValueKind::Tables(PRIOR, &[]),
        "",
        "a key that is fitted, and what is held possible before",
        "",
    )
    .when(GROWN_HERE)
    .optional(),
];

/// The keys of `[calibrate]`.
const CALIBRATE: &[Key] = &[
    Key::new(
        "target",
        ValueKind::Path,
        "",
        "CSV file of the measured stand: `x_m,y_m` (or `x,y`), and `dbh_cm` or `height_m` where sizes were measured; all trees stand on the counted plot",
        "\"data/longleaf.csv\"",
    ),
    whole("year", YEARS, "yr", "year of the run that is compared with it; left out: `run.years`", "150").optional(),
    table(
        "columns",
        COLUMNS,
        "names of the files' columns where they differ",
        "{ dbh_cm = \"mark\" }",
    )
    .optional(),
    STEMS,
    Key::new(
        "census",
        ValueKind::Tables(CENSUS, &[]),
        "",
        "a further census of the same plot, in another year of the run; a tree is the same where it stands in the same place",
        "[{ year = 10, file = \"data/plot-1990.csv\" }]",
    )
    .optional(),
    real(
        "smallest_dbh_cm",
        Interval::from(0.0, 1000.0),
        "cm",
        "least diameter at breast height of the trees that are compared, those of the files as those of a run",
        "10.0",
    )
    .default(Real(0.0)),
    real(
        "least_height_m",
        HEIGHT,
        "m",
        "their least height",
        "1.3",
    )
    .default(Real(1.3)),
    Key::new(
        "by_species",
        ValueKind::Flag,
        "",
        "whether the density of each species is compared too, by a column `species` in the files",
        "true",
    )
    .default(Flag(false)),
    Key::new(
        "summaries",
        ValueKind::Choices(SummaryKind::NAMES),
        "",
        "what is compared: `density`, `basal-area`, `sizes`, `nearest` (distances to the nearest neighbour), `clark-evans`, `L`, `pcf` (pair correlation), `mark-correlation`; with several censuses also `mortality` and `recruitment`; left out: all that the files allow",
        "[\"density\", \"L\"]",
    )
    .optional(),
    whole(
        "budget",
        (LEAST_BUDGET, 10_000_000),
        "",
        "runs in all",
        "2000",
    )
    .default(Whole(2000)),
    whole(
        "predictive",
        (LEAST_PREDICTIVE as i64, 9999),
        "",
        "runs of these that show what the fitted model predicts, as global envelopes; at most a fifth of the budget is taken for them",
        "199",
    )
    .default(Whole(199)),
];

const CENSUS: &[Key] = &[
    whole("year", (0, YEARS.1), "yr", "year of the run", "10"),
    Key::new(
        "file",
        ValueKind::Path,
        "",
        "CSV file as `target`",
        "\"data/plot-1990.csv\"",
    ),
];

/// The keys of a `[[prior]]`.
const PRIOR: &[Key] = &[
    Key::new(
        "key",
        ValueKind::Text,
        "",
        "path of the key, as `--set` takes it",
        "\"species.birch.fruit.seeds_per_m2\"",
    ),
    real("low", BOUND, "", "its lowest value", "0.1"),
    real("high", BOUND, "", "its highest value", "2.0"),
    Key::new(
        "scale",
        ValueKind::Choice(&SCALES),
        "",
        "whether equal differences (`linear`) or equal ratios (`log`) are as likely",
        "\"log\"",
    )
    .default(Word("linear")),
];

/// Numbers of a size whose whole ones a float holds.
const BOUND: Interval = Interval::from(-1e15, 1e15);

/// The keys of `[sweep]` beside the paths that are varied.
const SWEEP: &[Key] = &[
    Key::new(
        "design",
        ValueKind::Choice(Design::NAMES),
        "",
        "which values come together: `grid`, each with each; `latin-hypercube`, a sample in which each key takes every part of its range once; `morris` and `sobol`, samples from which `sensitivity.csv` tells which keys matter",
        "\"latin-hypercube\"",
    )
    .default(Word("grid")),
    whole(
        "points",
        (2, MOST_POINTS),
        "",
        "points of the sample; `sobol` runs as many times as there are keys and two",
        "64",
    )
    .when(When::Is("design", &["latin-hypercube", "sobol"])),
    whole(
        "trajectories",
        (2, MOST_POINTS),
        "",
        "trajectories through the ranges, each with one run more than there are keys",
        "10",
    )
    .when(When::Is("design", &["morris"]))
    .default(Whole(10)),
    whole("levels", (2, 1000), "", "values that a key can take, an even number", "4")
        .when(When::Is("design", &["morris"]))
        .default(Whole(4)),
    Key::new(
        "keep_tables",
        ValueKind::Flag,
        "",
        "whether each run leaves all its tables in `tasks/`, not its census alone",
        "true",
    )
    .default(Flag(false)),
];

/// What belongs to a forest or a stand, not to a single tree, a painted world or scattered points.
const NO_TREE: When = When::Without(&["tree", "place", "scatter"]);

/// What belongs to a forest that is grown alone.
const GROWN_HERE: When = When::Without(&["target", "tree", "place", "scatter"]);

/// What belongs to a forest that is grown and to a painted world.
const ON_GROUND: When = When::Without(&["target", "tree", "scatter"]);

const WORLD: &[Key] = &[
    Key::new(
        "size_m",
        ValueKind::RealPair(Interval::from(0.01, 1e6)),
        "m",
        "width and height of the plot",
        "[200.0, 200.0]",
    )
    .when(When::OnAPlot)
    .need(Need::RequiredUnlessGrown(Some("elevation"))),
    Key::new(
        "elevation",
        ValueKind::Path,
        "",
        "heights of the ground: an ESRI ASCII grid (`.asc`) or a GeoTIFF (`.tif`) in metres, from which size and corner of the plot follow where they are left out; or a grey PNG, stretched over the plot at any resolution, with `terrain.black_m` and `terrain.white_m`",
        "\"data/maunga-whau.asc\"",
    )
    .when(When::OnAPlot)
    .optional(),
    Key::new(
        "origin_m",
        ValueKind::RealPair(Interval::from(-1e9, 1e9)),
        "m",
        "lower left corner of the plot in the coordinates of the files",
        "[0.0, 0.0]",
    )
    .when(When::OnAPlot)
    .default(RealPair([0.0, 0.0])),
    Key::new(
        "edge",
        ValueKind::Choice(&["torus", "open"]),
        "",
        "what lies beyond the plot's edge: its other side, or nothing",
        "\"torus\"",
    )
    .when(When::OnAPlot)
    .need(Need::RequiredUnlessGrownOrPainted),
    real(
        "buffer_m",
        Interval::from(0.0, 1e6),
        "m",
        "width of a strip along the four edges of an open plot, within `size_m`, that grows like the rest but is left out of tables and figures, as its trees have neighbours on one side only",
        "20.0",
    )
    .when(When::OnAPlot)
    .default(Real(0.0)),
    Key::new(
        "seeds_over_edge",
        ValueKind::Choice(&["lost", "return"]),
        "",
        "what becomes of a seed that flies over the edge of an open plot: it is lost, or comes down where it would on a torus, as if the same forest stood outside",
        "\"return\"",
    )
    .when(When::OnAPlot)
    .default(Word("lost")),
    whole(
        "seed",
        (0, i64::MAX),
        "",
        "seed of all randomness: the same seed grows the same forest or tree",
        "7",
    ),
];

/// The keys of ground that is drawn, and of a map.
const TERRAIN: &[Key] = &joined::<{ Relief::KEYS.len() + OF_A_MAP.len() }>(&[OF_A_MAP, Relief::KEYS]);

/// Those of `[terrain]` that say more of a map.
pub(crate) const OF_A_MAP: &[Key] = &[
    real(
        "no_data_m",
        GROUND,
        "m",
        "height of the cells of `world.elevation` that have no data, such as that of the sea; left out: there must be none",
        "0.0",
    )
    .optional(),
    real("black_m", GROUND, "m", "height of the black pixels of a PNG that is `world.elevation`", "0.0")
        .need(Need::RequiredWith("white_m")),
    real("white_m", GROUND, "m", "height of its white pixels", "400.0").need(Need::RequiredWith("black_m")),
];

const GROUND: Interval = Interval::from(-1e4, 1e4);

const RUN: &[Key] = &[
    whole("years", YEARS, "yr", "years to simulate", "150"),
    whole(
        "replicates",
        (1, 1_000_000),
        "",
        "forests to grow, with the seeds seed, seed + 1, …",
        "10",
    )
    .default(Whole(1)),
];

const DRAWN: When = When::With("method");

/// Those of an entry of founders that are not its method's.
const FOUNDER: &[Key] = &[
    Key::new("species", ValueKind::Name, "", "species of these founders; with a `file` it may be left out where the file has a column of species, which is not read otherwise", "\"beech\"").need(Need::RequiredWith("method")).when(When::Without(&["grown"])),
    Key::new("method", ValueKind::Choice(FOUNDERS_METHODS), "", "point method that lays the founders out", "\"uniform\"").need(Need::Optional),
    whole("count", (1, 100_000_000), "", "number of founders", "40").when(DRAWN),
    real("height_m", HEIGHT, "m", "height of the founders, the median where `height_sigma` is given; below that of the species' tallest tree", "10.0").when(DRAWN),
    real("height_sigma", Interval::from(0.0, 3.0), "", "standard deviation of the logarithm of their heights", "0.2").when(DRAWN).default(Real(0.0)),
    whole("age_yr", (0, 10_000), "yr", "age of the founders; left out: from their height by the growth curve, at least that at which the species bears seeds", "60").when(DRAWN).optional(),
    Key::new("file", ValueKind::Path, "", "CSV file of trees: `x_m,y_m` (or `x,y`), `dbh_cm` and/or `height_m`, optionally `species`, `age_yr`, `condition` (`alive`, `snag` or `log`; empty: `alive`) and, of snags and logs, `dead_yr`", "\"data/longleaf.csv\"").optional(),
    table("columns", FOUNDER_COLUMNS, "names of the file's columns where they differ", "{ dbh_cm = \"mark\" }").when(When::With("file")).optional(),
    STEMS.when(When::With("file")),
    table("grown", GROWN, "a forest that is grown first and laid out in tiles; the plot is its plot's size times `tiles`", "{ scenario = \"patch.toml\", year = 200, tiles = [5, 5] }").optional(),
];

const FOUNDERS: &[Key] =
    &with_parameters::<{ FOUNDER.len() + parameter_count(OF_FOUNDERS) }>(FOUNDER, "method", OF_FOUNDERS);

const METHOD: &[Key] = &[
    Key::new(
        "name",
        ValueKind::Choice(Method::NAMES),
        "",
        "point method",
        "\"jittered-grid\"",
    )
    .need(Need::RequiredWithout("world")),
    Key::new(
        "world",
        ValueKind::Path,
        "",
        "scenario of a painted world that is compared in the place of a point method: what stands in its middle, thinned to as many points",
        "\"valley-road.toml\"",
    )
    .when(When::Without(&["name"]))
    .optional(),
    Key::new(
        "rule",
        ValueKind::Name,
        "",
        "rule of that world whose instances are compared; left out, those of all rules",
        "\"oaks\"",
    )
    .when(When::With("world"))
    .optional(),
    Key::new(
        "label",
        ValueKind::Name,
        "",
        "what tables and figures call it, where one method is listed twice; left out: its name, or that of the world",
        "\"jittered-grid-wide\"",
    )
    .optional(),
    Key::new(
        "fit",
        ValueKind::Flag,
        "",
        "whether its numbers are turned until its spacing is nearest to the target's",
        "true",
    )
    .when(When::With("name"))
    .default(Flag(false)),
];

const COMPARED: &[Key] =
    &with_parameters::<{ METHOD.len() + parameter_count(Method::KEYS) }>(METHOD, "name", Method::KEYS);

const COMPARE: &[Key] = &[
    real(
        "dbh_min_cm",
        Interval::from(0.0, 1000.0),
        "cm",
        "least diameter at breast height of the trees compared",
        "10.0",
    )
    .default(Real(10.0)),
    // The p of G and J together is 2 / (simulations + 1) at least: only from 40 on can it fall below 0.05.
    whole(
        "simulations",
        (40, 99_999),
        "",
        "patterns of each method; with fewer than 40 no p of G and J can fall below 0.05, and nothing would be judged",
        "199",
    )
    .default(Whole(199)),
    whole(
        "repeats",
        (1, 1000),
        "",
        "times each method is timed; the median is told",
        "5",
    )
    .default(Whole(5)),
    Key::new(
        "label",
        ValueKind::Name,
        "",
        "what tables call this scenario's own forest or stand; left out: the scenario's name",
        "\"longleaf\"",
    )
    .optional(),
    Key::new(
        "fitted",
        ValueKind::Flag,
        "",
        "whether each method whose numbers can be fitted is compared at its best fit too, as `LABEL-fitted`",
        "true",
    )
    .default(Flag(false)),
    Key::new(
        "forests",
        ValueKind::Tables(OF_ANOTHER, &[]),
        "",
        "further forests and stands with which all methods are compared, beside this scenario's own",
        "[{ scenario = \"old-field.toml\", year = 150 }]",
    )
    .optional(),
];

/// A forest or a measured stand of another scenario.
const OF_ANOTHER: &[Key] = &[
    Key::new(
        "scenario",
        ValueKind::Path,
        "",
        "scenario of a forest that is grown for the comparison, or of a measured stand",
        "\"old-field.toml\"",
    ),
    whole(
        "year",
        YEARS,
        "yr",
        "year in which the forest is taken; left out: its last one. A measured stand has none",
        "150",
    )
    .optional(),
    Key::new(
        "label",
        ValueKind::Name,
        "",
        "what tables call it; left out: the name of its scenario, with the year if one is given",
        "\"old-field-150\"",
    )
    .optional(),
];

const TARGET: &[Key] = &[
    Key::new(
        "file",
        ValueKind::Path,
        "",
        "CSV file of a measured stand: `x_m,y_m` (or `x,y`), and `dbh_cm` if there is one",
        "\"data/longleaf.csv\"",
    ),
    table(
        "columns",
        COLUMNS,
        "names of the file's columns where they differ",
        "{ dbh_cm = \"mark\" }",
    )
    .optional(),
    STEMS,
];

const STEMS: Key = Key::new("stems", ValueKind::Choice(&Stems::NAMES), "", "what becomes of rows at one place: those of one species `join` to one tree of the same basal area, or each is kept; left out: they are refused", "\"join\"").optional();

/// Those of trees that are compared, of which all live.
const COLUMNS: &[Key] = FOUNDER_COLUMNS.split_at(FOUNDER_COLUMNS.len() - 2).0;

const FOUNDER_COLUMNS: &[Key] = &[
    column("x_m", "column of the coordinate x in metres", "\"x\""),
    column("y_m", "column of the coordinate y in metres", "\"y\""),
    column(
        "dbh_cm",
        "column of the diameter at breast height in centimetres",
        "\"mark\"",
    ),
    column("height_m", "column of the height in metres", "\"height\""),
    column("species", "column of the species' name", "\"sp\""),
    column("age_yr", "column of the age in years", "\"age\""),
    column(
        "condition",
        "column that tells snags and logs from living trees",
        "\"state\"",
    ),
    column(
        "dead_yr",
        "column of the years since a snag or log died",
        "\"years_dead\"",
    ),
];

const fn column(name: &'static str, doc: &'static str, example: &'static str) -> Key {
    Key::new(name, ValueKind::Text, "", doc, example).optional()
}

const GROWN: &[Key] = &[
    Key::new(
        "scenario",
        ValueKind::Path,
        "",
        "scenario that is grown first",
        "\"patch.toml\"",
    ),
    whole(
        "year",
        YEARS,
        "yr",
        "year of that scenario in which its forest is taken",
        "200",
    ),
    Key::new(
        "tiles",
        ValueKind::WholePair(1, 10_000),
        "",
        "how many times that plot is laid out along x and along y",
        "[5, 5]",
    ),
];

const RECORD: &[Key] = &[
    whole("every_years", YEARS, "yr", "years between two recorded years; year 0 and the last are always recorded", "10").default(Whole(10)),
    whole("checkpoint_every_years", YEARS, "yr", "years between two states from which a run can go on", "10").default(Whole(10)),
    Key::new("format", ValueKind::Choice(&["csv", "parquet"]), "", "format of the tables of trees, states and events; the others are CSV in any case; Parquet needs the feature `parquet`", "\"parquet\"").default(Word("csv")),
    Key::new("keep_state", ValueKind::Flag, "", "whether the states of all checkpoints are kept, not the newest only", "true").default(Flag(false)),
    Key::new("events", ValueKind::Flag, "", "whether each birth and death is written to `events.csv`", "true").default(Flag(false)),
    real("spacing_r_max_m", LENGTH, "m", "greatest distance of the spacing curves; left out: a quarter of the plot's shorter side, at most 16 m", "10.0").optional(),
    whole("spacing_steps", (1, 100_000), "", "steps of the spacing curves", "64").default(Whole(64)),
    whole("envelope_simulations", (0, 100_000), "", "patterns of as many random points behind the pointwise 95 % envelope of the pair correlation; 0 for no envelope", "39").default(Whole(0)),
    table("gaps", GapRules::KEYS, "the gaps of the canopy, written to `gaps.csv`; without it there is no such table", "{ canopy_from_m = 10.0 }").optional(),
];

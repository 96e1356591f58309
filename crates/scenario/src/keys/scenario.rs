//! The keys of a scenario file that are no parameters of a model, and the tables in which all keys stand.

use super::Literal::{Flag, Real, RealPair, Table, Whole, Word};
use super::climate::ClimateRules;
use super::crowns::CrownRules;
use super::ground::GroundRules;
use super::method::{FOUNDERS_METHODS, OF_FOUNDERS, parameter_count, with_parameters};
use super::record::Record;
use super::{Interval, Key, Need, PAINTED, SCATTERED, SPECIES, TREE, ValueKind, When, YEARS};
use understory_branching::stand::Sharing;
use understory_forest::disturbance::Disturbance;
use understory_forest::management::{Assortments, Intervention};
use understory_forest::parameters::{LEAST_HEIGHT_M, LIGHT_KEYS, Seedbed};
use understory_keys::{all_keys, choice, flag, key, list, name, parameters, path, real, table, whole};
use understory_scatter::Method;
use understory_terrain::Relief;

use crate::calibration::{LEAST_BUDGET, LEAST_PREDICTIVE, SummaryKind};
use crate::stems::Stems;
use crate::sweep::{Design, MOST_POINTS, SCALES};

/// No tree is lower than a millimetre.
const HEIGHT: Interval = Interval::from(LEAST_HEIGHT_M, 150.0);

/// The keys of a scenario file.
pub const SCENARIO: &[Key] = all_keys!(GROWN_OR_MEASURED, PAINTED, SCATTERED);

parameters! {
    /// The tables of a forest, a measured stand or a tree, at the top of the file.
    const GROWN_OR_MEASURED {
        /// Name of the scenario, and of its folder of results.
        name = name("\"old-field\""),
        /// What the scenario is about, for readers.
        about = key(ValueKind::Text, "", "\"a bare field between two woods\"").optional(),
        /// The plot and the seed of all randomness.
        world = table(WORLD, "{ size_m = [200.0, 200.0], edge = \"torus\", seed = 7 }"),
        /// The ground that trees stand on; left out, and without `world.elevation`: level.
        terrain = table(TERRAIN, "{ base_m = 100.0, noise = { wavelength_m = 200.0, amplitude_m = 20.0 } }")
            .when(ON_GROUND).optional(),
        /// What the ground offers to species that ask it for something (`species.site`).
        ground = table(GroundRules::KEYS, "{ latitude_deg = -36.9 }").when(GROWN_HERE).optional(),
        /// Temperature and rain of each year, from a file or drawn; without it, all years are alike.
        climate = table(ClimateRules::KEYS, "{ temperature = { mean_c = 9.0, sd_c = 0.7 }, rain = { mean_mm = 750.0, sd_mm = 110.0 } }")
            .when(GROWN_HERE).optional(),
        /// How long and how often the forest is grown.
        run = table(RUN, "{ years = 150 }").when(GROWN_HERE),
        /// A species that grows here.
        species = list(SPECIES, "").when(GROWN_HERE),
        /// How trees take light from each other.
        light = table(&LIGHT_KEYS, "{ model = \"grid\" }").when(GROWN_HERE).default(Table),
        /// What seeds come to lie on.
        seedbed = table(Seedbed::KEYS, "{ mineral_soil_share = 0.1, log_share = 0.04 }")
            .related(Seedbed::RELATED).when(GROWN_HERE).default(Table),
        /// What strikes many trees at once: storms, lightning, fire, beetles; without it, nothing does.
        disturbance = table(Disturbance::KEYS, "{ wind = { storms_per_yr = 0.1 } }").when(GROWN_HERE).default(Table),
        /// What foresters do to the stand: trees are planted, thinned, felled, salvaged; those of one year act in the
        /// order of the file.
        intervention = list(Intervention::KEYS, "").when(GROWN_HERE).optional(),
        /// Into what felled stems are cut.
        harvest = table(Assortments::KEYS, "{ sawlog_to_cm = 25.0 }")
            .related(Assortments::RELATED).when(GROWN_HERE).default(Table),
        /// Where the forest begins: drawn trees, trees from a file, or a grown forest; without any, bare ground that
        /// seeds from outside reach (`fruit.from_outside_per_m2`).
        founders = key(ValueKind::Tables(FOUNDERS, &["method", "file", "grown"]), "", "").when(GROWN_HERE).optional(),
        /// Crowns and roots that grow in the space that trees share; without it, none do.
        crowns = table(CrownRules::KEYS, "{ when = \"final\", min_height_m = 5.0 }")
            .related(Sharing::RELATED).when(GROWN_HERE).optional(),
        /// What is written down, and how often.
        record = table(Record::KEYS, "{ every_years = 10 }").when(GROWN_HERE).default(Table),
        /// A measured stand that takes the place of a grown forest in `compare`.
        target = table(TARGET, "{ file = \"data/longleaf.csv\" }").when(When::Without(&["tree", "place"])).optional(),
        /// A single tree, grown by colonizing the space of its crown, in the place of a forest.
        tree = table(TREE, "{ preset = \"oak\" }").when(When::Without(&["place"])).optional(),
        /// How point methods are compared with the forest.
        compare = table(COMPARE, "{ simulations = 199 }").when(NO_TREE).default(Table),
        /// A point method to compare; without any, all with their defaults.
        method = list(COMPARED, "").when(NO_TREE).optional(),
        /// Keys that take several values, one run for each: paths in quotes, each with a list of values or a range
        /// `{ from, to, steps }` (`scale = "log"` for equal ratios); a sample takes no `steps`.
        sweep = key(ValueKind::Swept(SWEEP), "", "{ \"species.birch.fruit.seeds_per_m2\" = [0.5, 1.0] }")
            .when(GROWN_HERE).optional(),
        /// The measured stand to which `understory calibrate` fits the keys of `[[prior]]`.
        calibrate = table(CALIBRATE, "{ target = \"data/longleaf.csv\", smallest_dbh_cm = 2.0 }")
            .when(GROWN_HERE).optional(),
        /// A key that is fitted, and what is held possible before.
        prior = list(PRIOR, "").when(GROWN_HERE).optional(),
    }
}

parameters! {
    /// The keys of `[calibrate]`.
    const CALIBRATE {
        /// CSV file of the measured stand: `x_m,y_m` (or `x,y`), and `dbh_cm` or `height_m` where sizes were measured;
        /// all trees stand on the counted plot.
        target = path("\"data/longleaf.csv\""),
        /// Year of the run that is compared with it; left out: `run.years`.
        year = whole(YEARS.0, YEARS.1, "yr", "150").optional(),
        /// Names of the files' columns where they differ.
        columns = table(COLUMNS, "{ dbh_cm = \"mark\" }").optional(),
        stems = STEMS,
        /// A further census of the same plot, in another year of the run; a tree is the same where it stands in the
        /// same place.
        census = list(CENSUS, "[{ year = 10, file = \"data/plot-1990.csv\" }]").optional(),
        /// Least diameter at breast height of the trees that are compared, those of the files as those of a run.
        smallest_dbh_cm = real(Interval::from(0.0, 1000.0), "cm", "10.0").default(Real(0.0)),
        /// Their least height.
        least_height_m = real(HEIGHT, "m", "1.3").default(Real(1.3)),
        /// Whether the density of each species is compared too, by a column `species` in the files.
        by_species = flag().default(Flag(false)),
        /// What is compared: `density`, `basal-area`, `sizes`, `nearest` (distances to the nearest neighbour),
        /// `clark-evans`, `L`, `pcf` (pair correlation), `mark-correlation`; with several censuses also `mortality` and
        /// `recruitment`; left out: all that the files allow.
        summaries = key(ValueKind::Choices(&SummaryKind::NAMES), "", "[\"density\", \"L\"]").optional(),
        /// Runs in all.
        budget = whole(LEAST_BUDGET, 10_000_000, "", "2000").default(Whole(2000)),
        /// Runs of these that show what the fitted model predicts, as global envelopes; at most a fifth of the budget
        /// is taken for them.
        predictive = whole(LEAST_PREDICTIVE as i64, 9999, "", "199").default(Whole(199)),
    }
}

parameters! {
    /// The keys of a `[[calibrate.census]]`.
    const CENSUS {
        /// Year of the run.
        year = whole(0, YEARS.1, "yr", "10"),
        /// CSV file as `target`.
        file = path("\"data/plot-1990.csv\""),
    }
}

parameters! {
    /// The keys of a `[[prior]]`.
    const PRIOR {
        /// Path of the key, as `--set` takes it.
        key = key(ValueKind::Text, "", "\"species.birch.fruit.seeds_per_m2\""),
        /// Its lowest value.
        low = real(BOUND, "", "0.1"),
        /// Its highest value.
        high = real(BOUND, "", "2.0"),
        /// Whether equal differences (`linear`) or equal ratios (`log`) are as likely.
        scale = choice(&SCALES, "", "\"log\"").default(Word("linear")),
    }
}

/// Numbers of a size whose whole ones a float holds.
const BOUND: Interval = Interval::from(-1e15, 1e15);

parameters! {
    /// The keys of `[sweep]` beside the paths that are varied.
    const SWEEP {
        /// Which values come together: `grid`, each with each; `latin-hypercube`, a sample in which each key takes
        /// every part of its range once; `morris` and `sobol`, samples from which `sensitivity.csv` tells which keys
        /// matter.
        design = choice(Design::NAMES, "", "\"latin-hypercube\"").default(Word("grid")),
        /// Points of the sample; `sobol` runs as many times as there are keys and two.
        points = whole(2, MOST_POINTS, "", "64").when(When::Is("design", &["latin-hypercube", "sobol"])),
        /// Trajectories through the ranges, each with one run more than there are keys.
        trajectories = whole(2, MOST_POINTS, "", "10").when(When::Is("design", &["morris"])).default(Whole(10)),
        /// Values that a key can take, an even number.
        levels = whole(2, 1000, "", "4").when(When::Is("design", &["morris"])).default(Whole(4)),
        /// Whether each run leaves all its tables in `tasks/`, not its census alone.
        keep_tables = flag().default(Flag(false)),
    }
}

/// What belongs to a forest or a stand, not to a single tree, a painted world or scattered points.
const NO_TREE: When = When::Without(&["tree", "place", "scatter"]);

/// What belongs to a forest that is grown alone.
const GROWN_HERE: When = When::Without(&["target", "tree", "place", "scatter"]);

/// What belongs to a forest that is grown and to a painted world.
const ON_GROUND: When = When::Without(&["target", "tree", "scatter"]);

parameters! {
    /// The keys of `[world]`.
    pub(crate) const WORLD {
        /// Width and height of the plot.
        size_m = key(ValueKind::RealPair(Interval::from(0.01, 1e6)), "m", "[200.0, 200.0]")
            .when(When::OnAPlot).need(Need::RequiredUnlessGrown(Some("elevation"))),
        /// Heights of the ground: an ESRI ASCII grid (`.asc`) or a GeoTIFF (`.tif`) in metres, from which size and
        /// corner of the plot follow where they are left out; or a grey PNG, stretched over the plot at any resolution,
        /// with `terrain.black_m` and `terrain.white_m`.
        elevation = path("\"data/maunga-whau.asc\"").when(When::OnAPlot).optional(),
        /// Lower left corner of the plot in the coordinates of the files.
        origin_m = key(ValueKind::RealPair(Interval::from(-1e9, 1e9)), "m", "[0.0, 0.0]")
            .when(When::OnAPlot).default(RealPair([0.0, 0.0])),
        /// What lies beyond the plot's edge: its other side, or nothing.
        edge = choice(&["torus", "open"], "", "\"torus\"").when(When::OnAPlot).need(Need::RequiredUnlessGrownOrPainted),
        /// Width of a strip along the four edges of an open plot, within `size_m`, that grows like the rest but is left
        /// out of tables and figures, as its trees have neighbours on one side only.
        buffer_m = real(Interval::from(0.0, 1e6), "m", "20.0").when(When::OnAPlot).default(Real(0.0)),
        /// What becomes of a seed that flies over the edge of an open plot: it is lost, or comes down where it would on
        /// a torus, as if the same forest stood outside.
        seeds_over_edge = choice(&["lost", "return"], "", "\"return\"").when(When::OnAPlot).default(Word("lost")),
        /// Seed of all randomness: the same seed grows the same forest or tree.
        seed = whole(0, i64::MAX, "", "7"),
    }
}

/// The keys of ground that is drawn, and of a map.
const TERRAIN: &[Key] = all_keys!(OF_A_MAP, Relief::KEYS);

parameters! {
    /// Those of `[terrain]` that say more of a map.
    pub(crate) const OF_A_MAP {
        /// Height of the cells of `world.elevation` that have no data, such as that of the sea; left out: there must be
        /// none.
        no_data_m = real(GROUND, "m", "0.0").optional(),
        /// Height of the black pixels of a PNG that is `world.elevation`.
        black_m = real(GROUND, "m", "0.0").need(Need::RequiredWith("white_m")),
        /// Height of its white pixels.
        white_m = real(GROUND, "m", "400.0").need(Need::RequiredWith("black_m")),
    }
}

const GROUND: Interval = Interval::from(-1e4, 1e4);

parameters! {
    /// The keys of `[run]`.
    pub(crate) const RUN {
        /// Years to simulate.
        years = whole(YEARS.0, YEARS.1, "yr", "150"),
        /// Forests to grow, with the seeds seed, seed + 1, ….
        replicates = whole(1, 1_000_000, "", "10").default(Whole(1)),
    }
}

const DRAWN: When = When::With("method");

parameters! {
    /// Those of an entry of founders that are not its method's.
    const FOUNDER {
        /// Species of these founders; with a `file` it may be left out where the file has a column of species, which is
        /// not read otherwise.
        species = name("\"beech\"").need(Need::RequiredWith("method")).when(When::Without(&["grown"])),
        /// Point method that lays the founders out.
        method = choice(FOUNDERS_METHODS, "", "\"uniform\"").optional(),
        /// Number of founders.
        count = whole(1, 100_000_000, "", "40").when(DRAWN),
        /// Height of the founders, the median where `height_sigma` is given; below that of the species' tallest tree.
        height_m = real(HEIGHT, "m", "10.0").when(DRAWN),
        /// Standard deviation of the logarithm of their heights.
        height_sigma = real(Interval::from(0.0, 3.0), "", "0.2").when(DRAWN).default(Real(0.0)),
        /// Age of the founders; left out: from their height by the growth curve, at least that at which the species
        /// bears seeds.
        age_yr = whole(0, 10_000, "yr", "60").when(DRAWN).optional(),
        /// CSV file of trees: `x_m,y_m` (or `x,y`), `dbh_cm` and/or `height_m`, optionally `species`, `age_yr`,
        /// `condition` (`alive`, `snag` or `log`; empty: `alive`) and, of snags and logs, `dead_yr`.
        file = path("\"data/longleaf.csv\"").optional(),
        /// Names of the file's columns where they differ.
        columns = table(FOUNDER_COLUMNS, "{ dbh_cm = \"mark\" }").when(When::With("file")).optional(),
        stems = STEMS.when(When::With("file")),
        /// A forest that is grown first and laid out in tiles; the plot is its plot's size times `tiles`.
        grown = table(GROWN, "{ scenario = \"patch.toml\", year = 200, tiles = [5, 5] }").optional(),
    }
}

const FOUNDERS: &[Key] =
    &with_parameters::<{ FOUNDER.len() + parameter_count(OF_FOUNDERS) }>(FOUNDER, "method", OF_FOUNDERS);

parameters! {
    /// The keys of a `[[method]]` that are not its method's.
    const METHOD {
        /// Point method.
        name = choice(Method::NAMES, "", "\"jittered-grid\"").need(Need::RequiredWithout("world")),
        /// Scenario of a painted world that is compared in the place of a point method: what stands in its middle,
        /// thinned to as many points.
        world = path("\"valley-road.toml\"").when(When::Without(&["name"])).optional(),
        /// Rule of that world whose instances are compared; left out, those of all rules.
        rule = name("\"oaks\"").when(When::With("world")).optional(),
        /// What tables and figures call it, where one method is listed twice; left out: its name, or that of the world.
        label = name("\"jittered-grid-wide\"").optional(),
        /// Whether its numbers are turned until its spacing is nearest to the target's.
        fit = flag().when(When::With("name")).default(Flag(false)),
    }
}

const COMPARED: &[Key] =
    &with_parameters::<{ METHOD.len() + parameter_count(Method::KEYS) }>(METHOD, "name", Method::KEYS);

parameters! {
    /// The keys of `[compare]`.
    const COMPARE {
        /// Least diameter at breast height of the trees compared.
        dbh_min_cm = real(Interval::from(0.0, 1000.0), "cm", "10.0").default(Real(10.0)),
        /// Patterns of each method; with fewer than 40 no p of G and J can fall below 0.05, and nothing would be
        /// judged.
        // The p of G and J together is 2 / (simulations + 1) at least.
        simulations = whole(40, 99_999, "", "199").default(Whole(199)),
        /// Times each method is timed; the median is told.
        repeats = whole(1, 1000, "", "5").default(Whole(5)),
        /// What tables call this scenario's own forest or stand; left out: the scenario's name.
        label = name("\"longleaf\"").optional(),
        /// Whether each method whose numbers can be fitted is compared at its best fit too, as `LABEL-fitted`.
        fitted = flag().default(Flag(false)),
        /// Further forests and stands with which all methods are compared, beside this scenario's own.
        forests = list(OF_ANOTHER, "[{ scenario = \"old-field.toml\", year = 150 }]")
            .optional(),
    }
}

parameters! {
    /// A forest or a measured stand of another scenario.
    const OF_ANOTHER {
        /// Scenario of a forest that is grown for the comparison, or of a measured stand.
        scenario = path("\"old-field.toml\""),
        /// Year in which the forest is taken; left out: its last one. A measured stand has none.
        year = whole(YEARS.0, YEARS.1, "yr", "150").optional(),
        /// What tables call it; left out: the name of its scenario, with the year if one is given.
        label = name("\"old-field-150\"").optional(),
    }
}

parameters! {
    /// The keys of `[target]`.
    const TARGET {
        /// CSV file of a measured stand: `x_m,y_m` (or `x,y`), and `dbh_cm` if there is one.
        file = path("\"data/longleaf.csv\""),
        /// Names of the file's columns where they differ.
        columns = table(COLUMNS, "{ dbh_cm = \"mark\" }").optional(),
        stems = STEMS,
    }
}

const STEMS: Key = choice(
    &Stems::NAMES,
    "what becomes of rows at one place: those of one species `join` to one tree of the same basal area, or each is \
     kept; left out: they are refused",
    "\"join\"",
)
.optional();

/// Those of trees that are compared, of which all live.
const COLUMNS: &[Key] = FOUNDER_COLUMNS.split_at(FOUNDER_COLUMNS.len() - 2).0;

parameters! {
    /// The columns of a file of founders.
    const FOUNDER_COLUMNS {
        /// Column of the coordinate x in metres.
        x_m = column("\"x\""),
        /// Column of the coordinate y in metres.
        y_m = column("\"y\""),
        /// Column of the diameter at breast height in centimetres.
        dbh_cm = column("\"mark\""),
        /// Column of the height in metres.
        height_m = column("\"height\""),
        /// Column of the species' name.
        species = column("\"sp\""),
        /// Column of the age in years.
        age_yr = column("\"age\""),
        /// Column that tells snags and logs from living trees.
        condition = column("\"state\""),
        /// Column of the years since a snag or log died.
        dead_yr = column("\"years_dead\""),
    }
}

const fn column(example: &'static str) -> Key {
    key(ValueKind::Text, "", example).optional()
}

parameters! {
    /// The keys of `founders.grown`.
    const GROWN {
        /// Scenario that is grown first.
        scenario = path("\"patch.toml\""),
        /// Year of that scenario in which its forest is taken.
        year = whole(YEARS.0, YEARS.1, "yr", "200"),
        /// How many times that plot is laid out along x and along y.
        tiles = key(ValueKind::WholePair(1, 10_000), "", "[5, 5]"),
    }
}

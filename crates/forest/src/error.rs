//! Why a forest cannot be made, or refuses what it is given.
//!
//! Whatever is refused, the forest is as it was before.

use understory_ecs::ScheduleError;
use understory_keys::OutOfRange;
use understory_numerics::RandomKey;

use crate::components::{Scores, Size};
use crate::entities::{Deadwood, Tree};
use crate::parameters::LEAST_HEIGHT_M;

/// Why a forest cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ForestError {
    /// Growth factors that no ground has.
    #[error("the site cannot be: {0}")]
    ImpossibleSite(String),
    /// Temperatures and rains that no climate has.
    #[error("the climate cannot be: {0}")]
    ImpossibleClimate(String),
    /// A piece of deadwood that no tree leaves.
    #[error(
        "deadwood of a stem of {:.1} cm that died in year {} with {:.2} of its height standing{} cannot be: a stem is 10 cm thick or \
         more, a share lies between 0 and 1, and it falls after its tree has died",
        .0.size.dbh_cm, .0.remains.year_died(), .0.wood.stood_share(),
        .0.wood.year_fell().map_or(String::new(), |year| format!(" and fell in year {year}"))
    )]
    ImpossibleDeadwood(Box<Deadwood>),
    /// What cannot be grown in parts by several processes.
    #[error("`{key}` needs the whole forest in one process, and this run has several")]
    NotLocal {
        /// The key of a scenario that asks for it.
        key: &'static str,
    },
    /// A plot with fewer rows of tiles than there are parts.
    #[error(
        "this plot has {rows} rows of tiles along y, too few for {parts} processes, each of which takes a row or more"
    )]
    TooManyParts {
        /// How many there are.
        parts: usize,
        /// Rows of tiles.
        rows: u32,
    },
    /// There is no species.
    #[error("a forest needs at least one species")]
    NoSpecies,
    /// There are more species than an index can name.
    #[error("{0} species are too many: a forest holds at most 65535")]
    TooManySpecies(usize),
    /// A parameter of a species is not what it may be.
    #[error("the species `{species}`: {wrong}")]
    OutOfRange {
        /// Name of the species.
        species: String,
        /// Which parameter, and its range.
        wrong: OutOfRange,
    },
    /// A species has a strength on seeds of one that is not in the forest.
    #[error(
        "the species `{species}`: `inhibition.on` names `{on}`, which is no species of this forest; there are `{}`",
        known.join("`, `")
    )]
    InhibitsNobody {
        /// Name of the species.
        species: String,
        /// The name that it has a strength on.
        on: String,
        /// Names of the species that there are.
        known: Vec<String>,
    },
    /// A parameter of the light model is not what it may be.
    #[error("the light: {0}")]
    Light(OutOfRange),
    /// A parameter of a disturbance is not what it may be.
    #[error("the disturbances: {0}")]
    Disturbance(OutOfRange),
    /// A parameter of an intervention is not what it may be.
    #[error("an intervention: {0}")]
    Management(OutOfRange),
    /// An intervention is about a species that is not in the forest.
    #[error("the intervention `{name}` is about `{species}`, which is no species of this forest")]
    ManagesNobody {
        /// Name of the intervention.
        name: String,
        /// The species that it names.
        species: String,
    },
    /// An intervention plants more trees at once than may be.
    #[error(
        "the intervention `{name}` would plant {trees:.0} trees at once, but at most {most:.0} are: lower `trees_per_ha`"
    )]
    TooManyPlanted {
        /// Name of the intervention.
        name: String,
        /// How many it would plant.
        trees: f64,
        /// How many may be.
        most: f64,
    },
    /// An intervention plants trees as high as the greatest of their species.
    #[error(
        "the intervention `{name}` plants trees of {height_m} m, but the greatest `{species}` has {greatest_m} m: lower `height_m`"
    )]
    PlantsGiants {
        /// Name of the intervention.
        name: String,
        /// Their species.
        species: String,
        /// Their height, m.
        height_m: f64,
        /// Height of the greatest tree of the species, m.
        greatest_m: f64,
    },
    /// There are more tiles than can be numbered.
    #[error("a plot of {width_m} m by {height_m} m is too large: its area must be at most {most_km2} km²")]
    PlotTooLarge {
        /// Width, m.
        width_m: f64,
        /// Height, m.
        height_m: f64,
        /// Greatest area, km².
        most_km2: f64,
    },
    /// A tree's reach goes further round a torus than it can hold.
    #[error(
        "a full-grown `{species}` reaches {reach_m:.2} m, but this torus holds a reach of at most \
         {limit_m:.2} m, a third of its shorter side"
    )]
    ReachTooLong {
        /// Name of the species.
        species: String,
        /// How far its greatest tree reaches, m.
        reach_m: f64,
        /// How far it may, m.
        limit_m: f64,
    },
    /// More seeds come from beyond the plot than can be drawn one by one.
    #[error(
        "{seeds:.0} seeds would come from outside in a good year, but at most {most:.0} are drawn: lower `fruit.from_outside_per_m2`"
    )]
    TooManySeedsFromOutside {
        /// Seeds of all species that are expected in a good year.
        seeds: f64,
        /// How many may be.
        most: f64,
    },
    /// A tree does not stand on the plot.
    #[error("a tree at ({0}, {1}) does not stand on the plot")]
    OutsidePlot(f64, f64),
    /// A tree that cannot be one of its species.
    #[error(
        "a `{species}` of {} m and {} cm with vigour {}, scores of {} and {} a crown from {} m on and {} m wide from its stem is impossible: a \
         tree is at least {} m high, the greatest of its species has {} m and {} cm, it has a diameter above breast \
         height only, a vigour of 0 to 1, scores of −2 to 2, and a crown that begins below its top and is no wider than in the open",
        tree.size.height_m, tree.size.dbh_cm, tree.vigour, tree.scores.dbh, tree.scores.height, tree.crown_base_m, tree.crown_radius_m,
        LEAST_HEIGHT_M, greatest.height_m, greatest.dbh_cm
    )]
    ImpossibleTree {
        /// Name of the species.
        species: String,
        /// The tree.
        tree: Box<Tree>,
        /// The greatest size of its species.
        greatest: Size,
    },
    /// A tree that is to change is not there.
    #[error("there is no tree {tree}")]
    NoSuchTree {
        /// Its running number.
        tree: u64,
    },
    /// The system that lets trees die that were told to cannot be added.
    #[error(transparent)]
    Schedule(ScheduleError),
    /// A tree is to change in two ways.
    #[error("tree {tree} is changed twice: give each tree one change")]
    ChangedTwice {
        /// Its running number.
        tree: u64,
    },
    /// A seed whose mother cannot be one of its species.
    #[error(
        "a seed of `{species}` has a mother with scores of {} and {}, but scores lie from −2 to 2", scores.dbh, scores.height
    )]
    ImpossibleMother {
        /// Name of the species.
        species: String,
        /// Scores of the mother.
        scores: Scores,
    },
    /// A tree or a seed of a species that is not in the list.
    #[error("species number {0} is not in the forest's list")]
    UnknownSpecies(u16),
    /// A growth point that no crown has.
    #[error("growth point {node} of tree {tree} cannot be: {problem}")]
    StrangeGrowthPoint {
        /// Running number of its tree.
        tree: u64,
        /// Its own number.
        node: u32,
        /// Why.
        problem: String,
    },
    /// Crowns that cannot grow in this forest.
    #[error("the crowns cannot be: {0}")]
    ImpossibleCrowns(String),
    /// Two trees or two seeds share a key.
    #[error("the key {0} belongs to two")]
    KeyTwice(RandomKey),
}

//! Why a forest cannot be made, or refuses what it is given.
//!
//! Whatever is refused, the forest is as it was before.

use understory_ecs::ScheduleError;
use understory_keys::OutOfRange;
use understory_numerics::RandomKey;

/// Why a forest cannot be made.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ForestError {
    /// What no ground, climate, tree, seed, deadwood, crown, species or intervention of this forest can be.
    #[error("{what} cannot be: {why}")]
    Impossible {
        /// What was given.
        what: String,
        /// Why not, and the way out.
        why: String,
    },
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
    /// A parameter of the light model is not what it may be.
    #[error("the light: {0}")]
    Light(OutOfRange),
    /// A parameter of a disturbance is not what it may be.
    #[error("the disturbances: {0}")]
    Disturbance(OutOfRange),
    /// A parameter of an intervention is not what it may be.
    #[error("an intervention: {0}")]
    Management(OutOfRange),
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
    /// A tree does not stand on the plot.
    #[error("a tree at ({0}, {1}) does not stand on the plot")]
    OutsidePlot(f64, f64),
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
    /// A tree or a seed of a species that is not in the list.
    #[error("species number {0} is not in the forest's list")]
    UnknownSpecies(u16),
    /// Two trees or two seeds share a key.
    #[error("the key {0} belongs to two")]
    KeyTwice(RandomKey),
}

impl ForestError {
    pub(crate) fn impossible(what: impl Into<String>, why: impl Into<String>) -> Self {
        Self::Impossible {
            what: what.into(),
            why: why.into(),
        }
    }
}

//! Why an experiment could not go on. Which key of the scenario is to blame, and the hint, are in `place.rs`.

use std::io;

use understory_branching::OutOfRange;
use understory_branching::specimen::SpecimenError;
use understory_forest::ForestError;
use understory_forest::parameters::LEAST_HEIGHT_M;
use understory_placement::pattern::BakedTileError;
use understory_records::{DocumentError, ReadError, WriteError};
use understory_scatter::ScatterError;
use understory_scenario::Problems;
use understory_spacing::SpacingError;

use crate::stats::StatsError;

/// Why an experiment could not go on.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// A point method could not lay out the founders.
    #[error("the founders of `{species}`: {source}")]
    Founders {
        /// Number of the entry of founders, from 0.
        entry: usize,
        /// Name of the species.
        species: String,
        /// Name of the method.
        method: &'static str,
        /// What the method says.
        source: ScatterError,
    },
    /// What the user changes of the forest before a year failed.
    #[error("before year {year}: {why}")]
    EachYear {
        /// The year that would have come.
        year: u32,
        /// What was wrong.
        why: String,
    },
    /// A segment cannot be filled.
    #[error("the segment `{segment}`: {source}")]
    Segment {
        /// Its name.
        segment: String,
        /// What its method says.
        source: ScatterError,
    },
    /// A segment that the ground has not.
    #[error("there is no segment `{0}`")]
    NoSuchSegment(String, String),
    /// A tree that would take too long.
    #[error("this tree would have some {nodes} nodes, and {most} are the limit")]
    TooManyNodes {
        /// How many, by an estimate.
        nodes: u64,
        /// How many there may be.
        most: u64,
        /// The key of the scenario that says how long the wood between them is.
        key: &'static str,
    },
    /// Crowns of more trees than can be grown.
    #[error(
        "about {trees} trees will be {least_m} m high or more, and their crowns and roots would be {takes}"
    )]
    TooManyCrowns {
        /// How many, by a sample that was grown.
        trees: u64,
        /// `crowns.min_height_m`.
        least_m: f64,
        /// What they would take, in words.
        takes: String,
    },
    /// Roots of crowns that grow year by year could not be grown for their table.
    #[error(
        "no roots could be grown for the tables of year {year}: {why}; `crowns.roots.points = 0` leaves them out, and the run then begins anew"
    )]
    NoRoots {
        /// The year.
        year: u32,
        /// Why.
        why: String,
    },
    /// Who looks on had it stopped.
    #[error("it was stopped")]
    Stopped,
    /// A compared method refuses.
    #[error("the method `{label}`: {source}")]
    Method {
        /// Label of the method.
        label: String,
        /// What it says.
        source: ScatterError,
    },
    /// Too few trees to compare with.
    #[error(
        "of {all} trees in year {year}, {found} are at least {least_cm} cm thick, but comparing takes at \
         least 2"
    )]
    TooFewCompared {
        /// The last year.
        year: u32,
        /// Trees in it.
        all: usize,
        /// Those that are thick enough.
        found: usize,
        /// The least diameter, cm.
        least_cm: f64,
    },
    /// A species that a forest has not.
    #[error("there is no tree of the species `{species}` in year {year}")]
    NoSuchSpecies {
        /// The species.
        species: String,
        /// The year.
        year: u32,
        /// Those that there are; empty where nothing stands.
        there: String,
    },
    /// Too few trees for a tile.
    #[error(
        "of {all} trees in year {year}, {found} are at least {least_cm} cm thick, but a tile takes at least 2"
    )]
    TooFewBaked {
        /// The year.
        year: u32,
        /// Trees of the species in it.
        all: usize,
        /// Those that are thick enough.
        found: usize,
        /// The least diameter, cm.
        least_cm: f64,
    },
    /// A tile larger than its forest.
    #[error("a tile of {side_m} m is larger than its forest, which is {} m by {} m", forest_m[0], forest_m[1])]
    ForestTooSmall {
        /// Side of the tile, m.
        side_m: f64,
        /// Width and height of the forest, m.
        forest_m: [f64; 2],
    },
    /// Trees that are no tile.
    #[error(transparent)]
    Tile(#[from] BakedTileError),
    /// A rule of a painted world cannot stand as its forest.
    #[error("the forest of the rule `{rule}`: {source}")]
    OfRule {
        /// Name of the rule.
        rule: String,
        /// Why not.
        source: Box<LabError>,
    },
    /// A painted world cannot be compared.
    #[error("the painted world `{label}`: {source}")]
    OfWorld {
        /// Its number among the `[[method]]`s, from 0.
        number: usize,
        /// Its label.
        label: String,
        /// Why not.
        source: Box<LabError>,
    },
    /// A further forest of a comparison cannot be compared with.
    #[error("the forest `{forest}`: {source}")]
    OfForest {
        /// Its number in `compare.forests`, from 0.
        number: usize,
        /// What tables would call it.
        forest: String,
        /// Why not.
        source: Box<LabError>,
    },
    /// A tile that a painted world has not.
    #[error(
        "there is no tile {},{}: the world has those from {},{} to {},{}",
        tile[0], tile[1], low[0], low[1], high[0], high[1]
    )]
    NoTile {
        /// The tile.
        tile: [i32; 2],
        /// The first that there is.
        low: [i32; 2],
        /// The last.
        high: [i32; 2],
    },
    /// An edit of a painted world leads to one that cannot be.
    #[error(transparent)]
    Scenario(#[from] Problems),
    /// The search for the best numbers of a method failed.
    #[error("the fit failed: {0}")]
    Fit(String),
    /// A task of a sweep cannot be run.
    #[error("task {task}{}: {source}", if set.is_empty() { String::new() } else { format!(" ({set})") })]
    OfTask {
        /// Its name.
        task: String,
        /// The varied keys with their values.
        set: String,
        /// Why not.
        source: Box<LabError>,
    },
    /// A scenario that names no measured stand.
    #[error("this scenario has no `[calibrate]`")]
    NoCalibration,
    /// A run of a calibration cannot be made.
    #[error("{name} ({set}): {source}")]
    OfEvaluation {
        /// What it is called.
        name: String,
        /// The keys with their values.
        set: String,
        /// Why not.
        source: Box<LabError>,
    },
    /// What an earlier start finished is not what this one asks for.
    #[error("`{table}` was changed since it was written: {why}")]
    TableChanged {
        /// Its table.
        table: &'static str,
        /// What is wrong.
        why: String,
    },
    /// Too few runs of a calibration have what the measured stand is compared by.
    #[error(
        "in {undefined} of {runs} runs from the prior `{summary}` is not defined, and too few have all that is compared"
    )]
    NothingToCompare {
        /// Runs from the prior.
        runs: u64,
        /// The summary that is missing most often.
        summary: String,
        /// In how many.
        undefined: u64,
    },
    /// Tasks of a sweep that are not there, or were made from something else.
    #[error(
        "{count} of {of} tasks are missing or were made from another scenario, seed or version: {}{}",
        first.join(", "), if *count > first.len() as u64 { ", …" } else { "" }
    )]
    TasksMissing {
        /// How many.
        count: u64,
        /// Of how many.
        of: u64,
        /// Names of the first.
        first: Vec<String>,
    },
    /// The plot holds fewer founders than were asked for.
    #[error(
        "of {wanted} founders of `{species}` by `{method}` only {placed} fit at a spacing of {spacing_m:.3} m ({why})"
    )]
    NoRoomForFounders {
        /// Number of the entry of founders, from 0.
        entry: usize,
        /// Name of the species.
        species: String,
        /// Name of the method.
        method: &'static str,
        /// Founders that found a place.
        placed: usize,
        /// Founders asked for.
        wanted: u32,
        /// Spacing of the method, m.
        spacing_m: f64,
        /// What the method says.
        why: String,
    },
    /// A founder's height was drawn beyond what its species reaches.
    #[error(
        "a founder of `{species}` drew a height of {height_m:.2} m, but the tallest tree of the species has {height_max_m} m"
    )]
    FounderTooTall {
        /// Number of the entry of founders, from 0.
        entry: usize,
        /// Name of the species.
        species: String,
        /// The height drawn, m.
        height_m: f64,
        /// The species' greatest, m.
        height_max_m: f64,
    },
    /// A founder's height was drawn below what a tree can be.
    #[error(
        "a founder of `{species}` drew a height of {height_m} m, but a tree is at least {LEAST_HEIGHT_M} m high"
    )]
    FounderTooLow {
        /// Number of the entry of founders, from 0.
        entry: usize,
        /// Name of the species.
        species: String,
        /// The height drawn, m.
        height_m: f64,
    },
    /// The scenario of a grown forest is at fault.
    #[error("{source}")]
    InPatch {
        /// Its path from the folder of the scenario.
        path: String,
        /// Its text.
        text: String,
        /// What is wrong with it.
        source: Box<LabError>,
    },
    /// A grown forest could hold trees beyond what the species reaches here.
    #[error(
        "the grown forest's `{species}` reaches {} m and {} cm, but here it ends at {} m and {} cm",
        grown[0], grown[1], here[0], here[1]
    )]
    GrownTooLarge {
        /// Name of the species.
        species: String,
        /// Its greatest height, m, and diameter, cm, in the grown forest.
        grown: [f64; 2],
        /// The same in this scenario.
        here: [f64; 2],
    },
    /// A tree could not grow.
    #[error(transparent)]
    Tree(#[from] SpecimenError),
    /// A stem that was to be cleared is not, as the tree is too low.
    #[error(
        "`season.clear_m` is {clear_m}, but stems are cleared of trees over {from_m} m, and this one is {height_m:.1} m high"
    )]
    NotCleared {
        /// The height asked for, m.
        clear_m: f64,
        /// The height of the tree from which on it is cleared, m.
        from_m: f64,
        /// That of this one, m.
        height_m: f64,
    },
    /// A tree could not be drawn.
    #[error("the tree's mesh: {0}")]
    Mesh(#[from] OutOfRange),
    /// The forest refuses what it was given.
    #[error(transparent)]
    Forest(#[from] ForestError),
    /// A table of a checkpoint holds something that no run wrote.
    #[error("`{file}`: {problem}")]
    StrangeCheckpoint {
        /// The table.
        file: String,
        /// What is wrong with it.
        problem: String,
    },
    /// The scenario asks for Parquet, and the program was built without it.
    #[error(
        "`record.format` is \"parquet\", which needs the feature `parquet`, and this program was built without it"
    )]
    WithoutParquet,
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// A manifest or checkpoint cannot be read or written.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// A table cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// The curves of the spacing cannot be measured at the distances that `[record]` gives.
    #[error(
        "the spacing cannot be measured at {steps} distances up to {r_max_m} m: the kernel of the pair correlation of 2 trees is \
         {half_width_m:.2} m wide, more than a million of their steps"
    )]
    NoCurves {
        /// `record.spacing_steps`.
        steps: u32,
        /// `record.spacing_r_max_m`.
        r_max_m: f64,
        /// Half of the kernel's width, m.
        half_width_m: f64,
    },
    /// Patterns cannot be compared on a plot.
    #[error("patterns on this plot could not be measured: {0}")]
    NotComparable(SpacingError),
    /// The spacing of a pattern cannot be measured.
    #[error(transparent)]
    Spacing(#[from] SpacingError),
    /// A pattern could not be measured.
    #[error(transparent)]
    Stats(#[from] StatsError),
    /// The store fails.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl LabError {
    /// Whether the user's input is at fault; otherwise it is the machine or the program.
    #[must_use]
    pub fn is_user_error(&self) -> bool {
        matches!(
            self,
            Self::Founders { .. }
                | Self::NoRoomForFounders { .. }
                | Self::Method { .. }
                | Self::TooFewCompared { .. }
                | Self::FounderTooTall { .. }
                | Self::FounderTooLow { .. }
                | Self::InPatch { .. }
                | Self::NoTile { .. }
                | Self::NoSuchSpecies { .. }
                | Self::TooFewBaked { .. }
                | Self::ForestTooSmall { .. }
                | Self::Tile(_)
                | Self::Scenario(_)
                | Self::GrownTooLarge { .. }
                | Self::Tree(_)
                | Self::Mesh(_)
                | Self::NotCleared { .. }
                | Self::Forest(_)
                | Self::StrangeCheckpoint { .. }
                | Self::WithoutParquet
                | Self::NoCurves { .. }
                | Self::NotComparable(_)
                | Self::TasksMissing { .. }
                | Self::NoCalibration
                | Self::TableChanged { .. }
                | Self::NothingToCompare { .. }
        ) || match self {
            Self::Read(error) => !matches!(error, ReadError::Io { .. }),
            Self::OfRule { source, .. }
            | Self::OfWorld { source, .. }
            | Self::OfForest { source, .. }
            | Self::OfTask { source, .. }
            | Self::OfEvaluation { source, .. } => source.is_user_error(),
            _ => false,
        }
    }
}

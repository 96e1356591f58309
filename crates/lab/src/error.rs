//! Why an experiment could not go on. Which key of the scenario is to blame, and the hint, are in `place.rs`.

use std::io;

use understory_branching::OutOfRange;
use understory_branching::specimen::SpecimenError;
use understory_forest::ForestError;
use understory_placement::pattern::BakedTileError;
use understory_records::{DocumentError, ReadError, WriteError};
use understory_scatter::ScatterError;
use understory_scenario::Problems;
use understory_spacing::SpacingError;

use crate::stats::StatsError;

/// Why an experiment could not go on.
#[derive(Debug, thiserror::Error)]
pub enum LabError {
    /// What the scenario or who asks wants cannot be.
    #[error("{why}")]
    Refused {
        /// The key of the scenario that rules it; empty where no key does.
        key: String,
        /// Why not.
        why: String,
        /// What the user can do; empty where the message says it.
        way_out: String,
    },
    /// One of several parts of the work failed: a forest, a painted world, a task.
    #[error("{part}: {source}")]
    Of {
        /// Which, in words.
        part: String,
        /// The key of the scenario that rules it; empty where no key does.
        key: String,
        /// Why.
        source: Box<LabError>,
    },
    /// What the user changes of the forest before a year failed.
    #[error("before year {year}: {why}")]
    EachYear {
        /// The year that would have come.
        year: u32,
        /// What was wrong.
        why: String,
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
    /// Trees that are no tile.
    #[error(transparent)]
    Tile(#[from] BakedTileError),
    /// An edit of a painted world leads to one that cannot be.
    #[error(transparent)]
    Scenario(#[from] Problems),
    /// The search for the best numbers of a method failed.
    #[error("the fit failed: {0}")]
    Fit(String),
    /// A scenario that names no measured stand.
    #[error("this scenario has no `[calibrate]`")]
    NoCalibration,
    /// What an earlier start finished is not what this one asks for.
    #[error("`{table}` was changed since it was written: {why}")]
    TableChanged {
        /// Its table.
        table: &'static str,
        /// What is wrong.
        why: String,
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
    /// A tree could not grow.
    #[error(transparent)]
    Tree(#[from] SpecimenError),
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
    /// What is refused, with the key of the scenario that rules it and the way out, each empty where nothing is known.
    #[must_use]
    pub fn refused(key: impl Into<String>, why: impl Into<String>, way_out: impl Into<String>) -> Self {
        let (key, why, way_out) = (key.into(), why.into(), way_out.into());
        Self::Refused { key, why, way_out }
    }

    /// What a compared method refuses.
    pub(crate) fn of_method(label: &str, error: &ScatterError) -> Self {
        Self::refused(
            format!("method.{label}.{}", error.key().unwrap_or("name")),
            format!("the method `{label}`: {error}"),
            error.hint().unwrap_or_default(),
        )
    }

    /// Why a segment cannot be filled.
    pub(crate) fn of_segment(segment: &str, error: &ScatterError) -> Self {
        let key = error.key().map(|key| format!("segment.{segment}.{key}"));
        Self::refused(
            key.unwrap_or_else(|| "scatter".to_owned()),
            format!("the segment `{segment}`: {error}"),
            error.hint().unwrap_or_default(),
        )
    }

    /// Why patterns on a plot cannot be compared.
    pub(crate) fn not_comparable(error: SpacingError) -> Self {
        Self::refused(
            "world.size_m",
            format!("patterns on this plot could not be measured: {error}"),
            "make its sides less unlike",
        )
    }

    /// A table of a checkpoint that holds something that no run wrote.
    pub(crate) fn strange(file: &str, problem: String) -> Self {
        let file = file.to_owned();
        Self::StrangeCheckpoint { file, problem }
    }

    pub(crate) fn of(part: String, key: impl Into<String>, source: Self) -> Self {
        let (key, source) = (key.into(), Box::new(source));
        Self::Of { part, key, source }
    }

    /// Whether the user's input is at fault; otherwise it is the machine or the program.
    #[must_use]
    pub fn is_user_error(&self) -> bool {
        match self {
            Self::Refused { .. }
            | Self::InPatch { .. }
            | Self::Tile(_)
            | Self::Scenario(_)
            | Self::Tree(_)
            | Self::Mesh(_)
            | Self::Forest(_)
            | Self::StrangeCheckpoint { .. }
            | Self::WithoutParquet
            | Self::NoCalibration
            | Self::TableChanged { .. } => true,
            Self::Read(error) => !matches!(error, ReadError::Io { .. }),
            Self::Of { source, .. } => source.is_user_error(),
            _ => false,
        }
    }
}

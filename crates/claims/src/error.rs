//! Why an experiment gave no number. Most variants only pass on what `branching` or `forest` refused.

use understory_branching::OutOfRange;
use understory_branching::cloud::CloudError;
use understory_branching::colonization::ColonizeError;
use understory_branching::lsystem::{LSystemError, TurtleError};
use understory_branching::specimen::SpecimenError;
use understory_branching::tree::TreeError;
use understory_forest::ForestError;
use understory_scatter::ScatterError;
use understory_space::PlotError;
use understory_spacing::SpacingError;
use understory_terrain::TerrainError;

/// Why an experiment gave no number.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ClaimError {
    /// A budget of nothing.
    #[error("an experiment takes at least one seed")]
    NoSeed,
    /// A metric that a tree is too small for.
    #[error("seed {seed} grew a tree too small for `{metric}`")]
    TooSmall {
        /// The seed.
        seed: u64,
        /// The metric.
        metric: &'static str,
    },
    /// In words: a number, a stand or a species that no claim can be judged by, and errors that cannot be copied, of ground and of
    /// painted worlds.
    #[error("{0}")]
    InWords(String),
    /// A plot.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A forest.
    #[error(transparent)]
    Forest(#[from] ForestError),
    /// A point method.
    #[error(transparent)]
    Scatter(#[from] ScatterError),
    /// A pattern.
    #[error(transparent)]
    Spacing(#[from] SpacingError),
    /// Attraction points.
    #[error(transparent)]
    Cloud(#[from] CloudError),
    /// Colonization.
    #[error(transparent)]
    Colonize(#[from] ColonizeError),
    /// A word.
    #[error(transparent)]
    LSystem(#[from] LSystemError),
    /// A word that is walked.
    #[error(transparent)]
    Turtle(#[from] TurtleError),
    /// A tree.
    #[error(transparent)]
    Tree(#[from] TreeError),
    /// A tree with its site and baseline.
    #[error(transparent)]
    Specimen(#[from] SpecimenError),
    /// A parameter that is not what it may be: of radii, leaves, variation.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

impl From<TerrainError> for ClaimError {
    fn from(error: TerrainError) -> Self {
        Self::InWords(error.to_string())
    }
}

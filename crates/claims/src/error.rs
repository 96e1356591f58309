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
    /// A mean that is not finite.
    #[error("the experiment gave {value}, but a claim is judged by a finite number")]
    NotFinite {
        /// What it gave.
        value: f64,
    },
    /// A metric that a tree is too small for.
    #[error("seed {seed} grew a tree too small for `{metric}`")]
    TooSmall {
        /// The seed.
        seed: u64,
        /// The metric.
        metric: &'static str,
    },
    /// A stand that came to too few trees, or none.
    #[error("seed {seed} grew a forest with too few trees to measure `{claim}`")]
    TooFewTrees {
        /// The seed.
        seed: u64,
        /// The claim.
        claim: String,
    },
    /// A species that no yield table is of.
    #[error("there is no yield table of `{preset}`")]
    NoYieldTable {
        /// The preset.
        preset: String,
    },
    /// A plot.
    #[error(transparent)]
    Plot(#[from] PlotError),
    /// A forest; boxed, as it is far larger than all others.
    #[error(transparent)]
    Forest(Box<ForestError>),
    /// Ground, in words, as its errors cannot be copied.
    #[error("{0}")]
    Terrain(String),
    /// A point method.
    #[error(transparent)]
    Scatter(#[from] ScatterError),
    /// A painted world, in words.
    #[error("{0}")]
    Placement(String),
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
        Self::Terrain(error.to_string())
    }
}

impl From<ForestError> for ClaimError {
    fn from(error: ForestError) -> Self {
        Self::Forest(Box::new(error))
    }
}

//! Why a tree could not be grown.

use crate::cloud::{CloudError, Warp};
use crate::colonization::ColonizeError;
use crate::skeleton::PipeModelError;

/// Why a tree could not be grown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum TreeError {
    /// The crown's attraction points.
    #[error("the crown: {0}")]
    Crown(CloudError),
    /// The soil's attraction points.
    #[error("the roots' soil: {0}")]
    Soil(CloudError),
    /// Growth of the shoot.
    #[error("the shoot: {0}")]
    Shoot(ColonizeError),
    /// Growth of the roots.
    #[error("the roots: {0}")]
    Roots(ColonizeError),
    /// Radii.
    #[error(transparent)]
    Pipes(#[from] PipeModelError),
    /// A warp that is none.
    #[error("warp {number}, `{}`, needs finite numbers", warp.name())]
    NotAWarp {
        /// Its number, from 0.
        number: usize,
        /// How it was given.
        warp: Warp,
    },
    /// A number out of its range.
    #[error("`{name}` is {value}, but must be {range}")]
    OutOfRange {
        /// The parameter.
        name: &'static str,
        /// Its value.
        value: f64,
        /// What it must be.
        range: &'static str,
    },
}

//! Why a stand could not be grown.

use understory_keys::OutOfRange;

use crate::cloud::CloudError;
use crate::colonization::ColonizeError;

/// Why a stand could not be grown.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum StandError {
    /// A parameter that is not what it may be.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// Trees or a soil that cannot be grown.
    #[error("{0}")]
    Unfit(String),
    /// Two trees in one place.
    #[error("trees {} and {} stand in one place, {place_m:?}: no crown of theirs can be told from the other", numbers[0], numbers[1])]
    InOnePlace {
        /// Their numbers, from 0.
        numbers: [usize; 2],
        /// Where, m.
        place_m: [f64; 3],
    },
    /// More attraction points than can be grown towards.
    #[error(
        "{trees} trees with {points} attraction points each are {total}, but at most {most} can be grown towards at once: \
         take fewer trees or fewer points"
    )]
    TooManyPoints {
        /// Trees.
        trees: usize,
        /// Points of each.
        points: u32,
        /// Their product.
        total: u64,
        /// The most that there may be.
        most: u64,
    },
    /// Attraction points could not be laid out.
    #[error(transparent)]
    Cloud(#[from] CloudError),
    /// Nothing could grow.
    #[error(transparent)]
    Colonize(#[from] ColonizeError),
}

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
    /// A tree without a place or a crown.
    #[error(
        "tree {number} at {base_m:?} is {height_m} m high, with a crown from {crown_base_m} m up, {crown_radius_m} m in \
         radius, on a stem of {dbh_m} m: places must be finite, sizes above 0, and a crown begins below its top"
    )]
    NotATree {
        /// Its number, from 0.
        number: usize,
        /// Where, m.
        base_m: [f64; 3],
        /// Height, m.
        height_m: f64,
        /// Diameter, m.
        dbh_m: f64,
        /// Where its crown begins, m.
        crown_base_m: f64,
        /// Its crown's radius, m.
        crown_radius_m: f64,
    },
    /// Two trees in one place.
    #[error("trees {} and {} stand in one place, {place_m:?}: no crown of theirs can be told from the other", numbers[0], numbers[1])]
    InOnePlace {
        /// Their numbers, from 0.
        numbers: [usize; 2],
        /// Where, m.
        place_m: [f64; 3],
    },
    /// Two trees with one key.
    #[error("trees {} and {} have one key, so that their draws are the same", numbers[0], numbers[1])]
    OneKey {
        /// Their numbers, from 0.
        numbers: [usize; 2],
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
    /// More stones than roots can be grown among.
    #[error(
        "the soil of these trees would have about {count} stones, but at most {most} can be grown among: lower `stones.per_m3`, or take fewer trees"
    )]
    TooManyStones {
        /// About how many.
        count: u64,
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

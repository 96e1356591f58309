//! Randomness that depends on who, when and why, and maths with the same bits on every machine.
//!
//! - [`RandomKey`]: the identity of a tree, a seed, a founder; every draw is a function of a key, a year, a
//!   [`Purpose`] and a number, never of the order in which things are visited.
//! - [`philox`]: the counter hash behind those draws.
//! - [`RowHash`]: a lighter hash that vectorises, for lattices and long numbered rows.
//! - [`MotherStream`]: one ChaCha8 stream per mother and year, for draws that come in long rows.
//! - [`sample`]: from uniform numbers to exponential, normal and Poisson ones.
//! - [`math`]: `exp`, `ln`, `pow`, … whose last bits do not depend on the platform.
//! - [`interval`]: the 95 % intervals of a mean and of a median.
//! - [`lanes`]: eight lanes at once, and the polynomial exponential of the hot sums; [`EightKeys`]: draws for
//!   eight keys at once.
//! - [`parallel`] and [`sort`]: work on all threads, and numbers in rising order, by functions that are translated once.

mod eight;
pub mod interval;
pub mod lanes;
pub mod math;
pub mod parallel;
pub mod philox;
mod purpose;
pub mod quick;
mod random_key;
mod row_hash;
pub mod sample;
pub mod sort;
mod stream;

pub use eight::EightKeys;
pub use purpose::Purpose;
pub use random_key::{ParseKeyError, RandomKey};
pub use row_hash::RowHash;
pub use stream::MotherStream;

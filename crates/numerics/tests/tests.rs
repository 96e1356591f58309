//! Randomness and maths as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod eight; // draws for eight keys at once are those of one after the other
mod interval; // intervals of means and medians
mod known_values; // values that others publish
mod lanes; // polynomials on eight lanes
mod parallel; // work on all threads keeps its order
mod philox; // the known answers of Random123
mod quick; // quick functions beside the exact ones
mod random_key; // what changes a draw, and how a key is written
mod row_hash; // the bits of long rows are even
mod sample; // moments and shares that formulas give
mod sort; // sorting is that of the standard library
mod stream; // a mother's stream is the same in any order

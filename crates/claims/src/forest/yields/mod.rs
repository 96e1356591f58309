//! Planted stands beside yield tables, unthinned stands and trees in the open: what the growth of a species is fitted to.
//!
//! [`Judged::of`] grows all of them for one species and measures them as the tables measure theirs; `examples/fit.rs` makes one number of it.
//! Thinned tables alone would not do: many sets of numbers give their stands, and no line of density or far too thick lone trees.

mod judged;
mod rows;
mod stand;
mod tables;

pub(super) use rows::claims;
pub(super) use stand::Planting;

pub use judged::{AGES_YR, Figure, Judged, QUANTITIES, Stands, Unthinned, log_ratio};
pub use tables::{Row, classes_of};

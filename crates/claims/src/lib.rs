//! What is claimed, measured: each claim has an experiment with fixed seeds, a range in which it holds, and a
//! verdict.
//!
//! - A [`Claim`] is a row: [`Claim::measured`] makes the experiment and judges it.
//! - [`catalogue()`] lists those of a [`Set`]; [`chosen`] those of them that a user names.
//! - [`FieldTrial`] names the ways in which an inhibiting field is tried.
//! - [`pictures`] grows what figures show beside the tables.
//! - [`yields`] holds planted stands against yield tables; the example `fit` fits species to them.
//! - [`recorded`] holds the verdicts that a quick run and a full one must come to again.
//!
//! An experiment is a function of a [`Budget`], and of nothing else: no clock, no file. Where an article describes
//! a way to grow that the library does not have, because it does not work, a rival is built here and not there.
//!
//! ```
//! # #[cfg(feature = "linked")] {
//! use understory_claims::{Budget, Set, catalogue, chosen};
//!
//! let claims = chosen(catalogue(Set::Articles), &["S4".to_owned()])?;
//! let row = claims[0].measured(&Budget::QUICK)?;
//! assert_eq!((row.measured, row.verdict.as_str()), (10.0, "fails"));
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! All that is here needs the feature `linked`.
#![cfg(feature = "linked")]

mod budget;
mod catalogue;
mod claim;
mod colonization;
mod error;
mod expected;
mod flights;
mod forest;
mod kept;
mod painted;
pub mod pictures;
mod raster_forests;
pub mod recorded;
mod rows;
mod scattering;
mod select;
mod trees;
mod words;

pub use budget::{Budget, Measured};
pub use catalogue::catalogue;
pub use claim::{Claim, SaidBy, Set};
pub use error::ClaimError;
pub use expected::{Expected, Verdict};
pub use forest::fields::FieldTrial;
pub use forest::yields;
pub use select::{ClaimNameError, chosen};
pub use trees::{OfKind, of_metrics};

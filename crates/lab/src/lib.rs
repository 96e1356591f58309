//! The experiments: a scenario becomes a run with its tables, checkpoints and replicates.
//!
//! - [`run()`]: from a scenario to tables in a [`store::Store`], from year 0 or from a checkpoint.
//! - [`Estimate`]: what a run will take, before its first year.
//! - [`compare`]: point methods against a forest that grew or a stand that was measured.
//! - [`calibrate`]: keys of a scenario fitted to a measured stand.
//! - [`bake`]: a tile whose copies join, from the trees of a forest.
//! - [`grow`]: one tree and the L-system beside it.
//! - [`scatter`]: points that a method lays out, segment by segment, and their seams; the lattice without bounds; a net of springs.
//! - [`place`]: a painted world: what stands where, what its edits would change, what its camera opens.
//! - [`living`]: a forest or points that somebody looks at while they change: rows of tables without files.
//! - [`finished`]: what a command that was stopped left, for the next start.
//! - [`stats`]: the spacing of one pattern of points, measured in every way asked for.
//!
//! This crate opens no files and prints nothing: tables go through the store, progress through [`Watch`].

pub mod bake;
pub mod calibrate;
pub mod compare;
mod error;
mod error_key;
pub mod finished;
pub mod grow;
mod job;
pub mod living;
pub mod place;
mod run;
pub mod scatter;
pub mod stats;
pub mod store;
pub mod sweep;
mod tables;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod testing;
mod workers;

pub use error::LabError;
pub use job::{EachYear, Job, Watch};
pub use run::checkpoint::format as table_format;
pub use run::crowns::check_crowns;
pub use run::estimate::{Estimate, memory_of_spacing};
pub use run::founders::{forest_at_start, memory_of_founders_bytes, memory_of_plot, try_founders};
pub use run::spacing::try_spacing;
pub use run::{End, Ran, check_format, check_parts, dismiss, follow, run, run_in_parts, tables_in};
pub use tables::{Written, write_table};

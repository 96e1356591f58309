//! The experiments: a scenario becomes a run with its tables, checkpoints and replicates.
//!
//! - [`run()`]: from a scenario to tables in a [`store::Store`], from year 0 or from a checkpoint.
//! - [`Estimate`]: what a run will take, before its first year.
//! - [`compare`]: point methods against a forest that grew or a stand that was measured.
//! - [`calibrate`]: keys of a scenario fitted to a measured stand.
//! - [`bake`]: a tile whose copies join, from the trees of a forest.
//! - [`grow`]: one tree and the L-system beside it.
//! - [`scatter`]: points that a method lays out, segment by segment, and their seams; the lattice without bounds; a net of springs.
//! - [`world`]: a painted world: what stands where, what its edits would change, what its camera opens.
//! - [`living`]: a forest or points that somebody looks at while they change: rows of tables without files.
//! - [`finished`]: what a command that was stopped left, for the next start.
//! - [`stats`]: the spacing of one pattern of points, measured in every way asked for.
//!
//! This crate opens no files and prints nothing: tables go through the store, progress through [`Watch`].

pub mod bake;
mod calendar;
pub mod calibrate;
mod census;
mod checkpoint;
pub mod compare;
mod crowns;
mod deadwood;
mod error;
mod estimate;
mod events;
pub mod finished;
mod founders;
mod gaps;
mod ground;
pub mod grow;
mod growing;
mod harvest;
mod inventory;
mod job;
pub mod living;
mod needless;
mod page_estimate;
mod place;
mod replicates;
mod run;
mod sample;
pub mod scatter;
mod spacing;
pub mod stats;
pub mod store;
pub mod sweep;
mod tables;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]
mod testing;
mod wetness;
mod workers;
pub mod world;
mod yearly;

pub use checkpoint::format as table_format;
pub use crowns::check_crowns;
pub use error::LabError;
pub use estimate::{Estimate, memory_of_spacing};
pub use founders::{forest_at_start, memory_of_founders_bytes, memory_of_plot, try_founders};
pub use job::{EachYear, Job, Watch};
pub use run::{End, Ran, check_format, check_parts, dismiss, follow, run, run_in_parts, tables_in};
pub use spacing::try_spacing;

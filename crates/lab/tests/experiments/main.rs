//! The experiments as who uses this crate alone meets them: scenarios from text, tables in memory.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail as tests do")]

mod bake; // tiles against the forests that they are baked from
mod common; // scenarios from text, tables read back, and distances counted in the plainest way
mod compare; // methods against a target, by points that are laid out again
mod edges; // a strip that is not counted, and seeds that fly over the edge
mod forests;
mod founders; // what a forest begins with
mod ground; // what a run on ground leaves of it
mod refusals; // where in a scenario what is refused is to be mended
mod replicates; // runs with other seeds, and those that an earlier start has finished
mod run; // the tables of a run against what is counted from the trees
mod stats; // the spacing of a pattern against sums over all pairs
mod stopped; // checkpoints, and runs that go on from them

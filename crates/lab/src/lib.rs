//! The experiments: runs with checkpoints and resume, replicates.

pub mod store;

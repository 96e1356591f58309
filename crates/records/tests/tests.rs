//! Tables and what lies beside them as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod checkpoint; // what changed since a checkpoint was written
mod condition; // which rows are let through
mod data_package; // which table a path is, and what fields are told to be
mod difference; // what is said of a file that is not as it was
mod hashing; // contents, hashed while they are written and read
mod manifest; // of all kinds of results
#[cfg(feature = "parquet")]
mod parquet; // the rows of the CSV, read back to the same bits
mod paths; // of checkpoints, read back
mod points; // tables of points, and what is said of bad ones
mod problem; // where problems stand, and what is said of long values
mod rgb; // colours as six digits
mod run_json; // what a run was begun with
mod tables; // against small files on record, and back to the same bits
mod user_table; // what is found of tables that users bring
mod words; // words that are nearly right
mod world_manifest; // what painted worlds alone have

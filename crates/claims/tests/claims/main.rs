//! Claims as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "a test's helpers fail as tests do")]

mod articles; // what articles claim, beside what theory says
mod pictures; // what figures show of the claims
mod recorded; // what is claimed is measured as it is on record

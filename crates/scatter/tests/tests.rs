//! Point methods as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod kerr; // Kerr's forests against figures that are known of them
mod odd_tasks; // plots and counts that are no forest's
mod requests; // how many, where not, and what stands there already
mod what_is_said; // what methods say of themselves and of what they laid out

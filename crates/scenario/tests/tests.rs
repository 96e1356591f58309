//! Scenarios from text: what is read of them, and what is refused.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod common; // scenarios from disk and from memory
mod corpus; // good files load, bad ones show the problems written beside them
mod dials; // the keys that can be turned
mod load; // what a loaded scenario holds, how it is overridden and identified
mod mutation; // whatever a file holds, nothing panics
mod set; // values set in place of a scenario's own
mod trees; // scenarios of a single tree
mod worlds; // scenarios of painted worlds

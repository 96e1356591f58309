//! Pages as who uses this crate alone meets them: what is in the text, and what its script reads from it.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod column; // numbers are read as they were packed
mod document; // the file itself, and its policy
mod live; // pages that ask for frames
mod payload; // the numbers as text
mod run; // pages of made-up runs
mod state; // seeds and deadwood
mod thinning; // which trees are drawn
mod tree; // leaves
mod unpacked; // what the script of a page reads
mod wood; // wood that fits, and that does not

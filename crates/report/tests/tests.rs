//! Figures as their readers meet them: what is on them, where, and in which words.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod captions; // what figures say in words
mod compare; // methods beside each other
mod figures; // whole figures from whole tables
mod functions; // functions over distance
mod invented; // tables that look like those of a run
mod kerr; // rasters that are known cell by cell
mod layout; // where things stand on the page, worked out by hand
mod seen; // what is on a figure, read back from its files
mod trees; // figures of trees
mod view; // a scene by a camera
mod worlds; // painted worlds

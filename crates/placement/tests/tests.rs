//! Painted worlds as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod baked; // tiles that were baked from a forest
mod beside; // rules that stand beside what others place, and densities by expressions
mod edits; // hand edits, and which tiles a change touches
mod fills; // areas that are filled at once
mod painted; // a small painted world that these share
mod patches; // patches that open and close around a camera
mod prefabs; // polygons and prefabs, held against plain geometry
mod rare; // so many specials on a km², apart from each other
mod worlds; // what holds for every painted world

//! Plots and neighbours as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod cells; // the grid of cells against a look at every point
mod plane; // plots, tiles and the curve of the kd-tree's slots, by hand

//! Worlds and schedules as who uses this crate alone meets them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

mod access; // what systems say that they read and write
mod gather; // columns put into new orders
mod schedule; // what a schedule says of its systems, and what it refuses
mod world; // worlds against plain lists

//! The messages between the processes of a forest in parts, carried by MPI.
//!
//! All that is here needs the feature `linked` and, where it is built and where it runs, an MPI library.

#[cfg(feature = "linked")]
mod ranks;

#[cfg(feature = "linked")]
pub use ranks::{Ranks, Traffic, abort};

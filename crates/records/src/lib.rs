//! The tables that a run leaves: their columns and units, how they are written and read, and the manifest.

mod rows;

pub use rows::*;

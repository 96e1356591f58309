//! The trees of a stand, which share one cloud of attraction points above the ground and one below.
//!
//! Each tree asks for the space of a crown and of a root system, as its size has it. All that is asked for is filled with
//! attraction points, equally dense, and each point once, however many trees ask for it. Then all trees grow at the same
//! time: each point pulls the nearest growth point of the trees that asked for it, of roots that of any, and goes to the tree
//! that reaches it.
//! So crowns that meet stop short of each other, at about the kill distance.
//!
//! - [`Sharing`]: how many points, and how growth colonizes them.
//! - [`StandTree`]: a tree as a forest knows it.
//! - [`grow_stand`]: what grows, with what each tree was offered and what it won.
//!
//! The same trees give the same bits in whatever order they are given, and for any number of threads: they take their
//! turns in the order of their keys, and what lies above the ground never meets what lies below.

mod cloud;
mod earth;
mod error;
mod grow;
mod grown;
mod parameters;
mod space;
mod top;
mod tree;
mod trees;
mod won;

pub use error::StandError;
pub use grow::{MOST_POINTS, grow_stand};
pub use grown::{GrownStand, GrownTree};
pub use parameters::{SharedRoots, Sharing};
pub use tree::{CrownShape, StandTree};
pub use trees::{Stand, StandCrowns};
pub use won::Won;

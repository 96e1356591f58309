//! Where things are: the plot with its edges, and who is near whom.
//!
//! - [`Plot`] and [`Edge`]: a rectangle, open or closed to a torus; distances on it.
//! - [`Tiles`]: the plot cut into nearly square tiles of about a given side, from the plot alone.
//! - [`KdTree`]: nearest points and points within a distance by a kd-tree, on open and torus plots.

mod kd_tree;
mod plot;
mod tiles;

pub use kd_tree::{KdTree, NotIndexed};
pub use plot::{Edge, Plot, PlotError};
pub use tiles::Tiles;

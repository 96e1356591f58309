//! Figures of points that a method lays out: segments and their borders, a window of the lattice without bounds, a net of
//! springs and how it drifts.

mod about;
mod drift;
mod plane;
mod segments;
mod springs;

pub use drift::drift;
pub use plane::plane;
pub use segments::segments;
pub use springs::springs;

//! Painted worlds: biome maps and rules in, any tile's instances out.
mod collision;
mod colour;
mod detail;
mod instance;
mod mix;
mod obstacles;
mod painting;
pub mod parameters;
pub mod pattern;
mod pose;
mod smooth;
mod window;

pub use colour::{Colour, NotAColour};
pub use detail::Detail;
pub use instance::Instance;
pub use painting::{Fault, Maps, Painting};
pub use pose::Quaternion;
pub use window::Window;

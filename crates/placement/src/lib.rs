//! Painted worlds: biome maps and rules in, any tile's instances out.
mod candidates;
mod check;
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
mod stream;
mod texture_map;
mod tile;
mod window;
mod world;

pub use colour::{Colour, NotAColour};
pub use detail::Detail;
pub use instance::Instance;
pub use painting::{Fault, Maps, Painting};
pub use pose::Quaternion;
pub use stream::{Step, Stream};
pub use window::Window;
pub use world::PaintedWorld;

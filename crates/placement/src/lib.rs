//! Painted worlds: biome maps and rules in, any tile's instances out.
mod asset_look;
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
mod shore;
mod smooth;
mod window;

pub use asset_look::{AssetLook, Shape};
pub use colour::{Colour, NotAColour};
pub use detail::Detail;
pub use instance::Instance;
pub use painting::{Fault, Maps, Painting};
pub use pose::Quaternion;
pub use shore::shore_distance_m;
pub use window::Window;

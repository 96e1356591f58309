//! Shapes of few triangles for what a world is strewn with. Each is drawn by a function of its own into a sketch, which
//! then brings it to size and shades it.

mod conifer;
mod flat;
mod house;
mod lumps;
mod shape;
mod sketch;
mod vector;

pub use shape::{SimpleKind, SimpleShape};

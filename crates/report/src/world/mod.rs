//! Figures of painted worlds: what stands where, what an edit changed, what a camera is shown, the points of patterns.
//!
//! [`WorldMap`] takes instances tile by tile and holds pixels in their place, so that millions of them need no memory of
//! their own; [`world_map`] takes them at once. [`changed`] sets an edit's before and after beside each other, [`rings`]
//! shows the tiles around a camera, [`agreement`] whether things stand where their textures lie, [`patterns`] the points on which things may stand, as ever more of them are taken away.
//!
//! On the way: `about` says what figures know of a world, `plan` lays a part of it on the page, `ground` draws biomes,
//! roads, rivers and blockers, `discs` the instances: one by one, or as pixels where they are many.

mod about;
mod agreement;
mod changed;
mod discs;
mod flight;
pub(crate) mod ground;
mod map;
mod patterns;
pub(crate) mod plan;
mod rings;

pub use about::{BiomePicture, PlacedInstance, rule_colour};
pub use agreement::agreement;
pub use changed::{Changes, changed};
pub use flight::patches;
pub use map::{WorldMap, world_map};
pub use patterns::{PatternSample, patterns};
pub use rings::{Camera, rings};

//! Trees that live their years: buds sense space and light, compete for vigour, grow shoots, die and are shed.
//!
//! [`Seasons`] is what a species is like; [`SeasonTree, DETAIL`] a whole tree of it, of an age or a diameter, with roots, leaves
//! and wood. Colonization fills a crown that is drawn; here the crown comes of itself.

mod bud;
mod error;
mod flow;
mod life;
mod light;
mod markers;
mod neighbour;
mod parameters;
mod season;
mod systems;
mod tree;
mod wood;

pub use error::SeasonError;
pub use parameters::{Axis, LeafShade, Phyllotaxis, Seasons, Surroundings};
pub use tree::{LEAST_DETAIL, SeasonTree};

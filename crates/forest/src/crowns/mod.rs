//! Crowns that grow with their trees and share their space, year by year.
//!
//! All crowns compete for one lattice of attraction points. A piece of wood that holds points, or bears wood that does, is a
//! growth point, an entity of the forest's world. Three systems keep them: `shade` says how much light each gets and what that is
//! to its tree, `shed` lets those wither that gain too little, `branch` lets the others take what is free and in the light, as far
//! as their tree has grown.
//!
//! What a tree of some size may fill is its envelope, the crown that it has in the open. What it holds of it, weighed by its
//! light, over what a whole crown of that size would get in the open, is the tree's light; its growth follows from that as from
//! any light model. So space won makes a tree grow, and a tree that grows may win more.

mod envelope;
mod lattice;
mod leaves;
mod parameters;
mod rows;
mod space;
mod spacing;

pub use parameters::{YearlyCrowns, YearlyRules};

pub(crate) use leaves::Leaves;
pub(crate) use rows::{CrownTree, CrownTrees, NONE, check_growth_points, crown_trees};
pub(crate) use space::CrownSpace;
pub use space::SpaceWon;

//! Space colonization: growth points compete for attraction points.
//!
//! Each attraction point pulls the node nearest to it, and no other. A node that holds attraction points is a
//! growth point, an entity; it puts out a segment in the mean direction of what it holds, or two where that lies
//! in bundles far apart. An attraction point that is reached goes. A round is five systems, one file each:
//! associate, kill, settle, strike, grow. Only new nodes are ever compared with attraction points: these never
//! move, and unless damage strikes nodes never go, so nothing else can change who is nearest.
//!
//! [`colonize_on`] goes on from what has grown before, so that limbs, boughs and twigs can be grown one after the
//! other, each with attraction points and distances of its own. [`colonize`] keeps attraction points in a grid, which suits clouds that fill their bounding box;
//! [`colonize_by_r_tree`] grows the same nodes and suits clouds that leave most of it empty.
//!
//! **What makes it end.** A new node is useful if it became nearest to an attraction point or removed one. One
//! that is not is dropped, and its parent next heads for the single nearest of its points; if that is no use
//! either, it rests until what it holds changes. No two nodes stand within a thousandth of a step. So every
//! round that changes anything brings some point nearer to a node or removes it, only finitely many nodes fit
//! into the reach of the points, and rounds that change nothing stop after two. With a kill distance of half
//! a step or more every point in reach of a growth point that nothing hinders is reached.
//!
//! # Source
//! The rule as told in "Space Colonization" (Procedural World, 22 February 2011); the R-tree form as told in
//! its comments. It is that of Runions, Lane and Prusinkiewicz, "Modeling Trees with a Space Colonization Algorithm" (Eurographics
//! Workshop on Natural Phenomena 2007, 63–70), of which the abstract, the beginning of the introduction and, as others quote it,
//! what an iteration does were read: a point pulls its nearest node if that lies within the influence distance, and the mean is
//! that of vectors of length 1. The progress rule is our own.

pub(crate) mod around;
mod begin;
mod colony;
pub(crate) mod damage;
mod error;
mod grid;
pub(crate) mod grove;
mod index;
mod nest;
pub(crate) mod obstacle;
pub(crate) mod parameters;
mod points;
mod r_tree;
pub(crate) mod rounds;
mod separation;
mod systems;
mod wood;

pub use colony::Site;
pub use damage::{Damage, Harm, Nest};
pub use error::ColonizeError;
pub use obstacle::Obstacle;
pub use parameters::{Colonization, Distance, Kill, Trunk, Turns};
pub use rounds::{Colonized, LeftOver, Stop, colonize, colonize_by_r_tree, colonize_on};

//! Ground that refines itself around a camera: patches of a quadtree open and close as it flies, and each drops its props.
//!
//! - [`Camera`]: how large a patch is on the screen, and whether it is seen.
//! - [`PatchTree`]: the patches that are there; opening one gives it four children, closing takes all below it away.
//! - [`Flight`]: frame by frame, which patches open and close under a budget, by one of three [`Strategy`] words.
//! - [`PropRule`] and [`Props`]: what a patch drops, from its own generator; it stays while the patch is there.
//!
//! What stands on a patch follows from its place in the tree and the seed alone, so any way to it gives the same props.
//!
//! # Source
//! After the article "PCG Terrain III: Adding Props" of the blog Mostly Harmless.

mod camera;
mod flight;
mod props;
mod rules;
mod search;
mod tree;

pub use camera::Camera;
pub use flight::{Flight, Frame};
pub use props::{Prop, Props};
pub use rules::{PropRule, Refining, Strategy};
pub use tree::PatchTree;

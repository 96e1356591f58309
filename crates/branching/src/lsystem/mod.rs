//! L-systems: letters that become other letters, the baseline for colonization.
//!
//! A word of letters with numbers is rewritten step by step, all letters at once. Rules may be weighted against
//! one another, ask for an age, an order or neighbours, and compute with the numbers of the letter they replace.
//! A [`turtle`](LSystem::grow) then walks the word into a [`Skeleton`](crate::skeleton::Skeleton), so that radii,
//! orders, metrics and mesh are the same as for trees that colonized their space. Letters know nothing of space:
//! branches cross unless the rule that prunes by an envelope cuts them.
//!
//! | letter | the turtle |
//! |---|---|
//! | `F(l)` | goes forward by *l* metres and leaves a segment |
//! | `+(a)` `-(a)` | turns left, right by *a* degrees |
//! | `&(a)` `^(a)` | pitches down, up |
//! | `/(a)` `\(a)` | rolls right, left |
//! | `[` `]` | begins a branch, goes back to where it left |
//! | `%` | cuts the rest of its branch off: the rule that stops a system part-way |
//!
//! Other letters stand for what is yet to grow, and the turtle passes over them.
//!
//! # Source
//! Weighted rules as told in the comments to "Space Colonization" (Procedural World, 22 February 2011); the cut
//! and the switch by age as asked for there.

mod parse;
mod presets;
mod rewrite;
mod rule;
mod turtle;

pub use parse::ParseError;
pub use presets::{L_SYSTEMS, LSystemPreset, named};
pub use rewrite::Letter;
pub use rule::{LSystem, LSystemError, Rule};
pub use turtle::{Turtle, TurtleError};

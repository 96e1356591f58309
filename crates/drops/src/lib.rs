//! Things that are dropped on the ground of a painted world, and fall until they lie: rigid bodies in the physics of
//! rapier3d.
//!
//! One thread and rapier's `enhanced-determinism`: the same drop comes to lie in the same places every time. All that is here needs
//! the feature `linked`.
#![cfg(feature = "linked")]

mod error;
mod ground;
mod release;
mod settle;
mod solid;

pub use error::SettlingError;
pub use release::release;
pub use settle::{Rest, settle};
pub use solid::{Body, Solid};

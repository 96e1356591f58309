//! The library for C, and for engines and languages that can call C: tiles of painted worlds, and points of methods.
//!
//! `include/understory.h` is made from these files. What is handed out is freed by the function that is named for it; a failure is NULL
//! or -1, and [`understory_error`] has its words. A panic ends in such a failure too, never in the caller's frames.

mod failure;
mod points;
mod text;
mod world;

pub use failure::understory_error;
pub use points::{
    UnderstoryPoint, UnderstoryPoints, understory_points_free, understory_points_of_file,
    understory_points_of_text,
};
pub use text::understory_version;
pub use world::{
    UnderstoryInstance, UnderstoryInstances, UnderstoryWorld, understory_instances_free,
    understory_world_asset, understory_world_free, understory_world_open, understory_world_rule,
    understory_world_tile, understory_world_tile_side_m, understory_world_tiles,
};

//! Painted worlds: biome maps and rules in, what stands in any tile out, from the tile's coordinates alone.
//!
//! - [`Painting`] and [`Maps`]: what is painted, by the structs of [`parameters`], and on what.
//! - [`PaintedWorld`]: a world that was checked; its [`tile`](PaintedWorld::tile)s come in any order and by any number of
//!   threads, each as [`Instance`]s, and its textures as shares of any place.
//! - [`Detail`]: how much is laid out: late multipliers, quality, distance. Less only takes instances away.
//! - [`HandEdits`]: what was taken away and added by hand, which outlasts changes of rules and maps.
//! - [`PaintedWorld::touched_since`]: the tiles that a change may touch.
//! - [`Stream`]: the tiles around a camera, in rings.
//! - [`patches`]: ground that refines itself around a camera, and the props that its patches drop.
//! - [`pattern`]: the points on which things may stand, each with a rank, so that any density is the beginning of a list;
//!   a [`BakedTile`](pattern::BakedTile) has those of a forest.
//!
//! Rules run from the most important down, and every rule gives way to those before it. What follows from that is local:
//! a house that moves changes nothing beyond its fade and three of the largest footprints
//! ([`PaintedWorld::reach_m`]), a rule that is added at the end moves nothing, an asset that becomes a mix of two
//! keeps its places.
//!
//! ```
//! use std::sync::Arc;
//! use understory_numerics::RandomKey;
//! use understory_placement::parameters::{Biome, Rule};
//! use understory_placement::{Detail, Maps, PaintedWorld, Painting, Window};
//! use understory_terrain::{Grid, Level, Raster};
//!
//! let window = Window { low_m: [0.0; 2], high_m: [512.0; 2] };
//! let grid = Grid::over(window.low_m, window.high_m, [4, 4])?;
//! let maps = Maps {
//!     window,
//!     biomes: Raster::new(grid, vec![0; 16])?,
//!     weights: Raster::new(grid, vec![1.0; 16])?,
//!     named: Vec::new(),
//!     ground: Arc::new(Level::default()),
//! };
//! let painting = Painting {
//!     biomes: vec![Biome::new("wood", "#2f6b3a".parse()?, "soil")],
//!     rules: vec![Rule::new("oaks", "oak", "wood", 2.5), Rule::new("ferns", "fern", "wood", 0.4)],
//!     ..Painting::default()
//! };
//! let world = PaintedWorld::new(painting, maps, RandomKey::root(7, &["world"])).expect("nothing is wrong with it");
//! let (all, fewer) = (world.tile([3, 2], &Detail::FULL), world.tile([3, 2], &Detail { density_scale: 0.5, ..Detail::FULL }));
//! assert!(fewer.len() < all.len() && fewer.iter().all(|one| all.contains(one)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod asset_look;
mod by_hand;
mod candidates;
mod check;
mod colour;
mod convex;
mod detail;
mod dropping;
mod expression;
mod fault;
mod field;
mod frame;
mod instance;
mod keep;
mod mix;
mod nearby;
mod obstacles;
mod overlaps;
mod painting;
pub mod parameters;
pub mod patches;
pub mod pattern;
mod ponds;
mod pose;
mod prefab;
mod prefab_check;
mod shore;
mod smooth;
mod standing;
mod stream;
mod texture_map;
mod tile;
mod touched;
mod view;
mod window;
mod world;

pub use asset_look::{AssetLook, Shape};
pub use by_hand::{Added, HandEdits, Removed};
pub use colour::{Colour, NotAColour};
pub use detail::Detail;
pub use dropping::DropRule;
pub use fault::Fault;
pub use instance::Instance;
pub use obstacles::{BlockedGround, CourseKind};
pub use painting::{Maps, Painting};
pub use ponds::{Pond, PondSize, Ponds};
pub use pose::Quaternion;
pub use shore::shore_distance_m;
pub use stream::{Step, Stream, tiles_in_rings};
pub use tile::Memory;
pub use touched::changed_ground;
pub use view::View;
pub use window::Window;
pub use world::PaintedWorld;

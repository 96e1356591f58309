//! Entities on hecs: kinds of entities declared once, typed views, resources, systems and the order they run in.
//!
//! - [`entity!`] declares a kind: its plain struct, its components, how its rows are put in order.
//! - [`World`] holds the entities and the resources.
//! - A system is a function whose parameters say what it touches: [`View`], [`Res`], [`ResMut`].
//! - [`Schedule`] is the list of systems that make a step, and says of each what it reads and writes.
//!
//! Why not hecs alone: all entities of a kind share one set of components, so a kind is one archetype and a view
//! gives whole columns; a system's access is known from its signature; and rows can be put in an order.
//!
//! ```
//! use understory_ecs::{Res, Schedule, System, View, World, component, entity};
//!
//! component! {
//!     /// Height, m.
//!     pub struct Height(f64);
//! }
//!
//! entity! {
//!     /// A tree.
//!     #[derive(Clone, Copy, Debug, PartialEq)]
//!     pub struct Tree {
//!         /// Height, m.
//!         height_m: f64 => Height,
//!     }
//! }
//!
//! struct Increment(f64);
//!
//! fn grow(mut trees: View<Tree, (&mut Height,)>, increment: Res<Increment>) {
//!     trees.par_for_each(|(height,)| height.0 += increment.0);
//! }
//!
//! let mut world = World::new();
//! world.add_kind::<Tree>();
//! world.insert_resource(Increment(0.5));
//! world.spawn::<Tree>([1.0, 2.0].map(|height_m| Tree { height_m }));
//! let mut year = Schedule::new();
//! year.push(System::new("grow", "trees grow by half a metre", grow));
//! year.check(&world)?;
//! year.run(&mut world);
//! assert_eq!(year.systems()[0].writes(), "tree: height");
//! let trees = world.rows::<Tree>();
//! assert_eq!([trees.get(0).height_m, trees.get(1).height_m], [1.5, 2.5]);
//! # Ok::<(), understory_ecs::ScheduleError>(())
//! ```

mod access;
mod columns;
mod gather;
mod kind;
mod resources;
mod schedule;
mod system;
mod view;
mod world;

pub use access::Access;
pub use bytemuck::{Pod, Zeroable};
pub use columns::{Column, Columns, Slices};
pub use gather::Buffer;
#[doc(hidden)]
pub use gather::{
    ColumnBytes, compact_all, overwrite, overwrite_all, overwrite_blank, refill_blank, write_blank, writer,
};
pub use hecs;
pub use kind::{Bundled, Kind, Of, Record};
pub use resources::{Res, ResMut};
pub use schedule::{Schedule, ScheduleError};
pub use system::{Param, System, SystemFunction, run_once};
pub use view::{BATCH_ROWS, View};
pub use world::{Rows, World};

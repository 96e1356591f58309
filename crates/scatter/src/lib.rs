//! The shortcuts: point methods that imitate what a forest looks like (the *ontogenetic* way).
//!
//! - [`PointMethod`]: what every method does: so many points of a plot, from a key alone.
//! - [`Method`]: the methods by name.
//!
//! | method | what it imitates |
//! |---|---|
//! | [`Uniform`] | nothing: every place as likely as any other |
//! | [`MinimumDistance`] | throw, reject, throw again |
//! | [`JitteredGrid`] | a grid, each point moved a little |
//! | [`Quadtree`] | props that a world lays out patch by patch, layer under layer |
//! | [`Kerr`] | islands of forest that seed themselves on a raster |
//! | [`Circles`] | circles that age, seed and kill each other |
//!
//! ```
//! use understory_numerics::Key;
//! use understory_scatter::{Ask, MinimumDistance, PointMethod};
//! use understory_space::{Edge, Plot};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let plot = Plot::new([0.0, 0.0], [100.0, 50.0], Edge::Torus)?;
//! let method = MinimumDistance { distance_m: Some(3.0), tries: 1000 };
//! let scattered = method.scatter(&Ask::new(&plot, 200), Key::root(7, &["understorey"]))?;
//! assert_eq!(scattered.points_m.len(), 200);
//! # Ok(())
//! # }
//! ```

mod buckets;
mod circles;
mod error;
mod jittered_grid;
pub mod kerr;
mod lots;
mod method;
mod minimum_distance;
mod place;
pub mod quadtree;
mod uniform;
mod weight;

pub use circles::{CircleType, Circles};
pub use error::ScatterError;
pub use jittered_grid::JitteredGrid;
pub use kerr::Kerr;
pub use method::{Ask, Knob, Learned, Method, PointMethod, Scattered, Weight};
pub use minimum_distance::MinimumDistance;
pub use quadtree::Quadtree;
pub use uniform::Uniform;

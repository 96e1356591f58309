//! The shortcuts: point methods that imitate what a forest looks like (the *ontogenetic* way).
//!
//! - [`PointMethod`]: what every method does: so many points of a plot, from a key alone.
//! - [`Method`]: the methods by name.
//! - [`JitteredPlane`]: the jittered grid without bounds, for worlds that are laid out piece by piece.
//!
//! | method | what it imitates |
//! |---|---|
//! | [`Uniform`] | nothing: every place as likely as any other |
//! | [`MinimumDistance`] | throw, reject, throw again |
//! | [`SeveralSizes`] | the same with zones of several sizes, largest first |
//! | [`JitteredGrid`] | a grid, each point moved a little |
//! | [`PoissonDisk`] | new points at just the least distance from old ones, nearly as many as fit |
//! | [`PoissonMaximal`] | random points at a least distance until there is no room left anywhere |
//! | [`Elimination`] | many random points, of which the most crowded go |
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
mod by_count;
mod circles;
mod elimination;
mod error;
mod jittered_grid;
mod jittered_plane;
pub mod kerr;
mod lots;
mod method;
mod minimum_distance;
mod place;
mod poisson_disk;
mod poisson_maximal;
pub mod quadtree;
mod several_sizes;
mod sieve;
mod throws;
mod uniform;
mod weight;

pub use circles::{CircleType, Circles};
pub use elimination::Elimination;
pub use error::ScatterError;
pub use jittered_grid::JitteredGrid;
pub use jittered_plane::{JitteredPlane, PlanePoint};
pub use kerr::Kerr;
pub use method::{Ask, Knob, Learned, Method, PointMethod, Scattered, Weight};
pub use minimum_distance::MinimumDistance;
pub use poisson_disk::PoissonDisk;
pub use poisson_maximal::PoissonMaximal;
pub use quadtree::Quadtree;
pub use several_sizes::{SeveralSizes, SizeClass};
pub use uniform::Uniform;

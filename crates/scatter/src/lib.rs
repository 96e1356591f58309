//! The shortcuts: point methods that imitate what a forest looks like (the *ontogenetic* way).
//!
//! - [`PointMethod`]: what every method does: the points of a [`Request`], from a key alone.
//! - [`Request`]: how many, by a count or a density, under which weight, off which obstacles and standing points.
//! - [`Scattered`]: the points, a number for each that stays with its place, and why there are fewer ([`Shortfall`]).
//! - [`Method`]: the methods by name. It refuses what would take too long, from parameters, points and plot; a method by
//!   itself does what it is asked for, however long that takes.
//! - [`JitteredPlane`]: the jittered grid without bounds, for worlds that are laid out piece by piece;
//!   [`HardCorePlane`]: points at a least distance likewise.
//! - [`segments`]: ground that borders such as rivers cut into segments, each filled alone by any method, also ahead on a thread.
//! - [`even_order`]: the order in which points are taken away so that the rest stays even.
//!
//! | method | what it imitates |
//! |---|---|
//! | [`Uniform`] | nothing: every place as likely as any other |
//! | [`MinimumDistance`] | dart throwing: random places, of which those stay that keep a distance |
//! | [`SeveralSizes`] | the same with zones of several sizes, largest first |
//! | [`JitteredGrid`] | a grid, each point moved a little |
//! | [`Springs`] | a grid tied by springs of random lengths, relaxed |
//! | [`Repulsion`] | zones of several sizes that push each other apart |
//! | [`PoissonDisk`] | new points at just the least distance from old ones, nearly as many as fit |
//! | [`PoissonMaximal`] | random points at a least distance until there is no room left anywhere |
//! | [`Elimination`] | many random points, of which the most crowded go |
//! | [`WarpedGrid`] | a grid bent by waves, thinned by ranks |
//! | [`Quadtree`] | props that a world lays out patch by patch, layer under layer |
//! | [`Kerr`] | islands of forest that seed themselves on a raster |
//! | [`Circles`] | circles that age, seed and kill each other |
//! | [`Resampled`] | points rearranged until they have the statistics of a target |
//!
//! ```
//! use understory_scatter::{Edge, RandomKey, MinimumDistance, Obstacle, Plot, PointMethod, Request};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let plot = Plot::new([0.0, 0.0], [100.0, 50.0], Edge::Torus)?;
//! let method = MinimumDistance { distance_m: Some(3.0), tries: 1000 };
//! let key = RandomKey::root(7, &["understorey"]);
//! let scattered = method.scatter(&Request::new(&plot, 200), key)?;
//! assert_eq!(scattered.points_m.len(), 200);
//!
//! // A clearing takes away what stands in it; all else stays where it is and keeps its number.
//! let dense = Request::dense(&plot, 0.04);
//! let clearing = [Obstacle::Disc { centre_m: [30.0, 20.0], radius_m: 10.0 }];
//! let before = method.scatter(&dense, key)?.ids(key);
//! let after = method.scatter(&Request { obstacles: &clearing, ..dense }, key)?.ids(key);
//! assert!(after.len() < before.len() && after.iter().all(|id| before.contains(id)));
//! # Ok(())
//! # }
//! ```

mod buckets;
mod by_count;
mod circles;
mod cost;
mod dart_throwing;
mod elimination;
mod error;
mod even_order;
mod grid;
mod ground;
mod hard_core_plane;
mod jittered_grid;
mod jittered_plane;
pub mod kerr;
mod layout;
mod limits;
mod method;
mod minimum_distance;
mod obstacles;
mod occupancy_grid;
mod place;
mod point_method;
mod poisson_disk;
mod poisson_maximal;
pub mod quadtree;
mod ranks;
mod repulsion;
mod request;
mod resampled;
mod scattered;
pub mod segments;
mod several_sizes;
mod shortfall;
mod springs;
mod thinning;
mod uniform;
mod warped_grid;
mod weight;

pub use understory_numerics::RandomKey;
pub use understory_space::{Edge, Plot};

pub use circles::{CircleType, Circles};
pub use cost::Cost;
pub use elimination::Elimination;
pub use error::ScatterError;
pub use even_order::even_order;
pub use hard_core_plane::HardCorePlane;
pub use jittered_grid::JitteredGrid;
pub use jittered_plane::{JitteredPlane, PlaneLattice, PlanePoint};
pub use kerr::Kerr;
pub use layout::Layout;
pub use limits::{MOST_BYTES, MOST_STEPS, MOST_STEPS_OF_MANY};
pub use method::{Family, Method, Named};
pub use minimum_distance::MinimumDistance;
pub use point_method::{FitParameter, PointMethod};
pub use poisson_disk::PoissonDisk;
pub use poisson_maximal::PoissonMaximal;
pub use quadtree::Quadtree;
pub use repulsion::Repulsion;
pub use request::{Amount, Obstacle, Request, TakenPlace, TargetStatistics, Weight};
pub use resampled::Resampled;
pub use scattered::Scattered;
pub use several_sizes::{SeveralSizes, SizeClass};
pub use shortfall::{PlacedOfSize, Shortfall};
pub use springs::{Border, Spring, SpringNet, Springs};
pub use uniform::Uniform;
pub use warped_grid::{Ranks, WarpedGrid};

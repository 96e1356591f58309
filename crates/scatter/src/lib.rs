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
//! | [`Springs`] | a grid tied by springs of random lengths, relaxed |
//! | [`Repulsion`] | zones of several sizes that push each other apart |
//! | [`WarpedGrid`] | a grid bent by waves, thinned by ranks |
//! | [`Resampled`] | points rearranged until they are spaced as a pattern that was learned |
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
mod error;
mod grid;
mod jittered_grid;
mod method;
mod minimum_distance;
mod place;
mod repulsion;
mod resampled;
mod springs;
mod thinning;
mod uniform;
mod warped_grid;
mod weight;

pub use error::ScatterError;
pub use jittered_grid::JitteredGrid;
pub use method::{Ask, Knob, Learned, Method, PointMethod, Scattered, Weight};
pub use minimum_distance::MinimumDistance;
pub use repulsion::Repulsion;
pub use resampled::Resampled;
pub use springs::{Border, Spring, SpringNet, Springs};
pub use uniform::Uniform;
pub use warped_grid::{Ranks, WarpedGrid};

//! The shortcuts: point methods that imitate what a forest looks like (the *ontogenetic* way).
//!
//! - [`PointMethod`]: what every method does: so many points of a plot, from a key alone.
//! - [`Method`]: the methods by name: uniform, minimum distance, jittered grid.
//!
//! ```
//! use understory_numerics::Key;
//! use understory_scatter::{Method, PointMethod};
//! use understory_space::{Edge, Plot};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let plot = Plot::new([0.0, 0.0], [100.0, 50.0], Edge::Torus)?;
//! let method = Method::MinimumDistance { distance_m: 3.0, tries: 1000 };
//! let points_m = method.points(&plot, 200, Key::root(7, &["understorey"]))?;
//! assert_eq!(points_m.len(), 200);
//! # Ok(())
//! # }
//! ```

mod buckets;
mod jittered_grid;
mod method;
mod minimum_distance;
mod place;
mod uniform;

pub use method::{Method, PointMethod, ScatterError};

//! Buds and growth points: how crowns and roots come to fill space.
//!
//! - [`seasons`]: trees that live their years; buds, as entities, compete for light and space.
//! - [`colonization`]: growth points, as entities, compete for attraction points.
//! - [`cloud`]: where attraction points stand: envelopes, clusters, light.
//! - [`skeleton`]: what has grown, and what is done to it afterwards: half-way moves, forks, radii, orders.
//! - [`tree`]: a whole tree that fills a drawn crown, with [`roots`]; [`presets`]: the forms that ship.
//! - [`specimen`]: one tree to be grown, with its site, obstacles and baseline; [`ruin`]: buildings that fell, to be climbed.
//! - [`stand`]: trees that share one cloud above the ground and one below; so crowns keep their distance.
//! - [`lsystem`]: the L-system baseline, letters that become other letters.
//! - [`mesh`]: bark and leaves as triangles, in three levels of detail.
//! - [`variation`]: forms that differ from site to site and from tree to tree.
//! - [`metrics`]: numbers that say whether it looks like a tree.
//!
//! Everything is a function of numbers that are given: the same site, parameters and key give the same bits on
//! every machine, for any number of threads around it.
//!
//! ```
//! use understory_branching::cloud::{Arrangement, Envelope, attraction_points};
//! use understory_branching::colonization::{Colonization, Site, colonize};
//! use understory_branching::skeleton::Part;
//! use understory_numerics::RandomKey;
//!
//! let key = RandomKey::root(7, &["the first crown"]);
//! let crown = Envelope::Sphere { centre_m: [0.0, 0.0, 6.0], radius_m: 3.0 };
//! let points = attraction_points(&crown, 500, &Arrangement::Uniform, key)?;
//! let site = Site { bases_m: &[[0.0; 3]], points: &points, obstacles: &[], part: Part::Shoot, key };
//! let grown = colonize(&site, &Colonization { step_m: 0.3, ..Colonization::default() })?;
//! assert!(grown.skeletons[0].nodes.len() > 100);
//! assert_eq!(grown.left_over.stalled, 0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod cloud;
pub mod colonization;
pub mod lsystem;
pub mod mesh;
pub mod metrics;
pub mod presets;
mod ranges;
pub mod roots;
pub mod ruin;
pub mod seasons;
pub mod skeleton;
pub mod specimen;
pub mod stand;
pub mod tree;
pub mod variation;
mod vector;

pub use understory_keys::OutOfRange;

//! Everything that is summed over pairs of points.
//!
//! [`strips`] sorts the points into cells and finds the pairs, [`sweep`] gives them weights, [`queue`] those of most, [`hidden`] those of the
//! isotropic correction, [`shifts`] and [`arcs`] those in polygons, and [`steps`], [`kernel`], [`border`] and [`sectors`] sum them by distance. [`sides`]
//! makes estimates of the sums, and [`statistics`] and [`cross`] are what is public of that. Pairs are never stored.

mod arcs;
mod border;
mod correction;
mod cross;
mod curves;
mod hidden;
mod inhomogeneous;
mod kernel;
mod queue;
mod radii;
mod sectors;
mod shape;
mod shifts;
mod sides;
mod smoothing;
mod statistics;
mod steps;
mod strips;
mod sums;
mod sweep;

pub use correction::EdgeCorrection;
pub use cross::CrossPairStatistics;
pub use curves::{Estimate, PairCurves};
pub use radii::Radii;
pub use smoothing::{Divisor, PairKernel};
pub(crate) use strips::Strips;

pub use statistics::{MarkCurves, PairStatistics, SectorCurve};

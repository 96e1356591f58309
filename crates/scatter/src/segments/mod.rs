//! Ground that borders such as rivers and roads cut into segments, each filled alone by any method.
//!
//! A method that lays out a whole area at once leaves a seam where two of its areas meet; along a natural border it is not
//! seen. [`cut`] makes the [`Segment`]s of a plot by its [`BorderLine`]s, [`SegmentedGround::fill`] the points of one of them:
//! from its own outline, method and seed alone, so that segments may be filled in any order, on any thread, or some of them
//! alone. [`SegmentFiller`] fills them ahead on a thread of its own.
//!
//! # Source
//! After Mick West's article on random scattering, which asks for segments that conform to rivers and roads, filled by a
//! low-priority thread.

mod border_line;
mod check;
mod cut;
mod fault;
mod filler;
mod ground;
mod legs;
mod segment;
mod whole;

pub use border_line::BorderLine;
pub use cut::cut;
pub use fault::BorderFault;
pub use filler::{Filled, SegmentFiller};
pub use ground::{SegmentFill, SegmentedGround};
pub use segment::Segment;

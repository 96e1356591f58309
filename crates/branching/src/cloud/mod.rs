//! Where attraction points stand.

pub(crate) mod envelope;
mod error;
pub(crate) mod light;
pub(crate) mod place;
mod warp;

pub use envelope::Envelope;
pub(crate) use envelope::corner_faults;
pub use error::CloudError;
pub use light::{Shade, lit};
pub(crate) use place::each_place;
pub use place::{Arrangement, attraction_points, thinned, weigh};
pub use warp::Warp;

/// A place that pulls growth, until it is reached.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AttractionPoint {
    /// Where, m.
    pub place_m: [f64; 3],
    /// How strongly it pulls against others, e.g. by its light; finite, 0 or more.
    pub weight: f64,
}

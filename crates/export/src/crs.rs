//! Coordinate reference systems by their EPSG codes: what they are called, and where their places are by longitude and
//! latitude.
//!
//! Definitions are those of the crate `crs-definitions`; between systems of unlike datum places are brought over by the shift
//! that the definition names, which is good to some metres. They are known where the feature `gis` is on: without it there is no [`Crs`].

#[cfg(feature = "gis")]
mod known;
#[cfg(not(feature = "gis"))]
mod unknown;

#[cfg(feature = "gis")]
pub use known::Crs;
#[cfg(feature = "gis")]
pub(crate) use known::wgs84_wkt;
#[cfg(not(feature = "gis"))]
pub use unknown::Crs;

/// Why a code names no system that can be used.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum CrsError {
    /// No code of the registry.
    #[error("EPSG:{0} is no coordinate reference system that is known here")]
    Unknown(u16),
    /// Degrees or feet.
    #[error("EPSG:{0} is not in metres on a plane, as a plot is")]
    NotMetres(u16),
    /// A projection that `proj4rs` does not know, or one that needs a grid of shifts.
    #[error("EPSG:{0} cannot be brought to longitude and latitude here")]
    NotTransformed(u16),
    /// A place that lies beyond the system.
    #[error("({x_m}, {y_m}) lies beyond EPSG:{epsg}")]
    Beyond {
        /// The system.
        epsg: u16,
        /// The place, to the east.
        x_m: f64,
        /// To the north.
        y_m: f64,
    },
}

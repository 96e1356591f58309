//! Without definitions there is no system, and so no value of this type.

use super::CrsError;

/// A system of coordinates in metres on a plane.
#[derive(Debug)]
pub enum Crs {}

impl Crs {
    /// Its code.
    #[must_use]
    pub fn epsg(&self) -> u16 {
        match *self {}
    }

    /// Its name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match *self {}
    }

    /// Its definition as well-known text.
    #[must_use]
    pub fn wkt(&self) -> &'static str {
        match *self {}
    }

    /// Longitude and latitude by WGS 84 of a place, degrees.
    ///
    /// # Errors
    /// None, as there is no system.
    pub fn longitude_latitude_deg(&self, _: [f64; 2]) -> Result<[f64; 2], CrsError> {
        match *self {}
    }
}

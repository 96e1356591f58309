//! A map of numbers, with what its readers should know of it.

use std::io::{Read, Seek};

use crate::raster::Raster;

/// What the numbers of a map must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Metres: a map that says another unit is refused.
    Metres,
    /// Anything but lengths in feet.
    Any,
}

/// What was read of a file.
#[derive(Clone, Debug, PartialEq)]
pub struct Map {
    /// Its numbers where they lie; NaN is no data.
    pub raster: Raster<f32>,
    /// The EPSG code of the projected coordinate reference system; none where it names none, or none by a code.
    pub epsg: Option<u16>,
    /// What was left unread: what it is, and the way to it.
    pub notes: Vec<[String; 2]>,
}

/// What can be read in any order. Behind a pointer, so that readers are translated once, here.
pub(crate) trait Input: Read + Seek {}

impl<R: Read + Seek> Input for R {}

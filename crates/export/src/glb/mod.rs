//! What files of trees and of scenes share: the binary container, its lists of numbers, its materials with their
//! pictures, the turn from z up to y up, and how such a file is taken apart again.

mod axes;
mod buffer;
mod container;
mod file;
mod light;
mod materials;
#[cfg(feature = "meshopt")]
mod meshopt;

pub(crate) use axes::{rotation_y_up, rotation_z_up, y_up, z_up};
pub use buffer::Coloured;
pub(crate) use buffer::{Buffer, check, shade};
pub(crate) use container::{MOST_BYTES, write};
pub(crate) use file::{File, number};
pub(crate) use materials::Materials;
#[cfg(feature = "meshopt")]
pub(crate) use meshopt::pack;

/// Packs nothing, as this program was built without it.
#[cfg(not(feature = "meshopt"))]
pub(crate) fn pack(_: &mut serde_json::Value, _: &[u8]) -> Result<Vec<u8>, crate::ExportError> {
    Err(crate::ExportError::WithoutMeshopt)
}

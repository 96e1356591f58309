//! Trees as files that other programs open.
//!
//! - [`gltf`]: a tree in its levels of detail, bark and leaves, as one binary glTF file; [`look`] says what its
//!   bark and leaves look like, and their pictures are drawn from that.
//! - [`obj`] and [`ply`]: a skeleton as lines.
//!
//! Skeletons and meshes stand z up. glTF and OBJ files stand y up, as their readers expect: (x, y, z) becomes
//! (x, z, −y), which mirrors nothing. PLY files stay z up. Lengths are metres in all of them. The same input gives
//! the same bytes.

mod error;
pub mod gltf;
pub mod look;
pub mod obj;
mod picture;
pub mod ply;

pub use error::ExportError;
pub use look::Look;

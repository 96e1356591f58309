//! Trees, and scenes of many instances, as files that other programs open.
//!
//! - [`gltf`]: a tree in its levels of detail, bark and leaves, as one binary glTF file; [`look`] says what its
//!   bark and leaves look like, and their pictures are drawn from that.
//! - [`impostor`]: a tree as a picture of itself from many sides.
//! - [`scene`]: trees and simple shapes, each in many places, and the ground below them, as one binary glTF file.
//! - [`mesh_obj`] and [`mesh_ply`]: a level's triangles; [`obj`] and [`ply`]: a skeleton as lines.
//! - [`rsml`]: roots for programs that measure and simulate them.
//! - [`geojson`] and [`points_ply`]: what lies and stands in a world as features and as points; `geopackage`: layers of
//!   points with a coordinate reference system ([`crs`]); both need the feature `gis`.
//! - [`maps`]: shares and kinds of land as PNG.
//!
//! Skeletons and meshes stand z up. glTF and OBJ files stand y up, as their readers expect: (x, y, z) becomes
//! (x, z, −y), which mirrors nothing. PLY and RSML files stay z up. Lengths are metres in all of them. The same input gives
//! the same bytes.
//!
//! ```
//! use understory_branching::mesh::{Detail, draw};
//! use understory_branching::presets;
//! use understory_export::{Look, Skin, gltf};
//! use understory_numerics::RandomKey;
//!
//! let (form, key) = (presets::named("shrub").expect("it ships").form(), RandomKey::root(1, &["a shrub"]));
//! let shrub = form.grow(key, &[])?;
//! let near = draw(&shrub.skeleton, &Detail::default(), form.leaf.as_ref(), key)?;
//! let mut glb = Vec::new();
//! let written = gltf::write_tree(&mut glb, "shrub", &[near], &Skin::of(&Look::default())?, gltf::Options::default())?;
//! assert_eq!(written.bytes, glb.len() as u64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod crs;
mod error;
pub mod geojson;
#[cfg(feature = "gis")]
pub mod geopackage;
mod glb;
pub mod gltf;
pub mod impostor;
pub mod look;
pub mod maps;
pub mod mesh_obj;
pub mod mesh_ply;
pub mod obj;
mod picture;
pub mod ply;
pub mod points_ply;
pub mod rsml;
pub mod scene;
mod skin;

pub use error::ExportError;
pub use look::Look;
pub use skin::Skin;

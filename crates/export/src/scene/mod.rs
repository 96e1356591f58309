//! A painted world as one binary glTF 2.0 file (`.glb`): few shapes, each standing in many places, on a ground.
//!
//! A [`Scene`] has assets (a tree that grew, or one of our [simple shapes](SimpleShape)), cells that hold the places
//! where an asset stands, and a ground. Each cell is one node whose mesh is drawn once for each place, by the extension
//! `EXT_mesh_gpu_instancing`, which a reader must know. The node stands in the middle of its cell, and places are
//! counted from there, so that single numbers tell millimetres apart in cells of up to 10 km.
//!
//! [`write_scene_nodes`] writes the same for readers without the extension.
//!
//! In the file y is up: (x, y, z) becomes (x, z, −y), and rotations go along. All places are counted from the scene's
//! `origin_m`, which stands in the `extras` of `asset`, z up; [`read_scene`] adds it back. The `extras` of a cell's node
//! have the asset's name and how many instances, vertices and triangles there are.
//!
//! ```
//! use understory_export::scene::{
//!     Scene, SceneAsset, SceneCell, SceneInstance, Shape, SimpleKind, SimpleShape, read_scene, write_scene,
//! };
//!
//! let rock = SimpleShape { kind: SimpleKind::Rock, height_m: 0.8, width_m: 1.2, colour: [128, 124, 116] };
//! let instances = [SceneInstance::upright([500_010.0, 4_100_020.0, 312.5])];
//! let scene = Scene {
//!     assets: &[SceneAsset { name: "boulder", shape: Shape::Simple(rock), tags: "" }],
//!     cells: &[SceneCell { name: "south", asset: 0, instances: &instances }],
//!     ground: None,
//!     origin_m: [500_000.0, 4_100_000.0, 0.0],
//! };
//! let mut glb = Vec::new();
//! let written = write_scene(&mut glb, "slope", &scene)?;
//! assert_eq!((written.bytes, written.assets[0].instances), (glb.len() as u64, 1));
//! assert_eq!(read_scene(&glb)?.assets[0].instances, instances);
//! # Ok::<(), understory_export::ExportError>(())
//! ```
//!
//! # Source
//! The glTF 2.0 specification of the Khronos Group, and its `EXT_mesh_gpu_instancing` extension.

mod cells;
mod check;
mod content;
mod ground;
mod meshes;
mod read;
mod shapes;
mod write;

pub use crate::glb::Coloured;
pub use content::{Scene, SceneAsset, SceneCell, SceneGround, SceneInstance, Shape};
pub use read::{ReadAsset, ReadScene, read_scene};
pub use shapes::{SimpleKind, SimpleShape};
pub use write::{AssetWritten, SceneWritten, write_scene, write_scene_nodes};

//! A tree as one binary glTF 2.0 file (`.glb`).
//!
//! Every level of detail is a scene with one node, `NAME_LOD0` and so on, the nearest the scene that opens; readers
//! that know `MSFT_lod` find all levels at the first node and swap them by distance. Bark and leaves of a level are
//! two primitives of one mesh, roots a mesh of their own below the level's node, so that they can be hidden. Their
//! pictures are inside the file. Every node's `extras` hold the vertices and triangles of its mesh, that of a level also
//! the capsules of its thick wood, y up like all else.
//!
//! Vertices have places, normals, tangents, texture coordinates, the shade of the crown as `COLOR_0`, and what wind does to
//! them as `_WIND`, on demand also as texture coordinates. Directions stand in bytes by `KHR_mesh_quantization`, for which no decoder is needed.
//!
//! # Source
//! The glTF 2.0 specification of the Khronos Group, and its `MSFT_lod` extension.

mod read;

use std::io::Write;

use serde_json::{Value, json};
use understory_branching::mesh::{Capsule, Mesh, TreeMesh};

use crate::ExportError;
use crate::glb::{self, Buffer, Materials};
use crate::skin::Skin;

pub use crate::picture::Picture;
pub use read::{ReadTree, read_tree};

/// Numbers of the materials.
const BARK: usize = 0;
const LEAVES: usize = 1;

/// What a file holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// Its length.
    pub bytes: u64,
    /// Each level's mesh, the nearest first.
    pub levels: Vec<Size>,
}

/// How large a mesh is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Vertices.
    pub vertices: usize,
    /// Triangles.
    pub triangles: usize,
}

/// How a tree's file is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Number of the first level that is written: where a file holds one level alone, its node is still called by it.
    pub first_level: usize,
    /// Whether lists are packed by `EXT_meshopt_compression`: about half as long, pictures apart, for readers that have the
    /// decoder of meshoptimizer.
    pub packed: bool,
    /// Whether what wind does to a vertex also stands in two sets of texture coordinates, for readers that take no
    /// attributes of other names: `_WIND`'s first two numbers in `TEXCOORD_1`, its last two in `TEXCOORD_2`.
    pub wind_in_texture: bool,
}

/// Writes a tree in its levels of detail, the nearest first. Parts without triangles are left out.
///
/// # Errors
/// [`ExportError`] before anything is written, if there is no level, a mesh is none or the look is none; what keeps lists from being
/// packed, such as a program without the feature `meshopt`; [`ExportError::Write`].
pub fn write_tree(
    out: &mut dyn Write,
    name: &str,
    levels: &[TreeMesh],
    skin: &Skin,
    options: Options,
) -> Result<Written, ExportError> {
    let (mut json, numbers, levels) = described(name, levels, skin, options)?;
    let packed = if options.packed {
        Some(glb::pack(&mut json, &numbers)?)
    } else {
        None
    };
    let bytes = glb::write(out, &json, packed.as_ref().unwrap_or(&numbers))?;
    Ok(Written { bytes, levels })
}

/// A tree's description, the numbers and pictures that it names, and how large each level is.
fn described(
    name: &str,
    levels: &[TreeMesh],
    skin: &Skin,
    options: Options,
) -> Result<(Value, Vec<u8>, Vec<Size>), ExportError> {
    if levels.is_empty() {
        return Err(ExportError::Unfit(format!(
            "`{name}` has no level of detail, but a file needs one or more"
        )));
    }
    let mut document = Document::default();
    document.buffer.wind_in_texture = options.wind_in_texture;
    let mut sizes = Vec::new();
    for (number, level) in (options.first_level..).zip(levels) {
        sizes.push(document.level(&format!("{name}_LOD{number}"), level)?);
    }
    document.lods(levels.len());
    let has_leaves = levels.iter().any(|level| !level.leaves.triangles.is_empty());
    let json = document.json(name, skin, has_leaves)?;
    Ok((json, document.buffer.bytes, sizes))
}

/// A document that comes to be.
#[derive(Default)]
struct Document {
    buffer: Buffer,
    meshes: Vec<Value>,
    nodes: Vec<Value>,
    /// The node of each level.
    tops: Vec<usize>,
}

impl Document {
    /// Adds a level's node with its meshes; how large they are.
    fn level(&mut self, name: &str, level: &TreeMesh) -> Result<Size, ExportError> {
        let (top, above) = self.node(
            name,
            &[("bark", &level.bark, BARK), ("leaves", &level.leaves, LEAVES)],
        )?;
        self.tops.push(top);
        if !level.collision.is_empty() {
            let capsule = |capsule: &Capsule| {
                json!({
                    "from_m": glb::y_up(capsule.from_m),
                    "to_m": glb::y_up(capsule.to_m),
                    "radius_m": capsule.radius_m,
                })
            };
            self.nodes[top]["extras"]["collision"] = level.collision.iter().map(capsule).collect();
        }
        let mut below = Size::default();
        if !level.roots.triangles.is_empty() {
            let (roots, size) = self.node(&format!("{name}_roots"), &[("roots", &level.roots, BARK)])?;
            self.nodes[top]["children"] = json!([roots]);
            below = size;
        }
        Ok(Size {
            vertices: above.vertices + below.vertices,
            triangles: above.triangles + below.triangles,
        })
    }

    /// A node with the parts that have triangles, each with the number of its material; without a mesh if none has.
    fn node(&mut self, name: &str, parts: &[(&str, &Mesh, usize)]) -> Result<(usize, Size), ExportError> {
        let mut size = Size::default();
        let mut primitives = Vec::new();
        for (part, mesh, material) in parts.iter().filter(|(_, mesh, _)| !mesh.triangles.is_empty()) {
            let mut primitive = self.buffer.mesh(&format!("{name} {part}"), mesh)?;
            primitive["material"] = json!(material);
            primitives.push(primitive);
            size.vertices += mesh.places_m.len();
            size.triangles += mesh.triangles.len();
        }
        let mut node = json!({
            "name": name,
            "extras": { "vertices": size.vertices, "triangles": size.triangles },
        });
        if !primitives.is_empty() {
            node["mesh"] = json!(self.meshes.len());
            self.meshes
                .push(json!({ "name": name, "primitives": primitives }));
        }
        self.nodes.push(node);
        Ok((self.nodes.len() - 1, size))
    }

    /// Names the further levels at the node of the first.
    fn lods(&mut self, levels: usize) {
        if levels < 2 {
            return;
        }
        let top = self.tops[0];
        self.nodes[top]["extensions"] = json!({ "MSFT_lod": { "ids": &self.tops[1..] } });
        // Share of the screen's height down to which each level is shown: each a quarter of the one before.
        let shares: Vec<f64> = std::iter::successors(Some(0.4), |share| Some(share / 4.0))
            .take(levels - 1)
            .chain([0.0])
            .collect();
        self.nodes[top]["extras"]["MSFT_screencoverage"] = json!(shares);
    }

    fn json(&mut self, name: &str, skin: &Skin, has_leaves: bool) -> Result<Value, ExportError> {
        let scenes: Vec<Value> = self
            .tops
            .iter()
            .map(|&top| json!({ "name": self.nodes[top]["name"], "nodes": [top] }))
            .collect();
        let mut json = json!({
            "asset": {
                "version": "2.0",
                "generator": concat!("understory ", env!("CARGO_PKG_VERSION")),
                "extras": { "tree": name, "unit": "m", "levels": self.tops.len() },
            },
            "scene": 0,
            "scenes": scenes,
            "nodes": self.nodes,
        });
        if self.tops.len() > 1 {
            json["extensionsUsed"] = json!(["MSFT_lod"]);
        }
        if self.meshes.is_empty() {
            return Ok(json);
        }
        let mut materials = Materials::default();
        materials.bark(&mut self.buffer, &skin.bark);
        if has_leaves {
            materials.leaves(&mut self.buffer, &skin.leaves);
        }
        materials.put_into(&mut json);
        json["meshes"] = json!(self.meshes);
        self.buffer.put_into(&mut json);
        Ok(json)
    }
}

//! The nearest level of a tree from a file that [`write_tree`](super::write_tree) wrote, with its pictures.
//!
//! It knows that layout alone: other programs' files may be glTF and still not be read here.

use serde_json::Value;
use understory_branching::mesh::{Mesh, TreeMesh};

use super::{BARK, LEAVES};
use crate::ExportError;
use crate::glb::{File, number, z_up};
use crate::picture::Picture;

/// What a file shows where it opens.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReadTree {
    /// The nearest level, z up.
    pub near: TreeMesh,
    /// What bark looks like, where there is any.
    pub bark: Option<Picture>,
    /// What a card of leaves looks like, where there is any.
    pub leaves: Option<Picture>,
}

/// Reads the nearest level. Texture coordinates count upwards, as in the mesh that was written.
///
/// # Errors
/// [`ExportError::NotOurs`] for bytes that [`write_tree`](super::write_tree) did not write.
pub fn read_tree(bytes: &[u8]) -> Result<ReadTree, ExportError> {
    File::of(bytes)
        .and_then(|file| tree(&file))
        .ok_or(ExportError::NotOurs)
}

fn tree(file: &File<'_>) -> Option<ReadTree> {
    let top = &file.json["nodes"][number(&file.json["scenes"][0]["nodes"][0])?];
    let below = number(&top["children"][0]).map(|node| &file.json["nodes"][node]);
    Some(ReadTree {
        near: TreeMesh {
            bark: mesh(file, top, BARK)?,
            leaves: mesh(file, top, LEAVES)?,
            roots: below.map_or(Some(Mesh::default()), |roots| mesh(file, roots, BARK))?,
            ..TreeMesh::default()
        },
        bark: picture(file, BARK)?,
        leaves: picture(file, LEAVES)?,
    })
}

/// The part of a node's mesh with a material; an empty one where there is none.
fn mesh(file: &File<'_>, node: &Value, material: usize) -> Option<Mesh> {
    let mesh = number(&node["mesh"]).map(|mesh| &file.json["meshes"][mesh]["primitives"]);
    let primitives = mesh.and_then(Value::as_array).into_iter().flatten();
    let Some(part) = primitives
        .into_iter()
        .find(|part| number(&part["material"]) == Some(material))
    else {
        return Some(Mesh::default());
    };
    let of = |name: &str| number(&part["attributes"][name]);
    let mesh = Mesh {
        places_m: file.floats(of("POSITION")?)?.into_iter().map(z_up).collect(),
        normals: file.floats(of("NORMAL")?)?.into_iter().map(z_up).collect(),
        texture: (file.floats(of("TEXCOORD_0")?)?.into_iter())
            .map(|[u, v]: [f32; 2]| [u, 1.0 - v])
            .collect(),
        triangles: file.triangles(number(&part["indices"])?)?,
        ..Mesh::default()
    };
    Some(mesh)
}

/// The picture of a material; none where the file has no such material.
fn picture(file: &File<'_>, material: usize) -> Option<Option<Picture>> {
    let material = &file.json["materials"][material];
    let Some(texture) = number(&material["pbrMetallicRoughness"]["baseColorTexture"]["index"]) else {
        return Some(None);
    };
    let image = &file.json["images"][texture];
    let mut decoder = png::Decoder::new(std::io::Cursor::new(file.view(&image["bufferView"])?));
    decoder.set_transformations(png::Transformations::ALPHA);
    let mut reader = decoder.read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let width = reader.next_frame(&mut bytes).ok()?.width as usize;
    let mut pixels = bytes.as_chunks::<4>().0.to_vec();
    if let Some(cutoff) = material["alphaCutoff"].as_f64() {
        for pixel in &mut pixels {
            pixel[3] = if f64::from(pixel[3]) >= 255.0 * cutoff {
                u8::MAX
            } else {
                0
            };
        }
    }
    Some(Some(Picture { width, pixels }))
}

//! The nearest level of a tree from a file that [`write_tree`](super::write_tree) wrote, with its pictures.
//!
//! It knows that layout alone: other programs' files may be glTF and still not be read here.

use serde_json::Value;
use understory_branching::mesh::{Mesh, TreeMesh};

use super::{BARK, LEAVES, buffer::UNSIGNED_SHORT};
use crate::ExportError;

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

/// A picture row by row from its top.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// Pixels in a row.
    pub width: usize,
    /// Red, green, blue and opacity.
    pub pixels: Vec<[u8; 4]>,
}

/// Reads the nearest level. Texture coordinates count upwards, as in the mesh that was written.
///
/// # Errors
/// [`ExportError::NotOurs`] for bytes that [`write_tree`](super::write_tree) did not write.
pub fn read_tree(bytes: &[u8]) -> Result<ReadTree, ExportError> {
    File::of(bytes)
        .and_then(|file| file.tree())
        .ok_or(ExportError::NotOurs)
}

struct File<'a> {
    json: Value,
    numbers: &'a [u8],
}

impl<'a> File<'a> {
    fn of(bytes: &'a [u8]) -> Option<Self> {
        let (json, rest) = chunk(bytes.strip_prefix(b"glTF")?.get(8..)?)?;
        Some(File {
            json: serde_json::from_slice(json).ok()?,
            numbers: if rest.is_empty() { rest } else { chunk(rest)?.0 },
        })
    }

    fn tree(&self) -> Option<ReadTree> {
        let top = &self.json["nodes"][number(&self.json["scenes"][0]["nodes"][0])?];
        let below = number(&top["children"][0]).map(|node| &self.json["nodes"][node]);
        Some(ReadTree {
            near: TreeMesh {
                bark: self.mesh(top, BARK)?,
                leaves: self.mesh(top, LEAVES)?,
                roots: below.map_or(Some(Mesh::default()), |roots| self.mesh(roots, BARK))?,
            },
            bark: self.picture(BARK)?,
            leaves: self.picture(LEAVES)?,
        })
    }

    /// The part of a node's mesh with a material; an empty one where there is none.
    fn mesh(&self, node: &Value, material: usize) -> Option<Mesh> {
        let mesh = number(&node["mesh"]).map(|mesh| &self.json["meshes"][mesh]["primitives"]);
        let primitives = mesh.and_then(Value::as_array).into_iter().flatten();
        let Some(part) = primitives
            .into_iter()
            .find(|part| number(&part["material"]) == Some(material))
        else {
            return Some(Mesh::default());
        };
        let of = |name: &str| number(&part["attributes"][name]);
        let z_up = |[x, y, z]: [f32; 3]| [x, 0.0 - z, y];
        let mesh = Mesh {
            places_m: self.floats(of("POSITION")?)?.into_iter().map(z_up).collect(),
            normals: self.floats(of("NORMAL")?)?.into_iter().map(z_up).collect(),
            texture: (self.floats(of("TEXCOORD_0")?)?.into_iter())
                .map(|[u, v]: [f32; 2]| [u, 1.0 - v])
                .collect(),
            triangles: self.triangles(number(&part["indices"])?)?,
        };
        Some(mesh)
    }

    fn floats<const N: usize>(&self, accessor: usize) -> Option<Vec<[f32; N]>> {
        let words = self
            .view(&self.json["accessors"][accessor]["bufferView"])?
            .as_chunks::<4>()
            .0;
        let rows = words.as_chunks::<N>().0.iter();
        Some(rows.map(|row| row.map(f32::from_le_bytes)).collect())
    }

    fn triangles(&self, accessor: usize) -> Option<Vec<[u32; 3]>> {
        let accessor = &self.json["accessors"][accessor];
        let bytes = self.view(&accessor["bufferView"])?;
        let numbers: Vec<u32> = if accessor["componentType"] == UNSIGNED_SHORT {
            let shorts = bytes.as_chunks::<2>().0.iter();
            shorts
                .map(|&short| u32::from(u16::from_le_bytes(short)))
                .collect()
        } else {
            bytes
                .as_chunks::<4>()
                .0
                .iter()
                .map(|&long| u32::from_le_bytes(long))
                .collect()
        };
        Some(numbers.as_chunks::<3>().0.to_vec())
    }

    /// The picture of a material; none where the file has no such material.
    fn picture(&self, material: usize) -> Option<Option<Picture>> {
        let Some(image) = self.json["images"].get(material) else {
            return Some(None);
        };
        let mut decoder = png::Decoder::new(std::io::Cursor::new(self.view(&image["bufferView"])?));
        decoder.set_transformations(png::Transformations::ALPHA);
        let mut reader = decoder.read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        let width = reader.next_frame(&mut bytes).ok()?.width as usize;
        let pixels = bytes.as_chunks::<4>().0.to_vec();
        Some(Some(Picture { width, pixels }))
    }

    /// The bytes of a view; none where it leads out of the file.
    fn view(&self, view: &Value) -> Option<&'a [u8]> {
        let view = &self.json["bufferViews"][number(view)?];
        let start = number(&view["byteOffset"])?;
        self.numbers.get(start..)?.get(..number(&view["byteLength"])?)
    }
}

/// What a chunk holds, and what follows it.
fn chunk(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = bytes.split_first_chunk::<4>()?;
    rest.get(4..)?
        .split_at_checked(u32::from_le_bytes(*length) as usize)
}

fn number(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()
}

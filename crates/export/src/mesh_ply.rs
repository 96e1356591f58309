//! A tree's triangles as a PLY file: binary, little-endian, z up.
//!
//! A vertex has `x y z` in metres, `nx ny nz`, `s t` and `part` (0 bark, 1 roots, 2 leaves).

use std::io::Write;

use understory_branching::mesh::TreeMesh;

use crate::ExportError;
use crate::glb::check;

/// Writes all parts as one mesh.
///
/// # Errors
/// [`ExportError`] before anything is written, if a mesh is none; [`ExportError::Write`].
pub fn write(out: &mut dyn Write, tree: &TreeMesh) -> Result<(), ExportError> {
    let parts = [
        ("bark", &tree.bark),
        ("roots", &tree.roots),
        ("leaves", &tree.leaves),
    ];
    for (part, mesh) in parts {
        check(part, mesh)?;
    }
    let sum = |count: fn(&understory_branching::mesh::Mesh) -> usize| {
        parts.iter().map(|(_, mesh)| count(mesh)).sum::<usize>()
    };
    write!(
        out,
        "ply\nformat binary_little_endian 1.0\ncomment understory {}: m, z up\nelement vertex {}\nproperty float x\nproperty float y\n\
         property float z\nproperty float nx\nproperty float ny\nproperty float nz\nproperty float s\nproperty float t\n\
         property uchar part\nelement face {}\nproperty list uchar uint vertex_indices\nend_header\n",
        env!("CARGO_PKG_VERSION"),
        sum(|mesh| mesh.places_m.len()),
        sum(|mesh| mesh.triangles.len()),
    )?;
    for (number, (_, mesh)) in (0_u8..).zip(&parts) {
        for ((place, normal), texture) in mesh.places_m.iter().zip(&mesh.normals).zip(&mesh.texture) {
            for value in place.iter().chain(normal).chain(texture) {
                out.write_all(&value.to_le_bytes())?;
            }
            out.write_all(&[number])?;
        }
    }
    let mut first = 0;
    for (_, mesh) in parts {
        for corners in &mesh.triangles {
            out.write_all(&[3])?;
            for corner in corners {
                out.write_all(&(first + corner).to_le_bytes())?;
            }
        }
        first += mesh.places_m.len() as u32;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use understory_branching::mesh::Mesh;

    #[test]
    fn a_vertex_takes_33_bytes_and_a_face_13() {
        let triangle = Mesh {
            places_m: vec![[0.0, 0.0, 0.5], [1.0, 0.0, 0.5], [0.0, 1.0, 0.5]],
            normals: vec![[0.0, 0.0, 1.0]; 3],
            texture: vec![[0.0; 2]; 3],
            triangles: vec![[0, 1, 2]],
            ..Mesh::default()
        };
        let tree = TreeMesh {
            bark: triangle.clone(),
            roots: Mesh::default(),
            leaves: triangle,
            ..TreeMesh::default()
        };
        let mut out = Vec::new();
        write(&mut out, &tree).unwrap();
        let end = b"end_header\n";
        let start = out.windows(end.len()).position(|at| at == end).unwrap() + end.len();
        let body = &out[start..];
        assert_eq!(body.len(), 6 * 33 + 2 * 13);
        assert_eq!(body[8..12], 0.5_f32.to_le_bytes());
        assert_eq!([body[32], body[4 * 33 - 1]], [0, 2]);
        assert_eq!(body[body.len() - 12..][..4], 3_u32.to_le_bytes());
    }
}

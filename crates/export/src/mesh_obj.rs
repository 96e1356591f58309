//! A tree's triangles as a Wavefront OBJ file, y up, with its materials in an MTL file beside it.
//!
//! Bark, roots and leaves are groups; `usemtl bark` and `usemtl leaves` name the materials.

use std::borrow::Cow;
use std::io::Write;

use understory_branching::mesh::{Mesh, TreeMesh};

use crate::ExportError;
use crate::glb::{check, y_up};
use crate::picture::{blended, png};
use crate::skin::Skin;

/// Names of the pictures that the materials ask for.
pub const BARK_PICTURE: &str = "tree-bark.png";
/// The same of leaves; its alpha channel is their silhouette.
pub const LEAVES_PICTURE: &str = "tree-leaves.png";
/// Their silhouette alone, in grey: readers take opacity from a picture's brightness.
pub const OPACITY_PICTURE: &str = "tree-leaves-opacity.png";

/// Writes `v`, `vt`, `vn` and `f` rows; `materials` is the name of the MTL file.
///
/// # Errors
/// [`ExportError`] before anything is written, if a mesh is none; [`ExportError::Write`].
pub fn write(out: &mut dyn Write, name: &str, tree: &TreeMesh, materials: &str) -> Result<(), ExportError> {
    let parts = [
        ("bark", "bark", &tree.bark),
        ("roots", "bark", &tree.roots),
        ("leaves", "leaves", &tree.leaves),
    ];
    for (part, _, mesh) in parts {
        check(part, mesh)?;
    }
    let one_line: String = name.split_whitespace().collect::<Vec<_>>().join("_");
    writeln!(out, "# understory {}: m, y up", env!("CARGO_PKG_VERSION"))?;
    writeln!(out, "mtllib {materials}\no {one_line}")?;
    let mut first = 1;
    for (part, material, mesh) in parts {
        if mesh.triangles.is_empty() {
            continue;
        }
        part_rows(out, mesh)?;
        writeln!(out, "g {part}\nusemtl {material}")?;
        for corners in &mesh.triangles {
            let [a, b, c] = corners.map(|corner| corner as usize + first);
            writeln!(out, "f {a}/{a}/{a} {b}/{b}/{b} {c}/{c}/{c}")?;
        }
        first += mesh.places_m.len();
    }
    Ok(())
}

/// Tenths of a millimetre, and thousandths of a normal, are all that anyone sees.
fn part_rows(out: &mut dyn Write, mesh: &Mesh) -> Result<(), ExportError> {
    for place in &mesh.places_m {
        let [x, y, z] = y_up(*place).map(|along| along + 0.0);
        writeln!(out, "v {x:.4} {y:.4} {z:.4}")?;
    }
    for [u, v] in &mesh.texture {
        writeln!(out, "vt {u:.4} {v:.4}")?;
    }
    for normal in &mesh.normals {
        let [x, y, z] = y_up(*normal).map(|along| along + 0.0);
        writeln!(out, "vn {x:.3} {y:.3} {z:.3}")?;
    }
    Ok(())
}

/// Writes the materials, which ask for [`BARK_PICTURE`] and, of a tree with leaves, [`LEAVES_PICTURE`] and
/// [`OPACITY_PICTURE`].
///
/// # Errors
/// [`ExportError::Write`].
pub fn write_materials(out: &mut dyn Write, has_leaves: bool) -> Result<(), ExportError> {
    writeln!(out, "newmtl bark\nKd 1 1 1\nKs 0 0 0\nmap_Kd {BARK_PICTURE}")?;
    if has_leaves {
        writeln!(
            out,
            "\nnewmtl leaves\nKd 1 1 1\nKs 0 0 0\nmap_Kd {LEAVES_PICTURE}\nmap_d {OPACITY_PICTURE}"
        )?;
    }
    Ok(())
}

/// A file in memory with its name.
pub type Named<'a> = (&'static str, Cow<'a, [u8]>);

/// The pictures that the materials ask for, as PNG files, each with its name.
///
/// # Errors
/// [`ExportError::Picture`].
pub fn pictures(skin: &Skin) -> Result<[Named<'_>; 3], ExportError> {
    let pixels = skin.leaves.maps.colour.iter();
    let opacity: Vec<[u8; 1]> = pixels.map(|pixel| [blended(pixel[3])]).collect();
    Ok([
        (BARK_PICTURE, Cow::from(&skin.bark.colour)),
        (LEAVES_PICTURE, Cow::from(&skin.leaves.colour)),
        (OPACITY_PICTURE, Cow::from(png(&opacity)?)),
    ])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Decoded by another way: what is solid in one picture is in the other, and leaves let nothing through.
    #[test]
    fn the_picture_of_opacity_is_grey_and_has_the_silhouette_of_the_leaves() {
        let skin = Skin::of(&crate::Look::default()).unwrap();
        let pictures = pictures(&skin).unwrap();
        let [_, leaves, opacity] = pictures.map(|(_, bytes)| {
            let mut reader = png::Decoder::new(std::io::Cursor::new(bytes.into_owned()))
                .read_info()
                .unwrap();
            let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
            let frame = reader.next_frame(&mut pixels).unwrap();
            (frame.color_type, pixels)
        });
        assert_eq!(
            (leaves.0, opacity.0),
            (png::ColorType::Rgba, png::ColorType::Grayscale)
        );
        let alpha = leaves.1.iter().skip(3).step_by(4);
        assert_eq!(alpha.len(), opacity.1.len());
        let mut counts = [0; 2];
        for (&alpha, &opacity) in alpha.zip(&opacity.1) {
            assert!(opacity >= alpha && (alpha == 0) == (opacity == 0));
            counts[0] += usize::from(alpha >= 200);
            counts[1] += usize::from(opacity == 255);
        }
        assert!(
            counts[0] > 10_000 && counts[1] >= counts[0],
            "leaf, and solid leaf: {counts:?}"
        );
        let mut materials = Vec::new();
        write_materials(&mut materials, true).unwrap();
        let materials = String::from_utf8(materials).unwrap();
        let mut of_bare = Vec::new();
        write_materials(&mut of_bare, false).unwrap();
        assert!(!String::from_utf8(of_bare).unwrap().contains("leaves"));
        assert!(materials.contains(&format!("map_d {OPACITY_PICTURE}")));
    }

    #[test]
    fn parts_are_groups_whose_faces_count_all_vertices_before_them() {
        let triangle = |z: f32| Mesh {
            places_m: vec![[0.0, 0.0, z], [1.0, 0.0, z], [0.0, 1.0, z]],
            normals: vec![[0.0, 0.0, 1.0]; 3],
            texture: vec![[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]],
            triangles: vec![[0, 1, 2]],
            ..Mesh::default()
        };
        let tree = TreeMesh {
            bark: triangle(0.0),
            roots: Mesh::default(),
            leaves: triangle(2.0),
            ..TreeMesh::default()
        };
        let mut out = Vec::new();
        write(&mut out, "a tree", &tree, "tree.mtl").unwrap();
        let text = String::from_utf8(out).unwrap();
        let rows: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!(rows[..2], ["mtllib tree.mtl", "o a_tree"]);
        assert_eq!(rows[4], "v 0.0000 0.0000 -1.0000");
        assert_eq!(rows[8], "vn 0.000 1.000 0.000");
        let rest: Vec<&&str> = rows.iter().filter(|row| "gfu".contains(&row[..1])).collect();
        let expected = [
            "g bark",
            "usemtl bark",
            "f 1/1/1 2/2/2 3/3/3",
            "g leaves",
            "usemtl leaves",
            "f 4/4/4 5/5/5 6/6/6",
        ];
        assert!(rest.into_iter().copied().eq(expected));
    }
}

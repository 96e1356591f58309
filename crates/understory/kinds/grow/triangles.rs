//! The triangles of trees and obstacles as figures take them, in the skins that the exports have.
//!
//! A tree's come from its `.glb` file, never from its skeleton anew: a figure shows what another program opens.

use std::io;

use understory_branching::colonization::Obstacle;
use understory_branching::mesh::Mesh;
use understory_export::gltf::{Picture, read_tree};
use understory_report::tree::{Part, Skin, Surface};

use super::obstacles;

/// A tone that no bark has, so that roots differ from what lies above them.
const ROOTS: [u8; 3] = [0xb0, 0x7a, 0x3c];
const STONE: [u8; 3] = [0x9c; 3];
/// A single obstacle has so many cells along a side, for shade that falls on it is as fine as its corners.
const CELLS: f64 = 40.0;
/// Each of many has so many at least.
const LEAST_CELLS: f64 = 2.0;

/// The nearest level of a tree in a file.
pub(crate) fn of_file(bytes: &[u8]) -> io::Result<Vec<Surface>> {
    let tree = read_tree(bytes).map_err(io::Error::other)?;
    let skin = |picture: Option<Picture>| {
        picture.map_or_else(Skin::default, |Picture { width, pixels }| {
            Skin::new(width, pixels.into())
        })
    };
    Ok(vec![
        surface(Part::Wood, tree.near.bark, skin(tree.bark)),
        surface(Part::Roots, tree.near.roots, Skin::plain(ROOTS)),
        surface(Part::Leaves, tree.near.leaves, skin(tree.leaves)),
    ])
}

fn surface(part: Part, mesh: Mesh, skin: Skin) -> Surface {
    let Mesh {
        places_m,
        normals,
        texture,
        triangles,
        ..
    } = mesh;
    Surface {
        part,
        places_m,
        normals,
        texture,
        triangles,
        skin,
    }
}

/// Obstacles that have an end; of a plane there is nothing to draw.
pub(super) fn of_obstacles(all: &[Obstacle]) -> Option<Surface> {
    let cells = (CELLS / (all.len() as f64).sqrt()).max(LEAST_CELLS) as u32;
    let mesh = obstacles::mesh(all, [cells; 2])?;
    Some(surface(Part::Obstacles, mesh, Skin::plain(STONE)))
}

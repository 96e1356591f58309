//! The triangles of trees and obstacles as figures take them, in the skins that the exports have.
//!
//! A tree's come from its `.glb` file, never from its skeleton anew: a figure shows what another program opens.

use std::f64::consts::{PI, TAU};
use std::io;

use understory_branching::colonization::Obstacle;
use understory_branching::mesh::Mesh;
use understory_export::gltf::{Picture, read_tree};
use understory_numerics::math;
use understory_report::tree::{Part, Skin, Surface};

/// A tone that no bark has, so that roots differ from what lies above them.
const ROOTS: [u8; 3] = [0xb0, 0x7a, 0x3c];
const STONE: [u8; 3] = [0x9c; 3];
/// Obstacles have so many cells along a side, for shade that falls on them is as fine as their corners.
const CELLS: u32 = 40;

/// The nearest level of a tree in a file.
pub(super) fn of_file(bytes: &[u8]) -> io::Result<Vec<Surface>> {
    let tree = read_tree(bytes).map_err(io::Error::other)?;
    let skin = |picture: Option<Picture>| {
        picture.map_or_else(Skin::default, |Picture { width, pixels }| Skin { width, pixels })
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

/// An obstacle that has an end; of a plane there is nothing to draw.
pub(super) fn of_obstacle(obstacle: &Obstacle) -> Option<Surface> {
    let mut mesh = Mesh::default();
    match *obstacle {
        Obstacle::Sphere { centre_m, radius_m } => round(&mut mesh, [centre_m; 2], radius_m),
        Obstacle::Capsule {
            from_m,
            to_m,
            radius_m,
        } => round(&mut mesh, [from_m, to_m], radius_m),
        Obstacle::Box { low_m, high_m } => block(&mut mesh, low_m, high_m),
        Obstacle::HalfSpace { .. } => return None,
    }
    Some(surface(Part::Obstacles, mesh, Skin::plain(STONE)))
}

/// Cells over a square from 0 to 1, each of two triangles that face where their normals do; `at` gives place and normal.
fn cells(mesh: &mut Mesh, at: impl Fn(f64, f64) -> ([f64; 3], [f64; 3])) {
    let first = mesh.places_m.len() as u32;
    let single = |double: [f64; 3]| double.map(|along| along as f32);
    for row in 0..=CELLS {
        for column in 0..=CELLS {
            let (place_m, normal) = at(
                f64::from(column) / f64::from(CELLS),
                f64::from(row) / f64::from(CELLS),
            );
            mesh.places_m.push(single(place_m));
            mesh.normals.push(single(normal));
            mesh.texture.push([0.0; 2]);
            if row < CELLS && column < CELLS {
                let corner = first + row * (CELLS + 1) + column;
                let above = corner + CELLS + 1;
                mesh.triangles
                    .extend([[corner, corner + 1, above], [corner + 1, above + 1, above]]);
            }
        }
    }
    let corner = |list: &[[f32; 3]], at: u32| list[at as usize].map(f64::from);
    for [a, b, c] in &mut mesh.triangles {
        let [from, to, third] = [*a, *b, *c].map(|at| corner(&mesh.places_m, at));
        let [u, v] = [to, third].map(|end| [0, 1, 2].map(|axis| end[axis] - from[axis]));
        let across = [0, 1, 2].map(|axis| {
            let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
            u[next] * v[last] - u[last] * v[next]
        });
        let facing: f64 = [*a, *b, *c]
            .map(|at| corner(&mesh.normals, at))
            .iter()
            .map(|normal| (0..3).map(|axis| across[axis] * normal[axis]).sum::<f64>())
            .sum();
        if facing < 0.0 {
            std::mem::swap(b, c);
        }
    }
}

fn block(mesh: &mut Mesh, low_m: [f64; 3], high_m: [f64; 3]) {
    for (axis, side) in (0..3).flat_map(|axis| [(axis, low_m), (axis, high_m)]) {
        let (across, along) = ((axis + 1) % 3, (axis + 2) % 3);
        cells(mesh, |u, v| {
            let (mut place_m, mut normal) = (side, [0.0; 3]);
            place_m[across] = low_m[across] + u * (high_m[across] - low_m[across]);
            place_m[along] = low_m[along] + v * (high_m[along] - low_m[along]);
            normal[axis] = if side == low_m { -1.0 } else { 1.0 };
            (place_m, normal)
        });
    }
}

/// A ball, pulled apart where its ends differ.
fn round(mesh: &mut Mesh, ends_m: [[f64; 3]; 2], radius_m: f64) {
    let [from_m, to_m] = ends_m;
    let along = [0, 1, 2].map(|axis| to_m[axis] - from_m[axis]);
    cells(mesh, |u, v| {
        let ((turn_sin, turn_cos), (sin, cos)) = (math::sin_cos(TAU * u), math::sin_cos(PI * v));
        let normal = [sin * turn_cos, sin * turn_sin, cos];
        let forward: f64 = (0..3).map(|axis| normal[axis] * along[axis]).sum();
        let end_m = if forward > 0.0 { to_m } else { from_m };
        (
            [0, 1, 2].map(|axis| end_m[axis] + radius_m * normal[axis]),
            normal,
        )
    });
}

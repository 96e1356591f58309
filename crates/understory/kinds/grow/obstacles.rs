//! Obstacles as triangles, for figures and for files.

use std::f64::consts::{PI, TAU};

use understory_branching::colonization::Obstacle;
use understory_branching::mesh::Mesh;
use understory_numerics::math;

/// A place of a surface with its normal, the way in which the first texture coordinate grows, and the coordinates.
struct Vertex {
    place_m: [f64; 3],
    normal: [f64; 3],
    tangent: [f64; 3],
    texture: [f64; 2],
}

/// All obstacles that have an end in one mesh; none where each is a plane. `cells` lie along a side of a box, and around a round one.
/// Textures repeat once a metre.
pub(crate) fn mesh(obstacles: &[Obstacle], [flat, around]: [u32; 2]) -> Option<Mesh> {
    let mut mesh = Mesh::default();
    for obstacle in obstacles {
        match *obstacle {
            Obstacle::Sphere { centre_m, radius_m } => round(&mut mesh, around, [centre_m; 2], radius_m),
            Obstacle::Capsule {
                from_m,
                to_m,
                radius_m,
            } => round(&mut mesh, around, [from_m, to_m], radius_m),
            Obstacle::Box { low_m, high_m } => block(&mut mesh, flat, low_m, high_m),
            Obstacle::HalfSpace { .. } => {}
        }
    }
    (!mesh.triangles.is_empty()).then_some(mesh)
}

/// Cells over a square from 0 to 1, each of two triangles that face where their normals do.
fn cells(mesh: &mut Mesh, count: u32, at: impl Fn(f64, f64) -> Vertex) {
    let first_vertex = mesh.places_m.len() as u32;
    let first_triangle = mesh.triangles.len();
    let single = |double: [f64; 3]| double.map(|along| along as f32);
    for row in 0..=count {
        for column in 0..=count {
            let vertex = at(
                f64::from(column) / f64::from(count),
                f64::from(row) / f64::from(count),
            );
            mesh.places_m.push(single(vertex.place_m));
            mesh.normals.push(single(vertex.normal));
            mesh.tangents.push(single(vertex.tangent));
            mesh.texture.push(vertex.texture.map(|along| along as f32));
            if row < count && column < count {
                let corner = first_vertex + row * (count + 1) + column;
                let above = corner + count + 1;
                mesh.triangles
                    .extend([[corner, corner + 1, above], [corner + 1, above + 1, above]]);
            }
        }
    }
    let corner = |list: &[[f32; 3]], at: u32| list[at as usize].map(f64::from);
    for [a, b, c] in &mut mesh.triangles[first_triangle..] {
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

fn block(mesh: &mut Mesh, count: u32, low_m: [f64; 3], high_m: [f64; 3]) {
    for (axis, is_low) in (0..3).flat_map(|axis| [(axis, true), (axis, false)]) {
        let (across, along) = ((axis + 1) % 3, (axis + 2) % 3);
        let (side, out) = if is_low { (low_m, -1.0) } else { (high_m, 1.0) };
        cells(mesh, count, |u, v| {
            let (mut place_m, mut normal, mut tangent) = (side, [0.0; 3], [0.0; 3]);
            place_m[across] = low_m[across] + u * (high_m[across] - low_m[across]);
            place_m[along] = low_m[along] + v * (high_m[along] - low_m[along]);
            normal[axis] = out;
            tangent[across] = 1.0;
            // Normal, tangent and the way in which the second coordinate grows are a right hand.
            let texture = [place_m[across], out * place_m[along]];
            Vertex {
                place_m,
                normal,
                tangent,
                texture,
            }
        });
    }
}

/// A ball, pulled apart where its ends differ.
fn round(mesh: &mut Mesh, count: u32, ends_m: [[f64; 3]; 2], radius_m: f64) {
    let [from_m, to_m] = ends_m;
    let along = [0, 1, 2].map(|axis| to_m[axis] - from_m[axis]);
    cells(mesh, count, |u, v| {
        let ((turn_sin, turn_cos), (sin, cos)) = (math::sin_cos(TAU * u), math::sin_cos(PI * v));
        let normal = [sin * turn_cos, sin * turn_sin, cos];
        let forward: f64 = (0..3).map(|axis| normal[axis] * along[axis]).sum();
        let end_m = if forward > 0.0 { to_m } else { from_m };
        Vertex {
            place_m: [0, 1, 2].map(|axis| end_m[axis] + radius_m * normal[axis]),
            normal,
            tangent: [-turn_sin, turn_cos, 0.0],
            texture: [TAU * radius_m * u, -PI * radius_m * v],
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Six sides of two triangles for a box, and the area of a ball from many; a plane has none.
    #[test]
    fn surfaces_have_the_area_of_geometry_and_face_outwards() {
        let plane = Obstacle::HalfSpace {
            place_m: [0.0; 3],
            normal: [0.0, 0.0, 1.0],
        };
        assert_eq!(mesh(&[plane], [1, 8]), None);
        let block = Obstacle::Box {
            low_m: [1.0, 2.0, 3.0],
            high_m: [2.0, 4.0, 6.0],
        };
        let ball = Obstacle::Sphere {
            centre_m: [0.0, 0.0, 1.0],
            radius_m: 0.5,
        };
        let alone = mesh(&[block, plane], [1, 8]).expect("a box has sides");
        assert_eq!((alone.places_m.len(), alone.triangles.len()), (24, 12));
        assert!((volume_m3(&alone) - 6.0).abs() < 1e-5);
        let both = mesh(&[block, ball], [2, 64]).expect("both have sides");
        let expected = 6.0 + 4.0 / 3.0 * PI * 0.125;
        assert!((volume_m3(&both) - expected).abs() < 2e-3, "{}", volume_m3(&both));
    }

    /// By the divergence theorem, of triangles that face outwards.
    fn volume_m3(mesh: &Mesh) -> f64 {
        let corner = |at: u32| mesh.places_m[at as usize].map(f64::from);
        let six_times = mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = triangle.map(corner);
            (0..3)
                .map(|axis| {
                    let (next, last) = ((axis + 1) % 3, (axis + 2) % 3);
                    a[axis] * (b[next] * c[last] - b[last] * c[next])
                })
                .sum::<f64>()
        });
        six_times.sum::<f64>() / 6.0
    }
}

//! Bark: a tube for each branch, from the middle of the wood that it leaves to its tip.

use understory_numerics::math;

use crate::mesh::{Detail, Mesh};
use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, add, any_perpendicular, cross, direction, distance, dot, scale, sub};

pub(super) fn bark(skeleton: &Skeleton, detail: &Detail) -> (Mesh, Mesh) {
    let (main, tips) = (skeleton.main_children(), skeleton.tips_borne());
    let thickest_m = skeleton
        .nodes
        .iter()
        .map(|node| node.radius_m)
        .fold(0.0, f64::max);
    let circles: Vec<Vec<(f64, f64)>> = (0..=detail.most_sides).map(circle).collect();
    let (mut shoot, mut roots) = (Mesh::default(), Mesh::default());
    let mut spine = Vec::new();
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let begins = match node.parent {
            None => true,
            Some(parent) => main[parent as usize] != Some(number),
        };
        if !begins || tips[number as usize] < detail.least_tips {
            continue;
        }
        spine.clear();
        spine.extend(
            node.parent
                .map(|parent| (skeleton.nodes[parent as usize].place_m, node.radius_m)),
        );
        let mut next = Some(number);
        while let Some(at) = next {
            let node = &skeleton.nodes[at as usize];
            spine.push((node.place_m, node.radius_m));
            next = main[at as usize];
        }
        spine.dedup_by(|after, before| after.0 == before.0);
        if spine.len() >= 2 {
            let sides = sides_of(node.radius_m / thickest_m, detail.most_sides);
            let mesh = match node.part {
                Part::Shoot => &mut shoot,
                Part::Root => &mut roots,
            };
            tube(mesh, &spine, &circles[sides as usize]);
        }
    }
    (shoot, roots)
}

/// Sides of a tube whose radius is this share of the thickest, so that sides are about as wide on all of them
/// down to a tenth.
fn sides_of(share: f64, most_sides: u32) -> u32 {
    const LEAST: u32 = 3;
    let spread = f64::from(most_sides - LEAST);
    LEAST + (spread * share.sqrt()).round() as u32
}

/// Cosines and sines around a circle of so many sides, the first again at the end.
fn circle(sides: u32) -> Vec<(f64, f64)> {
    let corner = |number: u32| {
        let (sin, cos) =
            math::sin_cos(std::f64::consts::TAU * f64::from(number % sides.max(1)) / f64::from(sides.max(1)));
        (cos, sin)
    };
    (0..=sides).map(corner).collect()
}

/// A ring for each place of the spine, and a point at its end.
fn tube(mesh: &mut Mesh, spine: &[(Vector, f64)], circle: &[(f64, f64)]) {
    let last = spine.len() - 1;
    let sides = circle.len() as u32 - 1;
    let heading = |from: usize| {
        direction(sub(spine[from + 1].0, spine[from].0)).expect("places that follow one another differ")
    };
    let mut along = heading(0);
    let mut across = any_perpendicular(along);
    let mut gone_m = 0.0;
    for (at, &(place, radius_m)) in spine.iter().enumerate() {
        let before = if at == 0 { heading(0) } else { heading(at - 1) };
        let after = if at == last { before } else { heading(at) };
        along = direction(add(before, after)).unwrap_or(along);
        // What is left of the last ring's direction, without turning about the branch.
        across = direction(sub(across, scale(along, dot(across, along))))
            .unwrap_or_else(|| any_perpendicular(along));
        let up = cross(along, across);
        if at > 0 {
            gone_m += distance(place, spine[at - 1].0);
        }
        let first = mesh.places_m.len() as u32;
        for (corner, &(cos, sin)) in circle.iter().enumerate() {
            let normal = add(scale(across, cos), scale(up, sin));
            mesh.places_m.push(single(add(place, scale(normal, radius_m))));
            mesh.normals.push(single(normal));
            mesh.texture.push([corner as f32 / sides as f32, gone_m as f32]);
        }
        if at > 0 {
            let below = first - sides - 1;
            for side in 0..sides {
                let (a, b) = (below + side, first + side);
                mesh.triangles.extend([[a, a + 1, b], [a + 1, b + 1, b]]);
            }
        }
        if at == last {
            let point = mesh.places_m.len() as u32;
            mesh.places_m.push(single(add(place, scale(along, radius_m))));
            mesh.normals.push(single(along));
            mesh.texture.push([0.5, (gone_m + radius_m) as f32]);
            mesh.triangles
                .extend((0..sides).map(|side| [first + side, first + side + 1, point]));
        }
    }
}

fn single(double: Vector) -> [f32; 3] {
    double.map(|along| along as f32)
}

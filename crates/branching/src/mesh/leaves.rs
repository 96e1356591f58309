//! Leaves: cards at the nodes of the outermost twigs, turned from one to the next by the golden angle.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use crate::mesh::{Detail, Leaf, Mesh};
use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, add, any_perpendicular, cross, direction, scale, sub, turned};

/// 137.5°, by which leaves along a twig least shade one another.
const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
/// How far a leaf strays from its angles, radians to each side.
const STRAY: f64 = 0.4;

pub(super) fn leaves(skeleton: &Skeleton, detail: &Detail, leaf: &Leaf, key: Key) -> Mesh {
    let mut mesh = Mesh::default();
    let tips = skeleton.tips_borne();
    let growth = 1.0 / detail.leaf_share.sqrt();
    let (length_m, half_width_m) = (leaf.length_m * growth, leaf.width_m * growth / 2.0);
    for (number, node) in (0_u32..).zip(&skeleton.nodes) {
        let Some(parent) = node.parent else { continue };
        if node.part == Part::Root || tips[number as usize] > leaf.most_tips {
            continue;
        }
        let Some(twig) = direction(sub(node.place_m, skeleton.nodes[parent as usize].place_m)) else {
            continue;
        };
        let key = key.child(0, Purpose::Leaf, number);
        for leaf_number in 0..leaf.per_node {
            let [stays, around, down, _] = key.draws(0, Purpose::Leaf, leaf_number).map(unit_from_u32);
            if stays >= detail.leaf_share {
                continue;
            }
            let place_in_row = f64::from(number) * f64::from(leaf.per_node) + f64::from(leaf_number);
            let around = GOLDEN_ANGLE * place_in_row + STRAY * (2.0 * around - 1.0);
            let down = leaf.angle_deg.to_radians() + STRAY * (2.0 * down - 1.0);
            let hinge = turned(any_perpendicular(twig), twig, around % std::f64::consts::TAU);
            let along = turned(twig, hinge, down);
            card(
                &mut mesh,
                node.place_m,
                scale(along, length_m),
                scale(hinge, half_width_m),
            );
        }
    }
    mesh
}

/// A card from its stalk along a vector, as wide to each side as another is long.
fn card(mesh: &mut Mesh, stalk: Vector, along: Vector, aside: Vector) {
    let first = mesh.places_m.len() as u32;
    let Some(normal) = direction(cross(aside, along)) else {
        return;
    };
    let tip = add(stalk, along);
    for (corner, texture) in [
        (sub(stalk, aside), [0.0, 0.0]),
        (add(stalk, aside), [1.0, 0.0]),
        (add(tip, aside), [1.0, 1.0]),
        (sub(tip, aside), [0.0, 1.0]),
    ] {
        mesh.places_m.push(corner.map(|along| along as f32));
        mesh.normals.push(normal.map(|along| along as f32));
        mesh.texture.push(texture);
    }
    mesh.triangles
        .extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
}

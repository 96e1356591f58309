//! Leaves: cards at the nodes of the outermost twigs, turned from one to the next by the golden angle.
//!
//! Every card faces away from the middle of the crown, and its normals lean that way a little: a crown is then lit
//! more as the round whole that it is and less as a heap of shards.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::mesh::detail::{Detail, Leaf};
use crate::mesh::triangles::Mesh;
use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, add, any_perpendicular, cross, direction, dot, scale, sub, turned};

/// 137.5°, by which leaves along a twig least shade one another.
const GOLDEN_ANGLE: f64 = 2.399_963_229_728_653;
/// How far a leaf strays from its angles, radians to each side.
const STRAY: f64 = 0.4;
/// How far normals lean out of the crown, in lengths of a normal. Renderers turn normals round on the back of a
/// card, where much of this would darken what the sun shines on.
const LEAN: f64 = 0.3;

pub(super) fn leaves(skeleton: &Skeleton, detail: &Detail, leaf: &Leaf, key: RandomKey) -> Mesh {
    let mut mesh = Mesh::default();
    let tips = skeleton.tips_borne();
    let bears = |number: u32| {
        let node = &skeleton.nodes[number as usize];
        let is_twig = node.part == Part::Shoot && tips[number as usize] <= leaf.most_tips;
        is_twig.then_some((node.place_m, node.parent?))
    };
    let numbers = 0..skeleton.nodes.len() as u32;
    let middle = mean(
        numbers
            .clone()
            .filter_map(|number| bears(number).map(|(place, _)| place)),
    );
    let growth = 1.0 / detail.leaf_share.sqrt();
    let (length_m, half_width_m) = (leaf.length_m * growth, leaf.width_m * growth / 2.0);
    // A card that is larger reaches as much further back as forward.
    let back_m = (length_m - leaf.length_m) / 2.0;
    for number in numbers {
        let Some((place, parent)) = bears(number) else {
            continue;
        };
        let Some(twig) = direction(sub(place, skeleton.nodes[parent as usize].place_m)) else {
            continue;
        };
        let outward = direction(sub(place, middle)).unwrap_or(twig);
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
                sub(place, scale(along, back_m)),
                scale(along, length_m),
                scale(hinge, half_width_m),
                outward,
            );
        }
    }
    mesh
}

/// The middle of some places, the origin of none.
fn mean(places: impl Iterator<Item = Vector>) -> Vector {
    let (sum, count) = places.fold(([0.0; 3], 0.0), |(sum, count), place| {
        (add(sum, place), count + 1.0)
    });
    scale(sum, 1.0 / f64::max(count, 1.0))
}

/// A card from its stalk along a vector, as wide to each side as another is long, its front to the side of a third.
fn card(mesh: &mut Mesh, stalk: Vector, along: Vector, aside: Vector, outward: Vector) {
    let first = mesh.places_m.len() as u32;
    let is_turned = dot(cross(aside, along), outward) < 0.0;
    let aside = if is_turned { scale(aside, -1.0) } else { aside };
    let Some(face) = direction(cross(aside, along)) else {
        return;
    };
    let normal = direction(add(face, scale(outward, LEAN))).unwrap_or(face);
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

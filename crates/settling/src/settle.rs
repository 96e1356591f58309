//! Falling until all lie.

use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, Vector};
use understory_placement::DropRule;
use understory_terrain::Ground;

use crate::ground::Piece;
use crate::solid::{Body, Solid};

/// What a second is cut into.
const STEPS_PER_S: f32 = 120.0;
const GRAVITY_M_PER_S2: f32 = 9.81;
/// How far a thing may roll beyond the disc that it was let go above, m.
pub(crate) const ROOM_M: f64 = 40.0;
/// Cells of the ground are about half as long as what falls on it, within these, m.
const CELLS_M: [f64; 2] = [0.1, 2.0];
/// What falls so far below the ground is lost, m.
const LOST_M: f64 = 5.0;

/// What became of a thing that fell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Where and how it lies.
    pub body: Body,
    /// When it came to rest, s after it was let go; `None` if it still moved at the end.
    pub rest_s: Option<f64>,
    /// How deep its lowest corner is in the ground, m; 0 if it is above.
    pub sunk_m: f64,
    /// How deep it is in what it touches at most, m, by rapier's contacts.
    pub overlap_m: f64,
}

/// Lets things fall until all lie or the drop's time is over. Of each of them what became of it; `None` where it rolled more
/// than 40 m beyond the disc. `lying` does not move: each with its solid.
#[must_use]
pub fn settle(
    drop: &DropRule,
    falling: &[Body],
    solid: &Solid,
    lying: &[(&Solid, Body)],
    ground: &dyn Ground,
) -> Vec<Option<Rest>> {
    let origin_m = [drop.at_m[0], drop.at_m[1], ground.height_m(drop.at_m)];
    let largest_m = solid.radius_m() * drop.scale[1];
    let half_m = drop.radius_m + ROOM_M + largest_m;
    let piece = Piece::new(drop.at_m, half_m, largest_m.clamp(CELLS_M[0], CELLS_M[1]));
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::new(0.0, 0.0, -GRAVITY_M_PER_S2);
    world.integration_parameters.dt = 1.0 / STEPS_PER_S;
    let (bed, lowest_m) = piece.collider(ground, origin_m);
    let [friction, bounce] = [drop.friction, drop.bounce].map(|share| share as f32);
    world.colliders.insert(bed.friction(friction).restitution(bounce));
    for (solid, body) in lying {
        if piece.holds([body.place_m[0], body.place_m[1]]) {
            let collider = solid.collider(body.scale).position(body.pose(origin_m));
            world
                .colliders
                .insert(collider.friction(friction).restitution(bounce));
        }
    }
    let mut handles: Vec<Option<RigidBodyHandle>> = Vec::new();
    for body in falling {
        let rigid = RigidBodyBuilder::dynamic()
            .pose(body.pose(origin_m))
            .ccd_enabled(true);
        let collider = solid.collider(body.scale).friction(friction).restitution(bounce);
        handles.push(Some(world.insert(rigid, collider).0));
    }
    let mut rest_s = vec![None; falling.len()];
    let steps = (drop.most_s * f64::from(STEPS_PER_S)).ceil() as u32;
    for step in 1..=steps {
        world.step();
        let now_s = f64::from(step) / f64::from(STEPS_PER_S);
        let mut all_lie = true;
        for (handle, rest_s) in handles.iter_mut().zip(&mut rest_s) {
            let Some(found) = handle.and_then(|handle| world.bodies.get(handle)) else {
                continue;
            };
            let at = found.translation();
            let place_m = [f64::from(at.x) + origin_m[0], f64::from(at.y) + origin_m[1]];
            if !piece.holds(place_m) || f64::from(at.z) < lowest_m - LOST_M {
                if let Some(lost) = handle.take() {
                    world.remove_body(lost);
                }
                continue;
            }
            if found.is_sleeping() {
                *rest_s = rest_s.or(Some(now_s));
            } else {
                (*rest_s, all_lie) = (None, false);
            }
        }
        if all_lie {
            break;
        }
    }
    let rest = |((handle, rest_s), start): ((&Option<RigidBodyHandle>, Option<f64>), &Body)| {
        let found = world.bodies.get((*handle)?)?;
        let (at, turn) = (found.translation(), found.rotation());
        let at = [at.x, at.y, at.z].map(f64::from);
        let turn = [turn.x, turn.y, turn.z, turn.w].map(f64::from);
        let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
        let body = Body {
            place_m: std::array::from_fn(|axis| origin_m[axis] + at[axis]),
            rotation: turn.map(|part| part / length),
            scale: start.scale,
        };
        let below = |corner: [f64; 3]| ground.height_m([corner[0], corner[1]]) - corner[2];
        let overlaps = found.colliders().iter().flat_map(|&collider| {
            let pairs = world.narrow_phase.contact_pairs_with(collider);
            pairs
                .flat_map(|pair| pair.manifolds())
                .flat_map(|manifold| &manifold.points)
        });
        Some(Rest {
            body,
            rest_s,
            sunk_m: solid.corners_of(&body).map(below).fold(0.0, f64::max),
            overlap_m: overlaps
                .map(|contact| -f64::from(contact.dist))
                .fold(0.0, f64::max),
        })
    };
    handles.iter().zip(rest_s).zip(falling).map(rest).collect()
}

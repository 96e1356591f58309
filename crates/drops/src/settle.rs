//! Falling until all lie.

use rapier3d::prelude::{PhysicsWorld, RigidBodyBuilder, RigidBodyHandle, Vector};
use understory_placement::DropRule;
use understory_terrain::Ground;

use crate::ground::Piece;
use crate::solid::{Body, Solid};

/// What a second is cut into.
const STEPS_PER_S: f64 = 120.0;
const GRAVITY_M_PER_S2: f32 = 9.81;
/// How far a thing may roll beyond the disc that it was let go above, m.
pub(crate) const ROOM_M: f64 = 40.0;
/// Cells of the ground are about an eighth as long as what falls on it, within these, m.
const CELLS_M: [f64; 2] = [0.1, 1.0];
/// What rolls loses this share of its turning in a second, as on real ground; without it a trunk rocks for minutes.
const ROLLING_PER_S: f32 = 0.5;
/// A thing lies when no part of it has moved by more than this, m, for so long, s.
const STILL_M: f64 = 0.01;
const STILL_S: f64 = 1.0;
/// What falls so far below the ground is lost, m.
const LOST_M: f64 = 5.0;

/// What became of a thing that fell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rest {
    /// Where and how it lies.
    pub body: Body,
    /// When it came to rest, s after it was let go: from then on it moved by less than a centimetre. `None` if it still moved
    /// at the end.
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
    let piece = Piece::new(drop.at_m, half_m, (largest_m / 4.0).clamp(CELLS_M[0], CELLS_M[1]));
    let mut world = PhysicsWorld::new();
    world.gravity = Vector::new(0.0, 0.0, -GRAVITY_M_PER_S2);
    world.integration_parameters.dt = (1.0 / STEPS_PER_S) as f32;
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
    let mut things: Vec<Option<Thing>> = Vec::new();
    for body in falling {
        let rigid = RigidBodyBuilder::dynamic()
            .pose(body.pose(origin_m))
            .angular_damping(ROLLING_PER_S)
            .ccd_enabled(true);
        let collider = solid.collider(body.scale).friction(friction).restitution(bounce);
        things.push(Some(Thing {
            handle: world.insert(rigid, collider).0,
            lay: *body,
            since: 0,
        }));
    }
    let steps = (drop.most_s * STEPS_PER_S).ceil() as u32;
    let still = (STILL_S * STEPS_PER_S).ceil() as u32;
    let mut step = 0;
    while step < steps {
        world.step();
        step += 1;
        let mut all_lie = true;
        for own in &mut things {
            let Some(thing) = own else { continue };
            let body = found(&world, thing, origin_m);
            let [x_m, y_m, z_m] = body.place_m;
            if !piece.holds([x_m, y_m]) || z_m < origin_m[2] + lowest_m - LOST_M {
                world.remove_body(thing.handle);
                *own = None;
                continue;
            }
            if moved_m(&thing.lay, &body, solid.radius_m()) > STILL_M {
                (thing.lay, thing.since) = (body, step);
            }
            all_lie &= step - thing.since >= still;
        }
        if all_lie {
            break;
        }
    }
    let rest = |own: &Option<Thing>| {
        let thing = own.as_ref()?;
        let body = found(&world, thing, origin_m);
        let below = |corner: [f64; 3]| ground.height_m([corner[0], corner[1]]) - corner[2];
        let touched = world.bodies[thing.handle]
            .colliders()
            .iter()
            .flat_map(|&collider| {
                let pairs = world.narrow_phase.contact_pairs_with(collider);
                pairs
                    .flat_map(|pair| pair.manifolds())
                    .flat_map(|manifold| &manifold.points)
            });
        Some(Rest {
            body,
            rest_s: (step - thing.since >= still).then(|| f64::from(thing.since) / STEPS_PER_S),
            sunk_m: solid.corners_of(&body).map(below).fold(0.0, f64::max),
            overlap_m: touched
                .map(|contact| -f64::from(contact.dist))
                .fold(0.0, f64::max),
        })
    };
    things.iter().map(rest).collect()
}

/// A thing that is on its way.
struct Thing {
    handle: RigidBodyHandle,
    /// Where it was when it last had moved, and at which step that was.
    lay: Body,
    since: u32,
}

/// Where a thing is now.
fn found(world: &PhysicsWorld, thing: &Thing, origin_m: [f64; 3]) -> Body {
    let body = &world.bodies[thing.handle];
    let (at, turn) = (body.translation(), body.rotation());
    let at = [at.x, at.y, at.z].map(f64::from);
    let turn = [turn.x, turn.y, turn.z, turn.w].map(f64::from);
    let length = turn.iter().map(|part| part * part).sum::<f64>().sqrt();
    Body {
        place_m: std::array::from_fn(|axis| origin_m[axis] + at[axis]),
        rotation: turn.map(|part| part / length),
        scale: thing.lay.scale,
    }
}

/// How far any corner of a thing may have moved between two poses at most, m.
fn moved_m(from: &Body, to: &Body, radius_m: f64) -> f64 {
    let [dx, dy, dz] = [0, 1, 2].map(|axis| to.place_m[axis] - from.place_m[axis]);
    let cosine: f64 = (0..4).map(|part| from.rotation[part] * to.rotation[part]).sum();
    // Twice the sine of half the angle between them is the chord of a circle of radius 1.
    let chord = 2.0 * (1.0 - cosine * cosine).max(0.0).sqrt();
    (dx * dx + dy * dy + dz * dz).sqrt() + 2.0 * radius_m * from.scale * chord
}

//! Grow: growth points put out new nodes.

use understory_ecs::hecs::Entity;
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::colonization::colony::{Aim, Bud, Colony, Held, Newcomer};
use crate::colonization::index::PointIndex;
use crate::colonization::obstacle::{end_along_axis, end_along_obstacles};
use crate::colonization::parameters::{Colonization, Turns};
use crate::colonization::points::Points;
use crate::colonization::systems::fork::bundles;
use crate::colonization::wood::Wood;
use crate::vector::{Vector, add, direction, distance_squared, scale, sub};

/// A growth point's try of this round.
struct Try {
    node: u32,
    bud: Entity,
    heading: Vector,
}

pub(crate) fn grow<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let mut tries = Vec::new();
    let mut spent = Vec::new();
    let (points, wood, parameters) = (&colony.points, &colony.wood, colony.parameters);
    let draws = |node: u32| {
        colony
            .key
            .draws(colony.rounds, Purpose::Breakage, node)
            .map(unit_from_u32)
    };
    let breaks = |node: u32| parameters.breakage > 0.0 && draws(node)[0] < parameters.breakage;
    let is_diseased = |node: u32| {
        let place = wood[node as usize].place;
        let within =
            |&(centre, radius_m): &(Vector, f64)| distance_squared(place, centre) <= radius_m * radius_m;
        colony.diseased.iter().any(within)
    };
    let strayed = |node: u32| {
        let [_, stray @ ..] = draws(node);
        scale(stray.map(|unit| 2.0 * unit - 1.0), parameters.crookedness)
    };
    let kept = |node: u32| {
        let own = &wood[node as usize];
        let behind = own.parent().map_or(parameters.trunk.direction, |parent| {
            sub(own.place, wood[parent].place)
        });
        scale(direction(behind).unwrap_or([0.0; 3]), parameters.straightness)
    };
    let bias = |node: u32| {
        let mut bias = parameters.tropism;
        if parameters.straightness > 0.0 {
            bias = add(bias, kept(node));
        }
        if parameters.crookedness > 0.0 {
            bias = add(bias, strayed(node));
        }
        bias
    };
    let growth_points = colony
        .world
        .entities_mut()
        .query_mut::<(Entity, &Bud, &mut Held, &mut Aim)>();
    growth_points.into_iter().for_each(|(entity, bud, held, aim)| {
        let before = held.0.len();
        held.0.retain(|&slot| points.is_held_by(slot, bud.node));
        if held.0.is_empty() || breaks(bud.node) || is_diseased(bud.node) {
            spent.push(entity);
            return;
        }
        if held.0.len() < before {
            *aim = Aim::Mean;
        }
        if *aim == Aim::Rest || bud.refused >= parameters.refusals {
            return;
        }
        let place = wood[bud.node as usize].place;
        let mut ways = [None; 2];
        if *aim == Aim::Mean {
            let bend = |sum: Vector| bent(sum, bias(bud.node), parameters);
            ways = bundles(place, &held.0, points, parameters.fork_deg).map(|sum| sum.and_then(bend));
        }
        if ways == [None; 2] {
            *aim = Aim::Nearest;
            ways[0] = Some(nearest_heading(place, held, points));
        }
        tries.extend(ways.into_iter().flatten().map(|heading| Try {
            node: bud.node,
            bud: entity,
            heading,
        }));
    });
    for entity in spent {
        colony
            .world
            .entities_mut()
            .despawn(entity)
            .expect("each growth point is visited once");
    }
    // Rows of the world come in no order that may decide who takes a place first.
    tries.sort_by_key(|attempt| attempt.node);
    colony.at_rest = tries.is_empty();
    put_out(colony, &tries);
}

/// Makes newcomers of the tries that obstacles and other nodes leave room for.
fn put_out<I: PointIndex>(colony: &mut Colony<'_, I>, tries: &[Try]) {
    colony.arriving.clear();
    for attempt in tries {
        let parent = colony.wood[attempt.node as usize];
        let end_of_segment = match colony.parameters.turns {
            Turns::Free => end_along_obstacles,
            Turns::Axes => end_along_axis,
        };
        let end = end_of_segment(
            parent.place,
            attempt.heading,
            colony.parameters.step_m,
            colony.around.near(parent.place),
        );
        match end {
            Some(place) if !colony.is_taken(place) => {
                colony.arrive(Newcomer {
                    wood: Wood {
                        place,
                        parent: attempt.node,
                        tree: parent.tree,
                        round: colony.rounds + 1,
                        lost_tips: 0,
                    },
                    parent: Some(attempt.bud),
                    is_useful: false,
                });
            }
            taken => {
                colony.fruitless.push(attempt.bud);
                if taken.is_none() {
                    let bud = colony.world.entities_mut().query_one_mut::<&mut Bud>(attempt.bud);
                    bud.expect("it has just taken its turn").refused += 1;
                }
            }
        }
    }
}

/// The direction of a sum of directions, with what bends it; none where that leads nowhere.
fn bent(sum: Vector, bias: Vector, parameters: &Colonization) -> Option<Vector> {
    let mut heading = direction(sum)?;
    heading[2] *= 1.0 - parameters.plagiotropism;
    direction(add(heading, bias))
}

/// Direction of the nearest of what a growth point holds: exact, without tropism, so that it can be reached.
fn nearest_heading(place: Vector, held: &Held, points: &Points) -> Vector {
    let mut nearest = points.near[held.0[0] as usize];
    for &slot in &held.0[1..] {
        let near = points.near[slot as usize];
        if near.squared < nearest.squared {
            nearest = near;
        }
    }
    scale(sub(nearest.place, place), 1.0 / nearest.squared.sqrt())
}

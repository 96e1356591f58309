//! Strike: damage befalls the trees in its round, and all later growth takes place on what it leaves.

use understory_ecs::hecs::Entity;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::colonization::colony::{Bud, Colony};
use crate::colonization::damage::{Harm, Nest};
use crate::colonization::index::PointIndex;
use crate::colonization::systems::{associate, kill, settle};
use crate::skeleton::Skeleton;

pub(crate) fn strike<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let (damages, round) = (&colony.parameters.damage, colony.rounds);
    for (number, damage) in (0..).zip(damages).filter(|(_, damage)| damage.round == round) {
        let key = colony.key.child(round, Purpose::Damage, number);
        match damage.by {
            Harm::Breakage { share, most_tips } => {
                cut(colony, damage.regrows, |tree, skeleton| {
                    skeleton.damaged(share, most_tips, key.child(0, Purpose::Damage, tree))
                });
            }
            Harm::Lightning { above_m } => {
                cut(colony, damage.regrows, |_, skeleton| skeleton.snapped(above_m));
            }
            Harm::Wither { share } => wither(colony, share, key),
            Harm::Disease { centre_m, radius_m } => colony.diseased.push((centre_m, radius_m)),
            Harm::Nest { radius_m } => build_nests(colony, radius_m, key),
        }
    }
}

/// Takes nodes away. The nodes that stay then share out the attraction points that are left; those that were
/// reached stay reached, so that a gap remains, unless the trees may grow back into it.
fn cut<I: PointIndex>(
    colony: &mut Colony<'_, I>,
    regrows: bool,
    left_of: impl Fn(u32, &Skeleton) -> Skeleton,
) {
    let left: Vec<Skeleton> = (0..)
        .zip(&colony.skeletons())
        .map(|(tree, skeleton)| left_of(tree, skeleton))
        .collect();
    if regrows {
        colony.restore_points();
    }
    colony.plant(&left);
    associate::associate(colony);
    kill::kill(colony);
    settle::settle(colony);
}

/// A nest in each tree, in a fork of its upper half or at its top.
fn build_nests<I: PointIndex>(colony: &mut Colony<'_, I>, radius_m: f64, key: RandomKey) {
    let trees = (0..).zip(colony.skeletons());
    let nests: Vec<Nest> = trees
        .filter_map(|(tree, skeleton)| {
            let fork = skeleton.upper_fork(key.child(0, Purpose::Damage, tree))?;
            Some(Nest {
                centre_m: skeleton.nodes[fork as usize].place_m,
                radius_m,
                round: colony.rounds,
            })
        })
        .collect();
    for nest in nests {
        colony.build(nest);
    }
}

fn wither<I: PointIndex>(colony: &mut Colony<'_, I>, share: f64, key: RandomKey) {
    let growth_points = colony.world.entities_mut().query_mut::<(Entity, &Bud)>();
    let withers = |bud: &Bud| unit_from_u32(key.draws(0, Purpose::Damage, bud.node)[0]) < share;
    let lost: Vec<Entity> = growth_points
        .into_iter()
        .filter(|(_, bud)| withers(bud))
        .map(|(entity, _)| entity)
        .collect();
    for entity in lost {
        colony
            .world
            .entities_mut()
            .despawn(entity)
            .expect("each growth point is visited once");
    }
}

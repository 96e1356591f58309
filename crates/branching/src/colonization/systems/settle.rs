//! Settle: useful new nodes become wood, and growth points where they hold anything; the rest are dropped.

use understory_ecs::World;
use understory_ecs::hecs::Entity;

use crate::colonization::colony::{Aim, Bud, Colony, GrowthPoint, Held};
use crate::colonization::index::PointIndex;

pub(crate) fn settle<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let first = colony.wood.len() as u32;
    let mut won = std::mem::take(&mut colony.won);
    won.retain(|&slot| colony.points.is_left(slot));
    let holder = |colony: &Colony<'_, I>, slot: u32| colony.points.holder(slot);
    let (mut fruitful, mut grown) = (Vec::new(), Vec::new());
    let of_planted = won.iter().take_while(|&&slot| holder(colony, slot) < first);
    let (of_planted, mut won) = won.split_at(of_planted.count());
    for held in of_planted.chunk_by(|&a, &b| holder(colony, a) == holder(colony, b)) {
        let bud = Bud {
            node: holder(colony, held[0]),
            refused: 0,
        };
        grown.push((bud, Held(held.to_vec()), Aim::Mean));
    }
    for (provisional, newcomer) in (first..).zip(std::mem::take(&mut colony.newcomers)) {
        match newcomer.parent {
            Some(parent) if !newcomer.is_useful => {
                colony.useless += 1;
                colony.fruitless.push(parent);
                continue;
            }
            Some(parent) => fruitful.push(parent),
            None => {}
        }
        let node = colony.wood.len() as u32;
        colony.wood.push(newcomer.wood);
        let wood = &colony.wood;
        colony.settled.insert(|node| wood[node].place);
        let own = won
            .iter()
            .take_while(|&&slot| holder(colony, slot) == provisional);
        let (held, others) = won.split_at(own.count());
        won = others;
        held.iter().for_each(|&slot| colony.points.hand_on(slot, node));
        if !held.is_empty() {
            let bud = Bud { node, refused: 0 };
            grown.push((bud, Held(held.to_vec()), Aim::Mean));
        }
    }
    colony.fresh = colony.wood.len();
    colony.world.spawn::<GrowthPoint>(grown);
    // Both ways of a fork may have come to nothing: that is one try, and one useful child makes up for the other.
    colony.fruitless.sort_unstable();
    colony.fruitless.dedup();
    for parent in colony.fruitless.drain(..) {
        set_aim(&mut colony.world, parent, |aim| match aim {
            Aim::Mean => Aim::Nearest,
            Aim::Nearest | Aim::Rest => Aim::Rest,
        });
    }
    for parent in fruitful {
        set_aim(&mut colony.world, parent, |_| Aim::Mean);
    }
}

fn set_aim(world: &mut World, bud: Entity, next: impl Fn(Aim) -> Aim) {
    let aim = world
        .entities_mut()
        .query_one_mut::<&mut Aim>(bud)
        .expect("a growth point lasts until it next takes its turn to grow");
    *aim = next(*aim);
}

//! Settle: useful new nodes become wood, and growth points where they hold anything; the rest are dropped.

use understory_ecs::World;
use understory_ecs::hecs::Entity;

use crate::colonization::colony::{Aim, Bud, Colony, GrowthPoint, Held};
use crate::colonization::index::PointIndex;

pub(crate) fn settle<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let first = colony.wood.len() as u32;
    let (mut fruitful, mut grown) = (Vec::new(), Vec::new());
    for (provisional, mut newcomer) in (first..).zip(colony.newcomers.drain(..)) {
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
        colony.settled.insert(newcomer.wood.place);
        colony.wood.push(newcomer.wood);
        newcomer.won.retain(|&slot| colony.points.is_left(slot));
        if node != provisional {
            for &slot in &newcomer.won {
                colony.points.holder[slot as usize] = node;
            }
        }
        if !newcomer.won.is_empty() {
            let bud = Bud { node, refused: 0 };
            grown.push((bud, Held(newcomer.won), Aim::Mean));
        }
    }
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

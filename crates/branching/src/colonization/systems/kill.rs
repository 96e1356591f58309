//! Kill: attraction points that were reached go.

use crate::colonization::colony::Colony;
use crate::colonization::index::PointIndex;
use crate::colonization::parameters::Kill;

pub(crate) fn kill<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let kill_m = colony.parameters.kill_distance_m();
    match colony.parameters.kill {
        Kill::Node => {
            // A node within reach of a point is reached by the nearest one too, which holds it.
            let first = colony.wood.len() as u32;
            for place in 0..colony.won.len() {
                let slot = colony.won[place];
                if colony.points.near[slot as usize].squared <= kill_m * kill_m {
                    let newcomer = colony.points.holder(slot) - first;
                    let tree = colony.newcomers[newcomer as usize].wood.tree;
                    colony.reach(slot, tree);
                }
            }
        }
        Kill::Segment => {
            let mut reached = Vec::new();
            for place in 0..colony.newcomers.len() {
                let wood = colony.newcomers[place].wood;
                let start = wood.parent().map_or(wood.place, |parent| colony.place_of(parent));
                colony
                    .index
                    .near_segment(&colony.points, start, wood.place, kill_m, &mut reached);
                colony.newcomers[place].is_useful |= !reached.is_empty();
                for slot in reached.drain(..) {
                    colony.reach(slot, wood.tree);
                }
            }
        }
    }
}

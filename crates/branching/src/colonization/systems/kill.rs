//! Kill: attraction points that were reached go.

use crate::colonization::colony::Colony;
use crate::colonization::index::PointIndex;
use crate::colonization::parameters::Kill;

pub(crate) fn kill<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let kill_m = colony.parameters.kill_distance_m();
    match colony.parameters.kill {
        Kill::Node => {
            // A node within reach of a point is reached by the nearest one too, which holds it.
            for place in 0..colony.won.len() {
                let slot = colony.won[place];
                if colony.points.near[slot as usize].squared <= kill_m * kill_m {
                    let tree = colony.node(colony.points.holder(slot) as usize).tree;
                    colony.reach(slot, tree);
                }
            }
        }
        Kill::Segment => {
            let (first, mut reached) = (colony.wood.len(), Vec::new());
            for number in colony.fresh..first + colony.newcomers.len() {
                let node = *colony.node(number);
                let from = node
                    .parent()
                    .map_or(node.place, |parent| colony.node(parent).place);
                colony
                    .index
                    .near_segment(&colony.points, from, node.place, kill_m, &mut reached);
                if let (Some(newcomer), false) = (number.checked_sub(first), reached.is_empty()) {
                    colony.newcomers[newcomer].is_useful = true;
                }
                for slot in reached.drain(..) {
                    colony.reach(slot, node.tree);
                }
            }
        }
    }
}

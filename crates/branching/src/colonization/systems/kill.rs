//! Kill: attraction points that were reached go.

use crate::colonization::colony::Colony;
use crate::colonization::index::PointIndex;
use crate::colonization::parameters::Kill;

pub(crate) fn kill<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let kill_m = colony.parameters.kill_distance_m();
    let mut reached = Vec::new();
    for newcomer in &mut colony.newcomers {
        match colony.parameters.kill {
            Kill::Node => {
                // A node within reach of a point is reached by the nearest one too, which holds it.
                let near = &colony.points.near;
                let is_reached = |slot: &u32| near[*slot as usize].squared <= kill_m * kill_m;
                reached.extend(newcomer.won.iter().copied().filter(is_reached));
            }
            Kill::Segment => {
                let (start, end) = (newcomer.from, newcomer.wood.place);
                colony
                    .index
                    .near_segment(&colony.points, start, end, kill_m, &mut reached);
            }
        }
        newcomer.is_useful |= !reached.is_empty();
        for slot in reached.drain(..) {
            colony.points.reach(slot, newcomer.wood.tree);
            colony.index.forget(&colony.points, slot);
        }
    }
}

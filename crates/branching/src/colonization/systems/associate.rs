//! Associate: attraction points go to the new nodes that are nearest to them.

use crate::colonization::colony::Colony;
use crate::colonization::index::PointIndex;
use crate::colonization::wood::Wood;

/// Newcomers take their turns in the order of their parents, and a point changes hands only for a shorter
/// distance: of two equally near nodes the older one holds it.
pub(crate) fn associate<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let (fresh, first) = (colony.fresh, colony.wood.len());
    let kill_m = colony.parameters.kill_distance_m();
    let (index, points) = (&mut colony.index, &mut colony.points);
    let newcomers = colony.newcomers.iter().map(|newcomer| &newcomer.wood);
    for (node, wood) in (fresh as u32..).zip(colony.wood[fresh..].iter().chain(newcomers)) {
        let Wood { place, tree, .. } = *wood;
        match colony.spaces {
            None => index.associate(points, place, node, |_, _| true),
            Some(holds) => {
                // What comes so near to a point takes it in any case: nothing of another tree may grow there.
                let may_have = |point, squared| squared <= kill_m * kill_m || holds(tree, point);
                index.associate(points, place, node, may_have);
            }
        }
    }
    points.held_from(fresh as u32, &mut colony.won);
    for &slot in &colony.won {
        if let Some(newcomer) = (points.holder(slot) as usize).checked_sub(first) {
            colony.newcomers[newcomer].is_useful = true;
        }
    }
}

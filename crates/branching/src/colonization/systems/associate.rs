//! Associate: attraction points go to the new nodes that are nearest to them.

use crate::colonization::colony::Colony;
use crate::colonization::index::PointIndex;

/// Newcomers take their turns in the order of their parents, and a point changes hands only for a shorter
/// distance: of two equally near nodes the older one holds it.
pub(crate) fn associate<I: PointIndex>(colony: &mut Colony<'_, I>) {
    let first = colony.wood.len() as u32;
    for (node, newcomer) in (first..).zip(&mut colony.newcomers) {
        colony
            .index
            .associate(&mut colony.points, newcomer.wood.place, node, &mut newcomer.won);
    }
    let points = &colony.points;
    for (node, newcomer) in (first..).zip(&mut colony.newcomers) {
        newcomer.won.retain(|&slot| points.holder[slot as usize] == node);
        newcomer
            .won
            .sort_unstable_by_key(|&slot| points.number[slot as usize]);
        newcomer.is_useful = !newcomer.won.is_empty();
    }
}

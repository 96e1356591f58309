//! What the systems ask of an index of attraction points.

use crate::colonization::points::Points;
use crate::vector::Vector;

/// How attraction points are found by place.
///
/// Which points come back never depends on the index, only how long it takes: both forms compute the same
/// distances from the same numbers.
pub(crate) trait PointIndex: Sized {
    /// An index of so many places, one at least, and the number of the place that goes into each slot.
    fn build(count: usize, place_of: impl Fn(usize) -> Vector, influence_m: f64) -> (Self, Vec<u32>);

    /// Gives `node` the points that lie nearer to it than to any node before it, as far as it may have what lies there and so
    /// far away, squared.
    fn associate(
        &mut self,
        points: &mut Points,
        place: Vector,
        node: u32,
        may_have: impl Fn(Vector, f64) -> bool,
    );

    /// Slots of the points left within a distance of the segment from `a` to `b`, in any order.
    fn near_segment(&self, points: &Points, a: Vector, b: Vector, within_m: f64, found: &mut Vec<u32>);

    /// Forgets which nodes there were.
    fn free(&mut self);

    /// Forgets a point that was reached.
    fn forget(&mut self, points: &Points, slot: u32);
}

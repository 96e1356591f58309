//! Attraction points as tiny rectangles in an R-tree.
//!
//! A search box comes from a segment, or from a node, and is grown by the distance in question. What the tree
//! gives back may lie in a corner of the box, too far away: the exact distance decides.

use rstar::{AABB, RTree, RTreeObject};

use crate::colonization::index::PointIndex;
use crate::colonization::points::Points;
use crate::vector::{Vector, distance_squared, distance_squared_to_segment};

pub(crate) struct PointTree {
    tree: RTree<TinyBox>,
    /// Points in the tree that were reached since it was loaded.
    reached: usize,
    influence_m: f64,
    margin_m: f64,
}

#[derive(Clone, Copy)]
struct TinyBox {
    slot: u32,
    envelope: AABB<Vector>,
}

/// Half the side of a point's rectangle, as a share of the influence distance.
const MARGIN: f64 = 1e-9;

impl RTreeObject for TinyBox {
    type Envelope = AABB<Vector>;

    fn envelope(&self) -> AABB<Vector> {
        self.envelope
    }
}

impl PointIndex for PointTree {
    fn build(count: usize, place_of: impl Fn(usize) -> Vector, influence_m: f64) -> (Self, Vec<u32>) {
        let margin_m = influence_m * MARGIN;
        let boxes = (0..count)
            .map(|number| tiny_box(number as u32, place_of(number), margin_m))
            .collect();
        let index = Self {
            tree: RTree::bulk_load(boxes),
            reached: 0,
            influence_m,
            margin_m,
        };
        (index, (0..count as u32).collect())
    }

    fn associate(
        &mut self,
        points: &mut Points,
        place: Vector,
        node: u32,
        may_have: impl Fn(Vector, f64) -> bool,
    ) {
        let search = box_around(place, place, self.influence_m);
        for found in self.tree.locate_in_envelope_intersecting(search) {
            let squared = distance_squared(points.near[found.slot as usize].place, place);
            points.offer(found.slot, squared, node, &may_have);
        }
    }

    fn near_segment(&self, points: &Points, a: Vector, b: Vector, within_m: f64, found: &mut Vec<u32>) {
        let within_squared = within_m * within_m;
        let search = box_around(a, b, within_m);
        let slots = self
            .tree
            .locate_in_envelope_intersecting(search)
            .map(|found| found.slot);
        found.extend(slots.filter(|&slot| {
            points.is_left(slot)
                && distance_squared_to_segment(points.near[slot as usize].place, a, b) <= within_squared
        }));
    }

    fn free(&mut self) {}

    /// Loads the tree anew once half of its points are gone: to take out one of many in the same place would
    /// mean to look at all of them.
    fn forget(&mut self, points: &Points, _slot: u32) {
        self.reached += 1;
        if 2 * self.reached > self.tree.size() {
            let slots = (0..points.near.len() as u32).filter(|&slot| points.is_left(slot));
            let boxes = slots
                .map(|slot| tiny_box(slot, points.near[slot as usize].place, self.margin_m))
                .collect();
            self.tree = RTree::bulk_load(boxes);
            self.reached = 0;
        }
    }
}

fn tiny_box(slot: u32, place: Vector, margin_m: f64) -> TinyBox {
    TinyBox {
        slot,
        envelope: box_around(place, place, margin_m),
    }
}

/// The box of the segment from `a` to `b`, grown on all sides.
fn box_around(a: Vector, b: Vector, grown_m: f64) -> AABB<Vector> {
    AABB::from_corners(
        std::array::from_fn(|axis| a[axis].min(b[axis]) - grown_m),
        std::array::from_fn(|axis| a[axis].max(b[axis]) + grown_m),
    )
}

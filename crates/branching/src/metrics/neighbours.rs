//! How branches get on with one another: where they cross, how near they come.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use crate::skeleton::Skeleton;
use crate::vector::{Vector, distance_between_segments, sub};

/// Crossings of segments that do not meet in a node, per 1000 segments, seen along one axis (0, 1 or 2).
///
/// A measure for flat trees, along the axis in which they are flat.
///
/// # Panics
/// If there is no such axis.
#[must_use]
pub fn crossings_per_1000(skeleton: &Skeleton, along_axis: usize) -> f64 {
    assert!(along_axis < 3, "space has axes 0, 1 and 2, not {along_axis}");
    let flat = |place: Vector| [place[(along_axis + 1) % 3], place[(along_axis + 2) % 3], 0.0];
    let segments: Vec<Segment> = segments(skeleton)
        .into_iter()
        .map(|segment| Segment {
            from: flat(segment.from),
            to: flat(segment.to),
            ..segment
        })
        .collect();
    let tree = tree_of(&segments, 0.0);
    let mut crossings = 0_u32;
    for segment in &segments {
        for found in tree.locate_in_envelope_intersecting(box_of(segment, 0.0)) {
            let other = &segments[found.data];
            let are_joined = [other.node, other.parent]
                .iter()
                .any(|end| [segment.node, segment.parent].contains(end));
            crossings += u32::from(other.node > segment.node && !are_joined && cross(segment, other));
        }
    }
    if segments.is_empty() {
        0.0
    } else {
        1000.0 * f64::from(crossings) / segments.len() as f64
    }
}

/// The smallest distance between segments that are further apart than `least_steps` along the wood, m, if it is
/// below `below_m`.
///
/// # Panics
/// If `below_m` is not finite.
#[must_use]
pub fn smallest_gap_m(skeleton: &Skeleton, least_steps: u32, below_m: f64) -> Option<f64> {
    assert!(
        below_m.is_finite(),
        "a search needs an end, which {below_m} m is not"
    );
    let segments = segments(skeleton);
    let tree = tree_of(&segments, 0.0);
    let depths = depths(skeleton);
    let mut smallest: Option<f64> = None;
    for segment in &segments {
        let within_m = smallest.unwrap_or(below_m);
        for found in tree.locate_in_envelope_intersecting(box_of(segment, within_m)) {
            let other = &segments[found.data];
            if other.node > segment.node
                && steps_between(skeleton, &depths, segment.node, other.node) > least_steps
            {
                let gap_m = distance_between_segments(segment.ends(), other.ends());
                if gap_m < smallest.unwrap_or(below_m) {
                    smallest = Some(gap_m);
                }
            }
        }
    }
    smallest
}

struct Segment {
    node: u32,
    parent: u32,
    from: Vector,
    to: Vector,
}

impl Segment {
    fn ends(&self) -> [Vector; 2] {
        [self.from, self.to]
    }
}

fn segments(skeleton: &Skeleton) -> Vec<Segment> {
    let nodes = &skeleton.nodes;
    let segment = |(node, to): (usize, &crate::skeleton::Node)| {
        let parent = to.parent?;
        Some(Segment {
            node: node as u32,
            parent,
            from: nodes[parent as usize].place_m,
            to: to.place_m,
        })
    };
    nodes.iter().enumerate().filter_map(segment).collect()
}

fn box_of(segment: &Segment, grown_m: f64) -> AABB<Vector> {
    AABB::from_corners(
        std::array::from_fn(|axis| segment.from[axis].min(segment.to[axis]) - grown_m),
        std::array::from_fn(|axis| segment.from[axis].max(segment.to[axis]) + grown_m),
    )
}

fn tree_of(segments: &[Segment], grown_m: f64) -> RTree<GeomWithData<Rectangle<Vector>, usize>> {
    let boxes = segments.iter().enumerate();
    let boxes = boxes
        .map(|(number, segment)| GeomWithData::new(Rectangle::from_aabb(box_of(segment, grown_m)), number));
    RTree::bulk_load(boxes.collect())
}

/// Whether two flat segments cross in a place that ends neither.
fn cross(a: &Segment, b: &Segment) -> bool {
    let side = |from: Vector, to: Vector, place: Vector| {
        let (along, off) = (sub(to, from), sub(place, from));
        along[0] * off[1] - along[1] * off[0]
    };
    side(a.from, a.to, b.from) * side(a.from, a.to, b.to) < 0.0
        && side(b.from, b.to, a.from) * side(b.from, b.to, a.to) < 0.0
}

fn depths(skeleton: &Skeleton) -> Vec<u32> {
    let mut depths: Vec<u32> = Vec::with_capacity(skeleton.nodes.len());
    for node in &skeleton.nodes {
        depths.push(node.parent.map_or(0, |parent| depths[parent as usize] + 1));
    }
    depths
}

/// Segments on the way between two nodes.
fn steps_between(skeleton: &Skeleton, depths: &[u32], a: u32, b: u32) -> u32 {
    let (mut a, mut b, mut steps) = (a, b, 0);
    while a != b {
        let deeper = if depths[a as usize] >= depths[b as usize] {
            &mut a
        } else {
            &mut b
        };
        *deeper = skeleton.nodes[*deeper as usize]
            .parent
            .expect("the base is deepest only where both are it");
        steps += 1;
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::{Node, Part};

    fn skeleton(nodes: &[(Option<u32>, Vector)]) -> Skeleton {
        let node = |&(parent, place_m): &(Option<u32>, Vector)| Node::new(parent, Part::Shoot, place_m, 0);
        Skeleton {
            nodes: nodes.iter().map(node).collect(),
        }
    }

    #[test]
    fn a_branch_that_runs_across_another_is_one_crossing() {
        let looped = skeleton(&[
            (None, [0.0; 3]),
            (Some(0), [2.0, 0.0, 0.0]),
            (Some(1), [2.0, 1.0, 0.0]),
            (Some(2), [1.0, 1.0, 0.0]),
            (Some(3), [1.0, -1.0, 0.0]),
        ]);
        assert_eq!(crossings_per_1000(&looped, 2), 250.0);
        assert_eq!(smallest_gap_m(&looped, 2, 1.0), Some(0.0));
        assert_eq!(smallest_gap_m(&looped, 3, 1.0), None);
    }

    #[test]
    fn parallel_branches_keep_their_distance() {
        let fork = skeleton(&[
            (None, [0.0; 3]),
            (Some(0), [0.0, 0.0, 1.0]),
            (Some(0), [0.3, 0.0, 1.0]),
            (Some(1), [0.0, 0.0, 5.0]),
            (Some(2), [0.3, 0.0, 5.0]),
        ]);
        let gap_m = smallest_gap_m(&fork, 3, 1.0).unwrap();
        assert!((gap_m - 0.3).abs() < 1e-12, "{gap_m}");
        assert_eq!(crossings_per_1000(&fork, 1), 0.0);
    }

    #[test]
    fn segments_are_as_far_apart_as_their_nearest_places() {
        let segment = |from, to| Segment {
            node: 1,
            parent: 0,
            from,
            to,
        };
        let along_x = segment([0.0; 3], [4.0, 0.0, 0.0]);
        for (from, to, gap) in [
            // Across above the middle, across beyond an end, level beside, in line, askew, a point.
            ([2.0, -1.0, 3.0], [2.0, 1.0, 3.0], 3.0),
            ([7.0, -1.0, 4.0], [7.0, 1.0, 4.0], 5.0),
            ([1.0, 2.0, 0.0], [3.0, 2.0, 0.0], 2.0),
            ([6.0, 0.0, 0.0], [9.0, 0.0, 0.0], 2.0),
            ([-3.0, 4.0, 0.0], [-3.0, 9.0, 0.0], 5.0),
            ([2.0, 1.0, 0.0], [5.0, 4.0, 0.0], 1.0),
            ([3.0, -2.0, 2.0], [1.0, 2.0, 2.0], 2.0),
            ([1.0, 3.0, 4.0], [1.0, 3.0, 4.0], 5.0),
        ] {
            let other = segment(from, to);
            let turned = segment(to, from);
            for found in [
                distance_between_segments(along_x.ends(), other.ends()),
                distance_between_segments(other.ends(), along_x.ends()),
                distance_between_segments(along_x.ends(), turned.ends()),
            ] {
                assert!((found - gap).abs() < 1e-12, "{from:?} {to:?}: {found}");
            }
        }
    }

    #[test]
    fn a_box_is_grown_on_all_sides() {
        let segment = Segment {
            node: 1,
            parent: 0,
            from: [1.0, 5.0, -2.0],
            to: [3.0, 4.0, 2.0],
        };
        let found = box_of(&segment, 0.5);
        assert_eq!(
            (found.lower(), found.upper()),
            ([0.5, 3.5, -2.5], [3.5, 5.5, 2.5])
        );
    }
}

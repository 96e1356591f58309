//! What is said of looking for the nearest: how much an index saves, and whether its corners do harm.
//!
//! Costs are counted in what is looked at, never in time. A box that is grown around a segment gives back the same
//! points from any R-tree, so they are counted here without one.

use understory_branching::cloud::Arrangement;
use understory_branching::colonization::{Colonization, Kill};
use understory_branching::skeleton::Skeleton;
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::ClaimError;
use crate::colonization::field::{Field, key};
use crate::colonization::measures::{Place, distance, distance_squared_to_segment};
use crate::rows::Definition;
use crate::rows::Definition::Mean;

pub(super) const CLAIMS: &[Definition] = &[
    Mean("S34", |seed| Ok(PointsLookedAt::at(seed)?.saved_by_box())),
    Mean("S35.points", points_left_otherwise),
    Mean("S35.nodes", nodes_that_differ),
    Mean("S36.flat", |seed| Ok(share_too_far(1.0, 2, seed))),
    Mean("S36.space", |seed| Ok(share_too_far(1.0, 3, seed))),
    Mean("S37.tests", |seed| {
        Ok(PointsLookedAt::at(seed)?.saved_by_segment_box())
    }),
];

/// What growth in a large ball looks at.
struct PointsLookedAt {
    /// Points left as each node came, summed.
    left: f64,
    /// Of these, those in a box of the influence distance around the node.
    in_box: f64,
    /// Of these, those in the box of the node's segment, grown by the kill distance.
    in_segment_box: f64,
}

impl PointsLookedAt {
    fn at(seed: u64) -> Result<Self, ClaimError> {
        let field = Field::ball_of(10_000, &Arrangement::Uniform, seed)?;
        let rule = field.usual_rule();
        let tree = field.tree(&rule)?;
        let (kill_m, influence_m) = (rule.kill_distance_m(), rule.influence_distance_m());
        let mut looks = Self {
            left: 0.0,
            in_box: 0.0,
            in_segment_box: 0.0,
        };
        let mut places: Vec<Place> = field.points.iter().map(|point| point.place_m).collect();
        for [from, to] in in_order_of_birth(&tree) {
            let count = |a: Place, b: Place, grown_m: f64| {
                places
                    .iter()
                    .filter(|place| is_in_box(**place, a, b, grown_m))
                    .count() as f64
            };
            looks.left += places.len() as f64;
            looks.in_box += count(to, to, influence_m);
            looks.in_segment_box += count(from, to, kill_m);
            places.retain(|&place| distance(place, to) > kill_m);
        }
        Ok(looks)
    }

    fn saved_by_box(&self) -> f64 {
        self.left / self.in_box
    }

    fn saved_by_segment_box(&self) -> f64 {
        self.left / self.in_segment_box
    }
}

/// The segments as they came; a skeleton that colonized lists its nodes so.
fn in_order_of_birth(tree: &Skeleton) -> Vec<[Place; 2]> {
    tree.segments_m()
}

fn is_in_box(place: Place, a: Place, b: Place, grown_m: f64) -> bool {
    (0..3).all(|axis| {
        place[axis] >= a[axis].min(b[axis]) - grown_m && place[axis] <= a[axis].max(b[axis]) + grown_m
    })
}

fn by_segments(field: &Field) -> Colonization {
    Colonization {
        kill: Kill::Segment,
        ..field.usual_rule()
    }
}

/// Points that the R-tree form leaves, less those that are left when every point is looked at.
fn points_left_otherwise(seed: u64) -> Result<f64, ClaimError> {
    let field = Field::ball(seed)?;
    let rule = Colonization {
        // While many points are left, so that a point too few or too many shows.
        most_nodes: 300,
        ..by_segments(&field)
    };
    let grown = field.colonized_by_r_tree(&rule)?;
    let kill_m = rule.kill_distance_m();
    let segments = grown.skeletons[0].segments_m();
    let is_far = |place: Place| {
        segments
            .iter()
            .all(|&segment| distance_squared_to_segment(place, segment) > kill_m * kill_m)
    };
    let far = field.points.iter().filter(|point| is_far(point.place_m)).count();
    let left = grown.left_over.stalled + grown.left_over.out_of_reach;
    Ok(left as f64 - far as f64)
}

fn nodes_that_differ(seed: u64) -> Result<f64, ClaimError> {
    let field = Field::ball(seed)?;
    let rule = by_segments(&field);
    let (r_tree, grid) = (field.colonized_by_r_tree(&rule)?, field.colonized(&rule)?);
    let (r_tree, grid) = (&r_tree.skeletons[0].nodes, &grid.skeletons[0].nodes);
    let differ = r_tree.iter().zip(grid).filter(|(a, b)| a != b).count();
    Ok((differ + r_tree.len().abs_diff(grid.len())) as f64)
}

/// Share of the places in the grown box of a segment that lie further from the segment than the kill distance of
/// 1, for segments of any direction along the first axes.
fn share_too_far(length: f64, axes: usize, seed: u64) -> f64 {
    const PLACES: u32 = 20_000;
    let mut too_far = 0_u32;
    for number in 0..PLACES {
        let units = |row: u32| key(seed).draws(row, Purpose::Place, number).map(unit_from_u32);
        let to = scaled_to(direction(axes, &units), length);
        let unit = units(0);
        let place: Place = std::array::from_fn(|axis| {
            if axis < axes {
                let (low, high) = (to[axis].min(0.0) - 1.0, to[axis].max(0.0) + 1.0);
                low + (high - low) * unit[axis]
            } else {
                0.0
            }
        });
        too_far += u32::from(distance_squared_to_segment(place, [[0.0; 3], to]) > 1.0);
    }
    f64::from(too_far) / f64::from(PLACES)
}

/// A direction, all of them equally likely: the first place drawn that lies in the unit ball.
fn direction(axes: usize, units: &impl Fn(u32) -> [f64; 4]) -> Place {
    for row in 1.. {
        let unit = units(row);
        let place: Place = std::array::from_fn(|axis| if axis < axes { 2.0 * unit[axis] - 1.0 } else { 0.0 });
        let length = distance(place, [0.0; 3]);
        if length > 0.0 && length <= 1.0 {
            return place;
        }
    }
    unreachable!("a third of all places or more lie in the ball")
}

fn scaled_to(place: Place, length: f64) -> Place {
    let factor = length / distance(place, [0.0; 3]);
    place.map(|along| along * factor)
}

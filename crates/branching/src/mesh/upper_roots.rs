//! The upper roots: those that leave the foot of a stem near the ground. Buttresses stand above them, and they are drawn as
//! going on from these.
//!
//! A root system grows from a point; a stem is as wide as its wood. So the first part of an upper root, which lies within the
//! foot or just before it, is raised to the surface and made as thick as a buttress ends.

use understory_numerics::{math, sort};

use crate::mesh::axes::{Axis, Point, point_between, weigh};
use crate::skeleton::Part;
use crate::vector::{Vector, sub};

/// At most so many.
const MOST: usize = 5;
/// They stand so far apart, radians.
const APART: f64 = 0.8;
/// They leave the taproot no deeper than this. This and all other lengths here are in radii of the stem at the ground.
const DEEPEST: f64 = 3.0;
/// How far from the middle a root is drawn from, where it leaves the foot, and from where on it is as it grew.
const FROM: f64 = 0.4;
const OUT: f64 = 2.3;
const AS_GROWN: f64 = 6.0;
/// How thick it is within the foot, and how fast it sinks: depth of its middle for each unit of way.
const THICK: f64 = 0.4;
const SINKS: f64 = 0.12;

/// A root that leaves a foot.
#[derive(Clone, Copy, Debug)]
pub(super) struct UpperRoot {
    /// Its number among the axes.
    pub(super) axis: usize,
    /// Direction from above in which it leaves, radians from x to y.
    pub(super) angle: f64,
    /// Its own radius, m.
    pub(super) radius_m: f64,
}

/// The thickest roots that leave the foot near the ground, in directions of their own.
pub(super) fn upper_roots(axes: &[Axis]) -> Vec<UpperRoot> {
    let Some(foot) = foot(axes) else {
        return Vec::new();
    };
    let mut found: Vec<UpperRoot> = Vec::new();
    let mut candidates: Vec<UpperRoot> = (0..)
        .zip(axes)
        .filter_map(|(number, axis)| candidate(number, axis, &foot))
        .collect();
    sort::by(&mut candidates, |a, b| b.radius_m.total_cmp(&a.radius_m));
    for root in candidates {
        let is_apart = |other: &UpperRoot| {
            let turn = (root.angle - other.angle).rem_euclid(std::f64::consts::TAU);
            turn.min(std::f64::consts::TAU - turn) > APART
        };
        if found.len() < MOST && found.iter().all(is_apart) {
            found.push(root);
        }
    }
    found
}

/// Leads upper roots out of the foot, near the ground.
pub(super) fn raise(axes: &mut [Axis], roots: &[UpperRoot]) {
    let Some(foot) = foot(axes) else { return };
    let unit_m = foot.radius_m;
    for root in roots {
        let axis = &mut axes[root.axis];
        let (sin, cos) = math::sin_cos(root.angle);
        let led = |point: &Point| {
            let way = reach_m(point.place, foot.place) / unit_m;
            let gone = ((way - OUT) / (AS_GROWN - OUT)).clamp(0.0, 1.0);
            let raised = 1.0 - gone * gone * (3.0 - 2.0 * gone);
            let surface_m = foot.place[2] - SINKS * way * unit_m;
            let [x, y, z] = point.place;
            let own_m = point.radius_m;
            Point {
                place: [x, y, z + raised * (surface_m - z)],
                radius_m: own_m + raised * raised * (THICK * unit_m - own_m).max(0.0),
                ..*point
            }
        };
        let at = |way: f64| -> Vector {
            let [x, y, z] = foot.place;
            [x + way * unit_m * cos, y + way * unit_m * sin, z]
        };
        let first = axis.points[0];
        let mut points = vec![led(&Point {
            place: at(FROM),
            ..first
        })];
        let mut before = first;
        for point in &axis.points[1..] {
            // Within the foot it runs straight out.
            let (from_m, to_m) = [&before, point]
                .map(|point| reach_m(point.place, foot.place))
                .into();
            if to_m > OUT * unit_m {
                if points.len() == 1 {
                    let share = ((OUT * unit_m - from_m) / (to_m - from_m)).clamp(0.0, 1.0);
                    points.push(led(&point_between(&before, point, share)));
                }
                points.push(led(point));
            } else if points.len() > 1 {
                points.push(led(point));
            }
            before = *point;
        }
        weigh(&mut points);
        axis.points = points;
        axis.wood_radius_m = Some(unit_m);
    }
}

/// Where the stem begins, if it comes out of the ground.
fn foot(axes: &[Axis]) -> Option<Point> {
    let is_stem = |axis: &&Axis| axis.wood_radius_m.is_none() && axis.part == Part::Shoot;
    axes.iter().find(is_stem).map(|axis| axis.points[0])
}

fn candidate(number: usize, axis: &Axis, foot: &Point) -> Option<UpperRoot> {
    let unit_m = foot.radius_m;
    let first = axis.points[0].place;
    let deep = (foot.place[2] - first[2]) / unit_m;
    let leaves_here = axis.part == Part::Root
        && axis.wood_radius_m.is_some()
        && (0.0..=DEEPEST).contains(&deep)
        && reach_m(first, foot.place) < OUT * unit_m;
    let at = axis
        .points
        .iter()
        .position(|point| reach_m(point.place, foot.place) > OUT * unit_m);
    let out = at.filter(|_| leaves_here)?;
    // A taproot that turns aside further down is none.
    let sinks = |point: &Point| first[2] - point.place[2] > reach_m(point.place, first) + 0.1 * unit_m;
    if axis.points[..=out].iter().any(sinks) {
        return None;
    }
    let out = &axis.points[out];
    let [x, y, _] = sub(out.place, foot.place);
    Some(UpperRoot {
        axis: number,
        angle: math::atan2(y, x),
        radius_m: axis.radius_m(),
    })
}

/// How far a place lies from the middle of a foot, seen from above, m.
fn reach_m(place: Vector, middle: Vector) -> f64 {
    let [x, y, _] = sub(place, middle);
    (x * x + y * y).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::axes::axes;
    use crate::skeleton::{Node, Skeleton};

    /// A stem 20 cm thick on a taproot with laterals to +x, −x and one close to the first.
    fn tree() -> Skeleton {
        let node = |parent, part, place, radius_m| Node {
            radius_m,
            ..Node::new(parent, part, place, 0)
        };
        let mut nodes = vec![
            node(None, Part::Shoot, [0.0; 3], 0.1),
            node(Some(0), Part::Shoot, [0.0, 0.0, 3.0], 0.05),
            node(Some(0), Part::Root, [0.0, 0.0, -0.2], 0.07),
            node(Some(2), Part::Root, [0.0, 0.0, -0.5], 0.06),
        ];
        for (x, y, radius_m) in [(1.0, 0.0, 0.02), (-1.0, 0.0, 0.015), (0.9, 0.3, 0.01)] {
            let first = nodes.len() as u32;
            nodes.push(node(Some(2), Part::Root, [0.5 * x, 0.5 * y, -0.3], radius_m));
            nodes.push(node(Some(first), Part::Root, [2.0 * x, 2.0 * y, -0.5], radius_m));
        }
        Skeleton { nodes }
    }

    #[test]
    fn the_thickest_of_each_direction_are_upper_roots() {
        let roots = upper_roots(&axes(&tree()));
        let found: Vec<(f64, f64)> = roots.iter().map(|root| (root.angle, root.radius_m)).collect();
        assert_eq!(found, [(0.0, 0.02), (std::f64::consts::PI, 0.015)]);
    }

    #[test]
    fn a_raised_root_leaves_the_foot_at_the_ground_and_ends_as_it_grew() {
        let mut raised = axes(&tree());
        let before = raised.clone();
        let roots = upper_roots(&raised);
        raise(&mut raised, &roots);
        for root in &roots {
            let (own, led) = (&before[root.axis].points, &raised[root.axis].points);
            let out = led
                .iter()
                .find(|point| reach_m(point.place, [0.0; 3]) >= OUT * 0.1 - 1e-9)
                .unwrap();
            // Its upper side is above the ground there, its lower side below.
            assert!(out.place[2] < 0.0 && out.place[2] + out.radius_m > 0.0, "{out:?}");
            assert!(led[0].radius_m <= THICK * 0.1 + 1e-12 && led[0].radius_m > 0.9 * THICK * 0.1);
            let (own_end, led_end) = (own[own.len() - 1], led[led.len() - 1]);
            assert_eq!(
                (own_end.place, own_end.radius_m),
                (led_end.place, led_end.radius_m)
            );
            assert!(
                led.windows(2)
                    .all(|pair| pair[1].radius_m <= pair[0].radius_m + 1e-12)
            );
        }
        let other = (0..before.len())
            .find(|number| before[*number].radius_m() == 0.01)
            .unwrap();
        assert_eq!(raised[other].points.len(), before[other].points.len());
    }
}

//! A skeleton as axes: each a branch from the wood that it leaves to its tip, with what each of its points is worth.

use crate::mesh::wind::Wind;
use crate::skeleton::{Part, Skeleton};
use crate::vector::{Vector, between, distance, distance_squared_to_segment};

/// Points nearer than this to the one before make triangles of no area, m.
const LEAST_STEP_M: f64 = 1e-4;
/// Ends that are thicker than this did not grow to a tip, m.
const THICK_END_M: f64 = 0.02;

/// A place on an axis.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    pub(super) place: Vector,
    pub(super) radius_m: f64,
    /// An axis that may be off by more than this goes without the point, m.
    pub(super) worth_m: f64,
    /// How wind moves it, as in [`Mesh`](super::Mesh).
    pub(super) wind: [f64; 4],
    /// Its node; of a place between two the first.
    pub(super) node: u32,
}

/// A branch, or the stem.
#[derive(Clone, Debug)]
pub(super) struct Axis {
    pub(super) part: Part,
    /// The first one lies in the middle of the wood that it leaves; at least two.
    pub(super) points: Vec<Point>,
    /// Radius of the wood that it leaves, m; none for the stem.
    pub(super) wood_radius_m: Option<f64>,
    /// Whether it ends where it was broken or cut, and not in a tip.
    pub(super) is_broken: bool,
}

impl Axis {
    /// Radius where it begins to be itself, m.
    pub(super) fn radius_m(&self) -> f64 {
        self.points[0].radius_m
    }
}

/// All axes of a skeleton, the stem first where it has one, in the order of the nodes that they begin with.
pub(super) fn axes(skeleton: &Skeleton) -> Vec<Axis> {
    let main = skeleton.main_children();
    let wind = Wind::of(skeleton, &main);
    let mut axes = Vec::new();
    for (number, node) in (0..).zip(&skeleton.nodes) {
        let wood = node.parent.map(|parent| &skeleton.nodes[parent as usize]);
        if node
            .parent
            .is_some_and(|parent| main[parent as usize] == Some(number))
        {
            continue;
        }
        let point = |at: u32, radius_m: f64| Point {
            place: skeleton.nodes[at as usize].place_m,
            radius_m,
            worth_m: f64::INFINITY,
            wind: wind.at(at),
            node: at,
        };
        let mut points: Vec<Point> = node
            .parent
            .map(|parent| point(parent, node.radius_m))
            .into_iter()
            .collect();
        let (mut next, mut last) = (Some(number), number);
        while let Some(at) = next {
            points.push(point(at, skeleton.nodes[at as usize].radius_m));
            last = at;
            next = main[at as usize];
        }
        points.dedup_by(|after, before| distance(after.place, before.place) < LEAST_STEP_M);
        if points.len() < 2 {
            continue;
        }
        taper(&mut points);
        weigh(&mut points);
        let end = &skeleton.nodes[last as usize];
        axes.push(Axis {
            part: node.part,
            points,
            wood_radius_m: wood.map(|wood| wood.radius_m),
            is_broken: end.lost_tips > 0 || end.radius_m > THICK_END_M,
        });
    }
    axes
}

/// Share of the step in thickness at a fork that is spread over the wood before it.
const SPREAD: f64 = 0.7;

/// Narrows wood between forks, where pipes alone would make it a cylinder.
fn taper(points: &mut [Point]) {
    let mut start = 0;
    while start < points.len() {
        let thick_m = points[start].radius_m;
        let Some(step) = (start + 1..points.len()).find(|&at| points[at].radius_m != thick_m) else {
            return;
        };
        let lost_m = SPREAD * (thick_m - points[step].radius_m);
        let length = |points: &[Point]| -> f64 {
            points
                .windows(2)
                .map(|pair| distance(pair[0].place, pair[1].place))
                .sum()
        };
        let whole_m = length(&points[start..=step]);
        let mut gone_m = 0.0;
        for at in start + 1..step {
            gone_m += distance(points[at].place, points[at - 1].place);
            points[at].radius_m = thick_m - lost_m.max(0.0) * gone_m / whole_m;
        }
        start = step;
    }
}

/// Gives the points between both ends their worth: how far, in place or in radius, the line that is left would be off
/// without them, as Douglas and Peucker chose points.
pub(super) fn weigh(points: &mut [Point]) {
    let mut stretches = vec![(0, points.len() - 1, f64::INFINITY)];
    while let Some((first, last, most_m)) = stretches.pop() {
        let (a, b) = (points[first], points[last]);
        let length_m = distance(a.place, b.place);
        let mut furthest = (0.0, None);
        for (at, point) in points.iter().enumerate().take(last).skip(first + 1) {
            let off_m = distance_squared_to_segment(point.place, a.place, b.place).sqrt();
            let share = if length_m > 0.0 {
                (distance(a.place, point.place) / length_m).min(1.0)
            } else {
                0.0
            };
            let off_m = off_m.max((point.radius_m - (a.radius_m + (b.radius_m - a.radius_m) * share)).abs());
            if furthest.1.is_none() || off_m > furthest.0 {
                furthest = (off_m, Some(at));
            }
        }
        if let (off_m, Some(at)) = furthest {
            points[at].worth_m = off_m.min(most_m);
            let worth_m = points[at].worth_m;
            stretches.extend([(first, at, worth_m), (at, last, worth_m)]);
        }
    }
}

/// The point a share of the way from one to another; it goes wherever both go.
pub(super) fn point_between(a: &Point, b: &Point, share: f64) -> Point {
    let mix = |a: f64, b: f64| a + (b - a) * share;
    Point {
        place: between(a.place, b.place, share),
        radius_m: mix(a.radius_m, b.radius_m),
        worth_m: f64::INFINITY,
        wind: std::array::from_fn(|at| mix(a.wind[at], b.wind[at])),
        node: a.node,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::skeleton::Node;

    fn skeleton(nodes: &[(Option<u32>, [f64; 3], f64)]) -> Skeleton {
        let node = |&(parent, place, radius_m): &(Option<u32>, [f64; 3], f64)| Node {
            radius_m,
            ..Node::new(parent, Part::Shoot, place, 0)
        };
        Skeleton {
            nodes: nodes.iter().map(node).collect(),
        }
    }

    /// A stem of three metres with a branch of one at two metres, whose end is broken.
    #[test]
    fn an_axis_runs_from_the_middle_of_its_wood_to_its_tip() {
        let mut tree = skeleton(&[
            (None, [0.0; 3], 0.1),
            (Some(0), [0.0, 0.0, 2.0], 0.09),
            (Some(1), [0.0, 0.0, 2.5], 0.05),
            (Some(2), [0.0, 0.1, 3.0], 0.01),
            (Some(2), [0.0, 0.0, 3.0], 0.01),
            (Some(1), [1.0, 0.0, 2.0], 0.01),
        ]);
        tree.nodes[5].lost_tips = 3;
        let axes = axes(&tree);
        assert_eq!(axes.len(), 3);
        let heights = |axis: &Axis| axis.points.iter().map(|point| point.place[2]).collect::<Vec<_>>();
        assert_eq!(heights(&axes[0]), [0.0, 2.0, 2.5, 3.0]);
        assert_eq!((axes[0].wood_radius_m, axes[0].is_broken), (None, false));
        assert_eq!((axes[1].wood_radius_m, axes[1].points.len()), (Some(0.05), 2));
        assert_eq!((axes[2].wood_radius_m, axes[2].is_broken), (Some(0.09), true));
        assert_eq!(
            (axes[2].points[0].place, axes[2].radius_m()),
            ([0.0, 0.0, 2.0], 0.01)
        );
    }

    /// 4 m of one thickness before a fork where half of it is left.
    #[test]
    fn wood_narrows_between_forks() {
        let place = |z: f64| [0.0, 0.0, z];
        let tree = skeleton(&[
            (None, place(0.0), 0.2),
            (Some(0), place(1.0), 0.2),
            (Some(1), place(3.0), 0.2),
            (Some(2), place(4.0), 0.1),
            (Some(3), place(5.0), 0.1),
        ]);
        let radii: Vec<f64> = axes(&tree)[0].points.iter().map(|point| point.radius_m).collect();
        let expected = [0.2, 0.1825, 0.1475, 0.1, 0.1];
        assert!(
            radii
                .iter()
                .zip(expected)
                .all(|(found, expected)| (found - expected).abs() < 1e-12)
        );
    }

    #[test]
    fn a_point_is_worth_how_far_the_line_is_off_without_it() {
        let line = |offs: [f64; 3]| {
            let mut points: Vec<Point> = [0.0, offs[0], offs[1], offs[2], 0.0]
                .iter()
                .enumerate()
                .map(|(at, off)| Point {
                    place: [at as f64, *off, 0.0],
                    radius_m: 0.1,
                    worth_m: f64::INFINITY,
                    wind: [0.0; 4],
                    node: at as u32,
                })
                .collect();
            weigh(&mut points);
            points.iter().map(|point| point.worth_m).collect::<Vec<_>>()
        };
        assert_eq!(line([0.0, 0.0, 0.0])[1..4], [0.0; 3]);
        let bent = line([0.0, 0.2, 0.0]);
        assert!(bent[2] == 0.2 && bent[1] < 0.2 && bent[1] > 0.05, "{bent:?}");
        assert!(bent[0].is_infinite() && bent[4].is_infinite());
        let mut swollen = [0.1, 0.3, 0.1].map(|radius_m| Point {
            place: [0.0; 3],
            radius_m,
            worth_m: 0.0,
            wind: [0.0; 4],
            node: 0,
        });
        for (at, point) in swollen.iter_mut().enumerate() {
            point.place[0] = at as f64;
        }
        weigh(&mut swollen);
        assert!((swollen[1].worth_m - 0.2).abs() < 1e-12);
    }
}

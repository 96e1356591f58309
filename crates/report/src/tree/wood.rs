//! Branches as tapered ribbons, rounded by light and shade where they are wide enough for it.

use crate::outline::{At, PT, at, closed_shape};
use crate::page::{Ink, Mark, Paint};
use crate::tree::brush::{Brush, Layer};
use crate::tree::picture::Node;
use crate::tree::tones;

/// Half the width of the finest line that print holds; a thinner twig is as wide and so much paler.
const FINEST: f64 = 0.11 * PT;
/// Nodes nearer to one another than this are one, and so are those within this part of the wood's half width.
const APART: f64 = 0.4 * PT;
const APART_PER_HALF_WIDTH: f64 = 0.8;
/// So many joints of a branch are laid down together; the next ones may be nearer or farther.
const TOGETHER: usize = 8;
/// Wood of less than this half width shows no roundness, and no round end.
const ROUND: f64 = 0.8 * PT;
/// Strips across wood from its middle, -1 the lit edge and 1 the other: shade over shade, then light.
const SHADES: [(f64, f64, Ink); 8] = [
    (-0.1, 1.0, tones::SHADE),
    (0.15, 1.0, tones::SHADE),
    (0.35, 1.0, tones::SHADE),
    (0.55, 1.0, tones::SHADE),
    (0.7, 1.0, tones::SHADE),
    (0.85, 1.0, tones::SHADE),
    (-0.9, -0.2, tones::LIGHT),
    (-0.7, -0.35, tones::LIGHT),
];
/// From where light comes on the page: its upper left.
const TO_LIGHT: At = At { x: -0.8, y: -0.6 };

/// A place along a branch, on the page.
#[derive(Clone, Copy, Debug)]
struct Joint {
    place: At,
    half: f64,
    away_m: f64,
    /// Across the branch, of length 1.
    across: At,
}

pub(super) fn layers(nodes: &[Node], brush: &Brush) -> Vec<Layer> {
    let mut layers = Vec::new();
    for branch in branches(nodes) {
        let child = &nodes[branch[0]];
        let Some(parent) = child.parent else { continue };
        // A side branch begins inside the wood that it leaves, no thicker than it is itself.
        let first = joint(brush, nodes[parent as usize].place_m, child.radius_m);
        let rest = branch
            .iter()
            .map(|&number| joint(brush, nodes[number].place_m, nodes[number].radius_m));
        let joints = with_directions(apart([first].into_iter().chain(rest)));
        if let [only] = joints[..] {
            if only.half > FINEST {
                layers.push(Layer::new(only.away_m, disc(&only, tone(child, &only, brush))));
            }
            continue;
        }
        let last = joints.len() - 1;
        for start in (0..last).step_by(TOGETHER) {
            // One joint more than its share, so that no seam shows.
            let piece = &joints[start..=last.min(start + TOGETHER + 1)];
            ribbon(child, piece, start + TOGETHER >= last, brush, &mut layers);
        }
    }
    layers
}

/// The nodes of each branch in order: each axis goes on to its first child of the same order and part.
fn branches(nodes: &[Node]) -> Vec<Vec<usize>> {
    let mut next = vec![None; nodes.len()];
    let mut begins = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        let Some(parent) = node.parent.map(|parent| parent as usize) else {
            continue;
        };
        let before = &nodes[parent];
        let alike = node.order == before.order && node.is_root == before.is_root;
        if alike && before.parent.is_some() && next[parent].is_none() {
            next[parent] = Some(number);
        } else {
            begins.push(number);
        }
    }
    let along = |first: usize| std::iter::successors(Some(first), |&number| next[number]).collect();
    begins.into_iter().map(along).collect()
}

fn joint(brush: &Brush, place_m: [f64; 3], radius_m: f64) -> Joint {
    let (place, away_m) = brush.place(place_m);
    Joint {
        place,
        half: radius_m * brush.units_per_m,
        away_m,
        across: at(0.0, 0.0),
    }
}

/// The joints that can be told apart; always the last.
fn apart(joints: impl Iterator<Item = Joint>) -> Vec<Joint> {
    let mut kept: Vec<Joint> = Vec::new();
    let mut left_out = None;
    for joint in joints {
        let near = |before: &Joint| {
            length(minus(joint.place, before.place)) < APART.max(APART_PER_HALF_WIDTH * joint.half)
        };
        if kept.last().is_some_and(near) {
            left_out = Some(joint);
        } else {
            kept.push(joint);
            left_out = None;
        }
    }
    if let Some(end) = left_out
        && kept.len() > 1
    {
        kept.pop();
        kept.push(end);
    }
    kept
}

fn with_directions(mut joints: Vec<Joint>) -> Vec<Joint> {
    let along: Vec<At> = joints
        .windows(2)
        .map(|pair| unit(minus(pair[1].place, pair[0].place)))
        .collect();
    for (i, joint) in joints.iter_mut().enumerate() {
        let none = at(0.0, 0.0);
        let before = if i > 0 { along[i - 1] } else { none };
        let after = along.get(i).copied().unwrap_or(none);
        let both = unit(at(before.x + after.x, before.y + after.y));
        joint.across = at(-both.y, both.x);
    }
    joints
}

fn ribbon(child: &Node, joints: &[Joint], ends: bool, brush: &Brush, layers: &mut Vec<Layer>) {
    let middle = joints[joints.len() / 2];
    let tone = tone(child, &middle, brush);
    layers.push(Layer::new(middle.away_m, strip(joints, -1.0, 1.0, tone)));
    if ends && joints[joints.len() - 1].half > ROUND {
        layers.push(Layer::new(middle.away_m, disc(&joints[joints.len() - 1], tone)));
    }
    if middle.half < ROUND {
        return;
    }
    let lit = middle.across.x * TO_LIGHT.x + middle.across.y * TO_LIGHT.y;
    let side = if lit > 0.0 { -1.0 } else { 1.0 };
    for (from, to, ink) in SHADES {
        layers.push(Layer::new(
            middle.away_m,
            strip(joints, side * from, side * to, ink),
        ));
    }
}

/// The part of a branch between two distances from its middle, in half widths.
fn strip(joints: &[Joint], from: f64, to: f64, ink: Ink) -> Mark {
    let edge = |share: f64| {
        move |joint: &Joint| {
            let half = joint.half.max(FINEST) * share;
            at(
                joint.place.x + half * joint.across.x,
                joint.place.y + half * joint.across.y,
            )
        }
    };
    let there = joints.iter().map(edge(from));
    let back = joints.iter().rev().map(edge(to));
    Mark::Path {
        outline: closed_shape(there.chain(back)),
        paint: Paint::fill(ink),
    }
}

fn disc(joint: &Joint, ink: Ink) -> Mark {
    Mark::Circle {
        centre: joint.place,
        radius: joint.half,
        paint: Paint::fill(ink),
    }
}

fn tone(child: &Node, joint: &Joint, brush: &Brush) -> Ink {
    let depth = brush.extent.depth(joint.away_m);
    let bark = if child.is_root {
        tones::root(depth)
    } else {
        tones::bark(child.order, depth)
    };
    bark.at_opacity(tones::faint(joint.half / FINEST))
}

fn minus(a: At, b: At) -> At {
    at(a.x - b.x, a.y - b.y)
}

fn length(along: At) -> f64 {
    (along.x * along.x + along.y * along.y).sqrt()
}

fn unit(along: At) -> At {
    let length = length(along);
    if length > 0.0 {
        at(along.x / length, along.y / length)
    } else {
        at(1.0, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::outline::Segment;
    use crate::tree::brush::tests::brush;
    use crate::tree::view::View;

    fn node(parent: Option<u32>, order: u32, is_root: bool) -> Node {
        Node {
            parent,
            order,
            is_root,
            ..Node::default()
        }
    }

    #[test]
    fn a_branch_goes_on_to_the_first_child_of_its_order_and_part() {
        let nodes = [
            node(None, 0, false),
            node(Some(0), 0, false),
            node(Some(1), 0, false),
            node(Some(1), 0, false),
            node(Some(1), 1, false),
            node(Some(4), 1, false),
            node(Some(0), 0, true),
            node(Some(6), 0, true),
            node(Some(2), 0, false),
        ];
        let found = branches(&nodes);
        assert_eq!(found, [vec![1, 2, 8], vec![3], vec![4, 5], vec![6, 7]]);
    }

    fn at_place(x: f64, y: f64, half: f64) -> Joint {
        Joint {
            place: at(x, y),
            half,
            away_m: 0.0,
            across: at(0.0, 0.0),
        }
    }

    #[test]
    fn joints_nearer_than_print_or_their_own_width_are_one_but_the_last_stays() {
        let kept = |joints: &[(f64, f64)]| -> Vec<f64> {
            let joints = joints.iter().map(|&(x, half)| at_place(x, 0.0, half));
            apart(joints).iter().map(|joint| joint.place.x).collect()
        };
        assert_eq!(
            kept(&[(0.0, 1.0), (3.9, 1.0), (4.0, 1.0), (8.0, 1.0)]),
            [0.0, 4.0, 8.0]
        );
        assert_eq!(
            kept(&[(0.0, 10.0), (7.9, 10.0), (8.1, 10.0), (9.0, 10.0)]),
            [0.0, 9.0]
        );
        assert_eq!(kept(&[(0.0, 1.0), (9.0, 1.0), (10.0, 1.0)]), [0.0, 10.0]);
        assert_eq!(kept(&[(0.0, 1.0), (1.0, 1.0)]), [0.0]);
    }

    #[test]
    fn across_is_a_right_angle_to_the_mean_of_both_segments() {
        let joints = with_directions(vec![
            at_place(0.0, 0.0, 1.0),
            at_place(5.0, 0.0, 1.0),
            at_place(5.0, 5.0, 1.0),
        ]);
        let half = 1.0 / std::f64::consts::SQRT_2;
        for (joint, across) in joints.iter().zip([at(0.0, 1.0), at(-half, half), at(-1.0, 0.0)]) {
            assert!(length(minus(joint.across, across)) < 1e-12, "{:?}", joint.across);
        }
        assert_eq!(unit(at(0.0, 0.0)), at(1.0, 0.0));
        assert_eq!(unit(at(-3.0, 4.0)), at(-0.6, 0.8));
    }

    #[test]
    fn a_strip_runs_there_on_one_side_and_back_on_the_other() {
        let joints = with_directions(vec![at_place(0.0, 0.0, 20.0), at_place(50.0, 0.0, 10.0)]);
        let corners = |from, to| {
            let Mark::Path { outline, .. } = strip(&joints, from, to, tones::LIGHT) else {
                panic!("a strip is a path")
            };
            let corner = |segment: &Segment| match *segment {
                Segment::Move(at) | Segment::Line(at) => Some((at.x, at.y)),
                _ => None,
            };
            outline.iter().filter_map(corner).collect::<Vec<_>>()
        };
        assert_eq!(
            corners(-1.0, 1.0),
            [(0.0, -20.0), (50.0, -10.0), (50.0, 10.0), (0.0, 20.0)]
        );
        assert_eq!(
            corners(0.5, 1.0),
            [(0.0, 10.0), (50.0, 5.0), (50.0, 10.0), (0.0, 20.0)]
        );
        // No line is narrower than print holds.
        let fine = with_directions(vec![at_place(0.0, 0.0, 0.0), at_place(50.0, 0.0, 0.0)]);
        let Mark::Path { outline, .. } = strip(&fine, 0.0, 1.0, tones::LIGHT) else {
            panic!("a strip is a path")
        };
        assert!(outline.contains(&Segment::Line(at(0.0, FINEST))));
    }

    /// A stem of 1 m radius at 100 units to the metre: light on its left edge, shade on its right.
    #[test]
    fn round_wood_is_lit_from_the_upper_left() {
        let at_height = |parent, z| Node {
            place_m: [0.0, 0.0, z],
            radius_m: 1.0,
            ..node(parent, 0, false)
        };
        let nodes = [
            at_height(None, 0.0),
            at_height(Some(0), 4.0),
            at_height(Some(1), 8.0),
        ];
        let drawn = layers(&nodes, &brush(View::Front));
        // The ribbon, the round end, eight strips.
        assert_eq!(drawn.len(), 10);
        for (layer, (_, _, ink)) in drawn[2..].iter().zip(SHADES) {
            let Mark::Path { outline, .. } = layer.mark() else {
                panic!("a strip is a path")
            };
            let mean_x = outline
                .iter()
                .filter_map(|segment| match segment {
                    Segment::Move(at) | Segment::Line(at) => Some(at.x),
                    _ => None,
                })
                .sum::<f64>()
                / 6.0;
            assert_eq!(mean_x < 1000.0, ink == tones::LIGHT, "{mean_x}");
        }
        let Mark::Circle { centre, radius, .. } = drawn[1].mark() else {
            panic!("an end is a disc")
        };
        assert_eq!((*centre, *radius), (at(1000.0, 1200.0), 100.0));
    }

    #[test]
    fn twigs_finer_than_print_are_paler_by_as_much() {
        let opacity = |half: f64| {
            tone(
                &node(None, 0, false),
                &at_place(0.0, 0.0, half),
                &brush(View::Front),
            )
            .opacity
        };
        // Half of 0.22 pt is the finest line; shares are rounded up to quarters.
        assert_eq!(
            [1.1, 5.0, 0.55, 0.3, 0.0].map(opacity),
            [1.0, 1.0, 0.5, 0.5, 0.25]
        );
    }
}

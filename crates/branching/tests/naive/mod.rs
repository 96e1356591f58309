//! Space colonization with no index, no memory and no entities: every round looks at every attraction point
//! and every node anew. What the library grows must be this, node for node.

#![allow(dead_code, reason = "shared by a test and a bench, which each use a part")]

use understory_branching::cloud::AttractionPoint;
use understory_branching::colonization::{Colonization, Kill};

pub(crate) struct Grown {
    /// Place and parent of each node.
    pub nodes: Vec<([f64; 3], Option<usize>)>,
    /// The tree of each node.
    pub trees: Vec<usize>,
    /// The tree that reached each attraction point.
    pub reached_by: Vec<Option<usize>>,
    pub left: usize,
}

#[derive(Clone, Copy, PartialEq)]
enum Aim {
    Mean,
    Nearest,
    Rest,
}

/// One tree without trunk or obstacles.
pub(crate) fn colonize(base: [f64; 3], points: &[AttractionPoint], parameters: &Colonization) -> Grown {
    colonize_together(&[vec![base]], points, parameters)
}

/// Trees with stems, each given by its places from the base up, that share the points.
pub(crate) fn colonize_together(
    stems: &[Vec<[f64; 3]>],
    points: &[AttractionPoint],
    parameters: &Colonization,
) -> Grown {
    let step = parameters.step_m;
    let (kill, influence) = (parameters.kill_distance_m(), parameters.influence_distance_m());
    let mut nodes: Vec<([f64; 3], Option<usize>)> = Vec::new();
    let mut aims: Vec<Aim> = Vec::new();
    let mut held_before: Vec<Vec<usize>> = Vec::new();
    let mut is_left = vec![true; points.len()];
    let mut reached_by = vec![None; points.len()];
    let mut trees: Vec<usize> = Vec::new();
    let mut new: Vec<([f64; 3], Option<usize>)> = Vec::new();
    let mut new_trees: Vec<usize> = Vec::new();
    for (tree, stem) in stems.iter().enumerate() {
        let base = new.len();
        for (number, &place) in stem.iter().enumerate() {
            new.push((place, (number > 0).then(|| base + number - 1)));
            new_trees.push(tree);
        }
    }
    let mut fruitless: Vec<usize> = Vec::new();
    loop {
        let old = nodes.len();
        let all: Vec<[f64; 3]> = nodes.iter().chain(&new).map(|node| node.0).collect();
        let holders = holders(&all, points, &is_left, influence);
        let mut is_useful: Vec<bool> = (old..all.len())
            .map(|node| holders.contains(&Some(node)) || old == 0)
            .collect();
        for (number, &(place, parent)) in new.iter().enumerate() {
            let from = parent.map_or(place, |parent| all[parent]);
            for (point, left) in is_left.iter_mut().enumerate() {
                let to = points[point].place_m;
                let is_reached = match parameters.kill {
                    Kill::Node => squared(place, to) <= kill * kill,
                    Kill::Segment => squared_to_segment(to, from, place) <= kill * kill,
                };
                if *left
                    && is_reached
                    && (parameters.kill == Kill::Segment || holders[point] == Some(old + number))
                {
                    *left = false;
                    reached_by[point] = Some(new_trees[number]);
                    is_useful[number] = true;
                }
            }
        }
        for ((&(place, parent), &tree), useful) in new.iter().zip(&new_trees).zip(is_useful) {
            if useful {
                trees.push(tree);
                if let Some(parent) = parent {
                    aims[parent] = Aim::Mean;
                }
                nodes.push((place, parent));
                aims.push(Aim::Mean);
                held_before.push(Vec::new());
            } else {
                fruitless.extend(parent);
            }
        }
        for node in fruitless.drain(..) {
            aims[node] = if aims[node] == Aim::Mean {
                Aim::Nearest
            } else {
                Aim::Rest
            };
        }
        new.clear();
        new_trees.clear();

        let all: Vec<[f64; 3]> = nodes.iter().map(|node| node.0).collect();
        let mut held: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
        for (point, holder) in self::holders(&all, points, &is_left, influence)
            .iter()
            .enumerate()
        {
            if let Some(node) = holder {
                held[*node].push(point);
            }
        }
        let mut tried = false;
        for node in 0..nodes.len() {
            if held[node].is_empty() {
                continue;
            }
            if held[node] != held_before[node] && !held_before[node].is_empty() {
                aims[node] = Aim::Mean;
            }
            if aims[node] == Aim::Rest {
                continue;
            }
            tried = true;
            let from = nodes[node].0;
            let mean = if aims[node] == Aim::Mean {
                mean(from, &held[node], points, parameters.tropism)
            } else {
                None
            };
            if mean.is_none() {
                aims[node] = Aim::Nearest;
            }
            let heading = mean.unwrap_or_else(|| {
                let mut nearest = held[node][0];
                for &point in &held[node] {
                    if squared(points[point].place_m, from) < squared(points[nearest].place_m, from) {
                        nearest = point;
                    }
                }
                unit_towards(from, points[nearest].place_m)
            });
            let end = [0, 1, 2].map(|axis| from[axis] + heading[axis] * step);
            let least = step * 1e-3;
            let is_taken = nodes
                .iter()
                .chain(&new)
                .any(|other| squared(other.0, end) < least * least);
            if is_taken {
                fruitless.push(node);
            } else {
                new.push((end, Some(node)));
                new_trees.push(trees[node]);
            }
        }
        held_before = held;
        if !tried {
            break;
        }
    }
    let left = is_left.iter().filter(|&&left| left).count();
    Grown {
        nodes,
        trees,
        reached_by,
        left,
    }
}

fn squared(a: [f64; 3], b: [f64; 3]) -> f64 {
    let off = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
    off[0] * off[0] + off[1] * off[1] + off[2] * off[2]
}

fn squared_to_segment(place: [f64; 3], a: [f64; 3], b: [f64; 3]) -> f64 {
    let along = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
    let off = [place[0] - a[0], place[1] - a[1], place[2] - a[2]];
    let length_squared = squared(b, a);
    let dot = off[0] * along[0] + off[1] * along[1] + off[2] * along[2];
    let t = if length_squared > 0.0 {
        (dot / length_squared).clamp(0.0, 1.0)
    } else {
        0.0
    };
    squared(
        place,
        [a[0] + along[0] * t, a[1] + along[1] * t, a[2] + along[2] * t],
    )
}

/// The nearest node to each point left, the oldest of several, if it is within the influence distance.
fn holders(
    nodes: &[[f64; 3]],
    points: &[AttractionPoint],
    is_left: &[bool],
    influence: f64,
) -> Vec<Option<usize>> {
    let holder = |(point, &left): (&AttractionPoint, &bool)| {
        let mut best = (influence * influence, None);
        for (node, &place) in nodes.iter().enumerate() {
            let distance = squared(point.place_m, place);
            if distance < best.0 {
                best = (distance, Some(node));
            }
        }
        if left { best.1 } else { None }
    };
    points.iter().zip(is_left).map(holder).collect()
}

fn unit_towards(from: [f64; 3], to: [f64; 3]) -> [f64; 3] {
    let factor = 1.0 / squared(to, from).sqrt();
    [0, 1, 2].map(|axis| (to[axis] - from[axis]) * factor)
}

fn mean(from: [f64; 3], held: &[usize], points: &[AttractionPoint], tropism: [f64; 3]) -> Option<[f64; 3]> {
    let mut sum = [0.0; 3];
    let mut weights = 0.0;
    for &point in held {
        let AttractionPoint { place_m, weight } = points[point];
        let factor = weight / squared(place_m, from).sqrt();
        for axis in 0..3 {
            sum[axis] += (place_m[axis] - from[axis]) * factor;
        }
        weights += weight;
    }
    let length_squared = squared(sum, [0.0; 3]);
    if length_squared <= (1e-9 * weights) * (1e-9 * weights) {
        return None;
    }
    let length = 1.0 / length_squared.sqrt();
    let bent = [0, 1, 2].map(|axis| sum[axis] * length + tropism[axis]);
    let bent_length = squared(bent, [0.0; 3]).sqrt();
    (bent_length > 0.0).then(|| [0, 1, 2].map(|axis| bent[axis] * (1.0 / bent_length)))
}

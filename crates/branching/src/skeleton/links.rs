//! Links: dead ends joined to what is near them, so that streets and veins close to loops.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BinaryHeap};

use rstar::RTree;
use rstar::primitives::GeomWithData;
use serde::{Deserialize, Serialize};
use understory_keys::Literal::Real;
use understory_keys::{Interval, parameters, real};

use crate::colonization::Obstacle;
use crate::colonization::obstacle::bars;
use crate::ranges::LENGTH;
use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::{Vector, between, distance, distance_between_segments, distance_squared_to_segment};

parameters! {
    /// Which dead ends are joined to what is near them when all has grown: streets then close to blocks.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    #[serde(deny_unknown_fields)]
    pub struct Links {
        /// How far a link may reach from a dead end.
        pub reach_m: f64 = real(LENGTH, "m", "60.0"),
        /// A link is made only where every other way between its ends is then so many times as long: the greater, the fewer. Later
        /// links may shorten such ways.
        #[serde(default = "three")]
        pub detour: f64 = real(DETOUR, "", "3.0").default(Real(3.0)),
    }
}

/// How far the middle of a link keeps from everything, as a share of its length.
const AWAY: f64 = 0.3;
const DETOUR: Interval = Interval::from(1.0, 1000.0);

fn three() -> f64 {
    3.0
}

/// A way that is still to be followed: its length and where it leads. The shortest is the greatest, for a heap.
#[derive(PartialEq)]
struct Way(f64, u32);

impl Eq for Way {}

impl PartialOrd for Way {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Way {
    fn cmp(&self, other: &Self) -> Ordering {
        other.0.total_cmp(&self.0).then(other.1.cmp(&self.1))
    }
}

/// What is joined so far.
struct Net<'a> {
    skeleton: &'a Skeleton,
    /// Neighbours of each node, with the length of the way.
    ways: Vec<Vec<(u32, f64)>>,
    links: Vec<[u32; 2]>,
    nodes: RTree<GeomWithData<Vector, u32>>,
    longest_m: f64,
}

impl Skeleton {
    /// Pairs of nodes of the shoot that links join, each from a dead end: to the nearest node in its reach to which no way along
    /// the wood and earlier links is short, no obstacle stands before, and no other wood or link is near on the way. The dead
    /// ends take their turns in their order, each once.
    #[must_use]
    pub fn links(&self, parameters: &Links, obstacles: &[Obstacle]) -> Vec<[u32; 2]> {
        let mut net = Net::of(self);
        for from in net.dead_ends() {
            if let Some(to) = net.target(from, parameters, obstacles) {
                net.join(from, to);
            }
        }
        net.links
    }

    /// With a segment for each link, whose end is a node of its own as thick as the dead end.
    #[must_use]
    pub fn with_links(&self, links: &[[u32; 2]]) -> Cow<'_, Self> {
        if links.is_empty() {
            return Cow::Borrowed(self);
        }
        let mut linked = self.clone();
        for &[from, to] in links {
            linked.nodes.push(Node {
                parent: Some(from),
                place_m: self.nodes[to as usize].place_m,
                ..self.nodes[from as usize]
            });
        }
        Cow::Owned(linked)
    }
}

impl<'a> Net<'a> {
    fn of(skeleton: &'a Skeleton) -> Self {
        let place = |number: u32| skeleton.nodes[number as usize].place_m;
        let mut ways = vec![Vec::new(); skeleton.nodes.len()];
        let mut longest_m = 0.0_f64;
        for (number, node) in (0..).zip(&skeleton.nodes) {
            let Some(parent) = node.parent else { continue };
            let length_m = distance(place(number), place(parent));
            longest_m = longest_m.max(length_m);
            ways[number as usize].push((parent, length_m));
            ways[parent as usize].push((number, length_m));
        }
        let of_shoot = (0..)
            .zip(&skeleton.nodes)
            .filter(|(_, node)| node.part == Part::Shoot);
        let nodes = of_shoot
            .map(|(number, node)| GeomWithData::new(node.place_m, number))
            .collect();
        Self {
            skeleton,
            ways,
            links: Vec::new(),
            nodes: RTree::bulk_load(nodes),
            longest_m,
        }
    }

    fn place(&self, number: u32) -> Vector {
        self.skeleton.nodes[number as usize].place_m
    }

    fn dead_ends(&self) -> Vec<u32> {
        let is_dead_end = |number: &u32| {
            let node = &self.skeleton.nodes[*number as usize];
            node.part == Part::Shoot && node.parent.is_some() && self.ways[*number as usize].len() == 1
        };
        (0..self.skeleton.nodes.len() as u32)
            .filter(is_dead_end)
            .collect()
    }

    fn target(&self, from: u32, parameters: &Links, obstacles: &[Obstacle]) -> Option<u32> {
        // A link that came here since has already opened the dead end.
        if self.ways[from as usize].len() > 1 {
            return None;
        }
        let here = self.place(from);
        let reach_m = parameters.reach_m;
        let mut near: Vec<(f64, u32)> = self
            .nodes
            .locate_within_distance(here, reach_m * reach_m)
            .map(|node| (distance(here, *node.geom()), node.data))
            .filter(|&(length_m, to)| to != from && length_m > 0.0)
            .collect();
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let lengths_m = self.ways_from(from, parameters.detour * reach_m);
        let is_free = |&(length_m, to): &(f64, u32)| {
            let way_m = lengths_m.get(&to).copied().unwrap_or(f64::INFINITY);
            way_m >= parameters.detour * length_m
                && !bars(here, self.place(to), obstacles)
                && self.is_clear([from, to])
        };
        near.into_iter().find(is_free).map(|(_, to)| to)
    }

    /// Lengths of the shortest ways to all nodes no further than `most_m`.
    fn ways_from(&self, from: u32, most_m: f64) -> BTreeMap<u32, f64> {
        let mut found = BTreeMap::new();
        let mut open = BinaryHeap::from([Way(0.0, from)]);
        while let Some(Way(length_m, at)) = open.pop() {
            if found.contains_key(&at) {
                continue;
            }
            found.insert(at, length_m);
            for &(next, more_m) in &self.ways[at as usize] {
                if length_m + more_m <= most_m && !found.contains_key(&next) {
                    open.push(Way(length_m + more_m, next));
                }
            }
        }
        found
    }

    /// Whether a link meets nothing on its way, and keeps away from all about its middle: so it crosses no street, runs beside
    /// none, and leaves and meets at wide angles.
    fn is_clear(&self, ends: [u32; 2]) -> bool {
        let [a, b] = ends.map(|end| self.place(end));
        let (middle, length_m) = (between(a, b, 0.5), distance(a, b));
        let reach_m = 0.5 * length_m + self.longest_m;
        let near = self.nodes.locate_within_distance(middle, reach_m * reach_m);
        let mut segments = near.flat_map(|node| {
            let others = self.ways[node.data as usize].iter();
            others.map(move |&(other, _)| [node.data, other])
        });
        segments.all(|others| {
            let [c, d] = others.map(|end| self.place(end));
            let meets = ends.iter().any(|end| others.contains(end));
            let away_m = distance_squared_to_segment(middle, c, d).sqrt();
            away_m >= AWAY * length_m
                && (meets || distance_between_segments([a, b], [c, d]) > 1e-6 * length_m)
        })
    }

    fn join(&mut self, from: u32, to: u32) {
        let length_m = distance(self.place(from), self.place(to));
        self.ways[from as usize].push((to, length_m));
        self.ways[to as usize].push((from, length_m));
        self.longest_m = self.longest_m.max(length_m);
        self.links.push([from, to]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two streets side by side, 20 m apart, that leave a third at its ends; the first has a lane half-way.
    fn ladder() -> Skeleton {
        let nodes = [
            (None, [0.0, 0.0]),
            (Some(0), [20.0, 0.0]),
            (Some(0), [0.0, 20.0]),
            (Some(2), [0.0, 40.0]),
            (Some(3), [0.0, 60.0]),
            (Some(1), [20.0, 20.0]),
            (Some(5), [20.0, 40.0]),
            (Some(3), [8.0, 40.0]),
        ];
        let node =
            |&(parent, [x, y]): &(Option<u32>, [f64; 2])| Node::new(parent, Part::Shoot, [x, y, 0.0], 0);
        Skeleton {
            nodes: nodes.iter().map(node).collect(),
        }
    }

    fn links(reach_m: f64, detour: f64, obstacles: &[Obstacle]) -> Vec<[u32; 2]> {
        ladder().links(&Links { reach_m, detour }, obstacles)
    }

    #[test]
    fn dead_ends_are_joined_to_the_nearest_that_is_far_along_the_way() {
        // From the lane (7) to the second street's end (6) it is 12 m, and 108 m around; that end takes its turn first.
        assert_eq!(links(20.0, 3.0, &[]), [[6, 7]]);
        // From the end of the first street (4) it is 28.3 m there, and 120 m around; the lane's way is then 56 m long.
        assert_eq!(links(30.0, 3.0, &[]), [[4, 6], [7, 6]]);
        assert_eq!(links(30.0, 4.5, &[]), [[6, 7]]);
        assert_eq!(links(11.0, 3.0, &[]), [[0; 2]; 0]);
        assert_eq!(links(30.0, 9.5, &[]), [[0; 2]; 0]);
    }

    #[test]
    fn no_link_leads_through_an_obstacle() {
        let wall = Obstacle::Box {
            low_m: [14.0, 30.0, -1.0],
            high_m: [15.0, 50.0, 1.0],
        };
        assert_eq!(links(30.0, 3.0, &[wall]), [[0; 2]; 0]);
    }

    #[test]
    fn a_link_is_drawn_as_a_segment_of_its_own() {
        let skeleton = ladder();
        let linked = skeleton.with_links(&[[7, 6]]);
        assert_eq!(linked.nodes.len(), 9);
        assert_eq!(
            (linked.nodes[8].parent, linked.nodes[8].place_m),
            (Some(7), [20.0, 40.0, 0.0])
        );
        assert_eq!(linked.nodes[..8], skeleton.nodes);
    }
}

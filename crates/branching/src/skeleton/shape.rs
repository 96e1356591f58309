//! Moves of nodes: half-way to the parent, smoother, fewer.
//!
//! Nodes move one after the other, each only where that drags none of its segments into an obstacle; else it stays.

use crate::colonization::Obstacle;
use crate::colonization::obstacle::bars;
use crate::skeleton::{Children, Skeleton};
use crate::vector::{self, Vector, between, distance_squared_to_segment};

impl Skeleton {
    /// Every node but the base moved half-way to its parent.
    ///
    /// A node wins only attraction points beside it, so branches leave at right angles; after this move they
    /// leave at about 45°, as those of trees do.
    #[must_use]
    pub fn relocated(mut self, obstacles: &[Obstacle]) -> Self {
        let children = self.children();
        let places: Vec<Vector> = self.nodes.iter().map(|node| node.place_m).collect();
        for number in 0..self.nodes.len() as u32 {
            if let Some(parent) = self.nodes[number as usize].parent {
                let to = between(places[number as usize], places[parent as usize], 0.5);
                self.move_to(number, to, &children, obstacles);
            }
        }
        self
    }

    /// Moves a node unless that leads one of its segments into an obstacle.
    fn move_to(&mut self, number: u32, to: Vector, children: &Children, obstacles: &[Obstacle]) {
        let place = |number: u32| self.nodes[number as usize].place_m;
        let parent = self.nodes[number as usize].parent;
        let is_barred = !obstacles.is_empty()
            && (parent.is_some_and(|parent| bars(place(parent), to, obstacles))
                || children
                    .of(number)
                    .iter()
                    .any(|&child| bars(to, place(child), obstacles)));
        if !is_barred {
            self.nodes[number as usize].place_m = to;
        }
    }

    /// Every node along a branch moved a share of the way to the middle of its two neighbours, `times` times;
    /// forks, tips and the base stay.
    ///
    /// `share` has no unit and lies from 0 (nothing moves) to 1 (to the middle).
    ///
    /// # Panics
    /// If `share` does not lie from 0 to 1.
    #[must_use]
    pub fn smoothed(mut self, share: f64, times: u32, obstacles: &[Obstacle]) -> Self {
        assert!(
            (0.0..=1.0).contains(&share),
            "a share of {share} is not from 0 to 1"
        );
        let children = self.children();
        for _ in 0..times {
            let places: Vec<Vector> = self.nodes.iter().map(|node| node.place_m).collect();
            for number in 0..self.nodes.len() as u32 {
                if let (Some(parent), &[child]) = (self.nodes[number as usize].parent, children.of(number)) {
                    let middle = between(places[parent as usize], places[child as usize], 0.5);
                    let to = between(places[number as usize], middle, share);
                    self.move_to(number, to, &children, obstacles);
                }
            }
        }
        self
    }

    /// Without the nodes along branches that lie within `tolerance_m` of the line that is left; forks, tips, the
    /// base and nodes that have lost tips stay.
    #[must_use]
    pub fn decimated(&self, tolerance_m: f64, obstacles: &[Obstacle]) -> Self {
        let children = self.children();
        let is_passed = |number: u32| {
            let node = self.nodes[number as usize];
            node.parent.is_some() && children.of(number).len() == 1 && node.lost_tips == 0
        };
        let mut stays: Vec<bool> = (0..self.nodes.len() as u32)
            .map(|number| !is_passed(number))
            .collect();
        for number in 0..self.nodes.len() as u32 {
            if !is_passed(number) {
                for &child in children.of(number) {
                    self.keep_bends(
                        &branch(number, child, &children, &is_passed),
                        tolerance_m,
                        obstacles,
                        &mut stays,
                    );
                }
            }
        }
        self.with_only(&stays)
    }

    /// Marks the nodes of a branch that a line with this tolerance needs, as Douglas and Peucker chose them.
    fn keep_bends(&self, branch: &[u32], tolerance_m: f64, obstacles: &[Obstacle], stays: &mut [bool]) {
        let place = |at: usize| self.nodes[branch[at] as usize].place_m;
        let mut stretches = vec![(0, branch.len() - 1)];
        while let Some((first, last)) = stretches.pop() {
            // Of a line that an obstacle bars the furthest stays, however near.
            let least = match bars(place(first), place(last), obstacles) {
                true => -1.0,
                false => tolerance_m * tolerance_m,
            };
            let mut furthest = (least, None);
            for at in first + 1..last {
                let squared = distance_squared_to_segment(place(at), place(first), place(last));
                if squared > furthest.0 {
                    furthest = (squared, Some(at));
                }
            }
            if let Some(at) = furthest.1 {
                stays[branch[at] as usize] = true;
                stretches.extend([(first, at), (at, last)]);
            }
        }
    }

    /// The nodes that stay, each joined to the nearest of those it grew from that stays too.
    pub(crate) fn with_only(&self, stays: &[bool]) -> Self {
        // Where each node, or the last one before it that stays, has gone.
        let mut stands: Vec<u32> = Vec::with_capacity(self.nodes.len());
        let mut nodes = Vec::new();
        for (node, &stays) in self.nodes.iter().zip(stays) {
            let parent = node.parent.map(|parent| stands[parent as usize]);
            if stays {
                stands.push(nodes.len() as u32);
                nodes.push(crate::skeleton::Node { parent, ..*node });
            } else {
                stands.push(parent.unwrap_or(0));
            }
        }
        Self { nodes }
    }

    /// Length of the segment that leads to a node, m; 0 for the base.
    pub(crate) fn segment_m(&self, number: u32) -> f64 {
        let node = self.nodes[number as usize];
        let from = |parent: u32| self.nodes[parent as usize].place_m;
        node.parent
            .map_or(0.0, |parent| vector::distance(node.place_m, from(parent)))
    }
}

/// The nodes from `from` by way of `child` to the next that is not passed.
fn branch(from: u32, child: u32, children: &Children, is_passed: &impl Fn(u32) -> bool) -> Vec<u32> {
    let mut branch = vec![from, child];
    let mut at = child;
    while is_passed(at) {
        at = children.of(at)[0];
        branch.push(at);
    }
    branch
}

#[cfg(test)]
mod tests {
    use crate::skeleton::{Node, Part, Skeleton};

    fn line(places_m: &[[f64; 3]]) -> Skeleton {
        let node = |(number, &place_m): (usize, &[f64; 3])| {
            Node::new(
                number.checked_sub(1).map(|parent| parent as u32),
                Part::Shoot,
                place_m,
                0,
            )
        };
        Skeleton {
            nodes: places_m.iter().enumerate().map(node).collect(),
        }
    }

    #[test]
    fn decimation_keeps_bends_and_drops_what_is_straight() {
        let bent = line(&[
            [0.0; 3],
            [0.0, 0.0, 1.0],
            [0.0, 0.0, 2.0],
            [1.0, 0.0, 2.0],
            [2.0, 0.001, 2.0],
            [3.0, 0.0, 2.0],
        ]);
        let kept: Vec<_> = bent
            .decimated(0.01, &[])
            .nodes
            .iter()
            .map(|node| (node.place_m, node.parent))
            .collect();
        assert_eq!(
            kept,
            [
                ([0.0; 3], None),
                ([0.0, 0.0, 2.0], Some(0)),
                ([3.0, 0.0, 2.0], Some(1))
            ]
        );
    }

    #[test]
    fn smoothing_straightens_a_zigzag_and_leaves_its_ends() {
        let zigzag = line(&[[0.0; 3], [1.0, 0.5, 0.0], [2.0, -0.5, 0.0], [3.0, 0.0, 0.0]]);
        let smooth = zigzag.clone().smoothed(1.0, 50, &[]);
        assert_eq!(smooth.nodes[3], zigzag.nodes[3]);
        assert!(smooth.nodes.iter().all(|node| node.place_m[1].abs() < 1e-3));
    }

    #[test]
    fn every_node_moves_half_way_to_where_its_parent_was() {
        let moved = line(&[[0.0; 3], [2.0, 0.0, 0.0], [2.0, 2.0, 0.0]]).relocated(&[]);
        let places: Vec<_> = moved.nodes.iter().map(|node| node.place_m).collect();
        assert_eq!(places, [[0.0; 3], [1.0, 0.0, 0.0], [2.0, 1.0, 0.0]]);
    }
}

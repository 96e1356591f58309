//! What has grown, and what is done to it afterwards.
//!
//! The usual order: [`relocated`](Skeleton::relocated) half-way, [`with_forks_of_three`](Skeleton::with_forks_of_three),
//! perhaps [`smoothed`](Skeleton::smoothed), [`decimated`](Skeleton::decimated) and
//! [`damaged`](Skeleton::damaged), then [`give_radii`](Skeleton::give_radii), [`bent`](Skeleton::bent) and
//! [`give_orders`](Skeleton::give_orders).

mod bend;
mod damage;
mod forks;
mod links;
mod orders;
mod radii;
mod shape;

use serde::{Deserialize, Serialize};

pub use links::Links;
pub use radii::PipeModel;

/// A tree, or a root system, as nodes; parents stand before their children, and node 0 is the base.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Skeleton {
    /// The nodes.
    pub nodes: Vec<Node>,
}

/// A node of a skeleton, and the segment that leads to it from its parent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Number of the node that it grew from; none for the base.
    pub parent: Option<u32>,
    /// Shoot or root; the base is the collar, which both share.
    pub part: Part,
    /// Where it is, m.
    pub place_m: [f64; 3],
    /// Radius of the wood, m; 0 until radii are given.
    pub radius_m: f64,
    /// Order of the branch: 0 for the main axis, one more at each fork that it leaves; 0 until orders are given.
    pub order: u32,
    /// Round of growth in which it came.
    pub iteration: u32,
    /// Tips that once grew from here and are gone; their pipes are still in the wood.
    pub lost_tips: u32,
    /// Whether it is dead wood that still hangs on the tree.
    pub dead: bool,
}

/// Above the collar or below it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Part {
    /// Stem, branches, twigs.
    Shoot,
    /// Roots.
    Root,
}

impl Node {
    /// A node without radius, of order 0, that has lost nothing.
    #[must_use]
    pub fn new(parent: Option<u32>, part: Part, place_m: [f64; 3], iteration: u32) -> Self {
        Self {
            parent,
            part,
            place_m,
            radius_m: 0.0,
            order: 0,
            iteration,
            lost_tips: 0,
            dead: false,
        }
    }
}

impl Skeleton {
    /// A shoot and a root system that share the collar: one skeleton, the shoot's nodes first.
    ///
    /// The collar stays where the shoot has it; the roots keep their places.
    #[must_use]
    pub fn joined(mut self, roots: &Self) -> Self {
        let shift = self.nodes.len() as u32;
        if shift == 0 {
            return roots.clone();
        }
        let below = roots.nodes.iter().filter_map(|node| {
            let parent = node.parent?;
            let parent = if parent == 0 { 0 } else { parent + shift - 1 };
            Some(Node {
                parent: Some(parent),
                ..*node
            })
        });
        self.nodes.reserve_exact(roots.nodes.len());
        self.nodes.extend(below);
        if let (Some(collar), Some(base)) = (self.nodes.first_mut(), roots.nodes.first()) {
            collar.lost_tips += base.lost_tips;
        }
        self
    }

    /// Both ends of every segment, m, e.g. for an envelope around what has grown.
    #[must_use]
    pub fn segments_m(&self) -> Vec<[[f64; 3]; 2]> {
        let ends = |node: &Node| Some([self.nodes[node.parent? as usize].place_m, node.place_m]);
        self.nodes.iter().filter_map(ends).collect()
    }

    /// The children of each node, in the order of their numbers.
    #[must_use]
    pub fn children(&self) -> Children {
        let mut starts = vec![0_u32; self.nodes.len() + 1];
        for parent in self.nodes.iter().filter_map(|node| node.parent) {
            starts[parent as usize + 1] += 1;
        }
        for node in 0..self.nodes.len() {
            starts[node + 1] += starts[node];
        }
        let mut next = starts.clone();
        let mut numbers = vec![0; self.nodes.len().saturating_sub(1)];
        for (number, node) in (0..).zip(&self.nodes) {
            if let Some(parent) = node.parent {
                numbers[next[parent as usize] as usize] = number;
                next[parent as usize] += 1;
            }
        }
        Children { starts, numbers }
    }

    /// Tips that each node bears, itself included where it is one.
    #[must_use]
    pub fn tips_borne(&self) -> Vec<u32> {
        let mut tips = vec![0_u32; self.nodes.len()];
        for number in (0..self.nodes.len()).rev() {
            tips[number] = tips[number].max(1);
            if let Some(parent) = self.nodes[number].parent {
                tips[parent as usize] += tips[number];
            }
        }
        tips
    }

    /// The child that carries on the axis of each node: the one that bears most tips, of several the first; none
    /// for tips. At the collar it is one of the shoot's where there is a shoot.
    #[must_use]
    pub fn main_children(&self) -> Vec<Option<u32>> {
        let tips = self.tips_borne();
        let rank = |number: u32| {
            let is_shoot = self.nodes[number as usize].part == Part::Shoot;
            (is_shoot, tips[number as usize])
        };
        let mut main: Vec<Option<u32>> = vec![None; self.nodes.len()];
        for (number, node) in (0..).zip(&self.nodes) {
            if let Some(parent) = node.parent {
                let best = &mut main[parent as usize];
                if best.is_none_or(|best| rank(best) < rank(number)) {
                    *best = Some(number);
                }
            }
        }
        main
    }
}

/// The children of each node of a skeleton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Children {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl Children {
    /// Numbers of the children of node `number`, ascending.
    ///
    /// # Panics
    /// If the skeleton has no such node.
    #[must_use]
    pub fn of(&self, number: u32) -> &[u32] {
        let number = number as usize;
        &self.numbers[self.starts[number] as usize..self.starts[number + 1] as usize]
    }
}

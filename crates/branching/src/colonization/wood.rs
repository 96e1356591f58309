//! Nodes that stay, and skeletons made of them.

use crate::colonization::points::NOBODY;
use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::Vector;

/// A node that stays.
#[derive(Clone, Copy)]
pub(crate) struct Wood {
    pub(crate) place: Vector,
    /// The node that it grew from; [`NOBODY`] of a base.
    pub(crate) parent: u32,
    pub(crate) tree: u32,
    pub(crate) round: u32,
    /// Tips that once grew from here.
    pub(crate) lost_tips: u32,
}

impl Wood {
    pub(crate) fn parent(&self) -> Option<usize> {
        (self.parent != NOBODY).then_some(self.parent as usize)
    }
}

/// Numbers of nodes by tree, those of a tree in the order of their birth.
pub(crate) struct ByTree {
    starts: Vec<u32>,
    numbers: Vec<u32>,
}

impl ByTree {
    pub(crate) fn of(wood: &[Wood], trees: usize) -> Self {
        // Two trees on, so that once each node has moved its tree's start on by one, starts stand where they belong.
        let mut starts = vec![0_u32; trees + 2];
        for node in wood {
            starts[node.tree as usize + 2] += 1;
        }
        let mut sum = 0;
        for start in &mut starts {
            sum += *start;
            *start = sum;
        }
        let mut numbers = vec![0; wood.len()];
        for (number, node) in (0..).zip(wood) {
            let next = &mut starts[node.tree as usize + 1];
            numbers[*next as usize] = number;
            *next += 1;
        }
        Self { starts, numbers }
    }

    pub(crate) fn skeleton(&self, wood: &[Wood], tree: usize, part: Part) -> Skeleton {
        let own = &self.numbers[self.starts[tree] as usize..self.starts[tree + 1] as usize];
        let node = |&number: &u32| {
            let wood = &wood[number as usize];
            let parent = wood.parent().map(|parent| {
                let place = own.binary_search(&(parent as u32));
                place.expect("a tree grows from its own wood") as u32
            });
            Node {
                lost_tips: wood.lost_tips,
                ..Node::new(parent, part, wood.place, wood.round)
            }
        };
        Skeleton {
            nodes: own.iter().map(node).collect(),
        }
    }
}

//! What has grown of several trees, as it grew: a skeleton is made of a tree when it is asked for.

use crate::colonization::colony::Wood;
use crate::colonization::rounds::LeftOver;
use crate::skeleton::{Node, Part, Skeleton};

/// The trees of a colony that has come to its end.
pub(crate) struct Grove {
    wood: Vec<Wood>,
    by_tree: ByTree,
    part: Part,
    /// Attraction points that each tree reached.
    pub(crate) reached: Vec<u32>,
    pub(crate) left_over: LeftOver,
}

impl Grove {
    pub(crate) fn of(
        mut wood: Vec<Wood>,
        trees: usize,
        part: Part,
        reached: Vec<u32>,
        left_over: LeftOver,
    ) -> Self {
        wood.shrink_to_fit();
        Self {
            by_tree: ByTree::of(&wood, trees),
            wood,
            part,
            reached,
            left_over,
        }
    }

    pub(crate) fn skeleton(&self, tree: usize) -> Skeleton {
        self.by_tree.skeleton(&self.wood, tree, self.part)
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

//! A colony: trees that grow from one cloud of attraction points, and all that they are made of.

use std::borrow::Cow;

use understory_ecs::hecs::Entity;
use understory_ecs::{World, entity};
use understory_numerics::RandomKey;

use crate::cloud::AttractionPoint;
use crate::colonization::around::Around;
use crate::colonization::damage::Nest;
use crate::colonization::obstacle::Obstacle;
use crate::colonization::parameters::Colonization;
use crate::colonization::points::Points;
use crate::colonization::separation::Separation;
use crate::skeleton::{Node, Part, Skeleton};
use crate::vector::Vector;

/// Where growth takes place.
#[derive(Clone, Copy)]
pub struct Site<'a> {
    /// Where each tree begins, m; all of them compete for the same attraction points.
    pub bases_m: &'a [[f64; 3]],
    /// What they grow towards.
    pub points: &'a [AttractionPoint],
    /// What no segment may cross.
    pub obstacles: &'a [Obstacle],
    /// Whether shoots or roots grow.
    pub part: Part,
    /// Decides which growth points break or stray; without breakage, crookedness and damage nothing is drawn.
    pub key: RandomKey,
}

/// Trees that grow, between two rounds or within one.
pub(crate) struct Colony<'a, I> {
    pub(crate) parameters: &'a Colonization,
    /// What was given, and the nests that were built.
    pub(crate) obstacles: Cow<'a, [Obstacle]>,
    /// The same by where they are.
    pub(crate) around: Around,
    pub(crate) nests: Vec<Nest>,
    pub(crate) key: RandomKey,
    pub(crate) part: Part,
    pub(crate) trees: usize,
    pub(crate) points: Points,
    pub(crate) index: I,
    /// All nodes that stay, in the order of their birth.
    pub(crate) wood: Vec<Wood>,
    /// Places of the nodes that stay.
    pub(crate) settled: Separation,
    /// Places of the newcomers.
    pub(crate) arriving: Separation,
    /// Holds the [`GrowthPoint`]s.
    pub(crate) world: World,
    /// Nodes of this round, in the order of their parents.
    pub(crate) newcomers: Vec<Newcomer>,
    /// Growth points whose try of this round came to nothing.
    pub(crate) fruitless: Vec<Entity>,
    /// Balls in which nothing grows any more: centre and radius, m.
    pub(crate) diseased: Vec<(Vector, f64)>,
    pub(crate) rounds: u32,
    pub(crate) useless: u64,
    /// Whether no growth point tried anything.
    pub(crate) at_rest: bool,
}

impl<I> Colony<'_, I> {
    /// What has grown so far, a skeleton for each base.
    pub(crate) fn skeletons(&self) -> Vec<Skeleton> {
        let mut trees: Vec<Vec<Node>> = vec![Vec::new(); self.trees];
        let mut number_in_tree = Vec::with_capacity(self.wood.len());
        for wood in &self.wood {
            let tree = &mut trees[wood.tree as usize];
            number_in_tree.push(tree.len() as u32);
            let parent = wood.parent.map(|parent| number_in_tree[parent as usize]);
            tree.push(Node {
                lost_tips: wood.lost_tips,
                ..Node::new(parent, self.part, wood.place, wood.round)
            });
        }
        trees.into_iter().map(|nodes| Skeleton { nodes }).collect()
    }
}

/// A node that stays.
#[derive(Clone, Copy)]
pub(crate) struct Wood {
    pub(crate) place: Vector,
    pub(crate) parent: Option<u32>,
    pub(crate) tree: u32,
    pub(crate) round: u32,
    /// Tips that once grew from here.
    pub(crate) lost_tips: u32,
}

/// A node that has to prove useful.
pub(crate) struct Newcomer {
    pub(crate) wood: Wood,
    /// Where its segment begins.
    pub(crate) from: Vector,
    /// The growth point that put it out; none for bases and trunks, which stay in any case.
    pub(crate) parent: Option<Entity>,
    /// Slots of the attraction points nearest to it.
    pub(crate) won: Vec<u32>,
    pub(crate) is_useful: bool,
}

entity! {
    /// A node that holds attraction points and may put out segments.
    pub(crate) struct GrowthPoint of bud: Bud, held: Held, aim: Aim;
}

/// Where a growth point grows on from.
#[derive(Clone, Copy)]
pub(crate) struct Bud {
    pub(crate) node: u32,
    /// Segments that obstacles refused it.
    pub(crate) refused: u32,
}

/// Slots of the attraction points that a growth point was nearest to when its node was new, in the order in
/// which they were given. It can lose some, and never gains any.
pub(crate) struct Held(pub(crate) Vec<u32>);

/// Where a growth point heads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Aim {
    /// In the mean direction of what it holds.
    Mean,
    /// To the nearest of what it holds.
    Nearest,
    /// Nowhere, until what it holds changes.
    Rest,
}

//! A colony: trees that grow from one cloud of attraction points, and all that they are made of.

use std::borrow::Cow;

use understory_ecs::hecs::Entity;
use understory_ecs::{World, entity};
use understory_numerics::RandomKey;

use crate::cloud::AttractionPoint;
use crate::colonization::around::Around;
use crate::colonization::damage::Nest;
use crate::colonization::index::PointIndex;
use crate::colonization::obstacle::Obstacle;
use crate::colonization::parameters::Colonization;
use crate::colonization::points::Points;
use crate::colonization::separation::Separation;
use crate::colonization::wood::{ByTree, Wood};
use crate::skeleton::{Part, Skeleton};
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

/// Whether a tree, by its number, may grow to a place.
pub(crate) type Spaces<'a> = dyn Fn(u32, Vector) -> bool + Sync + 'a;

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
    /// Whether a tree may grow to a place; none: to all.
    pub(crate) spaces: Option<&'a Spaces<'a>>,
    pub(crate) points: Points,
    pub(crate) index: I,
    /// All nodes that stay, in the order of their birth.
    pub(crate) wood: Vec<Wood>,
    /// From this number on, nodes have not been compared with attraction points yet: what was planted, then the newcomers.
    pub(crate) fresh: usize,
    /// Places of the nodes that stay.
    pub(crate) settled: Separation,
    /// Places of the newcomers.
    pub(crate) arriving: Separation,
    /// Holds the [`GrowthPoint`]s.
    pub(crate) world: World,
    /// Nodes of this round, in the order of their parents.
    pub(crate) newcomers: Vec<Newcomer>,
    /// Slots of the attraction points nearest to fresh nodes, in the order of these.
    pub(crate) won: Vec<u32>,
    /// Growth points whose try of this round came to nothing.
    pub(crate) fruitless: Vec<Entity>,
    /// Balls in which nothing grows any more: centre and radius, m.
    pub(crate) diseased: Vec<(Vector, f64)>,
    pub(crate) rounds: u32,
    pub(crate) useless: u64,
    /// Whether no growth point tried anything.
    pub(crate) at_rest: bool,
}

impl<I: PointIndex> Colony<'_, I> {
    /// A tree reaches a point, which goes.
    pub(crate) fn reach(&mut self, slot: u32, tree: u32) {
        self.points.reach(slot, tree);
        self.index.forget(&self.points, slot);
    }
}

impl<I> Colony<'_, I> {
    /// What has grown so far, a skeleton for each base.
    pub(crate) fn skeletons(&self) -> Vec<Skeleton> {
        let by_tree = ByTree::of(&self.wood, self.trees);
        (0..self.trees)
            .map(|tree| by_tree.skeleton(&self.wood, tree, self.part))
            .collect()
    }

    /// Whether a node stands in this place or is about to.
    pub(crate) fn is_taken(&self, place: Vector) -> bool {
        self.settled.is_taken(place, |node| self.wood[node].place)
            || self
                .arriving
                .is_taken(place, |node| self.newcomers[node].wood.place)
    }

    /// A node that stays or a newcomer.
    pub(crate) fn node(&self, number: usize) -> &Wood {
        match number.checked_sub(self.wood.len()) {
            Some(newcomer) => &self.newcomers[newcomer].wood,
            None => &self.wood[number],
        }
    }

    /// Puts a node where none is.
    pub(crate) fn arrive(&mut self, newcomer: Newcomer) {
        self.newcomers.push(newcomer);
        let newcomers = &self.newcomers;
        self.arriving.insert(|node| newcomers[node].wood.place);
    }
}

/// A node that has to prove useful.
pub(crate) struct Newcomer {
    pub(crate) wood: Wood,
    /// The growth point that put it out; none for bases and trunks, which stay in any case.
    pub(crate) parent: Option<Entity>,
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

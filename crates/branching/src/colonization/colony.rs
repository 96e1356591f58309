//! A colony: trees that grow from one cloud of attraction points, and the order of a round.

use serde::{Deserialize, Serialize};
use understory_ecs::hecs::Entity;
use understory_ecs::{World, entity};
use understory_numerics::Key;

use crate::cloud::AttractionPoint;
use crate::colonization::error::ColonizeError;
use crate::colonization::grid::Grid;
use crate::colonization::index::PointIndex;
use crate::colonization::parameters::Colonization;
use crate::colonization::points::{NOBODY, Points};
use crate::colonization::r_tree::PointTree;
use crate::colonization::separation::Separation;
use crate::colonization::solid::Solid;
use crate::colonization::systems::{associate, grow, kill, settle, strike};
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
    pub solids: &'a [Solid],
    /// Whether shoots or roots grow.
    pub part: Part,
    /// Decides which growth points break or stray; without breakage, crookedness and damage nothing is drawn.
    pub key: Key,
}

/// What grew.
#[derive(Clone, Debug, PartialEq)]
pub struct Colonized {
    /// One skeleton for each base, in their order; its nodes in the order of their birth.
    pub skeletons: Vec<Skeleton>,
    /// Rounds of growth.
    pub rounds: u32,
    /// Nodes that were tried and dropped, as nothing was nearer to them.
    pub useless: u64,
    /// Attraction points not reached.
    pub left_over: LeftOver,
    /// Why growth ended.
    pub stop: Stop,
}

/// Attraction points not reached.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOver {
    /// Within the influence distance of a node that could not come nearer, or was not given the time to.
    pub stalled: usize,
    /// Beyond the influence distance of every node.
    pub out_of_reach: usize,
}

/// Why growth ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Stop {
    /// No growth point had anywhere left to grow.
    Done,
    /// Fewer attraction points were left than asked for.
    FewPointsLeft,
    /// There were as many nodes as allowed.
    MostNodes,
}

/// Grows trees until they have taken the space that attraction points mark.
///
/// The same site and parameters give the same skeletons, bit for bit, on every machine.
///
/// # Errors
/// [`ColonizeError`] for a parameter out of its range, a base or attraction point that is no place, a base in an
/// obstacle, and when no attraction point is in reach of any tree.
pub fn colonize(site: &Site<'_>, parameters: &Colonization) -> Result<Colonized, ColonizeError> {
    Colony::<Grid>::begin(site, parameters).map(Colony::colonized)
}

/// The same as [`colonize`], node for node, with the attraction points in an R-tree instead of a grid.
///
/// # Errors
/// As for [`colonize`].
pub fn colonize_by_r_tree(site: &Site<'_>, parameters: &Colonization) -> Result<Colonized, ColonizeError> {
    Colony::<PointTree>::begin(site, parameters).map(Colony::colonized)
}

/// Goes on from trees that have grown before, to the attraction points of `site`; its bases are not read.
///
/// Every node of theirs may become a growth point again. Rounds are counted on from `rounds`. Where no attraction
/// point is in reach nothing grows, and all of them are left over.
///
/// # Errors
/// As for [`colonize`], but for bases and for points out of reach.
pub fn colonize_on(
    grown: &[Skeleton],
    rounds: u32,
    site: &Site<'_>,
    parameters: &Colonization,
) -> Result<Colonized, ColonizeError> {
    Colony::<Grid>::go_on(grown, rounds, site, parameters).map(Colony::colonized)
}

impl<I: PointIndex> Colony<'_, I> {
    /// A round: its systems in their order; nothing else orders them.
    fn round(&mut self) {
        associate::associate(self); // attraction points go to the new nodes that are nearest to them
        kill::kill(self); // attraction points that were reached go
        settle::settle(self); // useful new nodes become wood, and growth points where they hold anything
        strike::strike(self); // what befalls the trees in this round
        grow::grow(self); // growth points put out new nodes
    }

    fn colonized(mut self) -> Colonized {
        let stop = loop {
            self.round();
            if self.points.left < self.parameters.stop_below_points as usize {
                break Stop::FewPointsLeft;
            }
            if self.wood.len() >= self.parameters.most_nodes as usize {
                break Stop::MostNodes;
            }
            if self.at_rest {
                break Stop::Done;
            }
            self.rounds += 1;
        };
        Colonized {
            skeletons: self.skeletons(),
            rounds: self.rounds,
            useless: self.useless,
            left_over: self.left_over(),
            stop,
        }
    }

    fn left_over(&self) -> LeftOver {
        let slots = 0..self.points.near.len() as u32;
        let left = slots.filter(|&slot| self.points.is_left(slot));
        left.fold(LeftOver::default(), |mut sum, slot| {
            if self.points.holder[slot as usize] == NOBODY {
                sum.out_of_reach += 1;
            } else {
                sum.stalled += 1;
            }
            sum
        })
    }

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

/// Trees that grow, between two rounds or within one.
pub(crate) struct Colony<'a, I> {
    pub(crate) parameters: &'a Colonization,
    pub(crate) solids: &'a [Solid],
    pub(crate) key: Key,
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
    /// Nodes of this round, in the order of their mothers.
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
    pub(crate) mother: Option<Entity>,
    /// Slots of the attraction points nearest to it.
    pub(crate) won: Vec<u32>,
    pub(crate) is_useful: bool,
}

entity! {
    /// A node that holds attraction points and may put out segments.
    pub(crate) struct GrowthPoint of tip: Tip, held: Held, aim: Aim;
}

/// A growth point's node.
#[derive(Clone, Copy)]
pub(crate) struct Tip {
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

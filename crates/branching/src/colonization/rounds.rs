//! Rounds of growth: the order of their systems, when they end, and what has grown then.

use serde::{Deserialize, Serialize};
use understory_keys::{Checked, table};
use understory_numerics::parallel::go_on;

use crate::cloud::AttractionPoint;
use crate::colonization::colony::{Colony, Site, Spaces};
use crate::colonization::damage::Nest;
use crate::colonization::error::ColonizeError;
use crate::colonization::grid::Grid;
use crate::colonization::grove::Grove;
use crate::colonization::index::PointIndex;
use crate::colonization::parameters::Colonization;
use crate::colonization::r_tree::PointTree;
use crate::colonization::systems::{associate, grow, kill, settle, strike};
use crate::colonization::wood::Wood;
use crate::skeleton::Skeleton;

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
    /// The base whose tree reached each attraction point, in the order of the points; none of those left over.
    pub reached_by: Vec<Option<u32>>,
    /// Nests that were built in it, in their order.
    pub nests: Vec<Nest>,
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
    parameters.check(&table(Colonization::KEYS, ""))?;
    Colony::<Grid>::begin(site, parameters).map(Colony::colonized)
}

/// The same as [`colonize`], node for node, with the attraction points in an R-tree instead of a grid.
///
/// # Errors
/// As for [`colonize`].
pub fn colonize_by_r_tree(site: &Site<'_>, parameters: &Colonization) -> Result<Colonized, ColonizeError> {
    parameters.check(&table(Colonization::KEYS, ""))?;
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
    parameters.check(&table(Colonization::KEYS, ""))?;
    Colony::<Grid>::go_on(grown, rounds, site, parameters).map(Colony::colonized)
}

/// What a stand grows from.
pub(crate) struct Common<'a, S> {
    /// What stands there already, a skeleton for each tree.
    pub(crate) stems: S,
    pub(crate) points: Vec<AttractionPoint>,
    /// Obstacles, part and key; its points are not read.
    pub(crate) site: Site<'a>,
    /// Whether a tree may grow to a place; none: to all.
    pub(crate) spaces: Option<&'a Spaces<'a>>,
}

/// Goes on from the stems of a stand, as [`colonize_on`] does, in as little memory as it takes.
pub(crate) fn colonize_common(
    common: Common<'_, impl IntoIterator<Item = Skeleton>>,
    parameters: &Colonization,
) -> Result<(Grove, LeftOver), ColonizeError> {
    parameters.check(&table(Colonization::KEYS, ""))?;
    let Common {
        stems,
        points,
        site,
        spaces,
    } = common;
    let mut colony = Colony::<Grid>::bare(&site, points, parameters)?;
    colony.spaces = spaces;
    colony.plant(stems);
    // About as many nodes grow as points are there; room that is not used costs nothing.
    let nodes = colony.wood.len() + colony.points.left;
    colony.wood.reserve(colony.points.left);
    colony.settled.reserve(nodes);
    colony.grow();
    let left_over = colony.left_over();
    Ok((colony.into_grove(), left_over))
}

/// Grows a tree, or goes on from one, with parameters that were in their ranges before they varied.
pub(crate) fn colonize_varied(
    grown: Option<&Colonized>,
    site: &Site<'_>,
    parameters: &Colonization,
) -> Result<Colonized, ColonizeError> {
    let colony = match grown {
        None => Colony::<Grid>::begin(site, parameters),
        Some(before) => {
            let colony = Colony::go_on(&before.skeletons, before.rounds + 1, site, parameters);
            colony.map(|mut colony| {
                before.nests.iter().for_each(|&nest| colony.build(nest));
                colony
            })
        }
    };
    colony.map(Colony::colonized)
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

    /// Rounds until one of the ends is reached.
    fn grow(&mut self) -> Stop {
        loop {
            go_on();
            self.round();
            if self.points.left < self.parameters.stop_below_points as usize {
                return Stop::FewPointsLeft;
            }
            if self.wood.len() >= self.parameters.most_nodes as usize {
                return Stop::MostNodes;
            }
            if self.at_rest {
                return Stop::Done;
            }
            self.rounds += 1;
        }
    }

    fn colonized(mut self) -> Colonized {
        let stop = self.grow();
        Colonized {
            skeletons: self.skeletons(),
            rounds: self.rounds,
            useless: self.useless,
            left_over: self.left_over(),
            reached_by: self.points.takers(),
            nests: std::mem::take(&mut self.nests),
            stop,
        }
    }

    /// What has grown, when all else is gone: at its end a colony holds as much again.
    fn into_grove(self) -> Grove {
        let mut reached = vec![0; self.trees];
        let slots = 0..self.points.near.len() as u32;
        for tree in slots.filter_map(|slot| self.points.taker(slot)) {
            reached[tree as usize] += 1;
        }
        let part = self.part;
        Grove::of(self.into_wood(), part, reached)
    }

    fn into_wood(self) -> Vec<Wood> {
        self.wood
    }

    fn left_over(&self) -> LeftOver {
        let slots = 0..self.points.near.len() as u32;
        let left = slots.filter(|&slot| self.points.is_left(slot));
        left.fold(LeftOver::default(), |mut sum, slot| {
            if self.points.is_out_of_reach(slot) {
                sum.out_of_reach += 1;
            } else {
                sum.stalled += 1;
            }
            sum
        })
    }
}

//! The trees of a stand and the ground that they share.

use understory_numerics::RandomKey;

use crate::skeleton::Skeleton;
use crate::stand::tree::StandTree;
use crate::stand::won::Won;

/// Trees that share their space.
#[derive(Clone, Copy)]
pub struct Stand<'a> {
    /// The trees, in any order.
    pub trees: &'a [StandTree],
    /// Height of the ground at a place, m; none: level at the foot of each tree.
    pub ground: Option<&'a (dyn Fn([f64; 2]) -> f64 + Sync)>,
    /// How wet the ground is at a place, from 0 for the driest to 1 for the wettest; none: equally wet everywhere.
    pub wetness: Option<&'a (dyn Fn([f64; 2]) -> f64 + Sync)>,
    /// Decides where stones lie.
    pub key: RandomKey,
    /// Crowns that have grown already; none: they grow here.
    pub crowns: Option<&'a StandCrowns<'a>>,
}

/// Crowns that have grown already.
#[derive(Clone, Copy)]
pub struct StandCrowns<'a> {
    /// That of a tree by its place among the trees, from its foot up; each has a node at least.
    pub skeleton: &'a (dyn Fn(usize) -> Skeleton + Sync),
    /// What it has won.
    pub won: &'a (dyn Fn(usize) -> Won + Sync),
    /// Mean distance between the attraction points, m.
    pub spacing_m: f64,
}

//! From entities to plain values, one after the other: what a checkpoint holds.
//!
//! What a user added to a kind is not in it, nor what follows from the rest (sources, reaches, the order of rows).

use std::ops::Range;

use understory_ecs::{Record, View, World};

use crate::components::{Identity, TreeNumber};
use crate::entities::{DeadTree, Deadwood, GrowthPoint, Seed, Tree};
use crate::resources::{Totals, Year};

/// Everything of a forest that goes from one year into the next.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// What is counted through the years.
    pub counts: Counts,
    /// The living.
    pub trees: Vec<Tree>,
    /// The bank.
    pub seeds: Vec<Seed>,
    /// The dead.
    pub dead: Vec<DeadTree>,
    /// Their wood.
    pub deadwood: Vec<Deadwood>,
    /// The growth points of the crowns of the living, by tree and number.
    pub growth_points: Vec<GrowthPoint>,
}

/// What a forest counts through the years.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counts {
    /// Years that have passed.
    pub year: u32,
    /// The next tree's running number.
    pub next_tree: u64,
    /// Trees alive at the beginning of each year so far, summed.
    pub tree_years: u64,
    /// Most seeds that were there at once in any year so far.
    pub peak_seeds: u64,
}

/// What a forest counts.
pub(crate) fn counts(world: &World) -> Counts {
    let (Year(year), totals) = (*world.res::<Year>(), *world.res::<Totals>());
    Counts {
        year,
        next_tree: totals.next_tree,
        tree_years: totals.tree_years,
        peak_seeds: totals.peak_seeds,
    }
}

/// Puts these counts in the place of the forest's own.
pub(crate) fn set_counts(world: &World, counts: Counts) {
    let Counts {
        year,
        next_tree,
        tree_years,
        peak_seeds,
    } = counts;
    *world.res_mut::<Year>() = Year(year);
    *world.res_mut::<Totals>() = Totals {
        next_tree,
        tree_years,
        peak_seeds,
    };
}

/// The living, or the dead, by running number.
pub(crate) fn by_number<K: Record>(world: &World) -> impl ExactSizeIterator<Item = K> {
    let mut numbers: View<'_, K, (&TreeNumber,)> = world.view();
    let numbers = numbers.slices().0;
    in_order(world, rows_by_number(numbers))
}

/// The bank, by key.
pub(crate) fn seeds_by_key(world: &World) -> impl ExactSizeIterator<Item = Seed> {
    let mut identities: View<'_, Seed, (&Identity,)> = world.view();
    let identities = identities.slices().0;
    in_order(world, rows_by_key(0..identities.len(), identities))
}

/// Rows in a given order, made one by one: a forest that is written is not held twice.
fn in_order<K: Record>(world: &World, order: Vec<u32>) -> impl ExactSizeIterator<Item = K> {
    let rows = world.rows::<K>();
    order.into_iter().map(move |row| rows.get(row as usize))
}

/// These rows in the order of their keys: four bytes a row instead of a sorted copy.
pub(crate) fn rows_by_key(rows: Range<usize>, identities: &[Identity]) -> Vec<u32> {
    rows_by(rows, &|row| identities[row].0.bits())
}

/// All rows in the order of their numbers, in the same way.
fn rows_by_number(numbers: &[TreeNumber]) -> Vec<u32> {
    rows_by(0..numbers.len(), &|row| numbers[row].0.into())
}

fn rows_by(rows: Range<usize>, key: &dyn Fn(usize) -> u128) -> Vec<u32> {
    let mut order: Vec<u32> = rows.map(|row| row as u32).collect();
    order.sort_unstable_by_key(|&row| key(row as usize));
    order
}

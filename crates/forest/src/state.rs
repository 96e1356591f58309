//! From entities to plain values, one after the other: what a checkpoint holds.

use std::ops::Range;

use crate::columns::{DeadBundle, SeedBundle, TreeBundle, column, dead, seeds, trees};
use crate::components::{Age, Dormant, Identity, Position, Remains, Size, SpeciesIndex, TreeNumber, Vigour};
use crate::forest::Forest;
use crate::individuals::{DeadTree, Seed, Tree};

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

impl Forest {
    /// Everything that goes into the next year, as lists.
    #[must_use]
    pub fn state(&self) -> State {
        State {
            counts: Counts {
                year: self.year,
                next_tree: self.next_tree,
                tree_years: self.tree_years,
                peak_seeds: self.peak_seeds,
            },
            trees: self.trees().collect(),
            seeds: self.seeds().collect(),
            dead: self.dead().collect(),
        }
    }

    /// The living, by running number.
    pub fn trees(&self) -> impl ExactSizeIterator<Item = Tree> {
        let kind = trees(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let (numbers, sizes) = (column::<TreeNumber>(kind), column::<Size>(kind));
        let vigours = column::<Vigour>(kind);
        let rows = rows_by(0..numbers.len(), |row| numbers[row].0);
        rows.into_iter().map(move |row| {
            let row = row as usize;
            Tree {
                number: numbers[row].0,
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
                size: sizes[row],
                vigour: vigours[row].0,
            }
        })
    }

    /// The bank, by key.
    pub fn seeds(&self) -> impl ExactSizeIterator<Item = Seed> {
        let kind = seeds(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let rows = rows_by(0..identities.len(), |row| identities[row].0);
        rows.into_iter().map(move |row| {
            let row = row as usize;
            Seed {
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
            }
        })
    }

    /// The dead, by the running number they had.
    pub fn dead(&self) -> impl ExactSizeIterator<Item = DeadTree> {
        let kind = dead(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let (numbers, sizes) = (column::<TreeNumber>(kind), column::<Size>(kind));
        let remains = column::<Remains>(kind);
        let rows = rows_by(0..numbers.len(), |row| numbers[row].0);
        rows.into_iter().map(move |row| {
            let row = row as usize;
            DeadTree {
                number: numbers[row].0,
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
                size: sizes[row],
                remains: remains[row],
            }
        })
    }
}

/// These rows in the order of what `of` gives for each: four bytes a row instead of a sorted copy.
pub(crate) fn rows_by<T: Ord>(rows: Range<usize>, of: impl Fn(usize) -> T) -> Vec<u32> {
    let mut order: Vec<u32> = rows.map(|row| row as u32).collect();
    order.sort_unstable_by_key(|&row| of(row as usize));
    order
}

/// What a tree is as an entity.
pub(crate) fn tree_bundle(tree: &Tree) -> TreeBundle {
    (
        Position(tree.place_m),
        Identity(tree.key),
        SpeciesIndex(tree.species),
        Age(tree.age_yr),
        TreeNumber(tree.number),
        tree.size,
        Vigour(tree.vigour),
    )
}

/// What a seed is as an entity.
pub(crate) fn seed_bundle(seed: &Seed) -> SeedBundle {
    (
        Position(seed.place_m),
        Identity(seed.key),
        SpeciesIndex(seed.species),
        Age(seed.age_yr),
        Dormant,
    )
}

/// What a dead tree is as an entity.
pub(crate) fn dead_bundle(dead: &DeadTree) -> DeadBundle {
    (
        Position(dead.place_m),
        Identity(dead.key),
        SpeciesIndex(dead.species),
        Age(dead.age_yr),
        TreeNumber(dead.number),
        dead.size,
        dead.remains,
    )
}

//! From entities to plain lists and back: what a checkpoint holds.

use crate::columns::{DeadBundle, SeedBundle, TreeBundle, column, dead, seeds, trees};
use crate::components::{Age, Dormant, Identity, Position, Remains, Size, SpeciesIndex, TreeNumber, Vigour};
use crate::forest::{DeadTree, Forest, Seed, Tree};

impl Forest {
    /// The living, by running number.
    #[must_use]
    pub fn trees(&self) -> Vec<Tree> {
        let kind = trees(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let (numbers, sizes) = (column::<TreeNumber>(kind), column::<Size>(kind));
        let vigours = column::<Vigour>(kind);
        let mut list: Vec<Tree> = (0..kind.len() as usize)
            .map(|row| Tree {
                number: numbers[row].0,
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
                size: sizes[row],
                vigour: vigours[row].0,
            })
            .collect();
        list.sort_unstable_by_key(|tree| tree.number);
        list
    }

    /// The bank, by key.
    #[must_use]
    pub fn seeds(&self) -> Vec<Seed> {
        let kind = seeds(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let mut list: Vec<Seed> = (0..kind.len() as usize)
            .map(|row| Seed {
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
            })
            .collect();
        list.sort_unstable_by_key(|seed| seed.key);
        list
    }

    /// The dead, by the running number they had.
    #[must_use]
    pub fn dead(&self) -> Vec<DeadTree> {
        let kind = dead(&self.world);
        let (places, identities) = (column::<Position>(kind), column::<Identity>(kind));
        let (species, ages) = (column::<SpeciesIndex>(kind), column::<Age>(kind));
        let (numbers, sizes) = (column::<TreeNumber>(kind), column::<Size>(kind));
        let remains = column::<Remains>(kind);
        let mut list: Vec<DeadTree> = (0..kind.len() as usize)
            .map(|row| DeadTree {
                number: numbers[row].0,
                key: identities[row].0,
                species: species[row].0,
                place_m: places[row].0,
                age_yr: ages[row].0,
                size: sizes[row],
                remains: remains[row],
            })
            .collect();
        list.sort_unstable_by_key(|dead| dead.number);
        list
    }
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

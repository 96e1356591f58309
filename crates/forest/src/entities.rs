//! The kinds of entities: trees, seeds and the dead, each declared once.
//!
//! A declaration gives the plain struct that goes into a forest and comes out of it, the components that an entity
//! has, and how they move when rows are put in order. A component more is a line here; the compiler then names each
//! place that writes it into a table or reads it from one.

use understory_ecs::entity;
use understory_numerics::RandomKey;

use crate::components::{
    Age, Crowding, Death, Fading, Fate, FieldSource, Identity, Position, Reach, Remains, SeedCrop, Size,
    SpeciesIndex, TreeNumber, Vigour,
};

entity! {
    /// A living tree, as it stands in a table.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Tree {
        /// Running number, in the order of birth and within a year of keys.
        number: u64 => TreeNumber,
        /// Who it is.
        key: RandomKey => Identity,
        /// Which species, as an index into the forest's list.
        species: u16 => SpeciesIndex,
        /// Where it stands, m.
        place_m: [f64; 2] => Position,
        /// Whole years since birth.
        age_yr: u16 => Age,
        /// How big it is.
        size: Size => Size,
        /// Running mean of the growth factor, 0 to 1.
        vigour: f64 => Vigour,
    }
    derived: FieldSource, Reach;
    in a step: SeedCrop, Crowding, Death;
}

entity! {
    /// A seed: in the ground, or as it comes from a table.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Seed {
        /// Who it is.
        key: RandomKey => Identity,
        /// Which species, as an index into the forest's list.
        species: u16 => SpeciesIndex,
        /// Where it lies, m.
        place_m: [f64; 2] => Position,
        /// Whole years in the ground.
        age_yr: u16 => Age,
    }
    in a step: Fate;
}

entity! {
    /// A dead tree whose field has not faded yet, or whose stump may resprout.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct DeadTree {
        /// Running number it had.
        number: u64 => TreeNumber,
        /// Who it was.
        key: RandomKey => Identity,
        /// Which species, as an index into the forest's list.
        species: u16 => SpeciesIndex,
        /// Where it stood, m.
        place_m: [f64; 2] => Position,
        /// Whole years it lived.
        age_yr: u16 => Age,
        /// How big it was.
        size: Size => Size,
        /// Why and when it died.
        remains: Remains => Remains,
    }
    derived: FieldSource, Reach;
    in a step: Fading;
}

/// A tree with which a forest begins, or one that is born; its number is given by the forest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Founder {
    /// Who it is.
    pub key: RandomKey,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it stands, m; on the plot.
    pub place_m: [f64; 2],
    /// Whole years since birth.
    pub age_yr: u16,
    /// How big it is.
    pub size: Size,
    /// Running mean of the growth factor, 0 to 1.
    pub vigour: f64,
}

impl Founder {
    /// The tree that it becomes. What follows from its size is not in it, and worked out when rows are put in order.
    pub(crate) fn numbered(&self, number: u64) -> Tree {
        let Self {
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour,
        } = *self;
        Tree {
            number,
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour,
        }
    }
}

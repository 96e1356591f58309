//! A tree, a seed and a dead tree as plain values: what goes into a forest and comes out of it.

use understory_numerics::Key;

use crate::components::{Remains, Size};

/// A living tree, as it stands in a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tree {
    /// Running number, in the order of birth and within a year of keys.
    pub number: u64,
    /// Who it is.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it stands, m.
    pub place_m: [f64; 2],
    /// Whole years since birth.
    pub age_yr: u16,
    /// How big it is.
    pub size: Size,
    /// Running mean of the growth factor, 0 to 1.
    pub vigour: f64,
}

/// A seed: in the ground, or as it comes from a table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seed {
    /// Who it is.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it lies, m.
    pub place_m: [f64; 2],
    /// Whole years in the ground.
    pub age_yr: u16,
}

/// A dead tree whose field has not faded yet, or whose stump may resprout.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeadTree {
    /// Running number it had.
    pub number: u64,
    /// Who it was.
    pub key: Key,
    /// Which species, as an index into the forest's list.
    pub species: u16,
    /// Where it stood, m.
    pub place_m: [f64; 2],
    /// Whole years it lived.
    pub age_yr: u16,
    /// How big it was.
    pub size: Size,
    /// Why and when it died.
    pub remains: Remains,
}

/// A tree with which a forest begins; its number is given by the forest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Founder {
    /// Who it is.
    pub key: Key,
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

//! The kinds of entities: trees, seeds, the dead and their wood, growth points of crowns, each declared once.
//!
//! A declaration gives the plain struct that goes into a forest and comes out of it, the components that an entity
//! has, and how they move when rows are put in order. A component more is a line here; the compiler then names each
//! place that writes it into a table or reads it from one.

use understory_ecs::entity;
use understory_numerics::RandomKey;

use crate::components::{
    Age, Crowding, CrownBase, CrownRadius, DarkYears, Death, Fading, Fate, FieldSource, Foliage, Identity,
    LostTips, NodeNumber, OffFoot, ParentNode, Position, Reach, RelativeHeight, Remains, Scores, SeedCrop,
    Size, SpeciesIndex, TreeNumber, Vigour, Wood,
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
        /// In what it differs from the others of its species.
        scores: Scores => Scores,
        /// Height at which its crown begins, m.
        crown_base_m: f32 => CrownBase,
        /// Radius of its crown, m.
        crown_radius_m: f64 => CrownRadius,
    }
    derived: FieldSource, Reach;
    in a step: SeedCrop, Crowding, RelativeHeight, Death;
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
        /// In what its mother differs from the others of the species.
        mother: Scores => Scores,
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
        /// Running mean of the growth factor when it died, 0 to 1.
        vigour: f64 => Vigour,
        /// In what it differed from the others of its species.
        scores: Scores => Scores,
        /// Why and when it died.
        remains: Remains => Remains,
    }
    derived: FieldSource, Reach;
    in a step: Fading;
}

entity! {
    /// The wood of a dead tree of 10 cm or more, until it has decayed.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Deadwood {
        /// Who it was.
        key: RandomKey => Identity,
        /// Which species, as an index into the forest's list.
        species: u16 => SpeciesIndex,
        /// Where it stood, m.
        place_m: [f64; 2] => Position,
        /// How big it was.
        size: Size => Size,
        /// Why and when it died.
        remains: Remains => Remains,
        /// How its stem stands or lies.
        wood: Wood => Wood,
    }
}

entity! {
    /// A growth point: living wood of a crown that grows with its tree. Their rows stand in the order of tree and number.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct GrowthPoint {
        /// Running number of its tree.
        tree: u64 => TreeNumber,
        /// Number within the tree; those that it grew from have lower ones.
        node: u32 => NodeNumber,
        /// Number of the one from which it grew; [`u32::MAX`] at the foot of the tree.
        parent: u32 => ParentNode,
        /// From the foot of the tree, m.
        off_m: [f32; 3] => OffFoot,
        /// Tips that it once bore and that have been shed.
        lost_tips: u32 => LostTips,
        /// Years in a row in which it gained too little.
        dark_yr: u16 => DarkYears,
    }
    in a step: Foliage;
}

/// A tree with which a forest begins; its number is given by the forest, and what is not known of it follows from the rest.
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
    /// Running mean of the growth factor, 0 to 1; if not known, from the crowding in which it stands.
    pub vigour: Option<f64>,
    /// In what it differs from the others of its species; if not known, drawn by its key, such that it can be as big as it
    /// is.
    pub scores: Option<Scores>,
    /// Height at which its crown begins, m; if not known, from height and vigour.
    pub crown_base_m: Option<f32>,
    /// Radius of its crown, m; if not known, from the room that its neighbours leave.
    pub crown_radius_m: Option<f64>,
}

impl Founder {
    /// A tree of which no more is known.
    #[must_use]
    pub fn new(key: RandomKey, species: u16, place_m: [f64; 2], age_yr: u16, size: Size) -> Self {
        Self {
            key,
            species,
            place_m,
            age_yr,
            size,
            vigour: None,
            scores: None,
            crown_base_m: None,
            crown_radius_m: None,
        }
    }
}

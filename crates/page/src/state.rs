//! What a recorded year holds besides the living: the seeds in the ground, and the wood of the dead.

use serde::Serialize;
use understory_records::{SeedRow, WoodRow};

use crate::column::Column;

/// So many seeds, and so many of the dead, a page draws at most.
const AT_MOST: u64 = 30_000;

/// How a species is shown.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpeciesLook {
    /// Its name.
    pub name: String,
    /// Its colour, red, green and blue.
    pub colour: [u8; 3],
    /// The form of tree that it is shown as, such as `spruce`.
    pub form: String,
}

/// The state of a recorded year.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The year.
    pub year: u32,
    /// Rows of the table of seeds.
    pub all_seeds: u64,
    /// Those that are drawn.
    pub seeds: Vec<SeedRow>,
    /// Rows of the table of wood.
    pub all_dead: u64,
    /// Those that are drawn.
    pub dead: Vec<WoodRow>,
}

impl State {
    /// One in so many rows of a table of so many is drawn, where it is one of `of` years.
    #[must_use]
    pub fn one_in(rows: u64, of: usize) -> usize {
        rows.div_ceil((AT_MOST / of.max(1) as u64).max(1)).max(1) as usize
    }

    pub(crate) fn pack(&self, species: &[SpeciesLook], into: &mut Vec<u8>) -> PackedState {
        let number = |name: &str| species.iter().position(|look| look.name == name).unwrap_or(0) as f64;
        let stands_m = |tree: &WoodRow| match tree.year_fell {
            Some(fell) if fell <= self.year as i32 => 0.0,
            _ => tree.height_m * f64::from(tree.stood_share),
        };
        let (seeds, dead) = (|| self.seeds.iter(), || self.dead.iter());
        PackedState {
            year: self.year,
            all_seeds: self.all_seeds,
            seeds: PackedSeeds {
                species: Column::of(seeds().map(|seed| number(&seed.species)), 1, into),
                x_m: Column::of(seeds().map(|seed| seed.x_m), 100, into),
                y_m: Column::of(seeds().map(|seed| seed.y_m), 100, into),
            },
            all_dead: self.all_dead,
            dead: PackedDead {
                species: Column::of(dead().map(|tree| number(&tree.species)), 1, into),
                x_m: Column::of(dead().map(|tree| tree.x_m), 100, into),
                y_m: Column::of(dead().map(|tree| tree.y_m), 100, into),
                dbh_cm: Column::of(dead().map(|tree| tree.dbh_cm), 10, into),
                stands_m: Column::of(dead().map(stands_m), 100, into),
                lies_m: Column::of(dead().map(|tree| tree.height_m - stands_m(tree)), 100, into),
                died: Column::of(dead().map(|tree| f64::from(tree.year_died)), 1, into),
            },
        }
    }
}

// Fields stand in the order in which their columns are packed.
#[derive(Debug, Serialize)]
pub(crate) struct PackedState {
    year: u32,
    all_seeds: u64,
    seeds: PackedSeeds,
    all_dead: u64,
    dead: PackedDead,
}

#[derive(Debug, Serialize)]
struct PackedSeeds {
    species: Column,
    x_m: Column,
    y_m: Column,
}

#[derive(Debug, Serialize)]
struct PackedDead {
    species: Column,
    x_m: Column,
    y_m: Column,
    dbh_cm: Column,
    stands_m: Column,
    lies_m: Column,
    died: Column,
}

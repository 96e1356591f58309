//! Disperse: where each seed of the year comes down.

use rayon::prelude::*;
use understory_numerics::{MotherStream, Purpose};

use super::fruit::COUNT_PART;
use crate::columns::{column, trees};
use crate::components::{Identity, Position, SpeciesIndex};
use crate::forest::{Forest, Seed};

/// Mothers whose seeds are worked on together; no result depends on it.
const MOTHERS_TOGETHER: usize = 512;

pub(crate) fn disperse(forest: &mut Forest) {
    let kind = trees(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let places = column::<Position>(kind);
    let (identities, species, places) = (&*identities, &*species, &*places);
    let (kinds, year, plot) = (&forest.kinds, forest.year, forest.tiles.plot());
    let landed: Vec<Vec<Seed>> = forest
        .today
        .mothers
        .par_chunks(MOTHERS_TOGETHER)
        .map(|mothers| {
            let mut landed = Vec::with_capacity(mothers.iter().map(|&(_, seeds)| seeds as usize).sum());
            for &(row, seeds) in mothers {
                let row = row as usize;
                let (mother, from_m) = (identities[row].0, places[row].0);
                let dispersal = &kinds[usize::from(species[row].0)].parameters.dispersal;
                let mut stream = MotherStream::new(mother, year, Purpose::Fruit);
                for number in 0..seeds {
                    let [which, distance, direction, _] = stream.part(COUNT_PART + 1 + number);
                    let flight_m = dispersal.flight_m([which, distance, direction]);
                    if let Some(place_m) = plot.place([from_m[0] + flight_m[0], from_m[1] + flight_m[1]]) {
                        landed.push(Seed {
                            key: mother.child(year, Purpose::Seed, number),
                            species: species[row].0,
                            place_m,
                            age_yr: 0,
                        });
                    }
                }
            }
            landed
        })
        .collect();
    for &(row, seeds) in &forest.today.mothers {
        forest.tallies[usize::from(species[row as usize].0)].seeds_lost += u64::from(seeds);
    }
    for seed in landed.iter().flatten() {
        let tally = &mut forest.tallies[usize::from(seed.species)];
        tally.seeds_landed += 1;
        tally.seeds_lost -= 1;
    }
    forest.today.landed = landed.concat();
}

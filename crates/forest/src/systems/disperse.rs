//! Disperse: where each seed of the year comes down.
//!
//! What rots before its first spring is never stored: that is about half of all that falls.

use rayon::prelude::*;
use understory_numerics::{MotherStream, Purpose};

use super::decay::fate;
use super::fruit::COUNT_PART;
use crate::columns::{column, seeds, trees};
use crate::components::{Identity, Position, SpeciesIndex};
use crate::forest::{Fallen, Fate, Forest, Seed};

pub(crate) fn disperse(forest: &mut Forest) {
    let kind = trees(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let places = column::<Position>(kind);
    let (identities, species, places) = (&*identities, &*species, &*places);
    let (kinds, year, plot) = (&forest.kinds, forest.year, forest.tiles.plot());
    let today = &mut forest.today;
    today
        .fallen
        .resize_with(today.fallen.len().max(today.mothers.len()), Fallen::default);
    today
        .mothers
        .par_iter_mut()
        .zip(&mut today.fallen)
        .for_each(|(mothers, fallen)| {
            for mother in mothers {
                let row = mother.row as usize;
                let (key, species, from_m) = (identities[row].0, species[row].0, places[row].0);
                let parameters = &kinds[usize::from(species)].parameters;
                let mut stream = MotherStream::new(key, year, Purpose::Fruit);
                for number in 0..mother.seeds {
                    let [which, distance, direction, _] = stream.part(COUNT_PART + 1 + number);
                    let flight_m = parameters.dispersal.flight_m([which, distance, direction]);
                    let Some(place_m) = plot.place([from_m[0] + flight_m[0], from_m[1] + flight_m[1]]) else {
                        continue;
                    };
                    mother.landed += 1;
                    let key = key.child(year, Purpose::Seed, number);
                    let fate = fate(parameters, key, 0, year);
                    if fate != Fate::Gone {
                        fallen.fates.push(fate);
                        fallen.seeds.push(Seed {
                            key,
                            species,
                            place_m,
                            age_yr: 0,
                        });
                    }
                }
            }
        });
    let mut landed = 0;
    for mother in today.mothers.iter().flatten() {
        let tally = &mut forest.tallies[usize::from(species[mother.row as usize].0)];
        tally.seeds_landed += u64::from(mother.landed);
        tally.seeds_lost += u64::from(mother.seeds - mother.landed);
        landed += u64::from(mother.landed);
    }
    let in_bank = u64::from(seeds(&forest.world).len());
    forest.peak_seeds = forest.peak_seeds.max(in_bank + landed);
}

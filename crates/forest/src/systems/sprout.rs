//! Sprout: the seeds that come forward this spring, tile by tile.
//!
//! Only these are asked for the fields at their places.

use rayon::prelude::*;
use understory_numerics::{Key, Purpose};

use super::decay::LIVE;
use crate::columns::{column, seeds};
use crate::components::{Identity, Position, SpeciesIndex};
use crate::forest::{Fate, Forest, SeedAt, Sprout};

pub(crate) fn sprout(forest: &mut Forest) {
    let kind = seeds(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let places = column::<Position>(kind);
    let (tiles, year, today) = (&forest.tiles, forest.year, &mut forest.today);
    let sprout = |key: Key, species: u16, place_m: [f64; 2], seed: SeedAt| Sprout {
        place_m,
        tile: tiles.of(place_m),
        seed,
        chance: key.draws(year, Purpose::SeedYear, 0)[LIVE],
        field: 0.0,
        species,
    };
    let sprouts = &mut today.sprouts;
    for (row, _) in of_fate(&today.bank_fates) {
        let (key, place_m) = (identities[row].0, places[row].0);
        sprouts.push(sprout(key, species[row].0, place_m, SeedAt::Bank(row as u32)));
    }
    for (run, fallen) in (0..).zip(&today.fallen) {
        for (at, _) in of_fate(&fallen.fates) {
            let seed = &fallen.seeds[at];
            sprouts.push(sprout(
                seed.key,
                seed.species,
                seed.place_m,
                SeedAt::Fallen(run, at as u32),
            ));
        }
    }
    sprouts.par_sort_unstable_by_key(|sprout| sprout.tile);
}

/// The places in a list of those that come forward.
fn of_fate(fates: &[Fate]) -> impl Iterator<Item = (usize, &Fate)> {
    fates
        .iter()
        .enumerate()
        .filter(|(_, fate)| **fate == Fate::Sprouts)
}

//! Sprout: the seeds that come forward this spring, tile by tile.
//!
//! Only these are asked for the fields at their places.

use rayon::prelude::*;
use understory_numerics::{Key, Purpose};

use super::decay::LIVE;
use crate::columns::{column, seeds};
use crate::components::{Identity, Position, SpeciesIndex};
use crate::forest::{Fate, Forest, SeedAt, Sprout};

/// Rows of the bank that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

pub(crate) fn sprout(forest: &mut Forest) {
    let kind = seeds(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let places = column::<Position>(kind);
    let (identities, species, places) = (&*identities, &*species, &*places);
    let (tiles, year, today) = (&forest.tiles, forest.year, &mut forest.today);
    let sprout = |key: Key, species: u16, place_m: [f64; 2], seed: SeedAt| Sprout {
        place_m,
        tile: tiles.of(place_m),
        seed,
        chance: key.draws(year, Purpose::SeedYear, 0)[LIVE],
        field: 0.0,
        species,
    };
    let (bank_fates, fallen) = (&today.bank_fates, &today.fallen);
    let from_bank = |chunk: usize, sprouts: &mut Vec<Sprout>| {
        let first = chunk * ROWS_TOGETHER;
        let fates = &bank_fates[first..bank_fates.len().min(first + ROWS_TOGETHER)];
        sprouts.extend(coming_forward(fates).map(|at| {
            let row = first + at;
            let seed = SeedAt::Bank(row as u32);
            sprout(identities[row].0, species[row].0, places[row].0, seed)
        }));
    };
    let from_fallen = |run: usize, sprouts: &mut Vec<Sprout>| {
        sprouts.extend(coming_forward(&fallen[run].fates).map(|at| {
            let seed = &fallen[run].seeds[at];
            sprout(
                seed.key,
                seed.species,
                seed.place_m,
                SeedAt::Fallen(run as u32, at as u32),
            )
        }));
    };
    let chunks = bank_fates.len().div_ceil(ROWS_TOGETHER);
    let lists = &mut today.sprout_lists;
    lists.resize_with(lists.len().max(chunks + fallen.len()), Vec::new);
    lists[..chunks + fallen.len()]
        .par_iter_mut()
        .enumerate()
        .for_each(|(list, sprouts)| match list.checked_sub(chunks) {
            None => from_bank(list, sprouts),
            Some(run) => from_fallen(run, sprouts),
        });
    today.sprouts.extend(lists.iter().flatten());
    today.sprouts.par_sort_unstable_by_key(|sprout| sprout.tile);
}

/// The places in a list of those that come forward.
fn coming_forward(fates: &[Fate]) -> impl Iterator<Item = usize> {
    let sprouting = fates
        .iter()
        .enumerate()
        .filter(|(_, fate)| **fate == Fate::Sprouts);
    sprouting.map(|(at, _)| at)
}

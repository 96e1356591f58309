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
    let in_bank = bank_fates.chunks(ROWS_TOGETHER).enumerate();
    let runs = in_bank
        .map(|(chunk, fates)| (Run::Bank(chunk * ROWS_TOGETHER), fates))
        .chain(
            (0..)
                .zip(fallen)
                .map(|(run, fallen)| (Run::Fallen(run), fallen.fates.as_slice())),
        );
    let count: usize = runs.clone().map(|(_, fates)| coming_forward(fates).count()).sum();
    today.sprouts.resize(count, Sprout::default());
    // Each run writes its own part of the list.
    let mut rest = &mut *today.sprouts;
    let parts: Vec<_> = runs
        .map(|(run, fates)| {
            let count = coming_forward(fates).count();
            let (part, after) = std::mem::take(&mut rest).split_at_mut(count);
            rest = after;
            (run, fates, part)
        })
        .collect();
    parts.into_par_iter().for_each(|(run, fates, part)| {
        for (place, at) in part.iter_mut().zip(coming_forward(fates)) {
            *place = match run {
                Run::Bank(first) => {
                    let row = first + at;
                    let seed = SeedAt::Bank(row as u32);
                    sprout(identities[row].0, species[row].0, places[row].0, seed)
                }
                Run::Fallen(run) => {
                    let seed = &fallen[run as usize].seeds[at];
                    sprout(
                        seed.key,
                        seed.species,
                        seed.place_m,
                        SeedAt::Fallen(run, at as u32),
                    )
                }
            };
        }
    });
    today.sprouts.par_sort_unstable_by_key(|sprout| sprout.tile);
}

/// Seeds that are looked through together.
#[derive(Clone, Copy)]
enum Run {
    /// Rows of the bank from this one on.
    Bank(usize),
    /// What fell from this run of mothers.
    Fallen(u32),
}

/// The places in a list of those that come forward.
fn coming_forward(fates: &[Fate]) -> impl Iterator<Item = usize> {
    let sprouting = fates
        .iter()
        .enumerate()
        .filter(|(_, fate)| **fate == Fate::Sprouts);
    sprouting.map(|(at, _)| at)
}

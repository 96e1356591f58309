//! Sprout: the share of sound seeds that could germinate this spring.
//!
//! Drawn before any field is summed, so that only seeds which could pass are asked for theirs.

use rayon::prelude::*;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use super::decay::SPROUT;
use crate::columns::{column, seeds};
use crate::components::{Identity, Position, SpeciesIndex};
use crate::forest::{Forest, Sprout};

pub(crate) fn sprout(forest: &mut Forest) {
    let kind = seeds(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let places = column::<Position>(kind);
    let (identities, species, places) = (&*identities, &*species, &*places);
    let (kinds, tiles, year, today) = (&forest.kinds, &forest.tiles, forest.year, &mut forest.today);
    let sprout = |key: Key, species: u16, place_m: [f64; 2], seed: usize| {
        let probability = kinds[usize::from(species)].parameters.germination.probability;
        let comes_forward = unit_from_u32(key.draws(year, Purpose::SeedYear, 0)[SPROUT]) < probability;
        comes_forward.then(|| Sprout {
            tile: tiles.of(place_m),
            species,
            key,
            place_m,
            seed: seed as u32,
            field: 0.0,
        })
    };
    let in_bank = (0..places.len())
        .into_par_iter()
        .filter(|&row| today.bank_stays[row])
        .filter_map(|row| sprout(identities[row].0, species[row].0, places[row].0, row));
    let landed = (0..today.landed.len())
        .into_par_iter()
        .filter(|&at| today.landed_stays[at])
        .filter_map(|at| {
            let seed = &today.landed[at];
            sprout(seed.key, seed.species, seed.place_m, places.len() + at)
        });
    today.sprouts = in_bank.chain(landed).collect();
    today
        .sprouts
        .par_sort_unstable_by_key(|sprout| (sprout.tile, sprout.species, sprout.key));
}

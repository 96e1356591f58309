//! Decay: which seeds of the bank, and of the fresh ones, are still there in spring.

use rayon::prelude::*;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use crate::columns::{column, seeds};
use crate::components::{Age, Identity, SpeciesIndex};
use crate::forest::Forest;
use crate::parameters::SeedBank;

pub(crate) fn decay(forest: &mut Forest) {
    let kind = seeds(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let ages = column::<Age>(kind);
    let (identities, species, ages) = (&*identities, &*species, &*ages);
    let (kinds, year) = (&forest.kinds, forest.year);
    let stays = |key: Key, species: u16, age_yr: u16| {
        is_sound(
            &kinds[usize::from(species)].parameters.seed_bank,
            key,
            age_yr,
            year,
        )
    };
    let present = ages.len() + forest.today.landed.len();
    forest.peak_seeds = forest.peak_seeds.max(present as u64);
    forest.today.bank_stays = (0..ages.len())
        .into_par_iter()
        .map(|row| stays(identities[row].0, species[row].0, ages[row].0))
        .collect();
    forest.today.landed_stays = forest
        .today
        .landed
        .par_iter()
        .map(|seed| stays(seed.key, seed.species, seed.age_yr))
        .collect();
}

/// Whether a seed of this age, in whole years in the ground, is still sound this spring.
fn is_sound(bank: &SeedBank, key: Key, age_yr: u16, year: u32) -> bool {
    u32::from(age_yr) < bank.max_age_yr
        && unit_from_u32(key.draws(year, Purpose::SeedYear, 0)[ROT]) >= bank.yearly_loss
}

/// Which word of a seed's draw of the year decides whether it rots.
const ROT: usize = 0;
/// … whether it comes forward this spring.
pub(super) const SPROUT: usize = 1;
/// … whether the field around it lets it live.
pub(super) const LIVE: usize = 2;

//! Decay: which seeds are still there in spring, and which of them come forward.

use rayon::prelude::*;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use crate::columns::{column, seeds};
use crate::components::{Age, Identity, SpeciesIndex};
use crate::forest::{Fate, Forest};
use crate::parameters::Species;

/// Rows of the bank that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

pub(crate) fn decay(forest: &mut Forest) {
    let kind = seeds(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let ages = column::<Age>(kind);
    let (identities, species, ages) = (&*identities, &*species, &*ages);
    let (kinds, year) = (&forest.kinds, forest.year);
    let fates = &mut forest.today.bank_fates;
    fates.resize(ages.len(), Fate::Gone);
    fates
        .par_chunks_mut(ROWS_TOGETHER)
        .enumerate()
        .for_each(|(chunk, fates)| {
            for (row, its_fate) in (chunk * ROWS_TOGETHER..).zip(fates) {
                let parameters = &kinds[usize::from(species[row].0)].parameters;
                *its_fate = fate(parameters, identities[row].0, ages[row].0, year);
            }
        });
}

/// What a seed of this age, in whole years in the ground, does this spring.
pub(super) fn fate(parameters: &Species, key: Key, age_yr: u16, year: u32) -> Fate {
    if u32::from(age_yr) >= parameters.seed_bank.max_age_yr {
        return Fate::Gone;
    }
    let words = year_of_a_seed(key, year);
    if unit_from_u32(words[ROT]) < parameters.seed_bank.yearly_loss {
        Fate::Gone
    } else if unit_from_u32(words[SPROUT]) < parameters.germination.probability {
        Fate::Sprouts
    } else {
        Fate::Waits
    }
}

/// A seed's random words of the year.
pub(super) fn year_of_a_seed(key: Key, year: u32) -> [u32; 4] {
    key.draws(year, Purpose::SeedYear, 0)
}

/// Which of the words decides whether it rots.
const ROT: usize = 0;
/// … whether it comes forward this spring.
const SPROUT: usize = 1;
/// … whether the field around it lets it live.
pub(super) const LIVE: usize = 2;

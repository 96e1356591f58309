//! Decay: which seeds are still there in spring, and which of them come forward.

use rayon::prelude::*;
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::columns::{column, seeds};
use crate::components::{Age, Identity, SpeciesIndex};
use crate::forest::Forest;
use crate::parameters::Species;
use crate::systems::draws::for_each_draw;
use crate::today::Fate;

/// Rows of the bank that are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 4096;

pub(crate) fn decay(forest: &mut Forest) {
    let kind = seeds(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let ages = column::<Age>(kind);
    let (kinds, year) = (&forest.kinds, forest.year);
    let fates = &mut forest.today.bank_fates;
    fates.resize(ages.len(), Fate::Gone);
    (
        fates.par_chunks_mut(ROWS_TOGETHER),
        identities.par_chunks(ROWS_TOGETHER),
        species.par_chunks(ROWS_TOGETHER),
        ages.par_chunks(ROWS_TOGETHER),
    )
        .into_par_iter()
        .for_each(|(fates, identities, species, ages)| {
            for_each_draw(identities, year, Purpose::SeedYear, |row, words| {
                let parameters = &kinds[usize::from(species[row].0)].parameters;
                fates[row] = fate(parameters, ages[row].0, words);
            });
        });
}

/// What a seed of this age, in whole years in the ground, does this spring, by its random words of the year.
#[inline(always)]
pub(super) fn fate(parameters: &Species, age_yr: u16, words: [u32; 4]) -> Fate {
    let is_sound = u32::from(age_yr) < parameters.seed_bank.max_age_yr
        && unit_from_u32(words[ROT]) >= parameters.seed_bank.yearly_loss;
    if !is_sound {
        Fate::Gone
    } else if unit_from_u32(words[SPROUT]) < parameters.germination.probability {
        Fate::Sprouts
    } else {
        Fate::Waits
    }
}

/// Which of the words decides whether it rots.
const ROT: usize = 0;
/// … whether it comes forward this spring.
const SPROUT: usize = 1;
/// … whether the field around it lets it live.
pub(super) const LIVE: usize = 2;

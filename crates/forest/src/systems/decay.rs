//! Decay: which seeds are still there in spring, and which of them come forward.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::sample::unit_from_u32;

use crate::components::{Age, Fate, Identity, SpeciesIndex};
use crate::entities::Seed;
use crate::parameters::Species;
use crate::resources::{SpeciesList, Year};
use crate::systems::draws::for_each_draw;

pub(crate) fn decay(
    mut seeds: View<Seed, (&Identity, &SpeciesIndex, &Age, &mut Fate)>,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    seeds.par_batches(|_, (identities, indices, ages, fates)| {
        for_each_draw(identities, year.0, Purpose::SeedYear, |row, words| {
            fates[row] = fate(species.parameters(indices[row].0), ages[row].0, words);
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

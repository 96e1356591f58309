//! Decay: which seeds are still there in spring, and which of them come forward.
//!
//! Also decides for fresh seeds, by [`fate`], which `disperse` calls: a rotten one is never stored.

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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    /// A word of 0 is the number 0, and `u32::MAX` nearly 1.
    #[test]
    fn a_seed_rots_by_its_first_word_or_its_age_and_comes_forward_by_its_second() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.seed_bank.max_age_yr = 2;
        beech.seed_bank.yearly_loss = 0.5;
        beech.germination.probability = 0.5;
        for (age_yr, words, expected) in [
            (0, [u32::MAX, 0], Fate::Sprouts),
            (0, [u32::MAX, u32::MAX], Fate::Waits),
            (1, [u32::MAX, 0], Fate::Sprouts),
            (1, [0, 0], Fate::Gone),
            (2, [u32::MAX, 0], Fate::Gone),
            (3, [u32::MAX, u32::MAX], Fate::Gone),
        ] {
            let [rot, sprout] = words;
            assert_eq!(
                fate(&beech, age_yr, [rot, sprout, 0, 0]),
                expected,
                "{age_yr} {words:?}"
            );
        }
        beech.seed_bank.yearly_loss = 0.0;
        beech.germination.probability = 0.0;
        assert_eq!(
            fate(&beech, 0, [0; 4]),
            Fate::Waits,
            "what never happens does not at 0"
        );
    }
}

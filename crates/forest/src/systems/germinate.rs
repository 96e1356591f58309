//! Germinate: which sprouts the field around them lets live.

use rayon::prelude::*;
use understory_numerics::math::exp;
use understory_numerics::sample::unit_from_u32;

use crate::columns::{column, seeds};
use crate::components::{Identity, Size};
use crate::events::Origin;
use crate::forest::Forest;
use crate::individuals::Founder;
use crate::today::{Birth, Fate, SeedAt};

/// Sprouts that are worked on together; no result depends on it.
const SPROUTS_TOGETHER: usize = 4096;

pub(crate) fn germinate(forest: &mut Forest) {
    let identities = column::<Identity>(seeds(&forest.world));
    let (kinds, today) = (&forest.kinds, &mut forest.today);
    let sprouts = &today.sprouts;
    today.living.resize(sprouts.len(), false);
    today
        .living
        .par_chunks_mut(SPROUTS_TOGETHER)
        .zip(sprouts.par_chunks(SPROUTS_TOGETHER))
        .for_each(|(living, sprouts)| {
            for (is_living, sprout) in living.iter_mut().zip(sprouts) {
                *is_living = lives(sprout.chance, sprout.field);
            }
        });
    let living = sprouts.iter().zip(&today.living).filter(|(_, lives)| **lives);
    for (sprout, _) in living {
        let (key, fate) = match sprout.seed {
            SeedAt::Bank(row) => (identities[row as usize].0, &mut today.bank_fates[row as usize]),
            SeedAt::Fallen(run, at) => {
                let fallen = &mut today.fallen[run as usize];
                (fallen.seeds[at as usize].key, &mut fallen.fates[at as usize])
            }
        };
        *fate = Fate::Gone;
        let index = usize::from(sprout.species);
        let height_m = kinds[index].parameters.growth.seedling_height_m;
        let founder = Founder {
            key,
            species: sprout.species,
            place_m: sprout.place_m,
            age_yr: 0,
            size: Size {
                dbh_cm: 0.0,
                height_m,
            },
            vigour: 1.0,
        };
        today.births.push(Birth {
            founder,
            origin: Origin::Seed,
        });
        forest.tallies[index].germinated += 1;
    }
}

/// Whether a sprout under this summed field lives: with probability exp(−field).
fn lives(chance: u32, field: f32) -> bool {
    unit_from_u32(chance) < exp(-f64::from(field))
}

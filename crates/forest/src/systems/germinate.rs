//! Germinate: which sprouts the field around them lets live.

use rayon::prelude::*;
use understory_numerics::math::exp;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Key, Purpose};

use super::decay::LIVE;
use crate::components::Size;
use crate::forest::{Birth, Forest, Founder, Origin};

pub(crate) fn germinate(forest: &mut Forest) {
    let (kinds, year, today) = (&forest.kinds, forest.year, &mut forest.today);
    let living: Vec<usize> = (0..today.sprouts.len())
        .into_par_iter()
        .filter(|&at| lives(today.sprouts[at].key, today.sprouts[at].field, year))
        .collect();
    for at in living {
        let sprout = &today.sprouts[at];
        let index = usize::from(sprout.species);
        let height_m = kinds[index].parameters.growth.seedling_height_m;
        let founder = Founder {
            key: sprout.key,
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
        let seed = sprout.seed as usize;
        match seed.checked_sub(today.bank_stays.len()) {
            None => today.bank_stays[seed] = false,
            Some(landed) => today.landed_stays[landed] = false,
        }
    }
}

/// Whether a sprout under this summed field lives: with probability exp(−field).
fn lives(key: Key, field: f32, year: u32) -> bool {
    unit_from_u32(key.draws(year, Purpose::SeedYear, 0)[LIVE]) < exp(-f64::from(field))
}

//! Germinate: which sprouts the field around them lets live.
//!
//! A sprout that the field kills is no dead seed: it lies on and may come forward next spring.

use rayon::prelude::*;
use understory_ecs::{Res, ResMut, View};
use understory_numerics::math::exp;
use understory_numerics::sample::unit_from_u32;

use crate::borders::Borders;
use crate::components::{Fate, Identity, Size};
use crate::entities::{Founder, Seed};
use crate::events::Origin;
use crate::resources::{Birth, Births, SeedAt, SeedRain, SpeciesList, Sprouts, Tallies};

/// Sprouts that are worked on together; no result depends on it.
const SPROUTS_TOGETHER: usize = 4096;

pub(crate) fn germinate(
    mut seeds: View<Seed, (&Identity, &mut Fate)>,
    species: Res<SpeciesList>,
    borders: Res<Borders>,
    mut rain: ResMut<SeedRain>,
    mut sprouts: ResMut<Sprouts>,
    mut births: ResMut<Births>,
    mut tallies: ResMut<Tallies>,
) {
    let Sprouts { all, live, .. } = &mut *sprouts;
    live.clear();
    live.resize(all.len(), false);
    live.par_chunks_mut(SPROUTS_TOGETHER)
        .zip(all.par_chunks(SPROUTS_TOGETHER))
        .for_each(|(live, sprouts)| {
            for (is_living, sprout) in live.iter_mut().zip(sprouts) {
                *is_living = lives(sprout.chance, sprout.field);
            }
        });
    let (identities, fates) = seeds.slices();
    // One by one: few sprouts live, and each changes a seed and the list of births.
    let living = all.iter().zip(live.iter()).filter(|(_, lives)| **lives);
    for (sprout, _) in living {
        let (key, fate) = match sprout.seed {
            SeedAt::Bank(row) => (identities[row as usize].0, &mut fates[row as usize]),
            SeedAt::Fallen(run, at) => {
                let fallen = &mut rain.runs[run as usize];
                (fallen.seeds[at as usize].key, &mut fallen.fates[at as usize])
            }
        };
        *fate = Fate::Gone;
        births.0.push(Birth {
            founder: Founder {
                key,
                species: sprout.species,
                place_m: sprout.place_m,
                age_yr: 0,
                size: Size {
                    dbh_cm: 0.0,
                    height_m: species.parameters(sprout.species).growth.seedling_height_m,
                },
                vigour: 1.0,
            },
            origin: Origin::Seed,
        });
        let is_counted = borders.window.holds(sprout.place_m);
        tallies.0[usize::from(sprout.species)].germinated += u64::from(is_counted);
    }
}

/// Whether a sprout under this summed field lives: with probability exp(−field).
fn lives(chance: u32, field: f32) -> bool {
    unit_from_u32(chance) < exp(-f64::from(field))
}

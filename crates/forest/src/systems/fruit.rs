//! Fruit: how many seeds each mature tree bears this year.
//!
//! Only the number is drawn here; where each seed lands comes from the mother's stream, in `disperse`.

use understory_ecs::{Res, ResMut, View};
use understory_numerics::Purpose;
use understory_numerics::sample::{poisson, unit_from_u32};

use crate::components::{Age, CrownRadius, Identity, SeedCrop, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::resources::{Mast, SpeciesList, Weather, Year};

pub(crate) fn fruit(
    mut trees: View<
        Tree,
        (
            &Identity,
            &SpeciesIndex,
            &Age,
            &Vigour,
            &CrownRadius,
            &mut SeedCrop,
        ),
    >,
    species: Res<SpeciesList>,
    year: Res<Year>,
    weather: Res<Weather>,
    mut mast: ResMut<Mast>,
) {
    mast.0.clear();
    let rise = weather.rise();
    mast.0
        .extend(species.0.iter().map(|model| model.mast_factor(year.0, rise)));
    let mast = &mast.0;
    trees.par_for_each(|(identity, index, age, vigour, crown, crop)| {
        // Cells keep last year's value, or another tree's, until they are set.
        crop.0 = 0;
        let fruit = &species.parameters(index.0).fruit;
        if u32::from(age.0) < fruit.maturity_age_yr {
            return;
        }
        let crown_m2 = crown_area_m2(crown.0);
        let mean = fruit.seeds_per_m2 * crown_m2 * vigour.0 * mast[usize::from(index.0)];
        if mean > 0.0 {
            let words = identity.0.draws(year.0, Purpose::Fruit, 0);
            crop.0 = poisson(mean, unit_from_u32(words[0]));
        }
    });
}

fn crown_area_m2(radius_m: f64) -> f64 {
    std::f64::consts::PI * radius_m * radius_m
}

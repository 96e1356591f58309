//! Drought: a dry year kills by how far it is below what a species bears, and in the years after it.
//!
//! Nothing is drawn in a year that is dry to no species, however dry the place.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::quick::exp;
use understory_numerics::sample::unit_from_u32;

use crate::components::{Cause, Death, Identity, Position, Size, SpeciesIndex};
use crate::entities::Tree;
use crate::parameters::Species;
use crate::resources::{SpeciesList, Weather, Year};
use crate::systems::draws::for_each_draw;
use crate::weather::{FELT_YR, felt};

pub(crate) fn drought(
    mut trees: View<Tree, (&Identity, &SpeciesIndex, &Position, &Size, &mut Death)>,
    species: Res<SpeciesList>,
    weather: Res<Weather>,
    year: Res<Year>,
) {
    let Some(weather) = &weather.0 else { return };
    let driest = weather.driest();
    if species.iter().all(|species| species.drought.dry_below <= driest) {
        return;
    }
    trees.par_batches(|_, (identities, indices, places, sizes, deaths)| {
        for_each_draw(identities, year.0, Purpose::Drought, |row, words| {
            if deaths[row].0.is_some() {
                return;
            }
            let species = &species.0[usize::from(indices[row].0)].parameters;
            let indices = weather.moisture(places[row].0);
            if unit_from_u32(words[0]) < loss(species, sizes[row].height_m, indices) {
                deaths[row] = Death(Some(Cause::Drought));
            }
        });
    });
}

/// Loss of trees of this height in a year of this index of de Martonne, the first, with those of the years before: 1 − exp(−rate · k · s),
/// with s = Σ legacy^ago · max(0, 1 − index / dry_below). Seedlings have a k of their own; that of the others rises with height.
///
/// # Source
/// The larger the trees, the more droughts killed in 65 % of 40 of them: Bennett et al. (2015), Nature Plants 1, 15139, abstract. The
/// form is that of the loss by crowding.
#[inline]
fn loss(species: &Species, height_m: f64, indices: [f64; FELT_YR]) -> f64 {
    let drought = &species.drought;
    let lacking = |(index, felt): (f64, f64)| felt * (1.0 - index / drought.dry_below).max(0.0);
    let lacking: f64 = indices.into_iter().zip(felt(drought.legacy)).map(lacking).sum();
    if lacking <= 0.0 {
        return 0.0;
    }
    let suffering = if height_m < species.seedlings.to_height_m {
        drought.seedling_factor
    } else {
        1.0 + drought.height_factor * height_m / species.growth.greatest_height_m
    };
    1.0 - exp(-drought.rate * suffering * lacking)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parameters::Drought;
    use crate::presets;

    #[test]
    fn losses_rise_with_dryness_and_height_and_seedlings_have_their_own() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.drought = Drought {
            dry_below: 25.0,
            rate: 0.5,
            legacy: 0.5,
            height_factor: 3.0,
            seedling_factor: 2.0,
        };
        beech.growth.greatest_height_m = 40.0;
        beech.seedlings.to_height_m = 1.3;
        for (height_m, index, exponent) in [
            (20.0, 25.0, 0.0),
            (20.0, 90.0, 0.0),
            // Half of what it bears: s = 0.5.
            (20.0, 12.5, 0.5 * 2.5 * 0.5),
            (40.0, 12.5, 0.5 * 4.0 * 0.5),
            (1.0, 12.5, 0.5 * 2.0 * 0.5),
            (40.0, 0.0, 0.5 * 4.0),
        ] {
            let expected = 1.0 - understory_numerics::math::exp(-exponent);
            let found = loss(&beech, height_m, [index, 90.0, 90.0, 90.0]);
            assert!((found - expected).abs() < 1e-9, "{height_m} {index}: {found}");
        }
        // A dry year before this one counts half, one three years ago an eighth.
        let found = loss(&beech, 20.0, [90.0, 12.5, 90.0, 12.5]);
        let expected = 1.0 - understory_numerics::math::exp(-0.5 * 2.5 * (0.25 + 0.0625));
        assert!((found - expected).abs() < 1e-9, "{found}");
        // A species of which nothing is said bears every year.
        beech.drought = Drought::default();
        assert_eq!(loss(&beech, 20.0, [0.0; 4]), 0.0);
    }
}

//! Die: an own draw for each cause; the first that strikes counts, and only it.
//!
//! Reads the vigour and size after this year's growth. Who dies stays in its row until the year ends, and its field
//! with it.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::math::exp;
use understory_numerics::sample::unit_from_u32;

use crate::components::{Age, Cause, Death, Identity, Size, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::parameters::Mortality;
use crate::resources::{SpeciesList, Year};
use crate::species_model::SpeciesModel;
use crate::systems::draws::for_each_draw;

pub(crate) fn die(
    mut trees: View<Tree, (&Identity, &SpeciesIndex, &Age, &Size, &Vigour, &mut Death)>,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    trees.par_batches(|_, (identities, indices, ages, sizes, vigours, deaths)| {
        for_each_draw(identities, year.0, Purpose::Death, |row, words| {
            let model = &species.0[usize::from(indices[row].0)];
            let relative_height = sizes[row].height_m / model.parameters.growth.height_max_m;
            deaths[row] = Death(cause_of_death(
                model,
                relative_height,
                vigours[row].0,
                ages[row].0,
                words,
            ));
        });
    });
}

/// The first cause that strikes.
#[inline(always)]
fn cause_of_death(
    model: &SpeciesModel,
    relative_height: f64,
    vigour: f64,
    age_yr: u16,
    words: [u32; 4],
) -> Option<Cause> {
    let mortality = &model.parameters.mortality;
    Cause::ALL.into_iter().find(|&cause| {
        let loss = match cause {
            Cause::Intrinsic => model.intrinsic_loss,
            Cause::Stress => stress_loss(mortality, vigour, relative_height),
            Cause::Senescence => senescence_loss(mortality, age_yr),
        };
        // A word for each cause: where one becomes more likely, no other's draw moves.
        unit_from_u32(words[cause as usize]) < loss
    })
}

/// Yearly loss by crowding: 1 − exp(−b · stress), with stress = 1 − vigour/v* below the threshold
/// v* = v₀ (1 + factor · h/h_max), which rises with height: tolerance falls as trees grow.
fn stress_loss(mortality: &Mortality, vigour: f64, relative_height: f64) -> f64 {
    let threshold =
        mortality.stress_threshold * (1.0 + mortality.stress_threshold_height_factor * relative_height);
    if vigour >= threshold {
        return 0.0;
    }
    1.0 - exp(-mortality.stress_rate * (1.0 - vigour / threshold))
}

/// Yearly loss by old age: from the greatest age on, with the square of the years past it, the stated loss at
/// 1.2 times that age, at most 1.
fn senescence_loss(mortality: &Mortality, age_yr: u16) -> f64 {
    let past = f64::from(age_yr) / f64::from(mortality.age_max_yr) - 1.0;
    if past <= 0.0 {
        return 0.0;
    }
    let share = past / 0.2;
    (mortality.senescence_per_yr * share * share).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const MORTALITY: Mortality = Mortality {
        age_max_yr: 300,
        lucky_fraction: 0.01,
        stress_rate: 1.39,
        stress_threshold: 0.1,
        stress_threshold_height_factor: 2.0,
        senescence_per_yr: 0.1,
    };

    #[test]
    fn stress_kills_as_the_published_constant_says() {
        // b = 1.39: 24 % a year at stress 0.2 and 75 % at stress 1.
        assert!((stress_loss(&MORTALITY, 0.08, 0.0) - 0.243).abs() < 1e-3);
        assert!((stress_loss(&MORTALITY, 0.0, 0.0) - 0.751).abs() < 1e-3);
        assert_eq!(stress_loss(&MORTALITY, 0.1, 0.0), 0.0);
    }

    #[test]
    fn taller_trees_need_more_vigour() {
        assert_eq!(stress_loss(&MORTALITY, 0.15, 0.0), 0.0);
        assert!(stress_loss(&MORTALITY, 0.15, 0.9) > 0.4);
    }

    #[test]
    fn old_age_begins_at_the_greatest_age() {
        assert_eq!(senescence_loss(&MORTALITY, 300), 0.0);
        assert!((senescence_loss(&MORTALITY, 360) - 0.1).abs() < 1e-12);
        assert_eq!(senescence_loss(&MORTALITY, 3000), 1.0);
    }
}

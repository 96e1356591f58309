//! Die: an own draw for each cause; the first that strikes counts, and only it.
//!
//! Reads the vigour and size after this year's growth. Who dies stays in its row until the year ends, and its field
//! with it.

use understory_ecs::{Res, View};
use understory_numerics::Purpose;
use understory_numerics::quick::exp;
use understory_numerics::sample::unit_from_u32;

use crate::components::{Age, Cause, Death, Identity, RelativeHeight, Size, SpeciesIndex, Vigour};
use crate::entities::Tree;
use crate::parameters::{Mortality, Seedlings, Species};
use crate::resources::{SpeciesList, Year};
use crate::systems::draws::for_each_draw;

#[allow(
    clippy::type_complexity,
    reason = "a system's signature names all that it takes"
)]
pub(crate) fn die(
    mut trees: View<
        Tree,
        (
            &Identity,
            &SpeciesIndex,
            &Age,
            &Size,
            &RelativeHeight,
            &Vigour,
            &mut Death,
        ),
    >,
    species: Res<SpeciesList>,
    year: Res<Year>,
) {
    trees.par_batches(
        |_, (identities, indices, ages, sizes, relative, vigours, deaths)| {
            for_each_draw(identities, year.0, Purpose::Death, |row, words| {
                let model = &species.0[usize::from(indices[row].0)];
                let (size, vigour, age) = (sizes[row], vigours[row].0, ages[row].0);
                let losses = losses(&model.parameters, size, relative[row], vigour, age);
                deaths[row] = Death(Cause::OF_ONE_TREE.into_iter().find(|&cause| {
                    // A word for each cause: where one becomes more likely, no other's draw moves.
                    unit_from_u32(words[cause as usize]) < losses[cause as usize]
                }));
            });
        },
    );
}

/// Yearly loss by each cause, of a tree that has lived so many years, the one just past among them.
#[inline(always)]
fn losses(
    species: &Species,
    size: Size,
    relative: RelativeHeight,
    vigour: f64,
    age_yr: u16,
) -> [f64; Cause::OF_ONE_TREE.len()] {
    let Species {
        mortality,
        seedlings,
        saplings,
        growth,
        ..
    } = species;
    let height_m = size.height_m;
    let intrinsic = if height_m < seedlings.to_height_m {
        // Frost and drought strike in the open; a canopy that takes the light shelters too.
        vigour
            * if age_yr <= 1 {
                seedlings.first_year_loss
            } else {
                seedlings.yearly_loss
            }
    } else if height_m < saplings.to_height_m {
        saplings.yearly_loss
    } else {
        0.0
    };
    let of_greatest = size.dbh_cm / growth.greatest_dbh_cm;
    let rise = mortality.chance_rise_at_greatest_dbh * of_greatest * of_greatest * of_greatest * of_greatest;
    let chance = (mortality.chance_per_yr * (1.0 + rise)).min(1.0);
    [
        // What strikes grown trees strikes at any age.
        1.0 - (1.0 - chance) * (1.0 - intrinsic),
        stress_loss(
            mortality.stress_rate,
            stress_threshold(species, height_m, f64::from(relative.0)),
            vigour,
        ),
        senescence_loss(mortality, age_yr),
        browsing_loss(seedlings, height_m),
    ]
}

/// Relative heights between which the share of vigour that is enough for a tree rises to all that a tree of the canopy needs.
const OVERTOPPED: [f64; 2] = [0.5, 0.7];

/// Vigour below which a tree of this height, and of this height over those around it, is under stress.
#[inline(always)]
pub(crate) fn stress_threshold(species: &Species, height_m: f64, relative_height: f64) -> f64 {
    if height_m < species.seedlings.to_height_m {
        species.seedlings.stress_threshold
    } else if height_m < species.saplings.to_height_m {
        species.saplings.stress_threshold
    } else {
        let [low, high] = OVERTOPPED;
        let up = ((relative_height - low) / (high - low)).clamp(0.0, 1.0);
        let share = species.mortality.stress_share_overtopped;
        species.mortality.stress_threshold * (share + (1.0 - share) * up)
    }
}

/// Yearly loss by crowding: 1 − exp(−b · stress), with stress = 1 − vigour/v* below the threshold v*.
fn stress_loss(rate: f64, threshold: f64, vigour: f64) -> f64 {
    if vigour >= threshold {
        return 0.0;
    }
    1.0 - exp(-rate * (1.0 - vigour / threshold))
}

/// Heights between which game takes the most, m.
///
/// # Source
/// Leaders of 0.3 to 0.5 m are browsed most: deer damage, treeterms.co.uk.
const MOST_BROWSED_M: [f64; 2] = [0.3, 0.5];

/// Yearly loss by game: rises from nothing at the ground to the stated loss, and falls to nothing where game no longer
/// reaches.
fn browsing_loss(seedlings: &Seedlings, height_m: f64) -> f64 {
    let (up, down) = (
        height_m / MOST_BROWSED_M[0],
        (seedlings.browsed_to_height_m - height_m) / (seedlings.browsed_to_height_m - MOST_BROWSED_M[1]),
    );
    seedlings.browsing_loss * up.min(down).clamp(0.0, 1.0)
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
    use crate::parameters::Saplings;
    use crate::presets;

    fn beech() -> Species {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.mortality = Mortality {
            age_max_yr: 300,
            chance_per_yr: 0.015,
            chance_rise_at_greatest_dbh: 3.0,
            stress_rate: 1.39,
            stress_threshold: 0.2,
            stress_share_overtopped: 0.25,
            senescence_per_yr: 0.1,
        };
        beech.seedlings = Seedlings {
            to_height_m: 1.3,
            first_year_loss: 0.6,
            yearly_loss: 0.2,
            browsing_loss: 0.4,
            browsed_to_height_m: 1.5,
            stress_threshold: 0.05,
        };
        beech.saplings = Saplings {
            to_height_m: 5.0,
            yearly_loss: 0.03,
            stress_threshold: 0.3,
        };
        beech
    }

    fn losses_of(height_m: f64, vigour: f64, age_yr: u16) -> [f64; Cause::OF_ONE_TREE.len()] {
        let size = Size {
            dbh_cm: 0.0,
            height_m,
        };
        losses(&beech(), size, RelativeHeight(1.0), vigour, age_yr)
    }

    #[test]
    fn stress_kills_as_the_published_constant_says() {
        // b = 1.39: 24 % a year at stress 0.2 and 75 % at stress 1.
        assert!((stress_loss(1.39, 0.1, 0.08) - 0.243).abs() < 1e-3);
        assert!((stress_loss(1.39, 0.1, 0.0) - 0.751).abs() < 1e-3);
        assert_eq!(stress_loss(1.39, 0.1, 0.1), 0.0);
    }

    #[test]
    fn each_stage_dies_and_bears_shade_in_its_own_way() {
        let loss = |height_m, age_yr| losses_of(height_m, 1.0, age_yr)[Cause::Intrinsic as usize];
        for (height_m, age_yr, own) in [
            (0.2, 1, 0.6),
            (0.2, 2, 0.2),
            (1.29, 30, 0.2),
            (1.3, 30, 0.03),
            (4.99, 1, 0.03),
            (5.0, 30, 0.0),
        ] {
            let expected = 1.0 - (1.0 - 0.015) * (1.0 - own);
            assert!(
                (loss(height_m, age_yr) - expected).abs() < 1e-12,
                "{height_m} {age_yr}"
            );
        }
        let stress = |height_m, vigour| losses_of(height_m, vigour, 9)[Cause::Stress as usize];
        // A vigour of 0.15 is enough for a seedling, not for a sapling or a grown tree.
        assert_eq!(stress(1.0, 0.15), 0.0);
        assert!(stress(3.0, 0.15) > 0.4 && stress(34.0, 0.15) > 0.2);
    }

    /// Half as high as the others a quarter of 0.2 is enough, from 0.7 on all of it, half-way between 0.625 of it.
    #[test]
    fn who_is_overtopped_bears_more() {
        for (relative, expected) in [(0.3, 0.05), (0.5, 0.05), (0.6, 0.125), (0.7, 0.2), (1.4, 0.2)] {
            let threshold = stress_threshold(&beech(), 20.0, relative);
            assert!((threshold - expected).abs() < 1e-12, "{relative} {threshold}");
        }
        assert_eq!(stress_threshold(&beech(), 3.0, 0.3), 0.3);
    }

    #[test]
    fn chance_rises_up_to_the_greatest_diameter() {
        let mut beech = beech();
        beech.growth.greatest_dbh_cm = 140.0;
        for (dbh_cm, expected) in [(0.0, 0.015), (70.0, 0.015 * (1.0 + 3.0 / 16.0)), (140.0, 0.06)] {
            let size = Size {
                dbh_cm,
                height_m: 30.0,
            };
            let loss = losses(&beech, size, RelativeHeight(1.0), 1.0, 90)[Cause::Intrinsic as usize];
            assert!((loss - expected).abs() < 1e-12, "{dbh_cm} {loss}");
        }
    }

    #[test]
    fn game_takes_most_where_leaders_are_in_its_way() {
        let loss = |height_m| losses_of(height_m, 1.0, 9)[Cause::Browsing as usize];
        for (height_m, expected) in [
            (0.15, 0.2),
            (0.3, 0.4),
            (0.4, 0.4),
            (0.5, 0.4),
            (1.0, 0.2),
            (1.5, 0.0),
            (9.0, 0.0),
        ] {
            assert!(
                (loss(height_m) - expected).abs() < 1e-12,
                "{height_m} {}",
                loss(height_m)
            );
        }
    }

    #[test]
    fn old_age_begins_at_the_greatest_age() {
        assert_eq!(senescence_loss(&beech().mortality, 300), 0.0);
        assert!((senescence_loss(&beech().mortality, 360) - 0.1).abs() < 1e-12);
        assert_eq!(senescence_loss(&beech().mortality, 3000), 1.0);
    }
}

//! In what a tree differs from the others of its species: by its key, and by what its mother was like.

use understory_numerics::math;
use understory_numerics::sample::{standard_normals, unit_from_u32};
use understory_numerics::{Purpose, RandomKey};

use crate::components::{Scores, Size};
use crate::parameters::{OwnFactors, Species, Variation};

/// Draws after which a founder that is too tall for each of them is of the biggest kind.
const FOUNDER_DRAWS: u32 = 16;

/// The scores of a tree with this key whose mother has those.
///
/// Each is r · mother's + √(1 − r²) · a normal number, with the correlation r; both are drawn again until they lie within ±2.
pub(crate) fn scores(variation: &Variation, key: RandomKey, mother: Scores) -> Scores {
    let correlation = variation.correlation_with_mother;
    let rest = (1.0 - correlation * correlation).max(0.0).sqrt();
    let tried = (0..).map(|number| {
        let words = key.draws(0, Purpose::Scores, number).map(unit_from_u32);
        let [dbh, height] = standard_normals([words[0], words[1]]);
        [
            correlation * f64::from(mother.dbh) + rest * dbh,
            correlation * f64::from(mother.height) + rest * height,
        ]
    });
    // A mother's scores lie within the bounds, so a quarter of the draws at least do.
    let mut within = tried.filter(|scores| scores.iter().all(|score| score.abs() <= Variation::SCORE_MAX));
    let [dbh, height] = within.next().unwrap_or_default().map(|score| score as f32);
    Scores { dbh, height }
}

/// The scores of a mother beyond the plot, of a seed with this key.
pub(crate) fn scores_of_stranger(variation: &Variation, seed: RandomKey) -> Scores {
    let unrelated = Variation {
        correlation_with_mother: 0.0,
        ..*variation
    };
    scores(&unrelated, seed.child(0, Purpose::Scores, 1), Scores::default())
}

/// The scores of a founder of this age and size, whose mother is not known: those by which it can be as tall as it is. Its height says
/// the more of it the older it is; nothing where others have held it back.
pub(crate) fn founder_scores(species: &Species, key: RandomKey, age_yr: u16, size: Size) -> Scores {
    let variation = Variation {
        correlation_with_mother: 0.0,
        ..species.variation
    };
    let approached_m = species.growth.approached_m();
    let grown = species.growth.grown_share(f64::from(age_yr));
    let by_height = math::ln(size.height_m / (approached_m * grown)) / variation.height_sd;
    let (known, by_height) = match by_height.abs() <= Variation::SCORE_MAX {
        true => (grown, by_height),
        false => (0.0, 0.0),
    };
    let is_possible = |factors: OwnFactors| size.height_m < approached_m * factors.height;
    let drawn = (0..FOUNDER_DRAWS).map(|number| {
        let own = if number == 0 {
            key
        } else {
            key.child(0, Purpose::Scores, number)
        };
        let Scores { dbh, height } = scores(&variation, own, Scores::default());
        let height = known * by_height + (1.0 - known * known).sqrt() * f64::from(height);
        let height = height.clamp(-Variation::SCORE_MAX, Variation::SCORE_MAX) as f32;
        Scores { dbh, height }
    });
    let mut possible = drawn.filter(|scores| is_possible(variation.factors(*scores)));
    let greatest = Variation::SCORE_MAX as f32;
    possible.next().unwrap_or(Scores {
        dbh: greatest,
        height: greatest,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    fn keys() -> impl Iterator<Item = RandomKey> {
        let root = RandomKey::root(1, &["scores"]);
        (0..20_000).map(move |number| root.child(0, Purpose::Member, number))
    }

    fn mean(values: &[f64]) -> f64 {
        values.iter().sum::<f64>() / values.len() as f64
    }

    #[test]
    fn scores_are_normal_within_two_and_correlate_with_the_mothers_as_stated() {
        for correlation in [-0.5, 0.0, 0.3, 0.9] {
            let variation = Variation {
                dbh_sd: 0.2,
                height_sd: 0.1,
                correlation_with_mother: correlation,
            };
            let mothers: Vec<Scores> = keys()
                .map(|key| scores(&variation, key, Scores::default()))
                .collect();
            let children: Vec<Scores> = keys()
                .zip(&mothers)
                .map(|(key, mother)| scores(&variation, key.child(0, Purpose::Seed, 1), *mother))
                .collect();
            let column = |all: &[Scores], of: fn(&Scores) -> f32| -> Vec<f64> {
                all.iter().map(|scores| f64::from(of(scores))).collect()
            };
            for of in [|scores: &Scores| scores.dbh, |scores: &Scores| scores.height] {
                let (mother, child) = (column(&mothers, of), column(&children, of));
                assert!(child.iter().all(|score| score.abs() <= 2.0));
                let (of_mothers, of_children) = (mean(&mother), mean(&child));
                let squares: Vec<f64> = mother
                    .iter()
                    .map(|x| (x - of_mothers) * (x - of_mothers))
                    .collect();
                let products: Vec<f64> = mother
                    .iter()
                    .zip(&child)
                    .map(|(a, b)| (a - of_mothers) * (b - of_children))
                    .collect();
                let slope = mean(&products) / mean(&squares);
                // Numbers beyond the bounds, drawn again, take from the correlation.
                assert!(
                    (slope - correlation).abs() < 0.13 && slope * correlation >= 0.0,
                    "{slope} {correlation}"
                );
            }
            // A normal number within ±2 has a standard deviation of 0.880.
            let first = column(&children, |scores| scores.dbh);
            assert!(mean(&first).abs() < 0.02);
            if correlation == 0.0 {
                let squares: Vec<f64> = first.iter().map(|x| x * x).collect();
                assert!((mean(&squares).sqrt() - 0.880).abs() < 0.01);
            }
        }
    }

    #[test]
    fn a_founder_can_be_as_tall_as_it_is() {
        let mut beech = presets::named("fagus-sylvatica").unwrap().species("beech");
        beech.variation.dbh_sd = 0.2;
        beech.variation.height_sd = 0.1;
        let approached_m = beech.growth.approached_m();
        // An old tree is as tall as it becomes; of a young one or a low one its height does not say that.
        let mean_factor = |age_yr: u16, share: f64| {
            let size = Size {
                dbh_cm: 60.0,
                height_m: share * approached_m,
            };
            let factors = keys()
                .take(200)
                .map(|key| beech.variation.factors(founder_scores(&beech, key, age_yr, size)));
            mean(&factors.map(|factors| factors.height).collect::<Vec<f64>>())
        };
        assert!((mean_factor(400, 1.1) - 1.1).abs() < 0.02 && (mean_factor(400, 0.9) - 0.9).abs() < 0.02);
        assert!((mean_factor(400, 0.5) - 1.0).abs() < 0.02 && (mean_factor(5, 0.01) - 1.0).abs() < 0.02);
        for share in [0.3, 1.0, 1.2] {
            let size = Size {
                dbh_cm: 60.0,
                height_m: share * approached_m,
            };
            for key in keys().take(200) {
                let factors = beech.variation.factors(founder_scores(&beech, key, 150, size));
                assert!(factors.height * approached_m > size.height_m);
            }
        }
    }
}

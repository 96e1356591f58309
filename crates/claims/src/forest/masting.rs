//! Seed years of beech: how far crops differ, and how good years follow each other.

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::{lag_one_correlation, mean_and_squares, variation};
use super::stand::{BEECH, Planted, planted, preset, without_chance};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const YEARS: usize = 2000;
/// Until the trees have grown up.
const FIRST_YEAR: usize = 300;

pub(super) fn claims() -> Vec<Claim> {
    let about =
        "20 beeches that never die, whose seeds never germinate, on 1 ha: 2,000 years after the first 300";
    let names = [
        "masting.variation",
        "masting.correlation",
        "masting.good",
        "masting.gaps",
    ];
    claims_of(names, about, Taking::Quick, masting)
}

fn masting(seed: u64) -> Result<Numbers<4>, ClaimError> {
    let crops = crops(seed)?;
    let good_years = good_years(&crops);
    let share = |good: &Vec<usize>| good.len() as f64 / crops.len() as f64;
    Ok([
        ("masting.variation", variation(&crops)),
        ("masting.correlation", lag_one_correlation(&crops)),
        ("masting.good", good_years.as_ref().map(share)),
        ("masting.gaps", good_years.and_then(|good| share_of_gaps(&good))),
    ])
}

/// Seeds that land, year by year.
fn crops(seed: u64) -> Result<Vec<f64>, ClaimError> {
    let mut beech = preset(BEECH);
    beech.germination.probability = 0.0;
    beech.mortality.age_max_yr = 10_000;
    without_chance(&mut beech);
    beech.mortality.stress_rate = 0.0;
    let few = Planted {
        count: 20,
        ..Planted::pioneers()
    };
    let mut forest = planted(seed, SIDE_M, &[(beech, few)])?;
    let mut crops = Vec::with_capacity(YEARS);
    for year in 0..FIRST_YEAR + YEARS {
        forest.advance();
        if year >= FIRST_YEAR {
            crops.extend(forest.tallies().iter().map(|tally| tally.seeds_landed as f64));
        }
    }
    Ok(crops)
}

/// The years whose crops lie above the mean by half a standard deviation, as MASTREE+ has good years.
fn good_years(crops: &[f64]) -> Option<Vec<usize>> {
    let (mean, squares) = mean_and_squares(crops)?;
    let bound = mean + 0.5 * (squares / crops.len() as f64).sqrt();
    Some((0..crops.len()).filter(|&year| crops[year] > bound).collect())
}

fn share_of_gaps(good_years: &[usize]) -> Option<f64> {
    let gaps = || good_years.windows(2).map(|pair| pair[1] - pair[0]);
    let usual = gaps().filter(|gap| (2..=7).contains(gap)).count();
    (gaps().len() > 0).then(|| usual as f64 / gaps().len() as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_counted_between_good_years() {
        let mut crops = vec![1.0; 20];
        for year in [0, 1, 4, 14] {
            crops[year] = 50.0;
        }
        assert_eq!(good_years(&crops), Some(vec![0, 1, 4, 14]));
        assert_eq!(share_of_gaps(&[0, 1, 4, 14]), Some(1.0 / 3.0));
        assert_eq!(share_of_gaps(&[3]), None);
    }
}

//! The crowded die: where the trees stand that a year's crowding kills.

use understory_forest::components::Cause;
use understory_forest::{Forest, Happening};
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::{clark_evans, mean};
use super::stand::{BEECH, Planted, barren, planted};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;
const COUNT: u32 = 40_000;
const YEARS: u32 = 80;
/// Fewer deaths of a year tell nothing of their pattern.
const LEAST_DEATHS: usize = 20;
/// Random labellings of each year.
const LABELLINGS: u32 = 9;

pub(super) fn claims() -> Vec<Claim> {
    let about = "40,000 beeches planted on 4 ha, no offspring, greatest age 600 years, 80 years";
    claims_of(["stress.clustered"], about, Taking::Quick, how_much_lower)
}

/// By how much the index of a year's stress deaths lies below that of randomly labelled trees: mean over years.
fn how_much_lower(seed: u64) -> Result<Numbers<1>, ClaimError> {
    let mut species = barren(BEECH);
    species.mortality.age_max_yr = 600;
    let mut forest = planted(seed, SIDE_M, &[(species, Planted::young(COUNT))])?;
    forest.note_events();
    forest.take_events();
    let root = RandomKey::root(seed, &["claims", "random labelling"]);
    let mut differences = Vec::new();
    for year in 1..=YEARS {
        let living_m = places_m(&forest);
        forest.advance();
        let is_stress = |what: Happening| what == Happening::Death(Cause::Stress);
        let events = forest.take_events().into_iter();
        let dead_m: Vec<[f64; 2]> = events
            .filter(|event| is_stress(event.what))
            .map(|event| event.place_m)
            .collect();
        if dead_m.len() < LEAST_DEATHS {
            continue;
        }
        let mut labelled = Vec::new();
        for labelling in 0..LABELLINGS {
            let key = root.child(year, Purpose::Simulation, labelling);
            let some_m = sample(living_m.clone(), dead_m.len(), key);
            labelled.extend(clark_evans(&some_m, forest.plot())?);
        }
        if let (Some(dead), Some(labelled)) = (clark_evans(&dead_m, forest.plot())?, mean(labelled)) {
            differences.push(labelled - dead);
        }
    }
    Ok([("stress.clustered", mean(differences))])
}

fn places_m(forest: &Forest) -> Vec<[f64; 2]> {
    let mut places_m = Vec::with_capacity(forest.tree_count());
    forest.for_each_tree(|place_m, _, _| places_m.push(place_m));
    places_m
}

/// So many of the places at random, none twice.
fn sample(mut places_m: Vec<[f64; 2]>, count: usize, key: RandomKey) -> Vec<[f64; 2]> {
    for taken in 0..count {
        let word = key.draws(0, Purpose::Member, taken as u32)[0];
        let left = places_m.len() - taken;
        places_m.swap(taken, taken + (unit_from_u32(word) * left as f64) as usize);
    }
    places_m.truncate(count);
    places_m
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_takes_each_place_once_and_all_alike() {
        let places_m: Vec<[f64; 2]> = (0..10).map(|x| [f64::from(x), 0.0]).collect();
        let mut taken = [0; 10];
        for number in 0..2000 {
            let key = RandomKey::root(number, &["sample"]);
            let mut some = sample(places_m.clone(), 3, key);
            some.sort_by(|a, b| a[0].total_cmp(&b[0]));
            some.dedup();
            assert_eq!(some.len(), 3);
            for place_m in some {
                taken[place_m[0] as usize] += 1;
            }
        }
        // 600 expected, standard deviation 20.
        assert!(taken.iter().all(|count| (520..680).contains(count)), "{taken:?}");
    }
}

//! Fruit: how many seeds each mature tree bears this year.

use rayon::prelude::*;
use understory_numerics::sample::poisson;
use understory_numerics::{MotherStream, Purpose};

use crate::columns::{column, trees};
use crate::components::{Age, Identity, SpeciesIndex, Vigour};
use crate::forest::Forest;

/// Part of a mother's stream from which the number of her seeds comes; her seeds take the parts after it.
pub(super) const COUNT_PART: u32 = 0;

pub(crate) fn fruit(forest: &mut Forest) {
    let kind = trees(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let (ages, vigours) = (column::<Age>(kind), column::<Vigour>(kind));
    let (identities, species, ages, vigours) = (&*identities, &*species, &*ages, &*vigours);
    let (kinds, year, sources) = (&forest.kinds, forest.year, &forest.living.sources);
    let mast: Vec<f64> = kinds.iter().map(|kind| kind.mast_factor(year)).collect();
    forest.today.mothers = (0..ages.len())
        .into_par_iter()
        .filter_map(|row| {
            let index = usize::from(species[row].0);
            let fruit = &kinds[index].parameters.fruit;
            if u32::from(ages[row].0) < fruit.maturity_age_yr {
                return None;
            }
            let crown_m2 = crown_area_m2(f64::from(sources[row].radius_m));
            let mean = fruit.seeds_per_m2 * crown_m2 * vigours[row].0 * mast[index];
            if mean <= 0.0 {
                return None;
            }
            let mut stream = MotherStream::new(identities[row].0, year, Purpose::Fruit);
            let seeds = poisson(mean, stream.part(COUNT_PART)[0]);
            (seeds > 0).then_some((row as u32, seeds))
        })
        .collect();
}

fn crown_area_m2(radius_m: f64) -> f64 {
    std::f64::consts::PI * radius_m * radius_m
}

//! Fruit: how many seeds each mature tree bears this year.

use rayon::prelude::*;
use understory_numerics::sample::poisson;
use understory_numerics::{MotherStream, Purpose};

use crate::columns::{column, trees};
use crate::components::{Age, Identity, SpeciesIndex, Vigour};
use crate::forest::Forest;
use crate::today::Mother;

/// Part of a mother's stream from which the number of her seeds comes; her seeds take the parts after it.
pub(super) const COUNT_PART: u32 = 0;

/// Rows whose mothers are worked on together; no result depends on it.
const ROWS_TOGETHER: usize = 1024;

/// Runs that one thread takes at a time: nearly all mothers are in the few runs of tall trees, which would else be
/// handed to one thread as a whole.
pub(super) const RUNS_AT_MOST: usize = 2;

/// Room for mothers that each run has, so that one tree that matures asks for none.
const MOTHERS_AT_LEAST: usize = 32;

pub(crate) fn fruit(forest: &mut Forest) {
    let kind = trees(&forest.world);
    let (identities, species) = (column::<Identity>(kind), column::<SpeciesIndex>(kind));
    let (ages, vigours) = (column::<Age>(kind), column::<Vigour>(kind));
    let (identities, species, ages, vigours) = (&*identities, &*species, &*ages, &*vigours);
    let (kinds, year, sources) = (&forest.kinds, forest.year, &forest.living.sources);
    let bears = |row: usize| {
        let kind = &kinds[usize::from(species[row].0)];
        let fruit = &kind.parameters.fruit;
        if u32::from(ages[row].0) < fruit.maturity_age_yr {
            return None;
        }
        let crown_m2 = crown_area_m2(f64::from(sources[row].radius_m));
        let mean = fruit.seeds_per_m2 * crown_m2 * vigours[row].0 * kind.mast_factor(year);
        if mean <= 0.0 {
            return None;
        }
        let mut stream = MotherStream::new(identities[row].0, year, Purpose::Fruit);
        let seeds = poisson(mean, stream.part(COUNT_PART)[0]);
        (seeds > 0).then_some(Mother {
            row: row as u32,
            seeds,
            landed: 0,
        })
    };
    // Runs are told off from the end, where the tall trees stand: so a run has about as many seeds year after year,
    // and the lists for them do not have to grow anew where the number of seedlings changes.
    let runs = ages.len().div_ceil(ROWS_TOGETHER);
    let mothers = &mut forest.today.mothers;
    mothers.resize_with(mothers.len().max(runs), Vec::new);
    mothers[..runs]
        .par_iter_mut()
        .with_max_len(RUNS_AT_MOST)
        .enumerate()
        .for_each(|(run, mothers)| {
            mothers.reserve(MOTHERS_AT_LEAST);
            let end = ages.len() - run * ROWS_TOGETHER;
            mothers.extend((end.saturating_sub(ROWS_TOGETHER)..end).filter_map(bears));
        });
}

fn crown_area_m2(radius_m: f64) -> f64 {
    std::f64::consts::PI * radius_m * radius_m
}

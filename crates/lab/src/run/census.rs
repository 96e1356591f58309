//! The census: a year in numbers, species by species and for all together.
//!
//! Only what is in the counted window enters it. Adults and saplings are classes of size, not of age.

use understory_forest::Forest;
use understory_forest::components::{ADULT_DBH_CM, Cause, Size};
use understory_forest::growth::BREAST_HEIGHT_M;
use understory_forest::management::basal_area_m2;
use understory_keys::named;
use understory_records::CensusRow;
use understory_spacing::NearestNeighbourSummary;

use crate::error::LabError;

named! {
    /// Size classes of trees.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub(crate) enum Class {
        /// Below breast height.
        Seedling = "seedling",
        /// From there on, below 10 cm.
        Sapling = "sapling",
        /// From 10 cm on.
        Adult = "adult",
    }
}

impl Class {
    /// The class of a tree, by its height up to breast height and by its diameter beyond.
    pub(crate) fn of(size: Size) -> Self {
        if size.height_m < BREAST_HEIGHT_M {
            Self::Seedling
        } else if size.dbh_cm < ADULT_DBH_CM {
            Self::Sapling
        } else {
            Self::Adult
        }
    }
}

/// What is counted of one species.
#[derive(Clone, Default)]
struct Count {
    classes: [u64; 3],
    basal_area_m2: f64,
    dbh_sum_cm: f64,
    height_sum_m: f64,
    adults_m: Vec<[f64; 2]>,
}

impl Count {
    /// Counts a tree. Sums run in the order of rows, which follows from the trees alone.
    fn add(&mut self, place_m: [f64; 2], size: Size) {
        let class = Class::of(size);
        self.classes[class as usize] += 1;
        if class == Class::Adult {
            self.basal_area_m2 += basal_area_m2(size.dbh_cm);
            self.dbh_sum_cm += size.dbh_cm;
            self.height_sum_m += size.height_m;
            self.adults_m.push(place_m);
        }
    }
}

/// The rows of the year that has just passed: each species in order, then `all`.
pub(crate) fn census(forest: &Forest) -> Result<Vec<CensusRow>, LabError> {
    let names: Vec<&str> = forest.species().map(|species| species.name.as_str()).collect();
    let all = names.len();
    let window = forest.window();
    let mut counts = vec![Count::default(); all + 1];
    for (species, small) in forest.small_trees().into_iter().enumerate() {
        for index in [species, all] {
            counts[index].classes[Class::Seedling as usize] += small.seedlings;
            counts[index].classes[Class::Sapling as usize] += small.saplings;
        }
    }
    forest.for_each_stem(|place_m, species, size| {
        if window.holds(place_m) {
            counts[usize::from(species)].add(place_m, size);
            counts[all].add(place_m, size);
        }
    });
    let mut seeds = forest.seeds_by_species();
    seeds.push(seeds.iter().sum());
    let mut tallies = forest.tallies().to_vec();
    let mut sum = understory_forest::Tally::default();
    for tally in &tallies {
        sum.add(tally);
    }
    tallies.push(sum);
    let plot = window.plot();
    let spacing_of = |count: &Count| {
        let is_any = count.adults_m.len() > 1;
        is_any
            .then(|| NearestNeighbourSummary::new(&count.adults_m, plot))
            .transpose()
    };
    let of_all = spacing_of(&counts[all])?;
    let rows = counts.iter().enumerate().map(|(index, count)| {
        let tally = &tallies[index];
        let adults = count.classes[Class::Adult as usize];
        let mean = |sum: f64| (adults > 0).then(|| sum / adults as f64);
        let is_all = count.adults_m.len() == counts[all].adults_m.len();
        let own = if is_all { None } else { spacing_of(count)? };
        let spacing = if is_all { of_all.as_ref() } else { own.as_ref() };
        // Donnelly's form where there is an edge; on a torus there is nothing to correct.
        let index_of_adults = spacing.map(|spacing| {
            let index = spacing.clark_evans();
            index.donnelly.unwrap_or(index.naive)
        });
        let died = |cause: Cause| tally.died[cause as usize];
        Ok(CensusRow {
            year: forest.year(),
            species: names.get(index).copied().unwrap_or("all").to_owned(),
            trees: count.classes.iter().sum(),
            adults,
            seeds: seeds[index],
            germinated: tally.germinated,
            resprouted: tally.resprouted,
            died: tally.died.iter().sum(),
            died_by_intrinsic: died(Cause::Intrinsic),
            died_by_stress: died(Cause::Stress),
            died_by_senescence: died(Cause::Senescence),
            died_by_browsing: died(Cause::Browsing),
            died_by_snapping: died(Cause::Snapped),
            died_by_uprooting: died(Cause::Uprooted),
            died_by_hit: died(Cause::Hit),
            died_by_lightning: died(Cause::Lightning),
            died_by_fire: died(Cause::Fire),
            died_by_beetles: died(Cause::Beetles),
            died_by_drought: died(Cause::Drought),
            died_by_felling: died(Cause::Felled),
            planted: tally.planted,
            basal_area_m2_per_ha: count.basal_area_m2 / (plot.area_m2() / 10_000.0),
            mean_dbh_cm: mean(count.dbh_sum_cm),
            mean_height_m: mean(count.height_sum_m),
            clark_evans: index_of_adults,
            mean_nnd_m: spacing.map(NearestNeighbourSummary::mean_m),
            seedlings: count.classes[Class::Seedling as usize],
            saplings: count.classes[Class::Sapling as usize],
            seeds_landed: tally.seeds_landed,
            seeds_lost: tally.seeds_lost,
            seeds_from_outside: tally.seeds_from_outside,
        })
    });
    rows.collect()
}

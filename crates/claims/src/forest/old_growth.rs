//! Old beech: what stands on an open field a thousand years after its first trees, held against primeval stands.

use understory_forest::components::{ADULT_DBH_CM, Age, BREAST_HEIGHT_M, RelativeHeight, Size, TreeNumber};
use understory_forest::entities::Tree;
use understory_forest::{Forest, ecs::View};
use understory_numerics::math;
use understory_spacing::CanopyGaps;

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::{
    StandFigures, basal_area_m2, canopy_gaps, clark_evans, least_squares_slope, mean, median, yearly_loss,
};
use super::stand::{BEECH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;
const AREA_HA: f64 = 4.0;
const FIRST_YEAR: u32 = 300;
const LAST_YEAR: u32 = 1200;
/// Up to which stems, leaves, light, gaps and deadwood are held against single stands, as a stand that renews itself.
const RENEWED_YEAR: u32 = 700;
/// Between places on the floor where its light is measured, m.
const FLOOR_M: f64 = 4.0;
/// Between two censuses.
const CENSUS_YR: u32 = 10;
/// Between two measurements of the pattern.
const PATTERN_YR: u32 = 100;
/// Seedlings are followed if they were born between these years.
const BORN: std::ops::Range<u32> = 300..600;
const FOLLOWED_YR: u32 = 3;

const SMALL_GAP_M2: f64 = 500.0;
/// Of the lower storey: diameters, cm, and the height over that of the trees around, below which they belong to it.
const LOWER_CM: std::ops::Range<f64> = ADULT_DBH_CM..30.0;
const LOWER_BELOW: f32 = 0.6;
const CLASS_CM: f64 = 10.0;
/// Of the classes of diameter, the first from 10 to 20 cm.
const CLASSES: usize = 9;

pub(super) fn claims() -> Vec<Claim> {
    let about = "40 beeches of 10 m on 4 ha, 1,200 years";
    let names = [
        "old-beech.basal-area",
        "old-beech.trend",
        "old-beech.stems",
        "old-beech.largest",
        "old-beech.thick",
        "old-beech.mortality",
        "old-beech.small-die",
        "old-beech.large-die",
        "old-beech.classes",
        "old-beech.adults-even",
        "old-beech.saplings-clumped",
        "old-beech.seedlings",
        "old-beech.lower-growth",
        "old-beech.lower-loss",
        "old-beech.canopy-loss",
        "old-beech.gap-share",
        "old-beech.gap-size",
        "old-beech.gap-turnover",
        "old-beech.renewed-stems",
        "old-beech.leaves",
        "old-beech.floor-light",
        "old-beech.renewed-gaps",
        "old-beech.deadwood",
    ];
    claims_of(names, about, Taking::Long, old_growth)
}

/// A tree between two censuses.
struct Fate {
    dbh_cm: f64,
    is_alive: bool,
}

/// Yearly loss of trees with a dbh from `low_cm` to below `high_cm` at the beginning of ten years.
fn loss(fates: &[Fate], low_cm: f64, high_cm: f64) -> Option<f64> {
    let of_class = || {
        fates
            .iter()
            .filter(|fate| (low_cm..high_cm).contains(&fate.dbh_cm))
    };
    let left = of_class().filter(|fate| fate.is_alive).count();
    yearly_loss(of_class().count() as u64, left as u64, CENSUS_YR)
}

/// Share of the classes after the first that have fewer trees than the one before.
fn falling_classes(classes: &[u64; CLASSES]) -> Option<f64> {
    let falls = classes.windows(2).filter(|pair| pair[1] < pair[0]).count();
    (classes[0] > 0).then(|| falls as f64 / (CLASSES - 1) as f64)
}

/// What the censuses found, one after the other.
#[derive(Default)]
struct Censuses {
    /// Year and basal area per ha.
    basal_areas: Vec<[f64; 2]>,
    stems_per_ha: Vec<f64>,
    largest_cm: Vec<f64>,
    thick_per_ha: Vec<f64>,
    classes: [u64; CLASSES],
    fates: Vec<Fate>,
    /// Adults of the last one, by running number.
    last: Vec<(u64, f64)>,
    /// Of these, the lower storey.
    last_lower: Vec<(u64, f64)>,
    lower_growth_cm_per_yr: Vec<f64>,
    lower: [u64; 2],
    gap_shares: Vec<f64>,
    small_gap_shares: Vec<f64>,
    opened_shares: Vec<f64>,
    canopy: Option<CanopyGaps>,
}

impl Censuses {
    fn take(&mut self, year: u32, trees: &[Tree]) {
        let adults = || trees.iter().filter(|tree| tree.size.dbh_cm >= ADULT_DBH_CM);
        let from = |least_cm: f64| trees.iter().filter(|tree| tree.size.dbh_cm >= least_cm).count() as f64;
        self.basal_areas
            .push([f64::from(year), basal_area_m2(adults()) / AREA_HA]);
        self.stems_per_ha.push(from(6.0) / AREA_HA);
        self.thick_per_ha.push(from(80.0) / AREA_HA);
        self.largest_cm
            .extend(adults().map(|tree| tree.size.dbh_cm).reduce(f64::max));
        for tree in adults() {
            let class = (tree.size.dbh_cm / CLASS_CM) as usize - 1;
            if let Some(count) = self.classes.get_mut(class) {
                *count += 1;
            }
        }
        let is_alive = |number: u64| trees.binary_search_by_key(&number, |tree| tree.number).is_ok();
        let fates = self.last.iter().map(|&(number, dbh_cm)| Fate {
            dbh_cm,
            is_alive: is_alive(number),
        });
        self.fates.extend(fates);
        self.last = adults().map(|tree| (tree.number, tree.size.dbh_cm)).collect();
    }

    /// How those of the lower storey have fared since the last census, and who belongs to it now.
    fn take_lower(&mut self, forest: &Forest) {
        let mut trees: View<'_, Tree, (&TreeNumber, &Size, &RelativeHeight)> = forest.view();
        let (numbers, sizes, heights) = trees.slices();
        let mut dbhs_cm: Vec<(u64, f64)> = numbers
            .iter()
            .zip(sizes)
            .map(|(number, size)| (number.0, size.dbh_cm))
            .collect();
        dbhs_cm.sort_unstable_by_key(|&(number, _)| number);
        for &(number, before_cm) in &self.last_lower {
            self.lower[0] += 1;
            if let Ok(at) = dbhs_cm.binary_search_by_key(&number, |&(number, _)| number) {
                self.lower[1] += 1;
                let grown_cm = dbhs_cm[at].1 - before_cm;
                self.lower_growth_cm_per_yr.push(grown_cm / f64::from(CENSUS_YR));
            }
        }
        let all = numbers.iter().zip(sizes).zip(heights);
        let lower =
            all.filter(|((_, size), height)| LOWER_CM.contains(&size.dbh_cm) && height.0 < LOWER_BELOW);
        self.last_lower = lower.map(|((number, size), _)| (number.0, size.dbh_cm)).collect();
    }

    fn take_gaps(&mut self, forest: &Forest) -> Result<(), ClaimError> {
        let gaps = canopy_gaps(forest)?;
        self.gap_shares.push(gaps.share());
        self.small_gap_shares.extend(gaps.share_up_to(SMALL_GAP_M2));
        self.opened_shares
            .extend(self.canopy.as_ref().map(|before| gaps.opened_since(before)));
        self.canopy = Some(gaps);
        Ok(())
    }
}

/// What is measured of a stand; none where too few trees are there.
fn old_growth(seed: u64) -> Result<Numbers<23>, ClaimError> {
    let mut forest = planted(seed, SIDE_M, &[(preset(BEECH), Planted::pioneers())])?;
    let mut censuses = Censuses::default();
    let (mut renewed, mut lights_percent) = (Vec::new(), Vec::new());
    let (mut adults, mut saplings) = (Vec::new(), Vec::new());
    let (mut born, mut still_there) = (0, 0);
    for year in 1..=LAST_YEAR {
        forest.advance();
        if BORN.contains(&year) {
            born += forest.tallies()[0].germinated;
        }
        if BORN.contains(&year.saturating_sub(FOLLOWED_YR)) {
            still_there += of_age(&forest, FOLLOWED_YR as u16);
        }
        if year < FIRST_YEAR || !year.is_multiple_of(CENSUS_YR) {
            continue;
        }
        let trees: Vec<Tree> = forest.trees().collect();
        censuses.take(year, &trees);
        censuses.take_lower(&forest);
        censuses.take_gaps(&forest)?;
        if year <= RENEWED_YEAR {
            renewed.push(StandFigures::of(&forest));
            lights_percent.extend(floor_light_percent(&mut forest)?);
        }
        if year.is_multiple_of(PATTERN_YR) {
            let index = |is_of: fn(&&Tree) -> bool| {
                let places_m: Vec<[f64; 2]> = trees.iter().filter(is_of).map(|tree| tree.place_m).collect();
                clark_evans(&places_m, forest.plot())
            };
            adults.extend(index(|tree| tree.size.dbh_cm >= ADULT_DBH_CM)?);
            let is_sapling =
                |tree: &&Tree| tree.size.height_m >= BREAST_HEIGHT_M && tree.size.dbh_cm < ADULT_DBH_CM;
            saplings.extend(index(is_sapling)?);
        }
    }
    let basal_area = mean(censuses.basal_areas.iter().map(|point| point[1]));
    let years = f64::from(LAST_YEAR - FIRST_YEAR);
    let trend = least_squares_slope(&censuses.basal_areas)
        .zip(basal_area)
        .map(|(slope, mean)| slope * years / mean);
    let renewed_gaps = censuses.gap_shares.iter().take(renewed.len());
    let renewed_gaps_percent = mean(renewed_gaps.map(|share| 100.0 * share));
    let of_renewed = |of: fn(&StandFigures) -> f64| mean(renewed.iter().map(of));
    let percent = |share: Option<f64>| share.map(|share| 100.0 * share);
    let over = |of: Option<f64>, all: Option<f64>| Some(of? / all?);
    let loss = |low_cm, high_cm| loss(&censuses.fates, low_cm, high_cm);
    let middling_loss = loss(30.0, 50.0);
    let [lower, lower_left] = censuses.lower;
    let opened = mean(censuses.opened_shares).map(|share| 100.0 * share / f64::from(CENSUS_YR));
    let seedlings = (born > 0).then(|| 1.0 - still_there as f64 / born as f64);
    let deadwood = over(
        of_renewed(|stand| stand.dead_m3),
        of_renewed(|stand| stand.living_m3),
    );
    Ok([
        ("old-beech.basal-area", basal_area),
        ("old-beech.trend", trend),
        ("old-beech.stems", mean(censuses.stems_per_ha)),
        ("old-beech.largest", mean(censuses.largest_cm)),
        ("old-beech.thick", mean(censuses.thick_per_ha)),
        ("old-beech.mortality", percent(loss(ADULT_DBH_CM, f64::INFINITY))),
        (
            "old-beech.small-die",
            over(loss(ADULT_DBH_CM, 20.0), middling_loss),
        ),
        (
            "old-beech.large-die",
            over(loss(70.0, f64::INFINITY), middling_loss),
        ),
        ("old-beech.classes", falling_classes(&censuses.classes)),
        ("old-beech.adults-even", adults.into_iter().reduce(f64::min)),
        (
            "old-beech.saplings-clumped",
            saplings.into_iter().reduce(f64::max),
        ),
        ("old-beech.seedlings", seedlings),
        ("old-beech.lower-growth", median(censuses.lower_growth_cm_per_yr)),
        (
            "old-beech.lower-loss",
            percent(yearly_loss(lower, lower_left, CENSUS_YR)),
        ),
        ("old-beech.canopy-loss", percent(loss(30.0, 60.0))),
        ("old-beech.gap-share", percent(mean(censuses.gap_shares))),
        ("old-beech.gap-size", percent(mean(censuses.small_gap_shares))),
        ("old-beech.gap-turnover", opened),
        ("old-beech.renewed-stems", of_renewed(|stand| stand.stems_per_ha)),
        ("old-beech.leaves", of_renewed(|stand| stand.leaves_m2_per_m2)),
        ("old-beech.floor-light", mean(lights_percent)),
        ("old-beech.renewed-gaps", renewed_gaps_percent),
        ("old-beech.deadwood", deadwood),
    ])
}

/// Light at the floor of the first species' seedlings, %, median of places.
fn floor_light_percent(forest: &mut Forest) -> Result<Option<f64>, ClaimError> {
    let along = (SIDE_M / FLOOR_M) as u32;
    let places_m: Vec<[f64; 2]> = (0..along * along)
        .map(|cell| [cell % along, cell / along].map(|at| FLOOR_M * (f64::from(at) + 0.5)))
        .collect();
    let crowding = forest.crowding_at(0, &places_m)?.into_iter();
    let light = crowding.map(|crowding| 100.0 * math::exp(-f64::from(crowding)));
    Ok(median(light.collect()))
}

/// Living trees of this age: no founder is as young, and old beech does not resprout.
fn of_age(forest: &Forest, age_yr: u16) -> u64 {
    let mut ages: View<'_, Tree, (&Age,)> = forest.view();
    ages.slices().0.iter().filter(|age| age.0 == age_yr).count() as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_loss_of_a_class_is_that_of_its_own_trees() {
        let fate = |dbh_cm: f64, is_alive: bool| Fate { dbh_cm, is_alive };
        let fates = (0..100).map(|number| fate(15.0, number < 90));
        let fates: Vec<Fate> = fates.chain([fate(20.0, true), fate(75.0, false)]).collect();
        let small = loss(&fates, 10.0, 20.0).unwrap();
        assert!((understory_numerics::math::pow(1.0 - small, 10.0) - 0.9).abs() < 1e-12);
        assert_eq!(loss(&fates, 20.0, 30.0), Some(0.0));
        assert_eq!(loss(&fates, 70.0, 90.0), Some(1.0));
        assert_eq!(loss(&fates, 30.0, 50.0), None);
        let classes = [90, 50, 60, 30, 20, 10, 5, 2, 1];
        assert_eq!(falling_classes(&classes), Some(7.0 / 8.0));
    }
}

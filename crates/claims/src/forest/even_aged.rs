//! Stands that are planted at once and get no offspring: how they thin, and how far their trees differ.

use std::collections::BTreeMap;

use understory_forest::Tree;
use understory_forest::parameters::Species;
use understory_numerics::math;

use super::experiment::{Experiment, Row, Taking};
use super::figures::{BREAST_HEIGHT_M, clark_evans, falling_major_axis, mean_and_squares, median, variation};
use super::stand::{BEECH, BIRCH, Planted, barren, planted};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const PER_HA: u32 = 10_000;
const YEARS: u32 = 100;

pub(super) fn claims() -> Vec<Claim> {
    let thinned = |about, of_seed: fn(u64) -> Result<EvenAged, ClaimError>, rows| Experiment {
        about,
        taking: Taking::Quick,
        of_seed,
        rows,
    };
    [
        thinned(
            "10,000 beeches planted on 1 ha, no offspring, greatest age 600 years, 100 years",
            |seed| stand(seed, long_lived(BEECH)),
            vec![
                Row("thinning.beech", |stand: &EvenAged| stand.reineke_slope),
                Row("thinning.survivors", |stand: &EvenAged| stand.clark_evans),
            ],
        )
        .claims(),
        thinned(
            "10,000 birches planted on 1 ha, no offspring, greatest age 600 years, 100 years",
            |seed| stand(seed, long_lived(BIRCH)),
            vec![Row("thinning.birch", |stand: &EvenAged| stand.reineke_slope)],
        )
        .claims(),
        thinned(
            "10,000 birches planted on 1 ha, no offspring, 100 years",
            |seed| stand(seed, barren(BIRCH)),
            vec![
                Row("spread.birch-dbh", |stand: &EvenAged| stand.dbh_variation),
                Row("spread.birch-height", |stand: &EvenAged| stand.height_spread_m),
                Row("spread.birch-slenderness", |stand: &EvenAged| {
                    stand.slenderness_distance
                }),
            ],
        )
        .claims(),
        thinned(
            "10,000 beeches planted on 1 ha, no offspring, 100 years",
            |seed| stand(seed, barren(BEECH)),
            vec![Row("spread.beech-height", |stand: &EvenAged| {
                stand.height_spread_m
            })],
        )
        .claims(),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// What is measured of a stand; none where too few trees are left.
struct EvenAged {
    reineke_slope: Option<f64>,
    clark_evans: Option<f64>,
    dbh_variation: Option<f64>,
    height_spread_m: Option<f64>,
    slenderness_distance: Option<f64>,
}

/// So long-lived that most deaths are deaths by crowding, as a thinning line wants it.
fn long_lived(name: &str) -> Species {
    let mut species = barren(name);
    species.mortality.age_max_yr = 600;
    species
}

fn stand(seed: u64, species: Species) -> Result<EvenAged, ClaimError> {
    let mut forest = planted(seed, SIDE_M, &[(species, Planted::young(PER_HA))])?;
    let mut line: Vec<(usize, f64)> = Vec::new();
    let mut measured: Vec<Tree> = Vec::new();
    for year in 1..=YEARS {
        forest.advance();
        let mut dbh_squares_cm2 = Vec::new();
        forest.for_each_tree(|_, _, size| {
            if size.height_m >= BREAST_HEIGHT_M {
                dbh_squares_cm2.push(size.dbh_cm * size.dbh_cm);
            }
        });
        line.push((dbh_squares_cm2.len(), dbh_squares_cm2.iter().sum::<f64>()));
        if year % 20 == 0 {
            measured.extend(
                forest
                    .trees()
                    .filter(|tree| tree.size.height_m >= BREAST_HEIGHT_M),
            );
        }
    }
    let last: Vec<Tree> = forest
        .trees()
        .filter(|tree| tree.size.height_m >= BREAST_HEIGHT_M)
        .collect();
    let mut places_m = Vec::new();
    forest.for_each_tree(|place_m, _, _| places_m.push(place_m));
    let dbhs_cm: Vec<f64> = last.iter().map(|tree| tree.size.dbh_cm).collect();
    Ok(EvenAged {
        reineke_slope: reineke_slope(&line),
        clark_evans: clark_evans(&places_m, forest.plot())?,
        dbh_variation: variation(&dbhs_cm),
        height_spread_m: height_spread_m(&last),
        slenderness_distance: slenderness_distance(&measured),
    })
}

/// Slope of ln N on ln Dq over the years of thinning, by number and sum of squared diameters of each year's trees.
///
/// Thinning begins when less than 0.8 of the most trees are left: before, trees still grow past breast height.
fn reineke_slope(years: &[(usize, f64)]) -> Option<f64> {
    let most = years.iter().map(|(count, _)| *count).max()?;
    let peak = years.iter().position(|(count, _)| *count == most)?;
    let points: Vec<[f64; 2]> = years[peak..]
        .iter()
        .filter(|(count, _)| *count > 0 && (*count as f64) < 0.8 * most as f64)
        .map(|&(count, squares_cm2)| {
            let count = count as f64;
            [0.5 * math::ln(squares_cm2 / count), math::ln(count)]
        })
        .collect();
    falling_major_axis(&points)
}

const CLASS_CM: f64 = 4.0;
const LEAST_IN_CLASS: usize = 10;

/// Standard deviation of the height about the mean of its class of diameter, m.
fn height_spread_m(trees: &[Tree]) -> Option<f64> {
    let mut classes: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for tree in trees {
        let class = classes.entry((tree.size.dbh_cm / CLASS_CM) as u32).or_default();
        class.push(tree.size.height_m);
    }
    let (mut squares_m2, mut freedom) = (0.0, 0);
    for heights_m in classes
        .values()
        .filter(|heights_m| heights_m.len() >= LEAST_IN_CLASS)
    {
        squares_m2 += mean_and_squares(heights_m)?.1;
        freedom += heights_m.len() - 1;
    }
    (freedom > 0).then(|| (squares_m2 / freedom as f64).sqrt())
}

/// Medians of height over dbh, m per m, of birch by upper end of the class of dbh, cm: `treevol` of the R package lmfor.
const FINNISH_BIRCH: [(f64, f64); 7] = [
    (10.0, 123.0),
    (15.0, 106.0),
    (20.0, 98.0),
    (25.0, 87.0),
    (30.0, 82.0),
    (40.0, 72.0),
    (f64::INFINITY, 56.0),
];

/// Mean distance of the medians from the Finnish ones, as a share of these.
fn slenderness_distance(trees: &[Tree]) -> Option<f64> {
    let mut low_cm = 0.0;
    let mut distances = Vec::new();
    for (high_cm, finnish) in FINNISH_BIRCH {
        let in_class = trees
            .iter()
            .filter(|tree| tree.size.dbh_cm > low_cm && tree.size.dbh_cm <= high_cm);
        let slenderness: Vec<f64> = in_class
            .map(|tree| 100.0 * tree.size.height_m / tree.size.dbh_cm)
            .collect();
        if slenderness.len() >= LEAST_IN_CLASS {
            distances.push((median(slenderness)? - finnish).abs() / finnish);
        }
        low_cm = high_cm;
    }
    mean_and_squares(&distances).map(|(mean, _)| mean)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stand_that_follows_the_line_has_its_slope_and_growing_past_breast_height_is_no_part_of_it() {
        let filling = (1..10).map(|year| (100 * year, 1.0));
        let thinning = (0..40).map(|year| {
            let dq_cm = 3.0 + f64::from(year);
            let count = (1000.0 * math::pow(dq_cm / 3.0, -1.6)) as usize;
            (count, count as f64 * dq_cm * dq_cm)
        });
        let years: Vec<(usize, f64)> = filling.chain(thinning).collect();
        assert!((reineke_slope(&years).unwrap() + 1.6).abs() < 0.02);
    }
}

//! Stands that are planted at once and get no offspring: how they thin, and how far their trees differ.

use std::collections::BTreeMap;

use understory_forest::Tree;
use understory_forest::components::BREAST_HEIGHT_M;
use understory_numerics::math;

use super::experiment::{Taking, claims_of};
use super::figures::{clark_evans, falling_major_axis, mean_and_squares, median, variation};
use super::stand::{BEECH, BIRCH, Planted, barren, planted};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const PER_HA: u32 = 10_000;
const YEARS: u32 = 100;

pub(super) fn claims() -> Vec<Claim> {
    [
        claims_of(
            ["thinning.beech", "thinning.survivors"],
            "10,000 beeches planted on 1 ha, no offspring, greatest age 600 years, 100 years",
            Taking::Quick,
            |seed| {
                let [slope, evenness] = thinned(seed, BEECH)?;
                Ok([("thinning.beech", slope), ("thinning.survivors", evenness)])
            },
        ),
        claims_of(
            ["thinning.birch"],
            "10,000 birches planted on 1 ha, no offspring, greatest age 600 years, 100 years",
            Taking::Quick,
            |seed| Ok([("thinning.birch", thinned(seed, BIRCH)?[0])]),
        ),
        claims_of(
            [
                "spread.birch-dbh",
                "spread.birch-height",
                "spread.birch-slenderness",
            ],
            "10,000 birches planted on 1 ha, no offspring, 100 years",
            Taking::Quick,
            |seed| {
                let [dbh, height, slenderness] = spread(seed, BIRCH)?;
                Ok([
                    ("spread.birch-dbh", dbh),
                    ("spread.birch-height", height),
                    ("spread.birch-slenderness", slenderness),
                ])
            },
        ),
        claims_of(
            ["spread.beech-height"],
            "10,000 beeches planted on 1 ha, no offspring, 100 years",
            Taking::Quick,
            |seed| Ok([("spread.beech-height", spread(seed, BEECH)?[1])]),
        ),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Slope of the line along which a stand thins, and the Clark–Evans index of who is left; none where too few trees are.
fn thinned(seed: u64, name: &str) -> Result<[Option<f64>; 2], ClaimError> {
    let mut species = barren(name);
    // So long-lived that most deaths are deaths by crowding, as a thinning line wants it.
    species.mortality.age_max_yr = 600;
    let mut forest = planted(seed, SIDE_M, &[(species, Planted::young(PER_HA))])?;
    let mut line: Vec<(usize, f64)> = Vec::new();
    for _ in 0..YEARS {
        forest.advance();
        let mut dbh_squares_cm2 = Vec::new();
        forest.for_each_tree(|_, _, size| {
            if size.height_m >= BREAST_HEIGHT_M {
                dbh_squares_cm2.push(size.dbh_cm * size.dbh_cm);
            }
        });
        line.push((dbh_squares_cm2.len(), dbh_squares_cm2.iter().sum::<f64>()));
    }
    let mut places_m = Vec::new();
    forest.for_each_tree(|place_m, _, _| places_m.push(place_m));
    Ok([reineke_slope(&line), clark_evans(&places_m, forest.plot())?])
}

/// How far the trees of a stand differ from each other in dbh and in height, and from Finnish ones in slenderness; none where too
/// few are left.
fn spread(seed: u64, name: &str) -> Result<[Option<f64>; 3], ClaimError> {
    let mut forest = planted(seed, SIDE_M, &[(barren(name), Planted::young(PER_HA))])?;
    let (mut measured, mut last) = (Vec::new(), Vec::new());
    for _ in 0..YEARS / 20 {
        (0..20).for_each(|_| forest.advance());
        let trees = forest.trees();
        last = trees
            .filter(|tree| tree.size.height_m >= BREAST_HEIGHT_M)
            .collect::<Vec<Tree>>();
        measured.extend_from_slice(&last);
    }
    let dbhs_cm: Vec<f64> = last.iter().map(|tree| tree.size.dbh_cm).collect();
    Ok([
        variation(&dbhs_cm),
        height_spread_m(&last),
        slenderness_distance(&measured),
    ])
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

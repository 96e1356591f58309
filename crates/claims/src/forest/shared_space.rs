//! What it changes that crowns grow with their trees and share their space: the same stand with and without.

use std::collections::BTreeMap;

use understory_branching::stand::{CrownShape, Sharing};
use understory_forest::crowns::{SpaceWon, YearlyCrowns, YearlyRules};
use understory_forest::{Forest, Tree};
use understory_numerics::sort;

use super::experiment::{Experiment, Numbers, Taking, claims_of};
use super::figures::{clark_evans, gini, median, rank_correlation};
use super::stand::{BEECH, Planted, barren, planted};
use crate::ClaimError;
use crate::claim::{Claim, Set};
use crate::rows::number;

const ABOUT: &str = "1,440 beeches of some 3 m planted on a torus of 60 m, no offspring, 60 years, with crowns that grow year by year and without";
const SIDE_M: f64 = 60.0;
const PER_HA: f64 = 4000.0;
const YEARS: u32 = 60;
const WON_AT: u32 = 20;
/// Crowns are measured of trees from this diameter on.
const LEAST_CM: f64 = 10.0;

/// What an article says of this, as a claim of its own.
pub(crate) fn claims_of_article() -> Vec<Claim> {
    let experiment = Experiment::new(ABOUT, Taking::Long, stands);
    let claim = experiment.claim("S2", "S2", |found| number(found, "space.won-grows"));
    vec![Claim {
        set: Set::Articles,
        ..claim
    }]
}

pub(super) fn claims() -> Vec<Claim> {
    let names = [
        "space.won-grows",
        "space.held-grows",
        "space.inequality",
        "space.survivors",
        "space.slenderness",
        "space.crown-ratio",
        "space.crown-width",
        "space.shyness",
    ];
    claims_of(names, ABOUT, Taking::Long, stands)
}

/// A stand with crowns that grow, beside the same without.
fn stands(seed: u64) -> Result<Numbers<8>, ClaimError> {
    let mut with = forest(seed)?;
    with.set_crowns(YearlyCrowns {
        min_height_m: 1.3,
        sharing: Sharing {
            points: 600,
            influence_spacings: 2.0,
            ..Sharing::default()
        },
        shapes: vec![CrownShape::Rounded],
        rules: YearlyRules::default(),
    })?;
    let mut won_at_20 = BTreeMap::new();
    for year in 1..=YEARS {
        with.advance();
        if year == WON_AT {
            won_at_20 = with.space_won().into_iter().map(|won| (won.tree, won)).collect();
        }
    }
    let mut without = forest(seed)?;
    (0..YEARS).for_each(|_| without.advance());
    let grown = |of: fn(&SpaceWon) -> f64| {
        let pair = |tree: Tree| Some([of(won_at_20.get(&tree.number)?), tree.size.dbh_cm]);
        rank_correlation(&with.trees().filter_map(pair).collect::<Vec<_>>())
    };
    let thick = || with.trees().filter(|tree| tree.size.dbh_cm >= LEAST_CM);
    let widths_m = widths_m(&with);
    let crown_ratios = thick().map(|tree| 1.0 - f64::from(tree.crown_base_m) / tree.size.height_m);
    let crown_widths = thick().filter_map(|tree| Some(widths_m.get(&tree.number)? / tree.size.height_m));
    let [gini, clark_evans, slenderness] = measured(&with)?;
    let [gini_without, ..] = measured(&without)?;
    Ok([
        ("space.won-grows", grown(|won| won.light)),
        ("space.held-grows", grown(|won| f64::from(won.held))),
        (
            "space.inequality",
            gini.zip(gini_without).map(|(with, without)| with / without),
        ),
        ("space.survivors", clark_evans),
        ("space.slenderness", slenderness),
        ("space.crown-ratio", median(crown_ratios.collect())),
        ("space.crown-width", median(crown_widths.collect())),
        ("space.shyness", gap(&with)),
    ])
}

fn forest(seed: u64) -> Result<Forest, ClaimError> {
    let count = (PER_HA * SIDE_M * SIDE_M / 10_000.0) as u32;
    planted(seed, SIDE_M, &[(barren(BEECH), Planted::saplings(count))])
}

/// Gini coefficient of the basal areas, Clark–Evans index and median slenderness of the thick.
fn measured(forest: &Forest) -> Result<[Option<f64>; 3], ClaimError> {
    let trees: Vec<Tree> = forest.trees().collect();
    let places_m: Vec<[f64; 2]> = trees.iter().map(|tree| tree.place_m).collect();
    let areas = trees.iter().map(|tree| tree.size.dbh_cm * tree.size.dbh_cm);
    let thick = trees.iter().filter(|tree| tree.size.dbh_cm >= LEAST_CM);
    let slenderness = thick.map(|tree| 100.0 * tree.size.height_m / tree.size.dbh_cm);
    Ok([
        gini(areas.collect()),
        clark_evans(&places_m, forest.plot())?,
        median(slenderness.collect()),
    ])
}

/// Mean width of the wood of each tree along x and y, m.
fn widths_m(forest: &Forest) -> BTreeMap<u64, f64> {
    let mut spans: BTreeMap<u64, [[f32; 2]; 2]> = BTreeMap::new();
    for point in forest.growth_points() {
        let spans = spans.entry(point.tree).or_default();
        for (span, off_m) in spans.iter_mut().zip(point.off_m) {
            *span = [span[0].min(off_m), span[1].max(off_m)];
        }
    }
    let width_m = |spans: [[f32; 2]; 2]| {
        spans
            .map(|[low_m, high_m]| f64::from(high_m - low_m))
            .iter()
            .sum::<f64>()
            / 2.0
    };
    spans
        .into_iter()
        .map(|(tree, spans)| (tree, width_m(spans)))
        .collect()
}

/// The least hundredth of the distances from branches to the nearest one of another tree, of those that are near to any, in kill
/// distances. Stems are left out, which go up whatever stands there.
fn gap(forest: &Forest) -> Option<f64> {
    let kill_m = forest.crown_spacing_m()? * Sharing::default().kill_spacings;
    let plot = forest.plot();
    let feet: BTreeMap<u64, [f64; 2]> = forest.trees().map(|tree| (tree.number, tree.place_m)).collect();
    // Branches by cubes as wide as it is looked; places within the plot.
    let reach_m = 3.0 * kill_m;
    let cube = |place_m: [f64; 3]| place_m.map(|along_m| (along_m / reach_m).floor() as i64);
    let mut cubes: BTreeMap<[i64; 3], Vec<(u64, [f64; 3])>> = BTreeMap::new();
    let mut branches = Vec::new();
    for point in forest
        .growth_points()
        .filter(|point| point.off_m[0] != 0.0 || point.off_m[1] != 0.0)
    {
        let [x_m, y_m, z_m] = point.off_m.map(f64::from);
        let foot_m = feet[&point.tree];
        let [x_m, y_m] = plot.around([foot_m[0] + x_m, foot_m[1] + y_m]);
        let branch = (point.tree, [x_m, y_m, z_m]);
        cubes.entry(cube(branch.1)).or_default().push(branch);
        branches.push(branch);
    }
    let mut gaps: Vec<f64> = Vec::new();
    for (tree, place_m) in branches {
        let [x, y, z] = cube(place_m);
        let near = (-1..=1)
            .flat_map(|dx| (-1..=1).flat_map(move |dy| (-1..=1).map(move |dz| [x + dx, y + dy, z + dz])));
        let others = near
            .filter_map(|at| cubes.get(&at))
            .flatten()
            .filter(|(other, _)| *other != tree);
        let nearest_m2 = others
            .map(|(_, other_m)| {
                let across_m2 = plot.distance_squared_m2([place_m[0], place_m[1]], [other_m[0], other_m[1]]);
                across_m2 + (place_m[2] - other_m[2]) * (place_m[2] - other_m[2])
            })
            .fold(f64::INFINITY, f64::min);
        if nearest_m2 < reach_m * reach_m {
            gaps.push(nearest_m2.sqrt() / kill_m);
        }
    }
    sort::numbers(&mut gaps);
    gaps.get(gaps.len() / 100).copied()
}

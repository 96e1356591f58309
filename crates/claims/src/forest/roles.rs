//! Roles: who stays, who leads and who goes where species meet as equals, and whether each alone makes a forest.

use std::sync::Arc;

use understory_forest::climate::{Rain, Temperature};
use understory_forest::{Climate, Forest};

use super::experiment::{Experiment, Few, Row};
use super::stand::{BEECH, BIRCH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;
use crate::expected::Expected::{Above, AtLeast, AtMost, Between};
use crate::kept::Kept;

const SIDE_M: f64 = 200.0;
const FEW: Few = Few::Each(2);
const EVERY_YR: u32 = 50;
const FIR: &str = "abies-alba";
const SPRUCE: &str = "picea-abies";
const EUROPEAN: [&str; 11] = [
    FIR,
    "acer-pseudoplatanus",
    BIRCH,
    "carpinus-betulus",
    BEECH,
    "fraxinus-excelsior",
    "larix-decidua",
    SPRUCE,
    "pinus-sylvestris",
    "populus-tremula",
    "quercus-robur",
];

/// Basal area of each species, m², every 50 years from the 50th on.
type Met = Vec<Vec<f64>>;

pub(super) fn claims() -> Vec<Claim> {
    let mut all: Vec<Claim> = ["quercus-robur", "acer-pseudoplatanus", "larix-decidua"]
        .into_iter()
        .map(beech_beside)
        .collect();
    let cool = Experiment {
        about: "40 silver firs, 40 beeches and 40 spruces of 10 m on 4 ha, 600 years of 5 °C and 1,200 mm",
        is_long: true,
        of_seed: |seed| met(seed, &[FIR, BEECH, SPRUCE], 40, 600, Some([5.0, 1200.0])),
        rows: vec![Row {
            id: "roles.cool-slope",
            statement: "fir, beech and spruce stay together on a cool, moist slope",
            measured: "least share of the basal area that one of them has, years 100 to 600",
            expected: AtLeast(0.1),
            source: "they stand together in the Carpathians and the Dinarides; the tenth is our own",
            value: |found: &Met| least_share(found, 1),
        }],
    };
    let warm = Experiment {
        about: "the same with 9 °C and 800 mm",
        is_long: true,
        of_seed: |seed| met(seed, &[FIR, BEECH, SPRUCE], 40, 600, Some([9.0, 800.0])),
        rows: vec![Row {
            id: "roles.warm",
            statement: "… and on a warm, mesic site beech leads",
            measured: "beech's share of the basal area in year 600",
            expected: Above(0.5),
            source: "beech dominates mesic sites of central Europe",
            value: |found: &Met| Some(shares(found.last()?)[1]),
        }],
    };
    let eleven = Experiment {
        about: "12 trees of 10 m of each of the eleven European species on 4 ha, 600 years",
        is_long: true,
        of_seed: |seed| met(seed, &EUROPEAN, 12, 600, None),
        rows: vec![Row {
            id: "roles.eleven",
            statement: "none of the European species drives all others out",
            measured: "greatest share of the basal area that one of them has in year 600",
            expected: AtMost(0.9),
            source: "our own range: in Uholka beech has 97 %, in mixed forests less",
            value: |found: &Met| shares(found.last()?).into_iter().reduce(f64::max),
        }],
    };
    let birch = Experiment {
        about: "40 silver birches and 40 beeches of 10 m on 4 ha, 200 years",
        is_long: true,
        of_seed: |seed| met(seed, &[BIRCH, BEECH], 40, 200, None),
        rows: vec![
            Row {
                id: "roles.birch-leads",
                statement: "birch leads for a century or so where beech comes up beneath it",
                measured: "last of the years 50, 100, 150 and 200 in which birch has the larger basal area",
                expected: Between(50.0, 150.0),
                source: "birch lives for 100 to 150 years",
                value: |found: &Met| {
                    let leads = found.iter().rposition(|basal_m2| basal_m2[0] > basal_m2[1]);
                    Some(leads.map_or(0.0, |at| f64::from(EVERY_YR) * (at as f64 + 1.0)))
                },
            },
            Row {
                id: "roles.birch-goes",
                statement: "… and is gone after two",
                measured: "birch's share of the basal area in year 200",
                expected: AtMost(0.02),
                source: "birch lives for 100 to 150 years; the fiftieth is our own",
                value: |found| Some(shares(found.last()?)[0]),
            },
        ],
    };
    let east = Experiment {
        about: "40 sugar maples and 40 eastern hemlocks of 10 m on 4 ha, 400 years",
        is_long: true,
        of_seed: |seed| met(seed, &["acer-saccharum", "tsuga-canadensis"], 40, 400, None),
        rows: vec![Row {
            id: "roles.maple-hemlock",
            statement: "sugar maple and eastern hemlock stay together",
            measured: "least share of the basal area that one of them has, years 100 to 400",
            expected: AtLeast(0.1),
            source: "they share the old forests of the Great Lakes; the tenth is our own",
            value: |found: &Met| least_share(found, 1),
        }],
    };
    for experiment in [cool, warm, eleven, birch, east] {
        all.extend(experiment.claims_of(FEW));
    }
    all.extend(
        EUROPEAN
            .into_iter()
            .chain(["pseudotsuga-menziesii", "acer-saccharum", "tsuga-canadensis"])
            .filter(|name| *name != BEECH)
            .flat_map(alone),
    );
    all
}

/// Beech beside another species.
fn beech_beside(other: &'static str) -> Claim {
    let row = Row {
        id: "roles.beech",
        statement: "beech outgrows oak, sycamore and larch from equal beginnings",
        measured: "beech's share of the basal area in year 500",
        expected: Above(0.5),
        source: "beech takes over oak where nobody cuts it (iForest 13, 3172); sycamore is rare in the canopy of Uholka; larch is a pioneer",
        value: |found: &Met| Some(shares(found.last()?)[0]),
    };
    let found = Kept::new(Box::new(move |seed| met(seed, &[BEECH, other], 40, 500, None)));
    let about = format!("40 beeches and 40 {other} of 10 m on 4 ha, 500 years");
    row.claim_of(FEW, format!("{}.{other}", row.id), &about, &found)
}

/// A species alone: how many leaves and how much wood it has in the end.
fn alone(name: &'static str) -> Vec<Claim> {
    // By the leaves that a crown of it holds.
    let (leaves, wood) = match preset(name).crown.leaf_area_index {
        dense if dense > 3.0 => ((4.0, 9.0), (25.0, 85.0)),
        middling if middling >= 2.0 => ((3.0, 7.0), (20.0, 50.0)),
        _ => ((1.8, 5.0), (15.0, 50.0)),
    };
    let row = |id, statement, measured, (low, high): (f64, f64), value: fn(&[f64; 2]) -> Option<f64>| Row {
        id,
        statement,
        measured,
        expected: Between(low, high),
        source: "our own range, by how dense its crowns are: closed stands of shade trees have 5 to 8 m² of leaves per m², of light ones 2 to 4",
        value,
    };
    let rows = [
        row(
            "alone.leaves",
            "each species alone makes a closed stand",
            "leaf area index, mean of the years 200 to 400",
            leaves,
            |found| Some(found[0]),
        ),
        row(
            "alone.wood",
            "… and holds as much wood as such stands do",
            "basal area, m² per ha, mean of the years 200 to 400",
            wood,
            |found| Some(found[1]),
        ),
    ];
    let found = Kept::new(Box::new(move |seed| {
        let mut forest = planted(seed, 100.0, &[(preset(name), Planted::pioneers())])?;
        let mut sums = [0.0; 2];
        for year in 1..=400 {
            forest.advance();
            if year >= 200 && year % 20 == 0 {
                let inventory = &forest.inventory()[0];
                sums[0] += inventory.leaves_m2 / 1e4;
                sums[1] += inventory.basal_area_m2;
            }
        }
        Ok(sums.map(|sum| sum / 11.0))
    }));
    let about = format!("40 {name} of 10 m on 1 ha, 400 years");
    rows.iter()
        .map(|row| row.claim_of(FEW, format!("{}.{name}", row.id), &about, &found))
        .collect()
}

/// So many trees of 10 m of each species, in this climate, °C and mm, where it is given.
fn met(
    seed: u64,
    species: &[&str],
    count: u32,
    years: u32,
    climate: Option<[f64; 2]>,
) -> Result<Met, ClaimError> {
    // Old enough to bear seeds from the first year on.
    let founders = |name: &&str| {
        let species = preset(name);
        let age_yr = species.fruit.maturity_age_yr;
        let founders = Planted {
            count,
            age_yr: Some(age_yr as u16),
            ..Planted::pioneers()
        };
        (species, founders)
    };
    let list: Vec<_> = species.iter().map(founders).collect();
    let mut forest = planted(seed, SIDE_M, &list)?;
    if let Some(climate) = climate {
        forest.set_climate(Arc::new(usual(seed, climate, 0.0, years)?));
    }
    let mut found = Vec::new();
    for year in 1..=years {
        forest.advance();
        if year % EVERY_YR == 0 {
            found.push(basal_areas_m2(&forest));
        }
    }
    Ok(found)
}

/// Years of this mean temperature, °C, and rain, mm, of which the first gains so much a year.
pub(super) fn usual(
    seed: u64,
    [mean_c, mean_mm]: [f64; 2],
    trend_c_per_yr: f64,
    years: u32,
) -> Result<Climate, ClaimError> {
    let temperature = Temperature {
        mean_c,
        sd_c: 0.7,
        lag1: 0.2,
        trend_c_per_yr,
    };
    let rain = Rain {
        mean_mm,
        sd_mm: 0.15 * mean_mm,
        lag1: 0.0,
        trend_mm_per_yr: 0.0,
        with_temperature: -0.3,
    };
    Ok(Climate::drawn(&temperature, &rain, seed, years)?.over(Default::default()))
}

/// Basal area of each species, of trees from 7 cm on, m².
pub(super) fn basal_areas_m2(forest: &Forest) -> Vec<f64> {
    forest
        .inventory()
        .iter()
        // The last is of all together.
        .take(forest.species().len())
        .map(|inventory| inventory.basal_area_m2)
        .collect()
}

fn shares(basal_m2: &[f64]) -> Vec<f64> {
    let sum: f64 = basal_m2.iter().sum();
    basal_m2
        .iter()
        .map(|m2| if sum > 0.0 { m2 / sum } else { 0.0 })
        .collect()
}

/// Least share of any species, from this record on.
fn least_share(found: &Met, from: usize) -> Option<f64> {
    found[from..]
        .iter()
        .flat_map(|basal_m2| shares(basal_m2))
        .reduce(f64::min)
}

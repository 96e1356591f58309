//! Storms: where they throw trees, and what comes up where they did.

use understory_forest::components::Cause;
use understory_forest::disturbance::{Disturbance, Wind};
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Forest, Founder};
use understory_space::{Edge, Plot};

use super::experiment::{Experiment, Row};
use super::figures::basal_area_m2;
use super::stand::{BEECH, BIRCH, Planted, barren, founders, preset, torus};
use crate::ClaimError;
use crate::claim::Claim;
use crate::expected::Expected::Above;

const SPRUCE: &str = "picea-abies";

pub(super) fn claims() -> Vec<Claim> {
    let thrown = Experiment {
        about: "600 spruces of 15 to 30 m on 1 ha with open land to the west, one storm from there with a gust of 32 m/s",
        is_long: true,
        of_seed: edge_and_tall,
        rows: vec![
            Row {
                id: "storm.edge",
                statement: "a storm throws more trees at an exposed edge than in the stand",
                measured: "share thrown of those within 25 m of the edge over that of those 50 m and more behind it",
                expected: Above(1.0),
                source: "our own range; wind models raise the load at an edge several times (iLand)",
                value: |found: &[Option<f64>; 2]| found[0],
            },
            Row {
                id: "storm.tall",
                statement: "… and more of the tall than of the short",
                measured: "mean height of those thrown over that of those that stand",
                expected: Above(1.0),
                source: "our own range: the load rises with the height of the crown",
                value: |found| found[1],
            },
        ],
    };
    let back = Experiment {
        about: "40 birches and 40 beeches of 10 m on 4 ha, 350 years, with a storm of 40 m/s and more in every 25th year or so, and \
                the same without",
        is_long: true,
        of_seed: birch_with_storms,
        rows: vec![Row {
            id: "succession.storms",
            statement: "storms bring the first species back",
            measured: "basal area of birches from 10 cm on with storms over that without, mean of the years 250 to 350",
            expected: Above(1.0),
            source: "our own range: light-demanding trees come up where the wind opened the stand",
            value: |ratio: &Option<f64>| *ratio,
        }],
    };
    [thrown.claims(), back.claims()].into_iter().flatten().collect()
}

/// Of a storm: trees at the edge against those within, and the height of what fell over that of what stands.
fn edge_and_tall(seed: u64) -> Result<[Option<f64>; 2], ClaimError> {
    const SIDE_M: f64 = 100.0;
    // Open land, over which the wind comes.
    const BEFORE_M: f64 = 50.0;
    let spruce = barren(SPRUCE);
    let plot = Plot::new([-BEFORE_M, 0.0], [SIDE_M + BEFORE_M, SIDE_M], Edge::Open)?;
    let storm = Wind {
        storms_per_yr: 1.0,
        gust_from_m_per_s: 32.0,
        gust_excess_mean_m_per_s: 0.0,
        towards_sd_deg: 0.0,
        ..Wind::default()
    };
    let wood = Planted {
        count: 600,
        height_m: 22.0,
        height_sigma: 0.15,
        age_yr: None,
    };
    let trees: Vec<Founder> = founders(seed, SIDE_M, 0, &spruce, wood).collect();
    let mut forest = with_wind(seed, plot, vec![spruce], Some(storm))?;
    forest.plant(trees)?;
    forest.advance();
    let is_thrown = |cause: Cause| matches!(cause, Cause::Snapped | Cause::Uprooted | Cause::Hit);
    let thrown: Vec<([f64; 2], f64)> = forest
        .dead()
        .filter(|dead| is_thrown(dead.remains.cause()))
        .map(|dead| (dead.place_m, dead.size.height_m))
        .collect();
    let standing: Vec<([f64; 2], f64)> = forest
        .trees()
        .map(|tree| (tree.place_m, tree.size.height_m))
        .collect();
    let share = |from_m: f64, to_m: f64| {
        let within = |list: &[([f64; 2], f64)]| {
            list.iter()
                .filter(|(place_m, _)| (from_m..to_m).contains(&place_m[0]))
                .count() as f64
        };
        let (fell, stood) = (within(&thrown), within(&standing));
        (fell + stood > 0.0).then(|| fell / (fell + stood))
    };
    let edge = share(0.0, 25.0)
        .zip(share(50.0, SIDE_M))
        .filter(|(_, within)| *within > 0.0);
    let mean_m = |list: &[([f64; 2], f64)]| {
        (!list.is_empty()).then(|| list.iter().map(|(_, height_m)| height_m).sum::<f64>() / list.len() as f64)
    };
    Ok([
        edge.map(|(edge, within)| edge / within),
        mean_m(&thrown)
            .zip(mean_m(&standing))
            .map(|(fell, stood)| fell / stood),
    ])
}

/// Birch's basal area with storms over that without.
fn birch_with_storms(seed: u64) -> Result<Option<f64>, ClaimError> {
    const SIDE_M: f64 = 200.0;
    let storms = Wind {
        storms_per_yr: 0.04,
        gust_from_m_per_s: 40.0,
        ..Wind::default()
    };
    let basal_area = |wind: Option<Wind>| -> Result<f64, ClaimError> {
        let both = [BIRCH, BEECH].map(preset);
        let trees: Vec<Founder> = (0..)
            .zip(&both)
            .flat_map(|(index, species)| founders(seed, SIDE_M, index, species, Planted::pioneers()))
            .collect();
        let mut forest = with_wind(seed, torus(SIDE_M)?, both.to_vec(), wind)?;
        forest.plant(trees)?;
        let mut sum_m2 = 0.0;
        for year in 1..=350 {
            forest.advance();
            if year >= 250 {
                let birches: Vec<_> = forest
                    .trees()
                    .filter(|tree| tree.species == 0 && tree.size.dbh_cm >= 10.0)
                    .collect();
                sum_m2 += basal_area_m2(birches.iter());
            }
        }
        Ok(sum_m2)
    };
    let (with_m2, without_m2) = (basal_area(Some(storms))?, basal_area(None)?);
    Ok((without_m2 > 0.0).then(|| with_m2 / without_m2))
}

fn with_wind(seed: u64, plot: Plot, species: Vec<Species>, wind: Option<Wind>) -> Result<Forest, ClaimError> {
    let conditions = Conditions {
        disturbance: Disturbance {
            wind,
            ..Disturbance::default()
        },
        ..Conditions::default()
    };
    Ok(Forest::new(plot, seed, species, conditions)?)
}

//! Deadwood of old beech with storms, held against that of primeval stands and of reserves.

use understory_forest::disturbance::Wind;

use super::experiment::{Experiment, Row, Taking};
use super::figures::{StandFigures, mean};
use super::stand::{BEECH, Planted, planted, preset, stormy};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;
const AREA_HA: f64 = 4.0;
/// The first trees of an open field may all fall in a storm: storms begin when the stand has closed.
const STORMS_FROM_YEAR: u32 = 100;
const FIRST_YEAR: u32 = 300;
const LAST_YEAR: u32 = 600;
/// Between two measurements.
const EVERY_YR: u32 = 10;

pub(super) fn claims() -> Vec<Claim> {
    Experiment {
        about: "40 beeches of 10 m on 4 ha, 600 years, from year 100 on storms of 25 m/s and more in every 10th year or so",
        taking: Taking::Long,
        of_seed: old_beech_with_storms,
        rows: vec![
            Row("deadwood.volume", |found: &Found| found.volume_m3_per_ha),
            Row("deadwood.share", |found| found.over_living),
            Row("deadwood.standing", |found| found.standing_percent),
        ],
    }
    .claims()
}

/// Means over the years; none of a stand without deadwood.
struct Found {
    volume_m3_per_ha: Option<f64>,
    over_living: Option<f64>,
    standing_percent: Option<f64>,
}

fn old_beech_with_storms(seed: u64) -> Result<Found, ClaimError> {
    let mut forest = planted(seed, SIDE_M, &[(preset(BEECH), Planted::pioneers())])?;
    let mut stands = Vec::new();
    for year in 1..=LAST_YEAR {
        if year == STORMS_FROM_YEAR {
            forest.insert_resource(stormy(Wind::default()));
        }
        forest.advance();
        if year >= FIRST_YEAR && year.is_multiple_of(EVERY_YR) {
            stands.push(StandFigures::of(&forest));
        }
    }
    let mean = |of: fn(&StandFigures) -> f64| mean(stands.iter().map(of));
    let (dead_m3, living_m3) = (mean(|stand| stand.dead_m3), mean(|stand| stand.living_m3));
    let over = |of: Option<f64>, all: Option<f64>| Some(of? / all.filter(|all| *all > 0.0)?);
    Ok(Found {
        volume_m3_per_ha: dead_m3.map(|all| all / AREA_HA),
        over_living: over(dead_m3, living_m3),
        standing_percent: over(mean(|stand| stand.standing_m3), dead_m3).map(|share| 100.0 * share),
    })
}

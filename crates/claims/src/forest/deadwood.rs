//! Deadwood of old beech with storms, held against that of primeval stands and of reserves.

use understory_forest::disturbance::Wind;

use super::experiment::{Numbers, Taking, claims_of};
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
    let about = "40 beeches of 10 m on 4 ha, 600 years, from year 100 on storms of 25 m/s and more in every 10th year or so";
    let names = ["deadwood.volume", "deadwood.share", "deadwood.standing"];
    claims_of(names, about, Taking::Long, old_beech_with_storms)
}

/// Means over the years; none of a stand without deadwood.
fn old_beech_with_storms(seed: u64) -> Result<Numbers<3>, ClaimError> {
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
    let standing = over(mean(|stand| stand.standing_m3), dead_m3);
    Ok([
        ("deadwood.volume", dead_m3.map(|all| all / AREA_HA)),
        ("deadwood.share", over(dead_m3, living_m3)),
        ("deadwood.standing", standing.map(|share| 100.0 * share)),
    ])
}

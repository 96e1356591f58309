//! Warming: who loses where it grows warmer, on moist ground and on dry.

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::basal_areas_m2;
use super::stand::{BEECH, Planted, SPRUCE, climate, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const YEARS: u32 = 120;
const MOIST_MM: f64 = 900.0;
const DRY_MM: f64 = 620.0;

pub(super) fn claims() -> Vec<Claim> {
    let about = "1,000 trees of 10 m on 1 ha, 120 years that begin with 9 °C and grow warmer, over the same that do not";
    let names = [
        "warming.hot.beech",
        "warming.hot.spruce",
        "warming.dry.spruce",
        "warming.dry.beech",
    ];
    claims_of(names, about, Taking::EachOf(2), warming)
}

/// Basal area after 120 years over that of the same stand where it grows no warmer.
fn warming(seed: u64) -> Result<Numbers<4>, ClaimError> {
    let ratio = |name: &str, rain_mm: f64, by_c: f64| -> Result<f64, ClaimError> {
        let grown = |by_c: f64| -> Result<f64, ClaimError> {
            let wood = Planted {
                count: 1000,
                ..Planted::pioneers()
            };
            let mut forest = planted(seed, 100.0, &[(preset(name), wood)])?;
            forest.set_climate(climate(seed, [9.0, rain_mm], by_c / f64::from(YEARS), YEARS)?);
            (0..YEARS).for_each(|_| forest.advance());
            Ok(basal_areas_m2(&forest)[0])
        };
        Ok(grown(by_c)? / grown(0.0)?)
    };
    Ok([
        ("warming.hot.beech", Some(ratio(BEECH, MOIST_MM, 9.6)?)),
        ("warming.hot.spruce", Some(ratio(SPRUCE, MOIST_MM, 9.6)?)),
        ("warming.dry.spruce", Some(ratio(SPRUCE, DRY_MM, 2.4)?)),
        ("warming.dry.beech", Some(ratio(BEECH, DRY_MM, 2.4)?)),
    ])
}

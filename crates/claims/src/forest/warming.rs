//! Warming: who loses where it grows warmer, on moist ground and on dry.

use super::experiment::{Experiment, Row, Taking};
use super::figures::basal_areas_m2;
use super::stand::{BEECH, Planted, SPRUCE, climate, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const YEARS: u32 = 120;
const MOIST_MM: f64 = 900.0;
const DRY_MM: f64 = 620.0;

/// Basal area after 120 years over that of the same stand where it grows no warmer.
struct Found {
    hot_beech: f64,
    hot_spruce: f64,
    dry_spruce: f64,
    dry_beech: f64,
}

pub(super) fn claims() -> Vec<Claim> {
    Experiment {
        about: "1,000 trees of 10 m on 1 ha, 120 years that begin with 9 °C and grow warmer, over the same that do not",
        taking: Taking::EachOf(2),
        of_seed: warming,
        rows: vec![
            Row("warming.hot.beech", |found: &Found| Some(found.hot_beech)),
            Row("warming.hot.spruce", |found| Some(found.hot_spruce)),
            Row("warming.dry.spruce", |found| Some(found.dry_spruce)),
            Row("warming.dry.beech", |found| Some(found.dry_beech)),
        ],
    }
    .claims()
}

fn warming(seed: u64) -> Result<Found, ClaimError> {
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
    Ok(Found {
        hot_beech: ratio(BEECH, MOIST_MM, 9.6)?,
        hot_spruce: ratio(SPRUCE, MOIST_MM, 9.6)?,
        dry_spruce: ratio(SPRUCE, DRY_MM, 2.4)?,
        dry_beech: ratio(BEECH, DRY_MM, 2.4)?,
    })
}

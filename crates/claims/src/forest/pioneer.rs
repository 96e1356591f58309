//! Birch under birch: a species of open ground does not renew itself under its own canopy.

use super::experiment::{Experiment, Row, Taking};
use super::figures::BREAST_HEIGHT_M;
use super::stand::{BIRCH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const YEARS: u32 = 60;
const YOUNG_YR: u16 = 30;

pub(super) fn claims() -> Vec<Claim> {
    let rows = vec![Row("pioneer.young", |share| *share)];
    Experiment {
        about: "2,500 birches planted on 1 ha, with offspring, 60 years",
        taking: Taking::Quick,
        of_seed: share_of_young,
        rows,
    }
    .claims()
}

fn share_of_young(seed: u64) -> Result<Option<f64>, ClaimError> {
    let mut forest = planted(seed, SIDE_M, &[(preset(BIRCH), Planted::young(2500))])?;
    for _ in 0..YEARS {
        forest.advance();
    }
    let (mut all, mut young) = (0, 0);
    for tree in forest
        .trees()
        .filter(|tree| tree.size.height_m >= BREAST_HEIGHT_M)
    {
        all += 1;
        young += u32::from(tree.age_yr < YOUNG_YR);
    }
    Ok((all > 0).then(|| f64::from(young) / f64::from(all)))
}

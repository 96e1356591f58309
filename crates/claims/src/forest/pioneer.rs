//! Birch under birch: a species of open ground does not renew itself under its own canopy.

use understory_forest::components::BREAST_HEIGHT_M;

use super::experiment::{Numbers, Taking, claims_of};
use super::stand::{BIRCH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const YEARS: u32 = 60;
const YOUNG_YR: u16 = 30;

pub(super) fn claims() -> Vec<Claim> {
    let about = "2,500 birches planted on 1 ha, with offspring, 60 years";
    claims_of(["pioneer.young"], about, Taking::Quick, share_of_young)
}

fn share_of_young(seed: u64) -> Result<Numbers<1>, ClaimError> {
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
    let share = (all > 0).then(|| f64::from(young) / f64::from(all));
    Ok([("pioneer.young", share)])
}

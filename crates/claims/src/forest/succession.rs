//! Succession: birch takes an open field first, beech takes it over.

use understory_forest::components::ADULT_DBH_CM;

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::basal_area_m2;
use super::stand::{BEECH, BIRCH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;

pub(super) fn claims() -> Vec<Claim> {
    let about = "40 birches and 40 beeches of 10 m on 4 ha, 300 years";
    claims_of(
        ["succession.first", "succession.later"],
        about,
        Taking::Long,
        ratios,
    )
}

/// Birch's basal area over beech's at years 100 and 300.
fn ratios(seed: u64) -> Result<Numbers<2>, ClaimError> {
    let both = [BIRCH, BEECH].map(|name| (preset(name), Planted::pioneers()));
    let mut forest = planted(seed, SIDE_M, &both)?;
    let mut ratio_after = |years: u32| {
        for _ in 0..years {
            forest.advance();
        }
        let trees: Vec<_> = forest
            .trees()
            .filter(|tree| tree.size.dbh_cm >= ADULT_DBH_CM)
            .collect();
        let [birch_m2, beech_m2] =
            [0, 1].map(|species| basal_area_m2(trees.iter().filter(|tree| tree.species == species)));
        (beech_m2 > 0.0).then(|| birch_m2 / beech_m2)
    };
    Ok([
        ("succession.first", ratio_after(100)),
        ("succession.later", ratio_after(200)),
    ])
}

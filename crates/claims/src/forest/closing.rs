//! Crowns that fill gaps: a closed stand stays closed, closes again when it is thinned, and who is set free grows into the room.

use std::collections::BTreeMap;

use understory_forest::Forest;

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::median;
use super::stand::{BEECH, preset};
use super::yields::Planting;
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const THINNED_YR: u32 = 80;
/// Half of what stands there then.
const LEFT_M2_PER_HA: f64 = 20.0;
const CLOSES_WITHIN_YR: u32 = 10;

pub(super) fn claims() -> Vec<Claim> {
    let about = "5,000 beeches planted on 1 ha, 90 years";
    claims_of(
        ["crowns.closed", "crowns.again", "crowns.freed"],
        about,
        Taking::Quick,
        closing,
    )
}

fn closing(seed: u64) -> Result<Numbers<3>, ClaimError> {
    let planting = Planting {
        trees_per_ha: 5000.0,
        side_m: SIDE_M,
        thinnings: vec![(THINNED_YR, LEFT_M2_PER_HA)],
    };
    let mut forest = planting.forest(&preset(BEECH), seed)?;
    let mut before: Option<f64> = None;
    while forest.year() < THINNED_YR {
        forest.advance();
        if (30..THINNED_YR).contains(&forest.year()) {
            let cover = cover(&forest);
            before = Some(before.map_or(cover, |least| least.min(cover)));
        }
    }
    let radii_m = |forest: &Forest| -> BTreeMap<u64, f64> {
        let trees = forest.trees();
        trees.map(|tree| (tree.number, tree.crown_radius_m)).collect()
    };
    let freed_m = radii_m(&forest);
    while forest.year() < THINNED_YR + CLOSES_WITHIN_YR {
        forest.advance();
    }
    let gained_m = radii_m(&forest)
        .into_iter()
        .filter_map(|(number, radius_m)| Some(radius_m - freed_m.get(&number)?));
    Ok([
        ("crowns.closed", before),
        ("crowns.again", Some(cover(&forest))),
        ("crowns.freed", median(gained_m.collect())),
    ])
}

fn cover(forest: &Forest) -> f64 {
    // Of the one species.
    forest.inventory()[0].canopy_cover(forest.plot().area_m2())
}

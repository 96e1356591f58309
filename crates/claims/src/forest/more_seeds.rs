//! Seeds in a currency that does not matter: what old beech is does not hang on how many seeds one of the model's stands for.

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::{StandFigures, canopy_gaps};
use super::stand::{BEECH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;
pub(super) fn claims() -> Vec<Claim> {
    let about = "8,000 beeches planted on 4 ha, years 300 to 700, with 3 and with 10 times the seeds beside as many as the preset has";
    let names = [
        "seeds.stems.3",
        "seeds.stems.10",
        "seeds.wood.3",
        "seeds.wood.10",
        "seeds.leaves.3",
        "seeds.leaves.10",
        "seeds.gaps.3",
        "seeds.gaps.10",
    ];
    claims_of(names, about, Taking::MeanOf(5), more_seeds)
}

/// With 3 and 10 times the seeds: stems, basal area and leaves over those with as many as the preset has, share of gaps less that, points.
fn more_seeds(seed: u64) -> Result<Numbers<8>, ClaimError> {
    let [stems, wood, leaves, gaps] = old_beech(seed, 1.0)?;
    let beside = |times: f64| -> Result<[f64; 4], ClaimError> {
        let more = old_beech(seed, times)?;
        Ok([more[0] / stems, more[1] / wood, more[2] / leaves, more[3] - gaps])
    };
    let [three, ten] = [beside(3.0)?, beside(10.0)?];
    Ok([
        ("seeds.stems.3", Some(three[0])),
        ("seeds.stems.10", Some(ten[0])),
        ("seeds.wood.3", Some(three[1])),
        ("seeds.wood.10", Some(ten[1])),
        ("seeds.leaves.3", Some(three[2])),
        ("seeds.leaves.10", Some(ten[2])),
        ("seeds.gaps.3", Some(three[3])),
        ("seeds.gaps.10", Some(ten[3])),
    ])
}

/// Stems and basal area a hectare, leaf area index and share of gaps, %, means of the years 300 to 700.
fn old_beech(seed: u64, times: f64) -> Result<[f64; 4], ClaimError> {
    let mut beech = preset(BEECH);
    beech.fruit.seeds_per_m2 *= times;
    let mut forest = planted(seed, SIDE_M, &[(beech, Planted::young(8000))])?;
    let mut means = [0.0; 4];
    for year in 1..=700 {
        forest.advance();
        if year < 300 || year % 20 != 0 {
            continue;
        }
        let stand = StandFigures::of(&forest);
        let gaps_percent = 100.0 * canopy_gaps(&forest)?.share();
        let found = [
            stand.stems_per_ha,
            stand.basal_area_m2_per_ha,
            stand.leaves_m2_per_m2,
            gaps_percent,
        ];
        for (mean, value) in means.iter_mut().zip(found) {
            *mean += value / 21.0;
        }
    }
    Ok(means)
}

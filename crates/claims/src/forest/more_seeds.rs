//! Seeds in a currency that does not matter: what old beech is does not hang on how many seeds one of the model's stands for.

use super::experiment::{Experiment, Row, Taking};
use super::figures::{StandFigures, canopy_gaps};
use super::stand::{BEECH, Planted, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 200.0;
/// Stems, basal area, leaves and share of gaps with 3 and 10 times the seeds: the first three over those with as many as the preset has,
/// the last less that, points.
type Found = [[f64; 4]; 2];

pub(super) fn claims() -> Vec<Claim> {
    Experiment {
        about: "8,000 beeches planted on 4 ha, years 300 to 700, with 3 and with 10 times the seeds beside as many as the preset has",
        taking: Taking::MeanOf(5),
        of_seed: more_seeds,
        rows: vec![
            Row("seeds.stems.3", |found| Some(found[0][0])),
            Row("seeds.stems.10", |found| Some(found[1][0])),
            Row("seeds.wood.3", |found| Some(found[0][1])),
            Row("seeds.wood.10", |found| Some(found[1][1])),
            Row("seeds.leaves.3", |found| Some(found[0][2])),
            Row("seeds.leaves.10", |found| Some(found[1][2])),
            Row("seeds.gaps.3", |found| Some(found[0][3])),
            Row("seeds.gaps.10", |found| Some(found[1][3])),
        ],
    }
    .claims()
}

fn more_seeds(seed: u64) -> Result<Found, ClaimError> {
    let [stems, wood, leaves, gaps] = old_beech(seed, 1.0)?;
    let beside = |times: f64| -> Result<[f64; 4], ClaimError> {
        let more = old_beech(seed, times)?;
        Ok([more[0] / stems, more[1] / wood, more[2] / leaves, more[3] - gaps])
    };
    Ok([beside(3.0)?, beside(10.0)?])
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

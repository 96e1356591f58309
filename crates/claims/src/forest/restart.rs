//! A grown stand, written out with diameters and heights alone and read back, beside the stand that goes on.

use understory_forest::growth::{GrowthCurve, LIGHT_IN_STANDS, oldest_founder_yr};
use understory_forest::parameters::Species;
use understory_forest::{Forest, Founder};
use understory_numerics::RandomKey;

use super::experiment::{Experiment, Numbers, Taking};
use super::stand::{BEECH, Planted, SPRUCE, barren, planted, preset};
use crate::ClaimError;
use crate::claim::Claim;

/// Of losses and of growth, yr.
const LOSES_FOR_YR: u32 = 3;
const GROWS_FOR_YR: u32 = 10;

/// Ages at which old beech is read back, that few trees which die in three years do not decide; yr.
const OLD_YR: [u32; 5] = [400, 410, 420, 430, 440];

/// What stands are called, their species, the side of their plot, m, what they begin with, and at which ages they are read back.
fn stands() -> [(&'static str, Species, f64, Planted, &'static [u32]); 5] {
    let dense = Planted::young(10_000);
    let pioneers = Planted {
        count: 160,
        ..Planted::pioneers()
    };
    [
        ("beech-50", barren(BEECH), 100.0, dense, &[50]),
        ("beech-100", barren(BEECH), 100.0, dense, &[100]),
        ("spruce-50", barren(SPRUCE), 100.0, dense, &[50]),
        ("spruce-100", barren(SPRUCE), 100.0, dense, &[100]),
        ("old-beech", preset(BEECH), 400.0, pioneers, &OLD_YR),
    ]
}

pub(super) fn claims() -> Vec<Claim> {
    let of_stand =
        |(name, species, side_m, begins, ages_yr): (&str, Species, f64, Planted, &'static [u32])| {
            let about = format!(
                "{} planted on {} ha, at {ages_yr:?} years read back with diameters and heights alone",
                begins.count,
                side_m * side_m / 1e4
            );
            let of_seed = move |seed| restart(seed, &species, side_m, begins, ages_yr);
            let experiment = Experiment::new(about, Taking::Long, of_seed);
            experiment.claims(["restart.loss", "restart.growth"], |words| {
                format!("{words}.{name}")
            })
        };
    stands().into_iter().flat_map(of_stand).collect()
}

/// Loss and growth of the stand that is read back over those of the one that goes on.
fn restart(
    seed: u64,
    species: &Species,
    side_m: f64,
    begins: Planted,
    ages_yr: &[u32],
) -> Result<Numbers<2>, ClaimError> {
    let mut goes_on = planted(seed, side_m, &[(species.clone(), begins)])?;
    let mut sums_m3 = [[0.0; 2]; 2];
    for &age_yr in ages_yr {
        while goes_on.year() < age_yr {
            goes_on.advance();
        }
        let mut read_back = Forest::new(*goes_on.plot(), seed, vec![species.clone()], Default::default())?;
        read_back.plant(founders(&goes_on, species, seed))?;
        for (sums_m3, forest) in sums_m3.iter_mut().zip([&mut goes_on, &mut read_back]) {
            let [lost_m3, grown_m3] = lost_and_grown_m3(forest);
            sums_m3[0] += lost_m3;
            sums_m3[1] += grown_m3;
        }
    }
    let [on, back] = sums_m3;
    Ok([
        ("restart.loss", Some(back[0] / on[0])),
        ("restart.growth", Some(back[1] / on[1])),
    ])
}

/// As a census has them that measures all trees.
fn founders(forest: &Forest, species: &Species, seed: u64) -> Vec<Founder> {
    let life = GrowthCurve::new(species).life(LIGHT_IN_STANDS);
    let root = RandomKey::root(seed, &["claims", "restart"]);
    let founder = |tree: understory_forest::Tree| {
        let key = RandomKey::from_bits(root.bits() ^ tree.key.bits());
        let (age_yr, _) = life.age_and_height(Some(tree.size.dbh_cm), Some(tree.size.height_m));
        let age_yr = age_yr.min(oldest_founder_yr(species)) as u16;
        Founder::new(key, 0, tree.place_m, age_yr, tree.size)
    };
    forest.trees().map(founder).collect()
}

/// Volume that dies within three years, and what grows within ten, m³.
fn lost_and_grown_m3(forest: &mut Forest) -> [f64; 2] {
    let stands_m3 = |forest: &Forest| forest.inventory().last().map_or(0.0, |all| all.volume_m3);
    let before_m3 = stands_m3(forest);
    let (mut lost_m3, mut died_m3) = (0.0, 0.0);
    for year in 1..=GROWS_FOR_YR {
        forest.advance();
        let dead_m3: f64 = forest
            .tallies()
            .iter()
            .map(|tally| tally.dead_stems.volume_m3)
            .sum();
        died_m3 += dead_m3;
        if year <= LOSES_FOR_YR {
            lost_m3 += dead_m3;
        }
    }
    [lost_m3, stands_m3(forest) - before_m3 + died_m3]
}

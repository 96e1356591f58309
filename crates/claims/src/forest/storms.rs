//! Storms: where they throw trees, and what comes up where they did.

use understory_forest::components::{ADULT_DBH_CM, Cause};
use understory_forest::disturbance::Wind;
use understory_forest::parameters::Conditions;
use understory_forest::presets::PRESETS;
use understory_forest::{Forest, Founder, Happening};
use understory_space::{Edge, Plot};

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::{basal_area_m2, mean};
use super::stand::{BEECH, BIRCH, PINE, Planted, SPRUCE, barren, founders, planted, preset, stormy};
use crate::ClaimError;
use crate::claim::Claim;

pub(super) fn claims() -> Vec<Claim> {
    let back = "40 birches and 40 beeches of 10 m on 4 ha, 350 years, with a storm of 40 m/s and more in every 25th year or so, and \
                the same without";
    let thrown = "600 spruces of 15 to 30 m on 1 ha with open land to the west, one storm from there with a gust of 45 m/s";
    let strengths =
        "4,000 trees planted on 1 ha, one storm of 45 m/s when they are 80 years old, or lower, or of 55 m/s";
    let by_strength = ["storm.beech", "storm.pine", "storm.low", "storm.all"];
    [
        claims_of(["succession.storms"], back, Taking::Long, birch_with_storms),
        claims_of(["storm.edge", "storm.tall"], thrown, Taking::Long, edge_and_tall),
        claims_of(by_strength, strengths, Taking::EachOf(2), by_species),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Of a storm: trees at the edge against those within, and the height of what fell over that of what stands.
fn edge_and_tall(seed: u64) -> Result<Numbers<2>, ClaimError> {
    const SIDE_M: f64 = 100.0;
    // Open land, over which the wind comes.
    const BEFORE_M: f64 = 50.0;
    let spruce = barren(SPRUCE);
    let plot = Plot::new([-BEFORE_M, 0.0], [SIDE_M + BEFORE_M, SIDE_M], Edge::Open)?;
    let from_the_west = Wind {
        towards_sd_deg: 0.0,
        ..storm(45.0)
    };
    let wood = Planted {
        count: 600,
        height_m: 22.0,
        height_sigma: 0.15,
        age_yr: None,
    };
    let trees: Vec<Founder> = founders(seed, SIDE_M, 0, &spruce, wood).collect();
    let mut forest = Forest::new(plot, seed, vec![spruce], stormy(from_the_west))?;
    forest.plant(trees)?;
    forest.advance();
    let thrown: Vec<([f64; 2], f64)> = forest
        .dead()
        .filter(|dead| is_thrown(dead.remains.cause()))
        .map(|dead| (dead.place_m, dead.size.height_m))
        .collect();
    let standing: Vec<([f64; 2], f64)> = forest
        .trees()
        .map(|tree| (tree.place_m, tree.size.height_m))
        .collect();
    let share = |from_m: f64, to_m: f64| {
        let within = |list: &[([f64; 2], f64)]| {
            list.iter()
                .filter(|(place_m, _)| (from_m..to_m).contains(&place_m[0]))
                .count() as f64
        };
        let (fell, stood) = (within(&thrown), within(&standing));
        (fell + stood > 0.0).then(|| fell / (fell + stood))
    };
    let edge = share(0.0, 25.0)
        .zip(share(50.0, SIDE_M))
        .filter(|(_, within)| *within > 0.0);
    let mean_m = |list: &[([f64; 2], f64)]| mean(list.iter().map(|(_, height_m)| *height_m));
    let tall = mean_m(&thrown).zip(mean_m(&standing));
    Ok([
        ("storm.edge", edge.map(|(edge, within)| edge / within)),
        ("storm.tall", tall.map(|(fell, stood)| fell / stood)),
    ])
}

/// By the shares of the volume that a storm takes.
fn by_species(seed: u64) -> Result<Numbers<4>, ClaimError> {
    let at_80 = |name: &str, gust_m_per_s: f64| taken(seed, name, gust_m_per_s, |forest| forest.year() == 80);
    let mut least_of_all = f64::INFINITY;
    for preset in PRESETS.iter() {
        least_of_all = least_of_all.min(at_80(&preset.name, 55.0)?);
    }
    let (spruce, beech, pine) = (at_80(SPRUCE, 45.0)?, at_80(BEECH, 45.0)?, at_80(PINE, 45.0)?);
    let low_spruce = taken(seed, SPRUCE, 45.0, |forest| {
        forest.inventory()[0].top_height_m >= 12.0
    })?;
    Ok([
        ("storm.beech", Some(beech / spruce)),
        ("storm.pine", Some((pine - beech) / (spruce - beech))),
        ("storm.low", Some(100.0 * low_spruce)),
        ("storm.all", Some(100.0 * least_of_all)),
    ])
}

/// Share of the volume of a planted stand that one storm of this gust takes, m/s, as soon as it is ripe.
fn taken(
    seed: u64,
    name: &str,
    gust_m_per_s: f64,
    is_ripe: impl Fn(&Forest) -> bool,
) -> Result<f64, ClaimError> {
    let species = barren(name);
    let stem = species.stem;
    let mut forest = planted(seed, 100.0, &[(species, Planted::young(4000))])?;
    while !is_ripe(&forest) {
        forest.advance();
    }
    let before_m3 = forest.inventory()[0].volume_m3;
    forest.insert_resource(stormy(storm(gust_m_per_s)));
    forest.note_events();
    forest.advance();
    let thrown = forest.take_events().into_iter().filter(|event| {
        matches!(event.what, Happening::Death(cause) if is_thrown(cause)) && event.size.dbh_cm >= 7.0
    });
    Ok(thrown.map(|event| stem.volume_m3(event.size)).sum::<f64>() / before_m3)
}

/// Birch's basal area with storms less that without, m² per ha.
fn birch_with_storms(seed: u64) -> Result<Numbers<1>, ClaimError> {
    const SIDE_M: f64 = 200.0;
    let storms = Wind {
        storms_per_yr: 0.04,
        gust_from_m_per_s: 40.0,
        ..Wind::default()
    };
    let basal_area = |conditions: Conditions| -> Result<f64, ClaimError> {
        let both = [BIRCH, BEECH].map(|name| (preset(name), Planted::pioneers()));
        let mut forest = planted(seed, SIDE_M, &both)?;
        forest.insert_resource(conditions);
        let mut sum_m2 = 0.0;
        for year in 1..=350 {
            forest.advance();
            if year >= 250 {
                let birches: Vec<_> = forest
                    .trees()
                    .filter(|tree| tree.species == 0 && tree.size.dbh_cm >= ADULT_DBH_CM)
                    .collect();
                sum_m2 += basal_area_m2(birches.iter());
            }
        }
        Ok(sum_m2)
    };
    let gained_m2 = basal_area(stormy(storms))? - basal_area(Conditions::default())?;
    Ok([(
        "succession.storms",
        Some(gained_m2 / (101.0 * SIDE_M * SIDE_M / 1e4)),
    )])
}

/// A storm in each year, all of its gusts as strong as this.
fn storm(gust_m_per_s: f64) -> Wind {
    Wind {
        storms_per_yr: 1.0,
        gust_from_m_per_s: gust_m_per_s,
        gust_excess_mean_m_per_s: 0.0,
        ..Wind::default()
    }
}

/// Whether a storm does it, by its wind or by the trees that it throws.
fn is_thrown(cause: Cause) -> bool {
    matches!(cause, Cause::Snapped | Cause::Uprooted | Cause::Hit)
}

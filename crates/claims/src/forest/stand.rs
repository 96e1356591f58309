//! Where the experiments grow: square plots, planted at random, and what comes over them.

use std::sync::Arc;

use understory_forest::climate::{Rain, Temperature};
use understory_forest::components::Size;
use understory_forest::disturbance::{Disturbance, Wind};
use understory_forest::growth::GrowthCurve;
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Climate, Forest, Founder, presets};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

use crate::ClaimError;

pub(super) const BEECH: &str = "fagus-sylvatica";
pub(super) const BIRCH: &str = "betula-pendula";
pub(super) const FIR: &str = "abies-alba";
pub(super) const SPRUCE: &str = "picea-abies";
pub(super) const PINE: &str = "pinus-sylvestris";

/// A species that ships.
pub(super) fn preset(name: &str) -> Species {
    presets::named(name).expect("it ships").species(name)
}

/// The same, which leaves no offspring.
pub(super) fn barren(name: &str) -> Species {
    let mut species = preset(name);
    species.fruit.seeds_per_m2 = 0.0;
    species.resprout.probability = 0.0;
    species
}

/// Trees that are planted at random.
#[derive(Clone, Copy)]
pub(super) struct Planted {
    pub(super) count: u32,
    /// Median height, m.
    pub(super) height_m: f64,
    /// Standard deviation of its logarithm.
    pub(super) height_sigma: f64,
    /// As a tree of the height in the open, if none is given.
    pub(super) age_yr: Option<u16>,
}

impl Planted {
    /// A plantation of small trees.
    pub(super) fn young(count: u32) -> Self {
        Self {
            count,
            height_m: 0.5,
            height_sigma: 0.2,
            age_yr: Some(3),
        }
    }

    /// Trees that are tall enough to have a crown.
    pub(super) fn saplings(count: u32) -> Self {
        Self {
            count,
            height_m: 3.0,
            height_sigma: 0.2,
            age_yr: None,
        }
    }

    /// The trees that first come to an open field: 40, 10 m high.
    pub(super) fn pioneers() -> Self {
        Self {
            count: 40,
            height_m: 10.0,
            height_sigma: 0.0,
            age_yr: None,
        }
    }
}

pub(super) fn torus(side_m: f64) -> Result<Plot, ClaimError> {
    Ok(Plot::new([0.0; 2], [side_m; 2], Edge::Torus)?)
}

/// A forest on a square torus, so many trees of each species planted.
pub(super) fn planted(seed: u64, side_m: f64, species: &[(Species, Planted)]) -> Result<Forest, ClaimError> {
    let list = species.iter().map(|(species, _)| species.clone()).collect();
    let mut forest = Forest::new(torus(side_m)?, seed, list, Conditions::default())?;
    let founders = (0..)
        .zip(species)
        .flat_map(|(index, (species, planted))| founders(seed, side_m, index, species, *planted));
    forest.plant(founders)?;
    Ok(forest)
}

/// The usual conditions, with storms.
pub(super) fn stormy(wind: Wind) -> Conditions {
    let disturbance = Disturbance {
        wind: Some(wind),
        ..Disturbance::default()
    };
    Conditions {
        disturbance,
        ..Conditions::default()
    }
}

/// Years whose mean temperature, °C, begins with this one and rises by so much a year, and with this mean rain, mm.
pub(super) fn climate(
    seed: u64,
    [mean_c, mean_mm]: [f64; 2],
    trend_c_per_yr: f64,
    years: u32,
) -> Result<Arc<Climate>, ClaimError> {
    let temperature = Temperature {
        mean_c,
        sd_c: 0.7,
        lag1: 0.2,
        trend_c_per_yr,
    };
    let rain = Rain {
        mean_mm,
        sd_mm: 0.15 * mean_mm,
        lag1: 0.0,
        trend_mm_per_yr: 0.0,
        with_temperature: -0.3,
    };
    let drawn = Climate::drawn(&temperature, &rain, seed, years)?;
    Ok(drawn.over(Default::default()).into())
}

/// Lets none of its trees die by chance.
pub(super) fn without_chance(species: &mut Species) {
    species.mortality.chance_per_yr = 0.0;
}

/// Lets its crowns take hardly any light, and its trees grow as in the open.
pub(super) fn without_shade(species: &mut Species) {
    species.growth.shade_sensitivity = 0.0;
    species.crown.leaf_area_index = 0.01;
}

/// Trees at random places of the square from (0, 0) to (`side_m`, `side_m`).
pub(super) fn founders(
    seed: u64,
    side_m: f64,
    index: u16,
    species: &Species,
    planted: Planted,
) -> impl Iterator<Item = Founder> {
    let root = RandomKey::root(seed, &["claims", "forest", &species.name]);
    let life = GrowthCurve::new(species).life(1.0);
    (0..planted.count).map(move |number| {
        let key = root.child(0, Purpose::Member, number);
        let place = key.draws(0, Purpose::Place, 0).map(unit_from_u32);
        let size = key.draws(0, Purpose::Size, 0).map(unit_from_u32);
        let height_m =
            planted.height_m * math::exp(planted.height_sigma * standard_normal([size[0], size[1]]));
        let in_the_open_yr = life.age_at_height_yr(height_m);
        let size = Size {
            dbh_cm: life.dbh_at_height_cm(height_m),
            height_m,
        };
        let age_yr = planted.age_yr.unwrap_or(in_the_open_yr as u16);
        Founder::new(key, index, [side_m * place[0], side_m * place[1]], age_yr, size)
    })
}

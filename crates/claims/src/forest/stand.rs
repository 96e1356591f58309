//! Where the experiments grow: square plots, planted at random.

use understory_forest::components::Size;
use understory_forest::growth::GrowthCurve;
use understory_forest::parameters::{Conditions, Species};
use understory_forest::{Forest, Founder, presets};
use understory_numerics::sample::{standard_normal, unit_from_u32};
use understory_numerics::{Purpose, RandomKey, math};
use understory_space::{Edge, Plot};

use crate::ClaimError;

pub(super) const BEECH: &str = "fagus-sylvatica";
pub(super) const BIRCH: &str = "betula-pendula";

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

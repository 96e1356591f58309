//! Trees that stand alone: how many reach their greatest age, and what comes up below a lone mother or allelopath.

use understory_forest::growth::GrowthCurve;
use understory_forest::parameters::{Conditions, FieldKernel, Species, StrengthOn};
use understory_forest::{Forest, Founder, Happening, Origin};
use understory_numerics::{Purpose, RandomKey, math};

use super::experiment::{Numbers, Taking, claims_of};
use super::stand::{BEECH, BIRCH, Planted, barren, planted, preset, torus, without_chance, without_shade};
use crate::ClaimError;
use crate::claim::Claim;

pub(super) fn claims() -> Vec<Claim> {
    let mother = "a beech of 34 m alone on a torus of 80 m, inhibition of strength 10, 100 seeds per m² a year, no shade, 6 years";
    let allelopath = "a birch of 27 m alone on a torus of 56 m, strength 10 on beech and 0 on itself, 5 seeds of each per m² a year, \
                      no shade, 6 years";
    let alone = "2,500 beeches of 60 years, 30 m from each other, no offspring";
    [
        claims_of(
            ["inhibition.hole", "inhibition.stand"],
            mother,
            Taking::Long,
            hole,
        ),
        claims_of(
            ["inhibition.other", "inhibition.own"],
            allelopath,
            Taking::Long,
            beside_allelopath,
        ),
        claims_of(["lone.chance"], alone, Taking::Long, survivors),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// Of an inhibition at which a hole can open: that of the scenario `lone-mother`.
const STRENGTH: f64 = 10.0;
/// Near: up to so far from the nearest large tree, m.
const NEAR_M: f64 = 2.0;
/// Beside: between these, m.
const BESIDE_M: [f64; 2] = [4.0, 8.0];
const LARGE_CM: f64 = 20.0;

fn hole(seed: u64) -> Result<Numbers<2>, ClaimError> {
    let (lone, stand) = (lone_mother(seed)?, closed_stand(seed)?);
    Ok([
        ("inhibition.hole", lone),
        (
            "inhibition.stand",
            stand.zip(lone).map(|(stand, lone)| stand - lone),
        ),
    ])
}

/// Births near the allelopath over those beside it: of the other species, and of its own.
fn beside_allelopath(seed: u64) -> Result<Numbers<2>, ClaimError> {
    let [mut birch, beech] = [BIRCH, BEECH].map(|name| {
        let mut species = barren(name);
        species.fruit.from_outside_per_m2 = 5.0;
        species.fruit.mast_every_yr = 1;
        species.seed_bank.max_age_yr = 1;
        without_chance(&mut species);
        without_shade(&mut species);
        species.germination.recruit_spacing_m = 0.0;
        species.inhibition.strength = 0.0;
        species.inhibition.strength_on_others = 0.0;
        species
    });
    birch.inhibition.kernel = FieldKernel::FixedExponential {
        e_fold_m: 2.0,
        cut_fraction: 0.04,
    };
    // Of its seedlings, which stand everywhere, next to nothing.
    birch.inhibition.height_exponent = 2.0;
    birch.inhibition.on = vec![StrengthOn {
        species: beech.name.clone(),
        strength: STRENGTH,
    }];
    let allelopath = Planted {
        count: 1,
        height_m: 27.0,
        ..Planted::pioneers()
    };
    let nobody = Planted {
        count: 0,
        ..Planted::pioneers()
    };
    let mut forest = planted(seed, 56.0, &[(birch, allelopath), (beech, nobody)])?;
    let [other, own] = rings(&mut forest, 6, [1, 0]);
    Ok([("inhibition.other", other), ("inhibition.own", own)])
}

/// How many births of each of some species and how many m² are near and beside the nearest large tree.
struct Rings<const SPECIES: usize> {
    births: [[f64; 2]; SPECIES],
    areas: [f64; 2],
}

impl<const SPECIES: usize> Rings<SPECIES> {
    fn ring(distance_squared_m2: f64) -> Option<usize> {
        let distance_m = distance_squared_m2.sqrt();
        if distance_m < NEAR_M {
            Some(0)
        } else if (BESIDE_M[0]..BESIDE_M[1]).contains(&distance_m) {
            Some(1)
        } else {
            None
        }
    }

    /// A year: its births from seeds, and a lattice of places that measures the areas, by the trees before it.
    fn add_year(&mut self, forest: &mut Forest, of: [u16; SPECIES]) {
        let mut large_m = Vec::new();
        forest.for_each_tree(|place_m, _, size| {
            if size.dbh_cm >= LARGE_CM {
                large_m.push(place_m);
            }
        });
        forest.advance();
        let plot = *forest.plot();
        let ring_of = |place_m: [f64; 2]| {
            let squares_m2 = large_m
                .iter()
                .map(|&large_m| plot.distance_squared_m2(place_m, large_m));
            squares_m2.reduce(f64::min).and_then(Self::ring)
        };
        for event in forest.take_events() {
            if event.what == Happening::Birth(Origin::Seed)
                && let Some(counted) = of.iter().position(|&species| species == event.species)
                && let Some(ring) = ring_of(event.place_m)
            {
                self.births[counted][ring] += 1.0;
            }
        }
        let cells = plot.size_m()[0] as u32;
        for place in 0..cells * cells {
            let place_m = [place % cells, place / cells].map(|cell| f64::from(cell) + 0.5);
            if let Some(ring) = ring_of(place_m) {
                self.areas[ring] += 1.0;
            }
        }
    }

    /// Births per area near large trees over those beside them.
    fn contrasts(&self) -> [Option<f64>; SPECIES] {
        self.births.map(|births| {
            let [near, beside] = [0, 1].map(|ring| births[ring] / self.areas[ring]);
            (self.areas[0] > 0.0 && births[1] > 0.0).then(|| near / beside)
        })
    }
}

/// A beech whose field alone keeps seeds from germinating.
fn inhibiting() -> Species {
    let mut beech = preset(BEECH);
    beech.germination.recruit_spacing_m = 0.0;
    beech.inhibition.strength = STRENGTH;
    beech
}

fn lone_mother(seed: u64) -> Result<Option<f64>, ClaimError> {
    const SIDE_M: f64 = 80.0;
    let mut beech = inhibiting();
    beech.fruit.seeds_per_m2 = 100.0;
    beech.fruit.mast_every_yr = 1;
    beech.seed_bank.max_age_yr = 1;
    without_chance(&mut beech);
    // What else could open a hole.
    without_shade(&mut beech);
    let mother = Planted {
        count: 1,
        height_m: 34.0,
        ..Planted::pioneers()
    };
    let mut forest = planted(seed, SIDE_M, &[(beech, mother)])?;
    Ok(rings(&mut forest, 6, [0])[0])
}

fn closed_stand(seed: u64) -> Result<Option<f64>, ClaimError> {
    let mut forest = planted(seed, 100.0, &[(inhibiting(), Planted::pioneers())])?;
    for _ in 0..300 {
        forest.advance();
    }
    Ok(rings(&mut forest, 40, [0])[0])
}

fn rings<const SPECIES: usize>(
    forest: &mut Forest,
    years: u32,
    of: [u16; SPECIES],
) -> [Option<f64>; SPECIES] {
    forest.note_events();
    let mut rings = Rings {
        births: [[0.0; 2]; SPECIES],
        areas: [0.0; 2],
    };
    for _ in 0..years {
        rings.add_year(forest, of);
    }
    rings.contrasts()
}

/// Trees on a side of the grid, and m between them: out of each other's reach.
const GRID: (u32, f64) = (50, 30.0);
const PLANTED_YR: u16 = 60;

fn survivors(seed: u64) -> Result<Numbers<1>, ClaimError> {
    let (count, spacing_m) = GRID;
    let mut beech = barren(BEECH);
    beech.mortality.chance_rise_at_greatest_dbh = 0.0;
    let mortality = beech.mortality;
    let size = GrowthCurve::new(&beech).life(1.0).at_age(PLANTED_YR);
    let root = RandomKey::root(seed, &["claims", "forest", "alone"]);
    let founders = (0..count * count).map(|number| {
        let key = root.child(0, Purpose::Member, number);
        let place_m = [number % count, number / count].map(|step| spacing_m * (f64::from(step) + 0.5));
        Founder::new(key, 0, place_m, PLANTED_YR, size)
    });
    let plot = torus(f64::from(count) * spacing_m)?;
    let mut forest = Forest::new(plot, seed, vec![beech], Conditions::default())?;
    forest.plant(founders)?;
    let years = mortality.age_max_yr - u32::from(PLANTED_YR);
    for _ in 0..years {
        forest.advance();
    }
    let expected = f64::from(count * count) * math::pow(1.0 - mortality.chance_per_yr, f64::from(years));
    Ok([("lone.chance", Some(forest.tree_count() as f64 / expected))])
}

//! Roles: who stays, who leads and who goes where species meet as equals, and whether each alone makes a forest.

use understory_forest::presets::{PRESETS, Preset};

use super::experiment::{Experiment, Taking, claims_of};
use super::figures::{StandFigures, basal_areas_m2, mean};
use super::stand::{BEECH, BIRCH, FIR, PINE, Planted, SPRUCE, climate, planted, preset};
use crate::claim::Claim;

const EVERY_YR: u32 = 50;
/// Two seeds, each of which must lie in the range.
const EACH: Taking = Taking::EachOf(2);
const EUROPEAN: [&str; 11] = [
    FIR,
    "acer-pseudoplatanus",
    BIRCH,
    "carpinus-betulus",
    BEECH,
    "fraxinus-excelsior",
    "larix-decidua",
    SPRUCE,
    PINE,
    "populus-tremula",
    "quercus-robur",
];

/// Basal area of each species, m², every 50 years from the 50th on.
type Met = Vec<Vec<f64>>;

pub(super) fn claims() -> Vec<Claim> {
    let beside_beech = |other: &str| {
        let about = format!("40 beeches and 40 {other} of 10 m on 4 ha, 500 years");
        let met = meeting(&about, &[BEECH, other], 40, 500, None);
        met.claim(&format!("roles.beech.{other}"), "roles.beech", |met| {
            last_share(met, 0)
        })
    };
    let role = |name, met: &Experiment<Met>, value: fn(&Met) -> Option<f64>| met.claim(name, name, value);
    let cool_slope = meeting(
        "40 silver firs, 40 beeches and 40 spruces of 10 m on 4 ha, 600 years of 5 °C and 1,200 mm",
        &[FIR, BEECH, SPRUCE],
        40,
        600,
        Some([5.0, 1200.0]),
    );
    let warm = "the same with 9 °C and 800 mm";
    let warm = meeting(warm, &[FIR, BEECH, SPRUCE], 40, 600, Some([9.0, 800.0]));
    let eleven = "12 trees of 10 m of each of the eleven European species on 4 ha, 600 years";
    let eleven = meeting(eleven, &EUROPEAN, 12, 600, None);
    let birches = "40 silver birches and 40 beeches of 10 m on 4 ha, 200 years";
    let birches = meeting(birches, &[BIRCH, BEECH], 40, 200, None);
    let hemlocks = "40 sugar maples and 40 eastern hemlocks of 10 m on 4 ha, 400 years";
    let hemlocks = meeting(hemlocks, &["acer-saccharum", "tsuga-canadensis"], 40, 400, None);
    let roles = [
        beside_beech("quercus-robur"),
        beside_beech("acer-pseudoplatanus"),
        beside_beech("larix-decidua"),
        role("roles.cool-slope", &cool_slope, least_share),
        role("roles.warm", &warm, |met| last_share(met, 1)),
        role("roles.eleven", &eleven, greatest_share),
        role("roles.birch-leads", &birches, leads_to_yr),
        role("roles.birch-goes", &birches, |met| last_share(met, 0)),
        role("roles.maple-hemlock", &hemlocks, least_share),
    ];
    let excused = claims_of(["alone.excused"], "the presets that ship", Taking::Quick, |_| {
        let excused = PRESETS.iter().flat_map(|preset| &preset.open_alone).count();
        Ok([("alone.excused", Some(excused as f64))])
    });
    let is_closed = |preset: &&Preset| preset.name != BEECH && preset.open_alone.is_none();
    let closed = PRESETS.iter().filter(is_closed).flat_map(alone);
    roles.into_iter().chain(closed).chain(excused).collect()
}

/// A species alone: how many leaves and how much wood it has in the end.
fn alone(preset: &'static Preset) -> [Claim; 2] {
    let name = &preset.name;
    let species = preset.species(name);
    // By the leaves that a crown of it holds.
    let [leaves, wood] = match species.crown.leaf_area_index {
        dense if dense > 3.0 => ["alone.leaves.dense", "alone.wood.dense"],
        middling if middling >= 2.0 => ["alone.leaves.middling", "alone.wood.middling"],
        _ => ["alone.leaves.light", "alone.wood.light"],
    };
    let about = format!("40 {name} of 10 m on 1 ha, 400 years");
    let alone = Experiment::new(about, EACH, move |seed| {
        let mut forest = planted(seed, 100.0, &[(species.clone(), Planted::pioneers())])?;
        let mut stands = Vec::new();
        for year in 1..=400 {
            forest.advance();
            if year >= 200 && year % 20 == 0 {
                stands.push(StandFigures::of(&forest));
            }
        }
        let of_leaves = mean(stands.iter().map(|stand| stand.leaves_m2_per_m2));
        Ok([
            of_leaves,
            mean(stands.iter().map(|stand| stand.basal_area_m2_per_ha)),
        ])
    });
    [
        alone.claim(&format!("alone.leaves.{name}"), leaves, |found| found[0]),
        alone.claim(&format!("alone.wood.{name}"), wood, |found| found[1]),
    ]
}

/// Trees of 10 m of each species, so many, on 4 ha in a climate of these means, °C and mm, if it has one.
fn meeting(
    about: &str,
    species: &[&str],
    count: u32,
    years: u32,
    means: Option<[f64; 2]>,
) -> Experiment<Met> {
    // Old enough to bear seeds from the first year on.
    let founders = |name: &&str| {
        let species = preset(name);
        let founders = Planted {
            count,
            age_yr: Some(species.fruit.maturity_age_yr as u16),
            ..Planted::pioneers()
        };
        (species, founders)
    };
    let list: Vec<_> = species.iter().map(founders).collect();
    Experiment::new(about, EACH, move |seed| {
        let mut forest = planted(seed, 200.0, &list)?;
        if let Some(means) = means {
            forest.set_climate(climate(seed, means, 0.0, years)?);
        }
        let mut met = Vec::new();
        for year in 1..=years {
            forest.advance();
            if year % EVERY_YR == 0 {
                met.push(basal_areas_m2(&forest));
            }
        }
        Ok(met)
    })
}

fn shares(basal_areas_m2: &[f64]) -> Vec<f64> {
    let sum_m2: f64 = basal_areas_m2.iter().sum();
    let share = |m2: &f64| if sum_m2 > 0.0 { m2 / sum_m2 } else { 0.0 };
    basal_areas_m2.iter().map(share).collect()
}

/// The share of this species in the last year.
fn last_share(met: &Met, species: usize) -> Option<f64> {
    Some(shares(met.last()?)[species])
}

/// The greatest share of any species in the last year.
fn greatest_share(met: &Met) -> Option<f64> {
    shares(met.last()?).into_iter().reduce(f64::max)
}

/// The least share of any species, from the 100th year on.
fn least_share(met: &Met) -> Option<f64> {
    met[1..].iter().flat_map(|m2| shares(m2)).reduce(f64::min)
}

/// The last year in which the first species has more wood than the second, 0 if in none.
fn leads_to_yr(met: &Met) -> Option<f64> {
    let leads = met.iter().rposition(|m2| m2[0] > m2[1]);
    Some(leads.map_or(0.0, |at| f64::from(EVERY_YR) * (at as f64 + 1.0)))
}

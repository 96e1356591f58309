//! Mixtures: whether two species that are planted half and half yield more than each alone.

use understory_forest::Happening;

use super::experiment::{Few, Row};
use super::stand::{Planted, barren, planted};
use crate::ClaimError;
use crate::claim::Claim;
use crate::expected::Expected::{Above, Between};
use crate::kept::Kept;

const BEECH: &str = "fagus-sylvatica";
const SPRUCE: &str = "picea-abies";
const PINE: &str = "pinus-sylvestris";
const PAIRS: [[&str; 2]; 6] = [
    [BEECH, SPRUCE],
    [BEECH, PINE],
    [BEECH, "quercus-robur"],
    [BEECH, "pseudotsuga-menziesii"],
    [PINE, SPRUCE],
    [SPRUCE, "abies-alba"],
];
const TREES: u32 = 4000;
const FEW: Few = Few::Each(2);
const SOURCE: &str = "pairs of plots: beech with spruce 1.21, pine 1.30, oak 1.20, Douglas fir 1.11, pine with spruce 1.21, spruce with fir \
                      1.13 (Pretzsch & Forrester 2017, as Forest Ecosystems 4, 19, table 1, has them)";

pub(super) fn claims() -> Vec<Claim> {
    const ABOUT: &str = "4,000 trees planted on 1 ha, of one species and of two half and half, 100 years";
    let found = Kept::new(Box::new(relative_yields));
    let of_pair = [
        |found: &Vec<f64>| Some(found[0]),
        |found: &Vec<f64>| Some(found[1]),
        |found: &Vec<f64>| Some(found[2]),
        |found: &Vec<f64>| Some(found[3]),
        |found: &Vec<f64>| Some(found[4]),
        |found: &Vec<f64>| Some(found[5]),
    ];
    let pairs = PAIRS.into_iter().zip(of_pair).map(|([one, other], value)| {
        let row = Row {
            id: "mixture",
            statement: "a mixture yields as much as its pure stands and up to a third more",
            measured: "production of each species, wood over 7 cm with what died, over that of its pure stand, sum of both",
            expected: Between(1.0, 1.3),
            source: SOURCE,
            value,
        };
        row.claim_of(FEW, format!("{}.{one}.{other}", row.id), ABOUT, &found)
    });
    let mean = Row {
        id: "mixture.mean",
        statement: "… and more in the mean",
        measured: "mean of these sums over the six pairs",
        expected: Above(1.05),
        source: SOURCE,
        value: |found: &Vec<f64>| Some(found.iter().sum::<f64>() / found.len() as f64),
    };
    let mean = mean.claim_of(FEW, mean.id.to_owned(), ABOUT, &found);
    pairs.chain([mean]).collect()
}

/// The relative yield total of each pair.
fn relative_yields(seed: u64) -> Result<Vec<f64>, ClaimError> {
    let mut pure: Vec<(&str, f64)> = Vec::new();
    let mut totals = Vec::new();
    for pair in PAIRS {
        let mixed = production_m3(seed, &pair)?;
        let mut total = 0.0;
        for (name, mixed_m3) in pair.into_iter().zip(mixed) {
            let known = pure.iter().find(|(known, _)| *known == name).map(|(_, m3)| *m3);
            let pure_m3 = match known {
                Some(m3) => m3,
                None => production_m3(seed, &[name])?[0],
            };
            pure.push((name, pure_m3));
            total += mixed_m3 / pure_m3;
        }
        totals.push(total);
    }
    Ok(totals)
}

/// What each of the species has produced in 100 years, wood over 7 cm, m³ a hectare: what stands and what died.
fn production_m3(seed: u64, names: &[&str]) -> Result<Vec<f64>, ClaimError> {
    let list: Vec<_> = names
        .iter()
        .map(|name| (barren(name), Planted::young(TREES / names.len() as u32)))
        .collect();
    let mut forest = planted(seed, 100.0, &list)?;
    forest.note_events();
    let mut produced_m3 = vec![0.0; list.len()];
    for _ in 0..100 {
        forest.advance();
        for event in forest.take_events() {
            if matches!(event.what, Happening::Death(_)) {
                let species = usize::from(event.species);
                produced_m3[species] += list[species].0.stem.merchantable_m3(event.size);
            }
        }
    }
    for (produced_m3, inventory) in produced_m3.iter_mut().zip(forest.inventory()) {
        *produced_m3 += inventory.merchantable_m3;
    }
    Ok(produced_m3)
}

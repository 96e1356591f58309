//! Mixtures: whether two species that are planted half and half yield more than each alone.

use std::collections::{BTreeMap, BTreeSet};

use understory_forest::Happening;

use super::experiment::{Experiment, Taking};
use super::figures::mean;
use super::stand::{BEECH, FIR, PINE, Planted, SPRUCE, barren, planted};
use crate::ClaimError;
use crate::claim::Claim;

const PAIRS: [[&str; 2]; 6] = [
    [BEECH, SPRUCE],
    [BEECH, PINE],
    [BEECH, "quercus-robur"],
    [BEECH, "pseudotsuga-menziesii"],
    [PINE, SPRUCE],
    [SPRUCE, FIR],
];
const TREES: u32 = 4000;

/// The relative yield total of each pair.
type Totals = [f64; PAIRS.len()];

pub(super) fn claims() -> Vec<Claim> {
    let about = "4,000 trees planted on 1 ha, of one species and of two half and half, 100 years";
    let experiment = Experiment::new(about, Taking::EachOf(2), relative_yields);
    let of_pair = |(at, [one, other]): (usize, [&str; 2])| {
        let id = format!("mixture.{one}.{other}");
        experiment.claim(&id, "mixture", move |totals: &Totals| Some(totals[at]))
    };
    let mean = experiment.claim("mixture.mean", "mixture.mean", |totals| mean(*totals));
    PAIRS.into_iter().enumerate().map(of_pair).chain([mean]).collect()
}

fn relative_yields(seed: u64) -> Result<Totals, ClaimError> {
    let pure = |name| Ok((name, production_m3(seed, &[name])?[0]));
    let names = BTreeSet::from_iter(PAIRS.into_iter().flatten());
    let pure_m3: BTreeMap<&str, f64> = names.into_iter().map(pure).collect::<Result<_, ClaimError>>()?;
    let mut totals = Totals::default();
    for (total, pair) in totals.iter_mut().zip(PAIRS) {
        for (name, mixed_m3) in pair.iter().zip(production_m3(seed, &pair)?) {
            *total += mixed_m3 / pure_m3[name];
        }
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

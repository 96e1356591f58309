//! Dry years: whom they take from a mixed stand, and what that leaves to the others.

use std::collections::BTreeMap;
use std::sync::Arc;

use understory_forest::components::Cause;
use understory_forest::parameters::Conditions;
use understory_forest::{Climate, Forest, Founder, Happening, Tree, YearClimate};

use super::experiment::{Numbers, Taking, claims_of};
use super::figures::{basal_area_m2, mean};
use super::stand::{PINE, Planted, SPRUCE, barren, founders, torus};
use crate::ClaimError;
use crate::claim::Claim;

const SIDE_M: f64 = 100.0;
const YEARS: u32 = 30;
const DRY_FROM: u32 = 11;
const DRY_TO: u32 = 15;

pub(super) fn claims() -> Vec<Claim> {
    let about = "300 spruces and 300 pines of 8 to 20 m on 1 ha, 30 years of 9 °C and 800 mm, of which 11 to 15 have 10.5 °C and \
                 470 mm, and the same without dry years";
    let names = ["drought.share", "drought.tall", "drought.release"];
    claims_of(names, about, Taking::Quick, dry_years)
}

/// A stand through the years.
struct Grown {
    /// Mean height of the spruces before the dry years, and of those that drought killed.
    spruces_m: Option<f64>,
    killed_m: Option<f64>,
    /// After the dry years, and in the end.
    after: Vec<Tree>,
    last: Vec<Tree>,
}

fn dry_years(seed: u64) -> Result<Numbers<3>, ClaimError> {
    let (dry, usual) = (grown(seed, true)?, grown(seed, false)?);
    let share = |trees: &[Tree]| {
        let all_m2 = basal_area_m2(trees.iter());
        let pines_m2 = basal_area_m2(trees.iter().filter(|tree| tree.species == 1));
        (all_m2 > 0.0).then(|| pines_m2 / all_m2)
    };
    let gained_cm = |grown: &Grown| -> BTreeMap<u64, f64> {
        let before: BTreeMap<u64, f64> = grown
            .after
            .iter()
            .map(|tree| (tree.number, tree.size.dbh_cm))
            .collect();
        let pines = grown.last.iter().filter(|tree| tree.species == 1);
        let gained =
            pines.filter_map(|tree| Some((tree.number, tree.size.dbh_cm - before.get(&tree.number)?)));
        gained.collect()
    };
    let (with_cm, without_cm) = (gained_cm(&dry), gained_cm(&usual));
    let in_both = || with_cm.keys().filter(|number| without_cm.contains_key(number));
    let sum_cm = |gained: &BTreeMap<u64, f64>| in_both().map(|number| gained[number]).sum::<f64>();
    let quotient = |a: Option<f64>, b: Option<f64>| a.zip(b).filter(|(_, b)| *b > 0.0).map(|(a, b)| a / b);
    let release = quotient(Some(sum_cm(&with_cm)), Some(sum_cm(&without_cm)));
    Ok([
        ("drought.share", quotient(share(&dry.last), share(&usual.last))),
        ("drought.tall", quotient(dry.killed_m, dry.spruces_m)),
        ("drought.release", release),
    ])
}

fn grown(seed: u64, has_dry_years: bool) -> Result<Grown, ClaimError> {
    let year = |number: u32| {
        let is_dry = has_dry_years && (DRY_FROM..=DRY_TO).contains(&number);
        let (temperature_c, rain_mm) = if is_dry { (10.5, 470.0) } else { (9.0, 800.0) };
        YearClimate {
            temperature_c,
            rain_mm,
        }
    };
    let both = [SPRUCE, PINE].map(barren);
    let wood = Planted {
        count: 300,
        height_m: 13.0,
        height_sigma: 0.2,
        age_yr: None,
    };
    let trees: Vec<Founder> = (0..)
        .zip(&both)
        .flat_map(|(index, species)| founders(seed, SIDE_M, index, species, wood))
        .collect();
    let mut forest = Forest::new(torus(SIDE_M)?, seed, both.to_vec(), Conditions::default())?;
    forest.set_climate(Arc::new(Climate::of_years(1, (1..=YEARS).map(year).collect())?));
    forest.note_events();
    forest.plant(trees)?;
    let (mut spruces_m, mut killed_m, mut after) = (None, Vec::new(), Vec::new());
    for number in 1..=YEARS {
        let before: BTreeMap<u64, f64> = forest
            .trees()
            .filter(|tree| tree.species == 0)
            .map(|tree| (tree.number, tree.size.height_m))
            .collect();
        if number == DRY_FROM {
            spruces_m = mean(before.values().copied());
        }
        forest.advance();
        let died = forest.take_events().into_iter();
        let of_drought = died.filter(|event| event.what == Happening::Death(Cause::Drought));
        killed_m.extend(of_drought.filter_map(|event| before.get(&event.tree).copied()));
        if number == DRY_TO {
            after = forest.trees().collect();
        }
    }
    Ok(Grown {
        spruces_m,
        killed_m: mean(killed_m),
        after,
        last: forest.trees().collect(),
    })
}

//! What foresters felled and planted in a year, by intervention, species and assortment; only what stood in the counted window.

use std::collections::{BTreeMap, BTreeSet};

use understory_forest::Forest;
use understory_forest::management::{Assortment, Treatment, basal_area_m2};
use understory_records::{HarvestRow, paths};
use understory_scenario::ForestScenario;

use crate::error::LabError;
use crate::run::inventory::quadratic_mean_dbh_cm;
use crate::store::Store;
use crate::tables::read_table;

/// Which interventions of a finished run did nothing, in words; none where each did something.
pub(crate) fn idle_interventions(
    store: &dyn Store,
    scenario: &ForestScenario,
) -> Result<Option<String>, LabError> {
    if scenario.interventions.is_empty() {
        return Ok(None);
    }
    let rows: Vec<HarvestRow> = read_table(store, paths::HARVEST)?;
    let done: BTreeSet<&str> = rows.iter().map(|row| row.intervention.as_str()).collect();
    let idle: Vec<String> = scenario
        .interventions
        .iter()
        .filter(|one| !done.contains(one.name.as_str()))
        .map(|one| match one.only_if {
            Some(_) => format!(
                "`{}`, whose `only_if` held in none of its years or found nothing to do",
                one.name
            ),
            None => format!(
                "`{}`, which found nothing to do in its years: no tree, or no more than it leaves",
                one.name
            ),
        })
        .collect();
    Ok((!idle.is_empty()).then(|| format!("interventions that did nothing: {}", idle.join("; "))))
}

/// What the tables call trees that were planted.
const PLANTED: &str = "planted";

#[derive(Clone, Copy, Default)]
struct Sum {
    trees: u64,
    volume_m3: f64,
    basal_area_m2: f64,
}

/// The rows of the year that has just passed, in the order of the interventions, of species and of assortments.
pub(crate) fn harvest(forest: &Forest, scenario: &ForestScenario) -> Vec<HarvestRow> {
    let window = forest.window();
    let mut sums: BTreeMap<(u16, u16, usize), Sum> = BTreeMap::new();
    for tree in forest.handled() {
        if !window.holds(tree.place_m) {
            continue;
        }
        let is_planted = matches!(
            scenario.interventions[usize::from(tree.intervention)].treatment,
            Treatment::Plant { .. }
        );
        let shares = match is_planted {
            // No assortment of a stem.
            true => [0.0; 3],
            false => scenario.assortments.shares(tree.size),
        };
        for (assortment, share) in shares.into_iter().enumerate() {
            if share > 0.0 || is_planted && assortment == 0 {
                let sum = sums
                    .entry((tree.intervention, tree.species, assortment))
                    .or_default();
                sum.trees += 1;
                sum.volume_m3 += share * tree.volume_m3;
                sum.basal_area_m2 += basal_area_m2(tree.size.dbh_cm);
            }
        }
    }
    let names: Vec<&str> = forest.species().map(|species| species.name.as_str()).collect();
    let area_ha = window.plot().area_m2() / 1e4;
    let rows = sums
        .into_iter()
        .map(|((intervention, species, assortment), sum)| {
            let intervention = &scenario.interventions[usize::from(intervention)];
            let assortment = match intervention.treatment {
                Treatment::Plant { .. } => PLANTED,
                _ => Assortment::ALL[assortment].name(),
            };
            HarvestRow {
                year: forest.year(),
                intervention: intervention.name.clone(),
                kind: intervention.treatment.kind().to_owned(),
                species: names[usize::from(species)].to_owned(),
                assortment: assortment.to_owned(),
                trees_per_ha: sum.trees as f64 / area_ha,
                volume_m3_per_ha: sum.volume_m3 / area_ha,
                quadratic_mean_dbh_cm: (sum.basal_area_m2 > 0.0)
                    .then(|| quadratic_mean_dbh_cm(sum.basal_area_m2, sum.trees)),
            }
        });
    rows.collect()
}

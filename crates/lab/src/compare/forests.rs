//! The further forests of a comparison, each scenario grown once for all of its years that are asked for.

use std::time::Instant;

use understory_scenario::{ComparedForest, ForestScenario, ForestSource};

use super::target::Target;
use crate::bake::ForestTrees;
use crate::error::LabError;
use crate::job::Watch;

/// Further forests and stands to compare with, in their order, by their trees of this diameter or more; `None` where `watch` stopped it.
///
/// # Errors
/// [`LabError::Of`] where one cannot grow, or has fewer than two trees that are thick enough.
pub fn further_targets(
    forests: &[ComparedForest],
    dbh_min_cm: f64,
    watch: &dyn Watch,
) -> Result<Option<Vec<Target>>, LabError> {
    let count = forests.len();
    let mut found: Vec<Option<Target>> = vec![None; count];
    for (number, forest) in forests.iter().enumerate() {
        watch.step("growing forests to compare with", number as u64, count as u64);
        if watch.is_stopped() {
            return Ok(None);
        }
        let in_forest = |number: usize, key: &str, source: LabError| {
            LabError::of(
                format!("the forest `{}`", forests[number].label),
                format!("compare.forests.{number}.{key}"),
                source,
            )
        };
        match &forest.source {
            ForestSource::Measured(stand) => found[number] = Some(Target::measured(stand, &forest.label)),
            ForestSource::Grown(_) if found[number].is_some() => {}
            ForestSource::Grown(scenario) => {
                let wanted = years_of(forests, scenario);
                let years: Vec<u32> = wanted.iter().map(|&(year, _)| year).collect();
                let begun = Instant::now();
                let mut taken = wanted.iter();
                let grown = ForestTrees::grow_through(scenario, &years, &mut |forest| {
                    let Some(&(_, number)) = taken.next() else {
                        return Ok(());
                    };
                    let seconds = begun.elapsed().as_secs_f64();
                    let label = &forests[number].label;
                    let target = Target::of_trees(label, forest, dbh_min_cm, seconds).map_err(|error| {
                        let way_out = "take a later year, or lower `[compare] dbh_min_cm`";
                        in_forest(number, "year", LabError::refused("", error.to_string(), way_out))
                    })?;
                    found[number] = Some(target);
                    Ok(())
                });
                grown.map_err(|source| match source {
                    LabError::Of { .. } => source,
                    source => in_forest(number, "scenario", source),
                })?;
            }
        }
    }
    Ok(Some(found.into_iter().flatten().collect()))
}

/// The years in which forests are taken that grow as this one does, ascending, with their numbers.
fn years_of(forests: &[ComparedForest], scenario: &ForestScenario) -> Vec<(u32, usize)> {
    let identity = &scenario.header.identity;
    let same = forests
        .iter()
        .enumerate()
        .filter_map(|(number, forest)| match &forest.source {
            ForestSource::Grown(other) if other.header.identity == *identity => Some((other.years, number)),
            _ => None,
        });
    let mut same: Vec<(u32, usize)> = same.collect();
    same.sort_unstable();
    same
}

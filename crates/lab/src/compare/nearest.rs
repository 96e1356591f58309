//! Which methods come nearest to which forests, as `forests.csv` and in one sentence: what the comparison answers.

use understory_numerics::sort;
use understory_records::{ForestsRow, MethodsRow};
use understory_scenario::{Compare, TARGET_LABEL};

use super::target::Target;

/// A test rejects below this.
const LEVEL: f64 = 0.05;

/// The row of a forest, from those of the methods that were compared with it; `own_g_ks` is its distance from itself.
pub(super) fn forest_row(target: &Target, rows: &[MethodsRow], own_g_ks: Option<f64>) -> ForestsRow {
    let is_method = |row: &&MethodsRow| row.method != TARGET_LABEL;
    let nearest = rows
        .iter()
        .filter(is_method)
        .filter_map(|row| Some((row.g_ks?, row)));
    // The first of those that are equally near.
    let nearest = nearest.min_by(|(a, _), (b, _)| a.total_cmp(b));
    let tested: Vec<f64> = rows.iter().filter_map(|row| row.g_and_j_p).collect();
    ForestsRow {
        forest: target.forest.clone(),
        points: target.points_m.len() as u64,
        points_per_ha: 1e4 * target.points_m.len() as f64 / target.plot.area_m2(),
        clark_evans: rows.first().and_then(|row| row.clark_evans),
        own_g_ks,
        nearest: nearest.map_or_else(String::new, |(_, row)| row.method.clone()),
        nearest_g_ks: nearest.map(|(g_ks, _)| g_ks),
        tested: tested.len() as u64,
        could_be_drawn: tested.iter().filter(|p| **p >= LEVEL).count() as u64,
        notes: target.notes.clone(),
    }
}

/// Which method comes nearest to how many of the forests, and whether the exclusion zone or the springs come nearer, with
/// the numbers; of a method that was not compared nothing is said.
pub(super) fn answer(compare: &Compare, forests: &[ForestsRow], rows: &[MethodsRow]) -> String {
    let all = match forests.len() {
        1 => "1 forest".to_owned(),
        n => format!("{n} forests"),
    };
    let mut parts = vec![format!(
        "of {all}, by the greatest difference of G: {}",
        nearest(forests)
    )];
    let pairs = [(false, "as they come"), (true, "at their best fit")]
        .into_iter()
        .filter_map(|(fit, words)| duel(compare, forests, rows, fit).map(|duel| format!("{words} {duel}")));
    let duels: Vec<String> = pairs.collect();
    if !duels.is_empty() {
        parts.push(format!(
            "an exclusion zone (`minimum-distance`) beside relaxed springs (`springs`): {}",
            duels.join(", ")
        ));
    }
    let own: Vec<f64> = forests.iter().filter_map(|forest| forest.own_g_ks).collect();
    if !own.is_empty() {
        parts.push(format!(
            "another forest of the same kind would be about {:.3} away",
            mean(&own)
        ));
    }
    parts.join("; ")
}

/// `` `resampled` is nearest to 3 (a, b, c), `circles` to 1 (d) ``.
fn nearest(forests: &[ForestsRow]) -> String {
    let mut counted: Vec<(&str, Vec<String>)> = Vec::new();
    for forest in forests.iter().filter(|forest| !forest.nearest.is_empty()) {
        let told = match forest.nearest_g_ks {
            Some(g_ks) => format!("{} {g_ks:.3}", forest.forest),
            None => forest.forest.clone(),
        };
        match counted.iter_mut().find(|(method, _)| *method == forest.nearest) {
            Some((_, of)) => of.push(told),
            None => counted.push((&forest.nearest, vec![told])),
        }
    }
    // Stable: of as many, the one that was met first.
    sort::by_key(&mut counted, |(_, of)| std::cmp::Reverse(of.len()));
    let told = counted.iter().enumerate().map(|(number, (method, of))| {
        let is = if number == 0 { "is nearest to" } else { "to" };
        format!("`{method}` {is} {} ({})", of.len(), of.join(", "))
    });
    let told: Vec<String> = told.collect();
    match told.is_empty() {
        true => "no method has a distance".to_owned(),
        false => told.join(", "),
    }
}

/// `nearer to 4 of 6 (mean 0.12 against 0.31)`: the exclusion zone beside the springs.
fn duel(compare: &Compare, forests: &[ForestsRow], rows: &[MethodsRow], fit: bool) -> Option<String> {
    let named = |name: &str| {
        let mut candidates = compare.candidates.iter();
        candidates.find(|candidate| candidate.method.name() == name && candidate.fit == fit)
    };
    let zone = named("minimum-distance")?;
    let springs = named("springs")?;
    let pairs = forests.iter().filter_map(|forest| {
        let of = |label: &str| {
            let mut own = rows.iter().filter(|row| row.forest == forest.forest);
            own.find(|row| row.method == label)?.g_ks
        };
        Some((of(&zone.label)?, of(&springs.label)?))
    });
    let (of_zone, of_springs): (Vec<f64>, Vec<f64>) = pairs.unzip();
    if of_zone.is_empty() {
        return None;
    }
    let wins = of_zone.iter().zip(&of_springs).filter(|(a, b)| a < b).count();
    Some(format!(
        "nearer to {wins} of {} (mean {:.3} against {:.3})",
        of_zone.len(),
        mean(&of_zone),
        mean(&of_springs)
    ))
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

//! Curves from one species to another, and what their envelopes compare.
//!
//! Ordered pairs: *G* and the border-corrected *K* differ from *A* to *B* and from *B* to *A*.

use std::collections::{BTreeMap, BTreeSet};

use understory_spacing::{CrossPairStatistics, SpacingError};

use super::curves::{Curve, Tested};
use super::error::StatsError;
use super::functions::{Function, How, TwoSpecies};
use super::options::{Pattern, StatsOptions};
use super::ranges::Ranges;
use crate::job::Watch;

/// Species that are crossed at most: 870 pairs with up to four tables each.
const SPECIES_AT_MOST: usize = 30;

/// Two species of a pattern, in one of their orders.
pub(super) struct SpeciesPair {
    from: String,
    to: String,
    pub(super) from_m: Vec<[f64; 2]>,
    pub(super) to_m: Vec<[f64; 2]>,
}

impl SpeciesPair {
    /// The name of a function's table without `.csv`.
    pub(super) fn name(&self, function: Function) -> String {
        let [from, to] = [&self.from, &self.to].map(|name| file_part(name));
        format!("{}_cross_{from}_{to}", function.name())
    }

    /// The functions that were asked for and that these two have.
    pub(super) fn functions(&self, options: &StatsOptions) -> Vec<Function> {
        let asked = Function::ALL
            .into_iter()
            .filter(|function| options.functions.contains(function));
        asked
            .filter(|function| function.crosses(self.from_m.len(), self.to_m.len()))
            .collect()
    }

    /// What envelopes compare of points of both species: a curve for each function.
    pub(super) fn compared(
        &self,
        [from_m, to_m]: [&[[f64; 2]]; 2],
        functions: &[Function],
        how: How<'_>,
    ) -> Result<Vec<Tested>, SpacingError> {
        // Put together anew: simulated points have no species, only the order in which they come.
        let points_m = [from_m, to_m].concat();
        let is_to: Vec<bool> = (0..points_m.len()).map(|at| at >= from_m.len()).collect();
        let pairs = CrossPairStatistics::new(&points_m, &is_to, &false, &true, how.window)?;
        let two = TwoSpecies {
            from_m,
            to_m,
            pairs,
            how,
        };
        let curve = |&function: &Function| {
            let curve = function.between(String::new(), &two)?;
            Ok(Tested::of(curve.as_ref(), function.tested(how.window)))
        };
        functions.iter().map(curve).collect()
    }
}

/// Each ordered pair of species; none without species.
pub(super) fn pairs(pattern: &Pattern) -> Result<Vec<SpeciesPair>, StatsError> {
    let names: BTreeSet<&str> = pattern.species.iter().map(String::as_str).collect();
    if names.len() > SPECIES_AT_MOST {
        let found = names.len();
        return Err(StatsError::Refused(format!(
            "{found} species make {} pairs with up to four tables each, but at most {SPECIES_AT_MOST} species are crossed; join \
             the rare ones under one name, or measure some of them at a time",
            found * (found - 1)
        )));
    }
    let of = |name: &str| -> Vec<[f64; 2]> {
        let with_species = pattern.points_m.iter().zip(&pattern.species);
        with_species
            .filter(|(_, own)| *own == name)
            .map(|(point_m, _)| *point_m)
            .collect()
    };
    let mut by_table: BTreeMap<String, [&str; 2]> = BTreeMap::new();
    let mut pairs = Vec::new();
    for (from, to) in names
        .iter()
        .flat_map(|from| names.iter().map(move |to| (*from, *to)))
        .filter(|(from, to)| from != to)
    {
        let pair = SpeciesPair {
            from: from.to_owned(),
            to: to.to_owned(),
            from_m: of(from),
            to_m: of(to),
        };
        let table = pair.name(Function::K);
        // Names differ, but their tables may not: what cannot stand in a file's name becomes `-`.
        if let Some(before) = by_table.insert(table.clone(), [from, to]) {
            return Err(StatsError::Refused(format!(
                "the tables from `{}` to `{}` and from `{from}` to `{to}` would all be called `{table}.csv`; rename a species",
                before[0], before[1]
            )));
        }
        pairs.push(pair);
    }
    Ok(pairs)
}

/// The curves that were asked for of each ordered pair of species. Each function has its usual range; that of G
/// follows from the number of neighbours there are.
pub(super) fn curves(
    pattern: &Pattern,
    options: &StatsOptions,
    ranges: &Ranges,
    watch: &dyn Watch,
) -> Result<Vec<Curve>, StatsError> {
    let labels: Vec<&str> = pattern.species.iter().map(String::as_str).collect();
    let how = options.how(&pattern.window, ranges, false);
    let mut curves = Vec::new();
    let all = pairs(pattern)?;
    for (number, pair) in all.iter().enumerate() {
        let functions = pair.functions(options);
        if functions.is_empty() {
            continue;
        }
        watch.step("pairs of species", number as u64, all.len() as u64);
        let (from, to) = (pair.from.as_str(), pair.to.as_str());
        let two = TwoSpecies {
            from_m: &pair.from_m,
            to_m: &pair.to_m,
            pairs: CrossPairStatistics::new(&pattern.points_m, &labels, &from, &to, &pattern.window)?,
            how,
        };
        for function in functions {
            curves.extend(function.between(pair.name(function), &two)?);
        }
    }
    Ok(curves)
}

/// A species' name as part of a file's: what could not stand there becomes `-`.
fn file_part(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

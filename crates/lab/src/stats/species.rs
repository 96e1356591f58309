//! Curves from one species to another, and what their envelopes compare.

use std::collections::{BTreeMap, BTreeSet};

use understory_space::Plot;
use understory_spacing::{CrossPairStatistics, SpacingError, cross_g};

use super::curves::{Curve, corrections, g_curve, k_columns, kernel_columns, over_pairs};
use super::error::StatsError;
use super::options::{Function, Pattern, StatsOptions};
use super::ranges::Ranges;
use super::values::{pair_correction, undefined_as_nan};
use crate::job::Watch;

/// Species that are crossed at most: 870 pairs with up to four tables each.
const SPECIES_AT_MOST: usize = 30;

/// The functions that lead from one species to another.
const CROSSED: [Function; 4] = [Function::G, Function::K, Function::L, Function::Pcf];

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

    /// The functions that were asked for and that these two have; *G* takes two points of each.
    pub(super) fn functions(&self, options: &StatsOptions) -> Vec<Function> {
        let has_g = self.from_m.len() > 1 && self.to_m.len() > 1;
        let asked = CROSSED
            .into_iter()
            .filter(|function| options.functions.contains(function));
        asked
            .filter(|function| *function != Function::G || has_g)
            .collect()
    }

    /// What envelopes compare of points of both species: a curve for each function, NaN where it is undefined.
    pub(super) fn compared(
        &self,
        [from_m, to_m]: [&[[f64; 2]]; 2],
        functions: &[Function],
        window: &Plot,
        options: &StatsOptions,
        ranges: &Ranges,
    ) -> Result<Vec<Vec<f64>>, SpacingError> {
        let points_m = [from_m, to_m].concat();
        let is_to: Vec<bool> = (0..points_m.len()).map(|at| at >= from_m.len()).collect();
        let pairs = CrossPairStatistics::new(&points_m, &is_to, &false, &true, window)?;
        let correction = pair_correction(window);
        let curve = |function: &Function| {
            let curves = match function {
                Function::G => {
                    let r_m = ranges.to_species_m(to_m.len(), window)?;
                    return Ok(cross_g(from_m, to_m, window, &r_m)?.km);
                }
                Function::K => pairs.k(&ranges.pairs, &[correction])?,
                Function::L => pairs.k(&ranges.pairs, &[correction])?.l_from_k(),
                _ => pairs.pair_correlation(&ranges.pairs, &[correction], &options.kernel())?,
            };
            Ok(undefined_as_nan(curves.by(correction).unwrap_or_default()))
        };
        functions.iter().map(curve).collect()
    }
}

/// Each ordered pair of species; none without species.
pub(super) fn pairs(pattern: &Pattern) -> Result<Vec<SpeciesPair>, StatsError> {
    let names: BTreeSet<&str> = pattern.species.iter().map(String::as_str).collect();
    if names.len() > SPECIES_AT_MOST {
        return Err(StatsError::TooManySpecies {
            found: names.len(),
            most: SPECIES_AT_MOST,
        });
    }
    let of = |name: &str| -> Vec<[f64; 2]> {
        let with_species = pattern.points_m.iter().zip(&pattern.species);
        with_species
            .filter(|(_, own)| *own == name)
            .map(|(point_m, _)| *point_m)
            .collect()
    };
    let mut by_table: BTreeMap<String, [String; 2]> = BTreeMap::new();
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
        let both = [from, to].map(str::to_owned);
        if let Some(before) = by_table.insert(table.clone(), both.clone()) {
            let pairs = Box::new([before, both]);
            return Err(StatsError::SameTable { table, pairs });
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
    let (is_torus, window) = (pattern.window.is_torus(), &pattern.window);
    let labels: Vec<&str> = pattern.species.iter().map(String::as_str).collect();
    let kernel = options.kernel();
    let mut curves = Vec::new();
    let all = pairs(pattern)?;
    for (number, pair) in all.iter().enumerate() {
        let functions = pair.functions(options);
        if functions.is_empty() {
            continue;
        }
        watch.step("pairs of species", number as u64, all.len() as u64);
        let (from, to) = (pair.from.as_str(), pair.to.as_str());
        let statistics = CrossPairStatistics::new(&pattern.points_m, &labels, &from, &to, window)?;
        for function in functions {
            let name = pair.name(function);
            let columns = k_columns(is_torus);
            curves.push(match function {
                Function::G => {
                    let r_m = ranges.to_species_m(pair.to_m.len(), window)?;
                    g_curve(name, &cross_g(&pair.from_m, &pair.to_m, window, &r_m)?)
                }
                Function::K | Function::L => {
                    let k = statistics.k(&ranges.pairs, &corrections(columns, is_torus))?;
                    let curve = if function == Function::L { k.l_from_k() } else { k };
                    over_pairs(name, &curve, columns)
                }
                _ => {
                    let columns = kernel_columns(is_torus);
                    let allowed = corrections(columns, is_torus);
                    let g = statistics.pair_correlation(&ranges.pairs, &allowed, &kernel)?;
                    over_pairs(name, &g, columns)
                }
            });
        }
    }
    Ok(curves)
}

/// A species' name as part of a file's: what could not stand there becomes `-`.
fn file_part(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.".contains(c);
    name.chars().map(|c| if is_plain(c) { c } else { '-' }).collect()
}

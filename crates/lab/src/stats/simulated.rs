//! Patterns of the null hypotheses, each made once and measured by all functions that are held against it.

use understory_spacing::{SpacingError, TestPlaces};

use super::functions::{Function, How, Points};
use super::nulls::Null;
use super::options::{Pattern, StatsOptions};
use crate::job::Watch;

/// The values of a function, a curve for each pattern.
pub(super) type Family = Vec<Vec<f64>>;

/// Random patterns, measured.
pub(super) struct Simulated {
    /// Mean distance to the nearest neighbour, m, and the Hopkins–Skellam index, of each.
    pub(super) indices: Vec<[f64; 2]>,
    /// Of each function in turn.
    pub(super) families: Vec<Family>,
}

impl Simulated {
    /// As many patterns of complete spatial randomness as were asked for; `None` where none were, or others were given.
    pub(super) fn random(
        pattern: &Pattern,
        options: &StatsOptions,
        (functions, how): (&[Function], How<'_>),
        watch: &dyn Watch,
    ) -> Result<Option<Self>, SpacingError> {
        if options.simulations == 0 || !options.null.is_empty() {
            return Ok(None);
        }
        let (count, window) = (pattern.points_m.len(), &pattern.window);
        // The same test places for all: given the places, observed and random patterns are alike under randomness.
        let places = TestPlaces::new(count, window, options.places_key())?;
        let null = Null::new(options, "null", "patterns", watch);
        let simulated = null.random(count, window, |points_m| {
            let points = Points::tested(points_m, how, functions);
            let neighbours = points.neighbours()?;
            let distances_m = neighbours.distances_m();
            let mean_m = distances_m.iter().sum::<f64>() / distances_m.len() as f64;
            let indices = [mean_m, neighbours.hopkins_skellam_index(&places)];
            Ok((indices, values(&points, functions)?))
        })?;
        let (indices, curves) = simulated.into_iter().unzip();
        Ok(Some(Self {
            indices,
            families: by_function(curves, functions.len()),
        }))
    }
}

/// What tests compare of a pattern, by function.
pub(super) fn measured(
    points_m: &[[f64; 2]],
    how: How<'_>,
    functions: &[Function],
) -> Result<Vec<Vec<f64>>, SpacingError> {
    values(&Points::tested(points_m, how, functions), functions)
}

fn values(points: &Points<'_>, functions: &[Function]) -> Result<Vec<Vec<f64>>, SpacingError> {
    let values = |function: &Function| Ok(function.compared(points)?.values);
    functions.iter().map(values).collect()
}

/// The curves of patterns, each by function, as a family for each function.
pub(super) fn by_function(patterns: Vec<Vec<Vec<f64>>>, functions: usize) -> Vec<Family> {
    let mut families: Vec<Family> = (0..functions)
        .map(|_| Vec::with_capacity(patterns.len()))
        .collect();
    for curves in patterns {
        for (family, curve) in families.iter_mut().zip(curves) {
            family.push(curve);
        }
    }
    families
}

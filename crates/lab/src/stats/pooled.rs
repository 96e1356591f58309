//! One curve from several patterns of one process, with intervals by the bootstrap over patterns.

use understory_numerics::RandomKey;
use understory_spacing::PooledCurve;

use super::curves::Curve;
use super::error::StatsError;
use super::functions::{Function, How, Points};
use super::options::{Pattern, StatsOptions};
use super::values::undefined_as_nan;
use crate::job::Watch;

/// Bootstrap samples of an interval.
const RESAMPLES: u32 = 999;
/// What the intervals are meant to hold.
const LEVEL: f64 = 0.95;
/// Patterns below which intervals come out too narrow.
const FEW: usize = 10;

/// How patterns were pooled.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Pooled {
    /// Points of each pattern, the measured one first.
    pub points: Vec<usize>,
    /// What the intervals are meant to hold, at each distance by itself.
    pub level: f64,
    /// Bootstrap samples of the patterns.
    pub resamples: u32,
    /// Whether there are so few patterns that the intervals come out too narrow.
    pub is_too_few: bool,
}

/// Refuses to pool where no function can be.
pub(super) fn check(options: &StatsOptions) -> Result<(), StatsError> {
    if options.pool.is_empty() || options.functions.iter().any(|function| function.is_pooled()) {
        return Ok(());
    }
    let names = Function::ALL.into_iter().filter(|function| function.is_pooled());
    let names: Vec<&str> = names.map(Function::name).collect();
    Err(StatsError::Refused(format!(
        "none of the functions can be pooled over patterns; those that can are {}",
        names.join(", ")
    )))
}

/// Adds a table of each function that can be pooled.
pub(super) fn add(
    pattern: &Pattern,
    options: &StatsOptions,
    how: How<'_>,
    curves: &mut Vec<Curve>,
    watch: &dyn Watch,
) -> Result<Option<Pooled>, StatsError> {
    if options.pool.is_empty() {
        return Ok(None);
    }
    let how = How {
        for_tests: true,
        ..how
    };
    let patterns: Vec<&Pattern> = std::iter::once(pattern).chain(&options.pool).collect();
    let points: Vec<Points<'_>> = patterns
        .iter()
        .map(|pattern| {
            Points::new(
                &pattern.points_m,
                How {
                    window: &pattern.window,
                    ..how
                },
            )
        })
        .collect();
    for &function in options.functions.iter().filter(|function| function.is_pooled()) {
        watch.step("pooling", 0, 1);
        // The root is taken of the pooled K: the mean of roots would be another.
        let summed = if function == Function::L {
            Function::K
        } else {
            function
        };
        let Some(column) = summed.tested(how.window) else {
            continue;
        };
        let (mut r_m, mut values, mut theoretical) = (Vec::new(), Vec::new(), Vec::new());
        for points in &points {
            let curve = summed.of(points)?;
            let read = |name: &str| curve.column(name).unwrap_or_default().to_vec();
            r_m = undefined_as_nan(&read("r"));
            theoretical.push(undefined_as_nan(&read("theo")));
            values.push(read(column));
        }
        let weight = |pattern: &&Pattern| {
            let count = pattern.points_m.len() as f64;
            match summed {
                Function::G => count,
                _ => count * (count - 1.0),
            }
        };
        let weights: Vec<f64> = patterns.iter().map(weight).collect();
        let key = RandomKey::root(options.seed, &["stats", "pool"]);
        let pooled = PooledCurve::new(&r_m, &values, &weights, RESAMPLES, LEVEL, key)?;
        let all: f64 = weights.iter().sum();
        let theo = (0..r_m.len()).map(|at| {
            let terms = weights.iter().zip(&theoretical);
            terms.map(|(weight, theo)| weight * theo[at]).sum::<f64>() / all
        });
        let root = |value: f64| {
            if function == Function::L {
                (value / std::f64::consts::PI).sqrt()
            } else {
                value
            }
        };
        let drawn = |values: Vec<Option<f64>>| values.into_iter().map(|value| value.map(root)).collect();
        let curve = Curve::named(format!("{}-pooled", function.about().table))
            .with_defined("r", &r_m)
            .with("theo", theo.map(|value| Some(root(value))).collect())
            .with("pooled", drawn(pooled.values))
            .with("lo", drawn(pooled.low))
            .with("hi", drawn(pooled.high));
        curves.push(curve);
    }
    Ok(Some(Pooled {
        points: patterns.iter().map(|pattern| pattern.points_m.len()).collect(),
        level: LEVEL,
        resamples: RESAMPLES,
        is_too_few: patterns.len() < FEW,
    }))
}

use std::collections::BTreeMap;

use understory_numerics::Key;
use understory_spacing::{
    Curves, EdgeCorrection, EmptySpace, GlobalMeasure, JFunction, NearestNeighbourSummary, PairStatistics,
    Plot, SpacingError, default_pixels,
};

use super::curves::Curve;
use super::{Function, Pattern, Ranges, StatsError, StatsOptions};

/// Level of the envelopes: the test fails a pattern of the null model with this probability.
const ALPHA: f64 = 0.05;

/// What a pattern's curves are compared with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct NullModel {
    /// How many patterns.
    pub patterns: usize,
    /// Whether they are simulations of complete spatial randomness; otherwise they were given.
    pub is_random: bool,
    /// Whether the envelopes are global ones at 5 %, for which 19 patterns are needed; otherwise they are the range
    /// of the curves at each distance, which is no test.
    pub is_global: bool,
}

impl NullModel {
    /// `None` where nothing is compared. Patterns that were given stand in the place of random ones.
    pub(super) fn of(options: &StatsOptions) -> Option<Self> {
        let is_random = options.null.is_empty();
        let patterns = if is_random {
            options.simulations as usize
        } else {
            options.null.len()
        };
        (patterns > 0).then_some(Self {
            patterns,
            is_random,
            is_global: (patterns + 1) as f64 * ALPHA >= 1.0,
        })
    }
}

/// Probabilities of the observed curve under the null model, over all distances together.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize)]
pub struct GlobalTests {
    /// By the maximum absolute deviation.
    pub mad: f64,
    /// By the integrated squared deviation (Diggle–Cressie–Loosmore–Ford).
    pub dclf: f64,
    /// By extreme rank length.
    pub erl: f64,
}

/// Adds an envelope to the curves for each function that was asked for and has one, and gives its tests.
///
/// The envelope is the global one by extreme rank length: the observed curve leaves it somewhere exactly where the
/// test rejects at 5 %. Compared are G, F and J by Kaplan–Meier, K, L and the pair correlation with translation
/// correction; on a torus their uncorrected, periodic forms.
pub(super) fn add(
    pattern: &Pattern,
    options: &StatsOptions,
    ranges: &Ranges,
    curves: &mut Vec<Curve>,
) -> Result<BTreeMap<&'static str, GlobalTests>, StatsError> {
    let mut tests = BTreeMap::new();
    let Some(null_model) = NullModel::of(options) else {
        return Ok(tests);
    };
    for &function in &options.functions {
        let Some(r_m) = distances_m(function, ranges) else {
            continue;
        };
        let of = |points_m: &[[f64; 2]], window: &Plot| {
            curve_of(function, points_m, window, options, ranges, &r_m)
        };
        let (points_m, window) = (&pattern.points_m, &pattern.window);
        let family = if null_model.is_random {
            let key = Key::root(options.seed, &["stats", "null"]);
            Curves::against_csr(points_m, window, &r_m, options.simulations, key, of)?
        } else {
            let simulated = options.null.iter().map(|points_m| of(points_m, window));
            Curves::new(&r_m, of(points_m, window)?, simulated.collect::<Result<_, _>>()?)?
        };
        // Too few simulations for a test at 5 % still have a range and probabilities.
        let alpha = if null_model.is_global { ALPHA } else { 0.5 };
        let erl = family.global_test(GlobalMeasure::ExtremeRankLength, alpha)?;
        let (low, high) = if null_model.is_global {
            (erl.low, erl.high)
        } else {
            let range = family.envelope(1)?;
            (range.low, range.high)
        };
        tests.insert(
            function.name(),
            GlobalTests {
                mad: family.mad().p,
                dclf: family.dclf()?.p,
                erl: erl.p,
            },
        );
        let theo = curves
            .iter()
            .find(|curve| curve.name == function.name())
            .and_then(|curve| curve.column("theo"))
            .map_or_else(|| vec![None; r_m.len()], <[_]>::to_vec);
        curves.push(Curve::envelope(
            function.name(),
            &r_m,
            family.observed(),
            theo,
            [low, high],
        ));
    }
    Ok(tests)
}

/// Where the curves of a function stand; `None` for one that has no envelope.
fn distances_m(function: Function, ranges: &Ranges) -> Option<Vec<f64>> {
    match function {
        Function::G | Function::F | Function::J => Some(ranges.distances_m.clone()),
        Function::K | Function::L | Function::Pcf => Some(ranges.pairs.to_vec_m()),
        Function::Knn | Function::Sector | Function::Spectrum => None,
    }
}

/// The estimate of a function that envelopes compare; NaN where it is undefined.
fn curve_of(
    function: Function,
    points_m: &[[f64; 2]],
    window: &Plot,
    options: &StatsOptions,
    ranges: &Ranges,
    r_m: &[f64],
) -> Result<Vec<f64>, SpacingError> {
    let pixels = || {
        options
            .pixels
            .unwrap_or_else(|| default_pixels(points_m.len(), window))
    };
    match function {
        Function::G => Ok(NearestNeighbourSummary::new(points_m, window)?.g(r_m)?.km),
        Function::F => Ok(EmptySpace::new(points_m, window, pixels())?.f(r_m)?.km),
        Function::J => {
            let g = NearestNeighbourSummary::new(points_m, window)?.g(r_m)?;
            let f = EmptySpace::new(points_m, window, pixels())?.f(r_m)?;
            Ok(undefined_as_nan(&JFunction::new(&g, &f)?.km))
        }
        _ => {
            let correction = pair_correction(window);
            let pairs = PairStatistics::new(points_m, window)?;
            let curves = match function {
                Function::K => pairs.k(&ranges.pairs, &[correction])?,
                Function::L => pairs.l(&ranges.pairs, &[correction])?,
                _ => {
                    let kernel = options.kernel();
                    pairs.pair_correlation(&ranges.pairs, &[correction], &kernel)?
                }
            };
            Ok(undefined_as_nan(curves.by(correction).unwrap_or_default()))
        }
    }
}

/// Values as [`Curves`] takes them: NaN where they are undefined.
pub(crate) fn undefined_as_nan(values: &[Option<f64>]) -> Vec<f64> {
    values.iter().map(|value| value.unwrap_or(f64::NAN)).collect()
}

/// Translation correction, or none on a torus.
pub(crate) fn pair_correction(window: &Plot) -> EdgeCorrection {
    if window.is_torus() {
        EdgeCorrection::Periodic
    } else {
        EdgeCorrection::Translation
    }
}

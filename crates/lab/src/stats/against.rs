//! Another pattern, or replicates of another process, beside the one that is measured: how far apart, and whether one
//! process could have made both.

use understory_numerics::RandomKey;
use understory_spacing::{
    Curves, GlobalMeasure, PairStatistics, PatternDistance, Plot, QuadratPermutation, Radii, Region,
    SpacingError,
};

use super::error::StatsError;
use super::options::{Pattern, StatsOptions};
use super::values::{pair_correction, pcf_of, undefined_as_nan};
use super::window::PatternWindow;

/// Steps of the curves that patterns are compared by.
const STEPS: usize = 512;
/// Times that the curves of quadrats are dealt where there is one pattern to compare with.
const PERMUTATIONS: u32 = 999;

/// How unlike other patterns a pattern is, and whether they could come from one process.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Against {
    /// Patterns compared with.
    pub patterns: usize,
    /// Greatest difference of G, mean over the patterns; no unit.
    pub g_ks: f64,
    /// Root mean square difference of L, mean over the patterns, m.
    pub l_rmse: f64,
    /// Root mean square difference of the pair correlation, mean over the patterns; no unit.
    pub pcf_rmse: f64,
    /// Probability of curves of L that differ so much if all came from one process; `null` where no test can be
    /// made of the patterns.
    pub p: Option<f64>,
    /// How `p` was found, or why it was not.
    pub test: String,
}

/// Compares with each pattern over r from 0 to a quarter of the shorter side.
///
/// With several patterns they are taken as replicates: `p` is that of the pattern's L among theirs by extreme rank
/// length. With one, `p` is that of a permutation of the curves of quadrats between the two.
pub(super) fn compare(pattern: &Pattern, options: &StatsOptions) -> Result<Option<Against>, StatsError> {
    let others = &options.against;
    if others.is_empty() {
        return Ok(None);
    }
    let radii = Radii::new(pattern.window.bounds().shorter_side_m() / 4.0, STEPS)?;
    let r_m = radii.to_vec_m();
    let l = |points_m: &[[f64; 2]], window: &PatternWindow| l_of(points_m, window, &radii);
    let pcf =
        |points_m: &[[f64; 2]], window: &PatternWindow| pcf_of(points_m, window, &radii, &options.kernel());
    let own = (pattern.points_m.as_slice(), &pattern.window);
    let distances = others
        .iter()
        .map(|other| PatternDistance::between(own, (&other.points_m, &other.window), &r_m, l, pcf))
        .collect::<Result<Vec<_>, _>>()?;
    let mean = |figure: fn(&PatternDistance) -> f64| {
        distances.iter().map(figure).sum::<f64>() / distances.len() as f64
    };
    let (p, test) = match others.as_slice() {
        [other] => one_process(pattern, other, options),
        // Replicates are simulations of one process: what tests a curve among simulated ones tests it here.
        others => {
            let simulated = others.iter().map(|other| l(&other.points_m, &other.window));
            let family = Curves::new(&r_m, l(own.0, own.1)?, simulated.collect::<Result<_, _>>()?)?;
            // At any level, as only *p* is used, which does not depend on it; 0.5 is allowed from one replicate on.
            let p = family.global_test(GlobalMeasure::ExtremeRankLength, 0.5)?.p;
            (
                Some(p),
                format!("extreme rank length of L among {} replicates", others.len()),
            )
        }
    };
    Ok(Some(Against {
        patterns: others.len(),
        g_ks: mean(|distance| distance.g_ks),
        l_rmse: mean(|distance| distance.l_rmse_m),
        pcf_rmse: mean(|distance| distance.pcf_rmse),
        p,
        test,
    }))
}

fn l_of(points_m: &[[f64; 2]], window: &impl Region, radii: &Radii) -> Result<Vec<f64>, SpacingError> {
    let correction = pair_correction(window);
    let curves = PairStatistics::new(points_m, window)?.l(radii, &[correction])?;
    Ok(undefined_as_nan(curves.by(correction).unwrap_or_default()))
}

/// The *p* of a permutation of quadrats' curves and how it was found, or why there is none.
fn one_process(pattern: &Pattern, other: &Pattern, options: &StatsOptions) -> (Option<f64>, String) {
    let (Some(own), Some(others)) = (pattern.window.rectangle(), other.window.rectangle()) else {
        let why = "no test: quadrats are cut from a rectangle, and the window is bounded by polygons";
        return (None, why.to_owned());
    };
    let patterns = [
        (pattern.points_m.as_slice(), own),
        (other.points_m.as_slice(), others),
    ];
    let tried = || -> Result<(QuadratPermutation, f64), SpacingError> {
        let quadrats = QuadratPermutation::for_patterns(patterns, PERMUTATIONS)?;
        let [width_m, height_m] = quadrats.quadrat_size_m(own);
        // A quarter of a quadrat's side, as for any window, and few steps: a quadrat's curve has some tens of points
        // behind it.
        let radii = Radii::new(width_m.min(height_m) / 4.0, 64)?;
        let l = |points_m: &[[f64; 2]], window: &Plot| l_of(points_m, window, &radii);
        let key = RandomKey::root(options.seed, &["stats", "against"]);
        let family = quadrats.differences(patterns, &radii.to_vec_m(), key, l)?;
        Ok((
            quadrats,
            family.global_test(GlobalMeasure::ExtremeRankLength, 0.5)?.p,
        ))
    };
    match tried() {
        Ok((quadrats, p)) => {
            let test = format!(
                "{PERMUTATIONS} permutations of the L of {} × {} quadrats between the two",
                quadrats.columns, quadrats.rows
            );
            (Some(p), test)
        }
        Err(error) => (None, format!("no test: {error}")),
    }
}

//! One curve from several patterns of one process, and how sure it is: replicated plots.

use understory_numerics::parallel::map;
use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, sort};

use crate::curves::{check_length, check_rising};
use crate::error::{SpacingError, check_count, check_each};

/// A curve pooled from those of replicated patterns, with intervals by the bootstrap over patterns.
///
/// # Formula
/// *T*(*r*) = Σ *w*ᵢ *T*ᵢ(*r*) / Σ *w*ᵢ over the patterns. For *K* and *g* take *w*ᵢ = *n*ᵢ(*n*ᵢ − 1), the pairs of a pattern, and
/// for *G* *n*ᵢ: the sums of pairs are pooled then, not their ratios. Pool *K* and take the root for *L*.
///
/// The bootstrap draws as many patterns as there are, with replacement, and pools them; the interval goes from the (1 − level)/2
/// quantile of that many curves to the (1 + level)/2 one, at each distance by itself. Below some ten patterns such intervals are too
/// narrow.
///
/// # Source
/// The weights are those of R-spatstat's `pool` of `Kest(ratio = TRUE)`: Diggle, Lange & Beneš (1991), JASA 86, 618;
/// Baddeley, Moyeed, Howard & Boyde (1993), Applied Statistics 42, 641. Intervals by percentiles: Efron (1979).
#[derive(Clone, Debug, PartialEq)]
pub struct PooledCurve {
    /// Distances, m.
    pub r_m: Vec<f64>,
    /// *T*(*r*); `None` where a pattern has no value.
    pub values: Vec<Option<f64>>,
    /// Lower end of the interval.
    pub low: Vec<Option<f64>>,
    /// Upper end.
    pub high: Vec<Option<f64>>,
    /// What the intervals are meant to hold.
    pub level: f64,
}

impl PooledCurve {
    /// Of `curves` at `r_m`, one a pattern, with one weight each; intervals of `level` from `resamples` bootstrap samples.
    ///
    /// Each sample draws from a child of `key`: more samples begin with fewer, and the result is the same for any number of
    /// threads.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] below two patterns, for a weight that is not finite and above 0, for distances that are
    /// negative, not finite or out of order, and for a level not between 0 and 1; [`SpacingError::CountMismatch`] where
    /// there is not one weight a pattern or one value a distance; [`SpacingError::NoSimulations`] for no resamples.
    pub fn new(
        r_m: &[f64],
        curves: &[Vec<Option<f64>>],
        weights: &[f64],
        resamples: u32,
        level: f64,
        key: RandomKey,
    ) -> Result<Self, SpacingError> {
        check_rising(r_m)?;
        let patterns = curves.len();
        if patterns < 2 {
            let what = "the number of patterns to pool";
            return Err(SpacingError::out_of_range(what, patterns, "be at least 2"));
        }
        check_count("weights", weights.len(), "pattern", patterns)?;
        let is_weight = |weight: f64| weight.is_finite() && weight > 0.0;
        check_each(
            "the weight of pattern",
            weights,
            "be finite and above 0",
            is_weight,
        )?;
        for (curve, values) in curves.iter().enumerate() {
            check_length(curve, values, r_m)?;
        }
        if !(level > 0.0 && level < 1.0) {
            return Err(SpacingError::out_of_range(
                "the level",
                level,
                "lie between 0 and 1",
            ));
        }
        if resamples == 0 {
            return Err(SpacingError::NoSimulations);
        }
        // How often each pattern is drawn in each sample.
        let drawn = |number: usize| {
            let key = key.child(0, Purpose::Simulation, number as u32);
            let mut times = vec![0.0; patterns];
            for pattern in 0..patterns as u32 {
                let unit = unit_from_u32(key.draws(0, Purpose::Member, pattern)[0]);
                times[((unit * patterns as f64) as usize).min(patterns - 1)] += 1.0;
            }
            times
        };
        let samples: Vec<Vec<f64>> = map(resamples as usize, 64, drawn);
        let at = |k: usize| -> Option<[f64; 3]> {
            let values: Vec<f64> = curves
                .iter()
                .map(|curve| curve[k].filter(|value| value.is_finite()))
                .collect::<Option<_>>()?;
            let pooled = |times: &dyn Fn(usize) -> f64| {
                let weight = |pattern: usize| times(pattern) * weights[pattern];
                let sum: f64 = (0..patterns)
                    .map(|pattern| weight(pattern) * values[pattern])
                    .sum();
                sum / (0..patterns).map(weight).sum::<f64>()
            };
            let mut sampled: Vec<f64> = samples
                .iter()
                .map(|times| pooled(&|pattern| times[pattern]))
                .collect();
            sort::numbers(&mut sampled);
            let [low, high] = [0.5 - 0.5 * level, 0.5 + 0.5 * level].map(|share| quantile(&sampled, share));
            Some([pooled(&|_| 1.0), low, high])
        };
        let rows: Vec<Option<[f64; 3]>> = map(r_m.len(), 1, at);
        let column = |column: usize| rows.iter().map(|row| row.map(|row| row[column])).collect();
        Ok(Self {
            r_m: r_m.to_vec(),
            values: column(0),
            low: column(1),
            high: column(2),
            level,
        })
    }
}

/// Quantile by linear interpolation between the sorted values.
fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let place = probability * (sorted.len() as f64 - 1.0);
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below])
}

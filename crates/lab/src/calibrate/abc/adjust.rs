//! The adjustment by regression: what keys would have been, had their run been just what was measured.

use understory_numerics::math;

use super::linear::Regression;

/// Most by which residuals are stretched or drawn together.
const MOST_STRETCHED: f64 = 4.0;
/// Added to the mean square of each statistic, for statistics that hardly vary.
const RIDGE: f64 = 1e-6;
/// The same for many of them, each of which has some spread of its own.
const RIDGE_OF_MANY: f64 = 1e-2;
/// From so many on they are many.
const MANY: usize = 8;
/// Shares of a prior's range are kept so far from its ends, where their odds are infinite.
const FROM_THE_ENDS: f64 = 1e-12;

/// Runs near to what was measured.
pub(in crate::calibrate) struct Cloud<'a> {
    /// Statistics of each run.
    pub(in crate::calibrate) statistics: &'a [Vec<f64>],
    /// Those of what was measured.
    pub(in crate::calibrate) observed: &'a [f64],
    /// What each run weighs, by how it was drawn.
    pub(in crate::calibrate) weights: &'a [f64],
    /// How far each is.
    pub(in crate::calibrate) distances: &'a [f64],
    /// How far the nearest is that is no longer near.
    pub(in crate::calibrate) distance: f64,
}

/// Adjusted shares of the priors' ranges, key by key, and the weights of the runs, which sum to 1.
///
/// What was measured may lie beyond all of these runs, where a line says nothing: it is then taken where they end, statistic by statistic.
///
/// Local linear regression of the logit of each share on the statistics, weighted by Epanechnikov's kernel of the distance: the share
/// becomes its prediction at what was measured plus its own residual, which is stretched by how much wider residuals are there, by
/// a second regression of the logarithm of their squares. The logit keeps all within the prior.
///
/// # Source
/// Beaumont, Zhang & Balding (2002) and Blum & François (2010), as the page of `abc` of R's package of that name has them (methods
/// `loclinear` and `ridge`, `hcorr`, transformation `logit`).
pub(in crate::calibrate) fn adjusted(cloud: &Cloud<'_>, shares: &[Vec<f64>]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let kernel = |distance: f64| {
        let ratio = distance / cloud.distance.max(f64::MIN_POSITIVE);
        (1.0 - ratio * ratio).max(0.0)
    };
    let weighed = cloud.weights.iter().zip(cloud.distances);
    let mut weights: Vec<f64> = weighed
        .map(|(weight, distance)| weight * kernel(*distance))
        .collect();
    if weights.iter().all(|weight| *weight == 0.0) {
        // All are as far as the farthest.
        weights = cloud.weights.to_vec();
    }
    let total: f64 = weights.iter().sum();
    weights.iter_mut().for_each(|weight| *weight /= total);

    let columns = cloud.observed.len();
    let ridge = if columns < MANY { RIDGE } else { RIDGE_OF_MANY };
    let from_observed = from_reached(cloud);
    let Some(regression) = Regression::new(&from_observed, &weights, ridge) else {
        return (shares.to_vec(), weights);
    };
    // As many unknowns as runs leave nothing over to learn from.
    if cloud.statistics.len() < 2 * (columns + 1) {
        return (shares.to_vec(), weights);
    }
    let adjusted = shares.iter().map(|of_key| {
        let logits: Vec<f64> = of_key.iter().map(|share| logit(*share)).collect();
        let line = regression.of(&logits);
        let residuals: Vec<f64> = logits
            .iter()
            .zip(&from_observed)
            .map(|(logit, row)| logit - line.at(row))
            .collect();
        let spread = mean_square(&residuals, &weights);
        let squares_ln: Vec<f64> = residuals
            .iter()
            .map(|residual| math::ln(residual * residual + 1e-6 * spread + f64::MIN_POSITIVE))
            .collect();
        let widths = regression.of(&squares_ln);
        let each = residuals.iter().zip(&from_observed).map(|(residual, row)| {
            let wider_ln = 0.5 * (widths.at_zero - widths.at(row));
            let wider = math::exp(wider_ln).clamp(1.0 / MOST_STRETCHED, MOST_STRETCHED);
            share_of(line.at_zero + residual * wider)
        });
        each.collect()
    });
    (adjusted.collect(), weights)
}

/// The statistics less those of what was measured, or of the end of the runs where it lies beyond.
fn from_reached(cloud: &Cloud<'_>) -> Vec<Vec<f64>> {
    let ends = |column: usize| {
        let values = cloud.statistics.iter().map(|row| row[column]);
        values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| {
            [low.min(x), high.max(x)]
        })
    };
    let reached: Vec<f64> = (0..cloud.observed.len())
        .map(|column| {
            let [low, high] = ends(column);
            cloud.observed[column].max(low).min(high)
        })
        .collect();
    let less = |row: &Vec<f64>| row.iter().zip(&reached).map(|(x, reached)| x - reached).collect();
    cloud.statistics.iter().map(less).collect()
}

/// Weighted mean square.
fn mean_square(values: &[f64], weights: &[f64]) -> f64 {
    let each = values
        .iter()
        .zip(weights)
        .map(|(value, weight)| weight * value * value);
    each.sum()
}

/// Logarithm of the odds of a share.
fn logit(share: f64) -> f64 {
    let share = share.clamp(FROM_THE_ENDS, 1.0 - FROM_THE_ENDS);
    math::ln(share / (1.0 - share))
}

/// The share of these odds.
fn share_of(logit: f64) -> f64 {
    1.0 / (1.0 + math::exp(-logit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_that_follow_from_the_statistics_are_found_exactly() {
        // logit of the share is 1 + 2 s; at s = −0.3 it is 0.4.
        let statistics: Vec<Vec<f64>> = (0..40).map(|i| vec![f64::from(i) / 20.0 - 1.0]).collect();
        let shares = vec![statistics.iter().map(|s| share_of(1.0 + 2.0 * s[0])).collect()];
        let distances: Vec<f64> = statistics.iter().map(|s| (s[0] + 0.3).abs()).collect();
        let cloud = Cloud {
            statistics: &statistics,
            observed: &[-0.3],
            weights: &[1.0; 40],
            distances: &distances,
            distance: 1.4,
        };
        let (adjusted, weights) = adjusted(&cloud, &shares);
        assert!((weights.iter().sum::<f64>() - 1.0).abs() < 1e-12);
        assert!(
            adjusted[0]
                .iter()
                .all(|share| (share - share_of(0.4)).abs() < 1e-4),
            "{adjusted:?}"
        );
    }

    #[test]
    fn few_runs_stay_as_they_are_and_none_leaves_the_prior() {
        let cloud = Cloud {
            statistics: &[vec![0.0], vec![1.0], vec![2.0]],
            observed: &[100.0],
            weights: &[1.0; 3],
            distances: &[100.0, 99.0, 98.0],
            distance: 101.0,
        };
        let shares = vec![vec![0.2, 0.5, 0.9]];
        assert_eq!(adjusted(&cloud, &shares).0, shares);

        let statistics: Vec<Vec<f64>> = (0..9).map(|i| vec![f64::from(i)]).collect();
        let distances: Vec<f64> = (0..9).map(|i| 1e4 - f64::from(i)).collect();
        let cloud = Cloud {
            statistics: &statistics,
            observed: &[1e4],
            weights: &[1.0; 9],
            distances: &distances,
            distance: 1e4,
        };
        let shares = vec![(0..9).map(|i| 0.1 * f64::from(i) + 0.05).collect()];
        // At the last run, where the line ends, and not at the end of the prior.
        let found = &adjusted(&cloud, &shares).0[0];
        assert!(found.iter().all(|share| (0.5..0.95).contains(share)), "{found:?}");
    }
}

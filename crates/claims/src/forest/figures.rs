//! Figures of a stand: what is measured of it, and of lists of trees.

use understory_forest::components::ADULT_DBH_CM;
use understory_forest::deadwood::Form;
use understory_forest::{Forest, Tree};
use understory_numerics::{math, sort};
use understory_space::Plot;
use understory_spacing::{CanopyGaps, Crown, NearestNeighbourSummary};

use crate::ClaimError;

/// What is held against measured stands.
pub(super) struct StandFigures {
    /// Of trees from 7 cm on, as the basal area.
    pub(super) stems_per_ha: f64,
    pub(super) basal_area_m2_per_ha: f64,
    pub(super) leaves_m2_per_m2: f64,
    /// Volume of stems from 10 cm on, of the whole plot as that of deadwood.
    pub(super) living_m3: f64,
    pub(super) dead_m3: f64,
    /// Of the deadwood, what stands.
    pub(super) standing_m3: f64,
}

impl StandFigures {
    pub(super) fn of(forest: &Forest) -> Self {
        let stems: Vec<_> = forest.species().map(|species| species.stem).collect();
        let (mut living_m3, mut dead_m3, mut standing_m3) = (0.0, 0.0, 0.0);
        forest.for_each_tree(|_, species, size| {
            if size.dbh_cm >= ADULT_DBH_CM {
                living_m3 += stems[usize::from(species)].volume_m3(size);
            }
        });
        forest.for_each_part(|_, _, part| {
            dead_m3 += part.volume_m3;
            if part.form != Form::Log {
                standing_m3 += part.volume_m3;
            }
        });
        let all = forest.inventory().pop().unwrap_or_default();
        let area_m2 = forest.plot().area_m2();
        Self {
            stems_per_ha: all.stems as f64 / (area_m2 / 1e4),
            basal_area_m2_per_ha: all.basal_area_m2 / (area_m2 / 1e4),
            leaves_m2_per_m2: all.leaves_m2 / area_m2,
            living_m3,
            dead_m3,
            standing_m3,
        }
    }
}

/// Gaps of 10 m² or more between the crowns of trees from 10 m high on: lower ones stand in a gap, not over it.
pub(super) fn canopy_gaps(forest: &Forest) -> Result<CanopyGaps, ClaimError> {
    let crowns: Vec<Crown> = forest
        .canopy(10.0)
        .map(|(place_m, radius_m)| Crown { place_m, radius_m })
        .collect();
    Ok(CanopyGaps::new(&crowns, forest.plot(), 1.0, 10.0)?)
}

/// Basal area of each species, m², of trees from 7 cm on.
pub(super) fn basal_areas_m2(forest: &Forest) -> Vec<f64> {
    // The last inventory is of all together.
    let of_species = forest.inventory().into_iter().take(forest.species().len());
    of_species.map(|inventory| inventory.basal_area_m2).collect()
}

/// Clark–Evans index (1: random, above: even) on a torus; none below two points.
pub(super) fn clark_evans(places_m: &[[f64; 2]], plot: &Plot) -> Result<Option<f64>, ClaimError> {
    if places_m.len() < 2 {
        return Ok(None);
    }
    let summary = NearestNeighbourSummary::new(places_m, plot)?;
    Ok(Some(summary.clark_evans().naive))
}

/// Basal area, m²: of the stems' cross-sections at breast height.
pub(super) fn basal_area_m2<'a>(trees: impl Iterator<Item = &'a Tree>) -> f64 {
    let of_tree = |tree: &Tree| std::f64::consts::PI * tree.size.dbh_cm * tree.size.dbh_cm / 40_000.0;
    trees.map(of_tree).sum()
}

/// Mean; none without a value.
pub(super) fn mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let values: Vec<f64> = values.into_iter().collect();
    mean_and_squares(&values).map(|(mean, _)| mean)
}

/// Mean and sum of squared deviations; none without a value.
pub(super) fn mean_and_squares(values: &[f64]) -> Option<(f64, f64)> {
    if values.is_empty() {
        return None;
    }
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let squares = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    Some((mean, squares))
}

/// Standard deviation over the mean; none below two values.
pub(super) fn variation(values: &[f64]) -> Option<f64> {
    let (mean, squares) = mean_and_squares(values).filter(|_| values.len() > 1)?;
    Some((squares / (values.len() - 1) as f64).sqrt() / mean)
}

/// The middle value, of an even number the upper middle one; none without a value.
pub(super) fn median(mut values: Vec<f64>) -> Option<f64> {
    sort::numbers(&mut values);
    values.get(values.len() / 2).copied()
}

/// Slope of the reduced major axis of points that fall: −(spread of y) / (spread of x); none below ten points.
pub(super) fn falling_major_axis(points: &[[f64; 2]]) -> Option<f64> {
    if points.len() < 10 {
        return None;
    }
    let squares = |axis: usize| {
        let values: Vec<f64> = points.iter().map(|point| point[axis]).collect();
        mean_and_squares(&values).map(|(_, squares)| squares)
    };
    Some(-(squares(1)? / squares(0)?).sqrt())
}

/// Gini coefficient, 0 where all values are alike; none below two values or of nothing.
pub(super) fn gini(mut values: Vec<f64>) -> Option<f64> {
    sort::numbers(&mut values);
    let (count, sum) = (values.len() as f64, values.iter().sum::<f64>());
    if values.len() < 2 || sum <= 0.0 {
        return None;
    }
    let ranked: f64 = (1..)
        .zip(&values)
        .map(|(rank, value)| f64::from(rank) * value)
        .sum();
    Some(2.0 * ranked / (count * sum) - (count + 1.0) / count)
}

/// Spearman's rank correlation of pairs of which few are tied, which share their mean rank; none below ten pairs.
pub(super) fn rank_correlation(pairs: &[[f64; 2]]) -> Option<f64> {
    if pairs.len() < 10 {
        return None;
    }
    let ranks = |axis: usize| {
        let mut order: Vec<usize> = (0..pairs.len()).collect();
        order.sort_by(|&one, &other| pairs[one][axis].total_cmp(&pairs[other][axis]));
        let mut ranks = vec![0.0; pairs.len()];
        let mut first = 0;
        for tied in order.chunk_by(|&one, &other| pairs[one][axis] == pairs[other][axis]) {
            let rank = first as f64 + (tied.len() - 1) as f64 / 2.0;
            tied.iter().for_each(|&place| ranks[place] = rank);
            first += tied.len();
        }
        ranks
    };
    let squares: f64 = ranks(0)
        .iter()
        .zip(ranks(1))
        .map(|(one, other)| (one - other) * (one - other))
        .sum();
    let count = pairs.len() as f64;
    Some(1.0 - 6.0 * squares / (count * (count * count - 1.0)))
}

/// Slope of the least squares line; none below two points.
pub(super) fn least_squares_slope(points: &[[f64; 2]]) -> Option<f64> {
    let xs: Vec<f64> = points.iter().map(|point| point[0]).collect();
    let (mean, squares) = mean_and_squares(&xs).filter(|_| points.len() > 1)?;
    let products: f64 = points.iter().map(|[x, y]| (x - mean) * y).sum();
    Some(products / squares)
}

/// Correlation of each value with the next.
pub(super) fn lag_one_correlation(values: &[f64]) -> Option<f64> {
    let (mean, squares) = mean_and_squares(values)?;
    let products: f64 = values
        .windows(2)
        .map(|pair| (pair[0] - mean) * (pair[1] - mean))
        .sum();
    Some(products / squares)
}

/// Yearly loss of what became `left` of `before` in some years: 1 − (left / before)^(1/years); none of nothing.
pub(super) fn yearly_loss(before: u64, left: u64, years: u32) -> Option<f64> {
    let share = (before > 0).then(|| left as f64 / before as f64)?;
    Some(1.0 - math::pow(share, 1.0 / f64::from(years)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slopes_and_spreads_are_those_of_a_known_line() {
        let line: Vec<[f64; 2]> = (0..20)
            .map(|x| [f64::from(x), 5.0 - 1.6 * f64::from(x)])
            .collect();
        assert!((falling_major_axis(&line).unwrap() + 1.6).abs() < 1e-12);
        assert!((least_squares_slope(&line).unwrap() + 1.6).abs() < 1e-12);
        assert_eq!(falling_major_axis(&line[..9]), None);
        assert_eq!(variation(&[1.0, 3.0]), Some(2.0_f64.sqrt() / 2.0));
        assert_eq!(median(vec![9.0, 1.0, 4.0]), Some(4.0));
    }

    #[test]
    fn inequality_and_rank_correlation_are_those_of_known_lists() {
        assert_eq!(gini(vec![2.0; 9]), Some(0.0));
        // One of ten has all: 1 − 1/10.
        let mut one_has_all = vec![0.0; 9];
        one_has_all.push(5.0);
        assert!((gini(one_has_all).unwrap() - 0.9).abs() < 1e-12);
        let rising: Vec<[f64; 2]> = (0..12).map(|x| [f64::from(x), f64::from(x * x)]).collect();
        assert_eq!(rank_correlation(&rising), Some(1.0));
        let falling: Vec<[f64; 2]> = rising.iter().map(|[x, y]| [*x, -y]).collect();
        assert_eq!(rank_correlation(&falling), Some(-1.0));
        assert_eq!(rank_correlation(&rising[..9]), None);
        // Two that are tied are half a rank off, each.
        let mut tied = rising.to_vec();
        tied[1][0] = tied[0][0];
        let count = tied.len() as f64;
        assert_eq!(
            rank_correlation(&tied),
            Some(1.0 - 3.0 / (count * (count * count - 1.0)))
        );
    }

    #[test]
    fn a_yearly_loss_leaves_what_is_left() {
        let loss = yearly_loss(1000, 729, 3).unwrap();
        assert!((loss - 0.1).abs() < 1e-12);
        assert_eq!(yearly_loss(0, 0, 3), None);
    }

    #[test]
    fn turns_correlate_negatively_and_steps_positively() {
        let turns: Vec<f64> = (0..100).map(|year| f64::from(year % 2)).collect();
        assert!(lag_one_correlation(&turns).unwrap() < -0.9);
        let steps: Vec<f64> = (0..100).map(|year| f64::from(year / 50)).collect();
        assert!(lag_one_correlation(&steps).unwrap() > 0.9);
    }
}

//! The distances to the nearest neighbour in one year: as bars, and as they would be at random.

use std::f64::consts::PI;

use understory_numerics::math;
use understory_records::SpacingRow;
use understory_spacing::NearestNeighbourSummary;

use crate::neighbours::Curve;

/// Distances beyond which fewer than this share of a year's trees have their neighbour need not be shown.
const TAIL: f64 = 0.01;
/// Points of the random curve.
const STEPS: u32 = 120;
/// Bars of a year that has very many trees: as many as a panel of an inch shows.
const FINEST: usize = 60;

/// One year: bars from left to right with their heights, and what goes with them.
pub(crate) struct Year {
    pub(crate) year: u32,
    pub(crate) trees: u64,
    per_m2: f64,
    pub(crate) bars: Vec<(f64, f64, f64)>,
    pub(crate) envelope: Vec<(f64, f64, f64)>,
    /// Whether the bins of its table are wider than bars for so many trees need be, as they are in a dense stand.
    pub(crate) is_coarse: bool,
}

impl Year {
    pub(crate) fn new(year: u32, trees: u64, area_m2: f64, curve: &Curve) -> Self {
        let middles: Vec<f64> = curve.iter().map(|(r, _)| *r).collect();
        let edges = edges_of(&middles);
        let heights = curve.iter().map(|(_, row)| row.observed.unwrap_or(0.0));
        let bars: Vec<_> = edges
            .windows(2)
            .zip(heights)
            .map(|(e, height)| (e[0], e[1], height))
            .collect();
        let narrowest_m = bars.first().map_or(0.0, |(left, right, _)| right - left);
        let envelope = |(r, row): &(f64, &SpacingRow)| Some((*r, row.envelope_low?, row.envelope_high?));
        Year {
            year,
            trees,
            per_m2: trees as f64 / area_m2,
            is_coarse: wanted_m(&bars, trees).is_some_and(|wanted_m| wanted_m < narrowest_m),
            bars: merged(bars, trees),
            envelope: curve.iter().filter_map(envelope).collect(),
        }
    }

    /// The same year with bars of its own, from the distances of its trees; as it is where they have none.
    pub(crate) fn with_distances(&self, found: &NearestNeighbourSummary) -> Self {
        let random = (-math::ln(TAIL) / (PI * self.per_m2)).sqrt();
        let end = found
            .quantile_m(1.0 - TAIL / 2.0)
            .map_or(random, |end| end.max(random));
        let bars = found.density(end, FINEST).map(|density| {
            let half_m = 0.5 * density.bin_m;
            let bins = density.r_m.iter().zip(&density.observed_per_m);
            let bars = bins.map(|(r_m, &height)| ((r_m - half_m).max(0.0), r_m + half_m, height));
            merged(bars.collect(), self.trees)
        });
        Self {
            bars: bars.unwrap_or_else(|_| self.bars.clone()),
            envelope: self.envelope.clone(),
            is_coarse: false,
            ..*self
        }
    }

    /// Random share of the trees whose neighbour is farther away, exp(−πλr²).
    pub(crate) fn random_beyond(&self, r: f64) -> f64 {
        math::exp(-PI * self.per_m2 * r * r)
    }

    /// Mean distance at random, 1 / (2√λ).
    pub(crate) fn random_mean_m(&self) -> f64 {
        0.5 / self.per_m2.sqrt()
    }

    /// Where the random density is highest, 1/√(2πλ), and how high.
    pub(crate) fn random_peak(&self) -> (f64, f64) {
        let r = 1.0 / (2.0 * PI * self.per_m2).sqrt();
        (r, 2.0 * PI * self.per_m2 * r * self.random_beyond(r))
    }

    /// Observed share of the trees whose neighbour is within a distance; a bar counts as far as it reaches.
    pub(crate) fn share_within(&self, r: f64) -> f64 {
        let area = |(left, right, height): &(f64, f64, f64)| (right.min(r) - left).max(0.0) * height;
        self.bars.iter().map(area).sum()
    }

    /// Random density of distances up to `furthest`, 2πλr exp(−πλr²). The table has it too, but at the middles of its
    /// bins alone, which in a dense stand are too far apart for a smooth curve.
    pub(crate) fn random(&self, furthest: f64) -> Vec<(f64, Option<f64>)> {
        let point = |i: u32| {
            let r = furthest * f64::from(i) / f64::from(STEPS);
            (r, Some(2.0 * PI * self.per_m2 * r * self.random_beyond(r)))
        };
        (0..=STEPS).map(point).collect()
    }

    /// Distance within which all but [`TAIL`] of the neighbours stand, observed and at random, if the table goes so far.
    pub(crate) fn extent(&self) -> f64 {
        let total: f64 = self.bars.iter().map(|(l, r, h)| (r - l) * h).sum();
        let mut left = total;
        let within = self.bars.iter().take_while(|(l, r, h)| {
            let more = left > TAIL * total;
            left -= (r - l) * h;
            more
        });
        let observed = within.map(|bar| bar.1).fold(0.0, f64::max);
        let end = self.bars.last().map_or(0.0, |bar| bar.1);
        let random = (-math::ln(TAIL) / (PI * self.per_m2)).sqrt();
        observed.max(random.min(end))
    }
}

/// Ends of the bins whose middles are given.
fn edges_of(middles: &[f64]) -> Vec<f64> {
    let [first, .., last] = middles else {
        return Vec::new();
    };
    let between = middles.windows(2).map(|pair| 0.5 * (pair[0] + pair[1]));
    let begin = (first - 0.5 * (middles[1] - first)).max(0.0);
    let end = last + 0.5 * (last - middles[middles.len() - 2]);
    [begin].into_iter().chain(between).chain([end]).collect()
}

/// Neighbouring bars in one where the trees are few: at least as wide as Scott's rule has it, 3.49 s n^(−1/3), for the
/// n trees in the histogram and the standard deviation s of their distances.
fn merged(bars: Vec<(f64, f64, f64)>, trees: u64) -> Vec<(f64, f64, f64)> {
    let Some((width, wanted)) = bars.first().map(|(l, r, _)| r - l).zip(wanted_m(&bars, trees)) else {
        return bars;
    };
    let together = (wanted / width).ceil().clamp(1.0, bars.len() as f64) as usize;
    let merge = |group: &[(f64, f64, f64)]| {
        let (left, right) = (group[0].0, group[group.len() - 1].1);
        let area: f64 = group.iter().map(|(l, r, h)| (r - l) * h).sum();
        (left, right, area / (right - left))
    };
    // Less than half a bar that is left over at the end joins the last one, lest it be a splinter.
    let groups = ((bars.len() + together / 2) / together).max(1);
    let end = |i: usize| {
        if i + 1 == groups {
            bars.len()
        } else {
            (i + 1) * together
        }
    };
    (0..groups).map(|i| merge(&bars[i * together..end(i)])).collect()
}

/// The width of Scott's rule, m; none where no distance is known.
fn wanted_m(bars: &[(f64, f64, f64)], trees: u64) -> Option<f64> {
    let sum = |value: &dyn Fn(f64) -> f64| -> f64 {
        let parts = bars.iter().map(|(l, r, h)| (r - l) * h * value(0.5 * (l + r)));
        parts.sum()
    };
    let share = sum(&|_| 1.0);
    let mean = sum(&|r| r) / share;
    let deviation = (sum(&|r| (r - mean) * (r - mean)) / share).sqrt();
    let wanted_m = 3.49 * deviation / math::cbrt(share * trees as f64);
    wanted_m.is_finite().then_some(wanted_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merging_bars_keeps_the_area_under_them() {
        let area = |bars: &[(f64, f64, f64)]| bars.iter().map(|(l, r, h)| (r - l) * h).sum::<f64>();
        let bars: Vec<_> = (0..64)
            .map(|i| (f64::from(i), f64::from(i + 1), f64::from((i * 37) % 11) / 320.0))
            .collect();
        for trees in [1, 10, 100, 1_000, 1_000_000] {
            let fewer = merged(bars.clone(), trees);
            assert!((area(&fewer) - area(&bars)).abs() < 1e-9, "{trees} trees");
            assert!(
                fewer.len() <= 64 && fewer.windows(2).all(|pair| pair[0].1 == pair[1].0),
                "{trees} trees"
            );
        }
        let none = vec![(0.0, 1.0, 0.0), (1.0, 2.0, 0.0)];
        assert_eq!(merged(none.clone(), 50), none);
    }

    #[test]
    fn the_fewer_the_trees_the_wider_the_bars() {
        // Even shares from 0 to 16 m have a standard deviation of 16 / √12 = 4.62 m.
        let bars: Vec<_> = (0..64)
            .map(|i| (0.25 * f64::from(i), 0.25 * f64::from(i + 1), 1.0 / 16.0))
            .collect();
        let widths = [27, 125, 1_000, 1_000_000].map(|trees| {
            let bar = merged(bars.clone(), trees)[0];
            bar.1 - bar.0
        });
        // 16.12 m / 3, / 5, / 10 and / 100, in whole steps of 0.25 m.
        assert_eq!(widths, [5.5, 3.25, 1.75, 0.25]);
        // A table that ends before a third of the neighbours: only those within it count.
        let shorter: Vec<_> = bars.iter().map(|&(l, r, h)| (l, r, 2.0 / 3.0 * h)).collect();
        assert_eq!(merged(shorter, 1_500)[0].1, 1.75);
    }

    #[test]
    fn the_random_curve_is_a_density() {
        let year = Year {
            year: 0,
            trees: 400,
            per_m2: 0.01,
            bars: Vec::new(),
            envelope: Vec::new(),
            is_coarse: false,
        };
        let curve = year.random(30.0);
        let area: f64 = curve
            .windows(2)
            .map(|pair| (pair[1].0 - pair[0].0) * 0.5 * (pair[0].1.unwrap() + pair[1].1.unwrap()))
            .sum();
        assert!((area - 1.0).abs() < 1e-3, "{area}");
    }

    #[test]
    fn bins_reach_half_way_to_the_next_middle() {
        assert_eq!(edges_of(&[0.5, 1.5, 2.5]), [0.0, 1.0, 2.0, 3.0]);
        assert_eq!(edges_of(&[1.0]), [0.0; 0]);
    }

    #[test]
    fn a_year_has_bars_of_its_table_and_shows_all_but_a_hundredth() {
        let row = |observed: f64| SpacingRow {
            year: 7,
            scope: "all".to_owned(),
            statistic: "nnd_density".to_owned(),
            r_m: None,
            observed: Some(observed),
            theoretical: None,
            envelope_low: Some(0.1),
            envelope_high: Some(0.9),
        };
        // Shares of 0.5, 0.4, 0.092, 0.008 in bars of 1 m.
        let rows = [0.5, 0.4, 0.092, 0.008].map(row);
        let curve: Vec<_> = [0.5, 1.5, 2.5, 3.5].into_iter().zip(&rows).collect();
        let year = Year::new(7, 1_000_000_000, 4e8, &curve);
        assert_eq!((year.year, year.per_m2), (7, 2.5));
        let bars: Vec<_> = (0..4)
            .map(|at| {
                (
                    f64::from(at),
                    f64::from(at + 1),
                    rows[at as usize].observed.unwrap(),
                )
            })
            .collect();
        assert_eq!(year.bars, bars);
        assert_eq!(year.envelope[1], (1.5, 0.1, 0.9));
        assert_eq!(year.extent(), 3.0);
        // At random all but a hundredth stand within √(ln 100 / (π λ)): 3.83 m at 0.1 per m², and the table ends at 4 m.
        let sparse = |per_m2| Year {
            per_m2,
            bars: bars.clone(),
            ..Year::new(7, 1, 1.0, &curve)
        };
        let found = sparse(0.1).extent();
        assert!(
            (found - (4.605_170_185_988_091 / (PI * 0.1)).sqrt()).abs() < 1e-12,
            "{found}"
        );
        assert_eq!(sparse(0.01).extent(), 4.0);
        assert!((sparse(0.1).random_beyond(2.0) - math::exp(-0.4 * PI)).abs() < 1e-15);
        assert!((sparse(0.25).random_mean_m() - 1.0).abs() < 1e-15);
        // Half of the second bar, whose share is 0.4.
        assert!((year.share_within(1.5) - 0.7).abs() < 1e-12 && year.share_within(0.0) == 0.0);
        let (peak_m, peak) = sparse(0.1).random_peak();
        let curve = sparse(0.1).random(2.0 * peak_m);
        assert_eq!((curve[60].0, curve[60].1), (peak_m, Some(peak)));
        assert!(curve.iter().all(|(_, density)| density.unwrap() <= peak));
    }

    #[test]
    fn the_first_bin_begins_at_zero_or_later() {
        assert_eq!(edges_of(&[0.2, 1.0, 3.0]), [0.0, 0.6, 2.0, 4.0]);
        assert_eq!(edges_of(&[5.0, 6.0]), [4.5, 5.5, 6.5]);
        assert_eq!(edges_of(&[5.0]), [0.0; 0]);
    }
}

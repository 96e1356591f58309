//! What resampling aims at: how many pairs each class of distances should hold.

use std::f64::consts::{PI, TAU};

use understory_space::Plot;

use crate::layout::Layout;
use crate::request::TargetStatistics;

/// How many pairs each class of distances should hold, and what one more or less matters.
pub(super) struct Goal {
    /// Pairs wanted in each class.
    wanted: Vec<f64>,
    /// Change of *ĝ* by one pair: one over the pairs of that class among as many uniform points.
    per_pair: Vec<f64>,
}

/// Classes of 0.1 spacings, but no fewer and no more than these.
const CLASSES: [f64; 2] = [8.0, 256.0];

impl Goal {
    /// What the target has, up to `r_max_m`, which is at most the shorter side of the plot.
    pub(super) fn new(layout: &Layout<'_>, target_statistics: &TargetStatistics, r_max_m: f64) -> Self {
        let classes = (r_max_m / (0.1 * layout.room_m()))
            .round()
            .clamp(CLASSES[0], CLASSES[1]);
        let width_m = r_max_m / classes;
        let count = f64::from(layout.count);
        let pairs_per_m4 = count * (count - 1.0) / 2.0 / (layout.plot.area_m2() * layout.plot.area_m2());
        let mut goal = Self {
            wanted: Vec::new(),
            per_pair: Vec::new(),
        };
        for class in 0..classes as usize {
            const STEPS: u32 = 16;
            let (mut wanted, mut expected) = (0.0, 0.0);
            for step in 0..STEPS {
                let r_m = (class as f64 + (f64::from(step) + 0.5) / f64::from(STEPS)) * width_m;
                let pairs =
                    pairs_per_m4 * TAU * r_m * overlap_m2(layout.plot, r_m) * width_m / f64::from(STEPS);
                expected += pairs;
                wanted += pairs * pair_correlation_at(target_statistics, r_m);
            }
            goal.wanted.push(wanted);
            goal.per_pair.push(1.0 / expected);
        }
        goal
    }

    pub(super) fn classes(&self) -> usize {
        self.wanted.len()
    }

    /// Root mean square of *ĝ* − *g* over the classes.
    pub(super) fn off(&self, counts: &[i64]) -> f64 {
        let classes = self.wanted.iter().zip(&self.per_pair).zip(counts);
        let squares = classes.map(|((wanted, per_pair), &count)| {
            let off = (count as f64 - wanted) * per_pair;
            off * off
        });
        (squares.sum::<f64>() / self.classes() as f64).sqrt()
    }

    /// What [`Self::off`] need not fall below: a fifth of the root mean square of *ĝ* − 1 among uniform patterns, whose
    /// counts scatter as Poisson numbers do, or 0.003 where that is more.
    pub(super) fn near_enough(&self) -> f64 {
        let mean_square = self.per_pair.iter().sum::<f64>() / self.classes() as f64;
        (0.2 * mean_square.sqrt()).max(0.003)
    }

    /// By how much these changes of the counts would change the sum over the classes of (*ĝ* − *g*)².
    pub(super) fn change(&self, counts: &[i64], changes: &[i32]) -> f64 {
        let classes = self.wanted.iter().zip(&self.per_pair).zip(counts).zip(changes);
        classes
            .map(|(((wanted, per_pair), &count), &change)| {
                let change = f64::from(change);
                change * (change + 2.0 * (count as f64 - wanted)) * per_pair * per_pair
            })
            .sum()
    }
}

/// Area of the plot from which a step of length `r_m` ends in the plot, averaged over all directions, m²: for a
/// rectangle of sides *a*, *b* and *r* up to the shorter one *ab* − 2*r*(*a* + *b*)/π + *r*²/π.
fn overlap_m2(plot: &Plot, r_m: f64) -> f64 {
    if plot.is_torus() {
        plot.area_m2()
    } else {
        plot.area_m2() - r_m * plot.perimeter_m() / PI + r_m * r_m / PI
    }
}

/// The target's curve at a distance within it: straight between its points, level before the first.
fn pair_correlation_at(target_statistics: &TargetStatistics, r_m: f64) -> f64 {
    let (all_m, g) = (&target_statistics.r_m, &target_statistics.pair_correlation);
    let after = all_m.partition_point(|&at_m| at_m < r_m).min(all_m.len() - 1);
    if after == 0 {
        return g[0];
    }
    let before = after - 1;
    let share = ((r_m - all_m[before]) / (all_m[after] - all_m[before])).min(1.0);
    g[before] + share * (g[after] - g[before])
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    fn goal() -> Goal {
        Goal {
            wanted: vec![10.0, 4.0],
            per_pair: vec![0.5, 0.25],
        }
    }

    #[test]
    fn what_is_off_is_the_root_mean_square_in_units_of_the_pair_correlation() {
        // 2 pairs too many of 0.5 each, 8 too few of 0.25 each.
        assert_eq!(goal().off(&[12, -4]), (2.5_f64).sqrt());
        assert_eq!(goal().off(&[10, 4]), 0.0);
        assert_eq!(goal().classes(), 2);
    }

    #[test]
    fn a_change_is_the_difference_of_the_sums_of_squares() {
        let goal = goal();
        let sum = |counts: &[i64]| 2.0 * goal.off(counts) * goal.off(counts);
        for (counts, changes) in [([12, -4], [1, 0]), ([12, -4], [-3, 5]), ([0, 0], [2, -1])] {
            let after = [
                counts[0] + i64::from(changes[0]),
                counts[1] + i64::from(changes[1]),
            ];
            let found = goal.change(&counts, &changes);
            assert!((found - (sum(&after) - sum(&counts))).abs() < 1e-12, "{found}");
        }
    }

    #[test]
    fn near_enough_is_a_fifth_of_what_chance_makes_and_no_less_than_a_floor() {
        let near = |per_pair: f64| {
            let goal = Goal {
                wanted: vec![1.0; 2],
                per_pair: vec![per_pair; 2],
            };
            goal.near_enough()
        };
        assert!((near(0.25) - 0.1).abs() < 1e-15);
        assert_eq!(near(1e-6), 0.003);
    }

    #[test]
    fn the_curve_is_straight_between_its_points_and_level_beyond_its_ends() {
        let target_statistics = TargetStatistics {
            r_m: vec![1.0, 2.0, 4.0],
            pair_correlation: vec![0.5, 1.5, 1.0],
            sizes_m: Vec::new(),
        };
        for (r_m, g) in [
            (0.0, 0.5),
            (1.0, 0.5),
            (1.25, 0.75),
            (2.0, 1.5),
            (3.0, 1.25),
            (4.0, 1.0),
            (9.0, 1.0),
        ] {
            assert_eq!(pair_correlation_at(&target_statistics, r_m), g, "{r_m}");
        }
    }

    /// Of 3 m by 2 m: all of it on a torus; of a step of 1 m in the plane 6 − 10/π + 1/π m².
    #[test]
    fn wanted_pairs_of_a_uniform_pattern_are_those_of_discs() {
        for edge in [Edge::Open, Edge::Torus] {
            let plot = Plot::new([0.0; 2], [3.0, 2.0], edge).unwrap();
            let overlap = overlap_m2(&plot, 1.0);
            let expected = if plot.is_torus() { 6.0 } else { 6.0 - 9.0 / PI };
            assert!((overlap - expected).abs() < 1e-12);
        }
        let torus = Plot::new([0.0; 2], [30.0, 20.0], Edge::Torus).unwrap();
        let uniform = TargetStatistics {
            r_m: vec![1.0, 20.0],
            pair_correlation: vec![1.0, 1.0],
            sizes_m: Vec::new(),
        };
        let layout = Layout::new(&torus, 150);
        let goal = Goal::new(&layout, &uniform, 8.0);
        // The room of a point is 2 m, so classes are 0.2 m wide: the k-th ring holds (2 k + 1) 0.04 π m².
        assert_eq!(goal.classes(), 40);
        let pairs_per_m2 = 150.0 * 149.0 / 2.0 / 600.0;
        for (class, (wanted, per_pair)) in goal.wanted.iter().zip(&goal.per_pair).enumerate() {
            let expected = pairs_per_m2 * PI * 0.04 * (2.0 * class as f64 + 1.0);
            assert!((wanted / expected - 1.0).abs() < 1e-9 && (wanted * per_pair - 1.0).abs() < 1e-9);
        }
        assert_eq!(Goal::new(&layout, &uniform, 0.1).classes(), 8);
    }
}

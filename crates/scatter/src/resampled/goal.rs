use std::f64::consts::{PI, TAU};

use understory_space::Plot;

use crate::method::{Ask, Learned};

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
    /// What was learned, up to `r_max_m`, which is at most the shorter side of the plot.
    pub(super) fn new(ask: &Ask<'_>, learned: &Learned, r_max_m: f64) -> Self {
        let classes = (r_max_m / (0.1 * ask.room_m()))
            .round()
            .clamp(CLASSES[0], CLASSES[1]);
        let width_m = r_max_m / classes;
        let count = f64::from(ask.count);
        let pairs_per_m4 = count * (count - 1.0) / 2.0 / (ask.plot.area_m2() * ask.plot.area_m2());
        let mut goal = Self {
            wanted: Vec::new(),
            per_pair: Vec::new(),
        };
        for class in 0..classes as usize {
            const STEPS: u32 = 16;
            let (mut wanted, mut expected) = (0.0, 0.0);
            for step in 0..STEPS {
                let r_m = (class as f64 + (f64::from(step) + 0.5) / f64::from(STEPS)) * width_m;
                let pairs = pairs_per_m4 * TAU * r_m * overlap_m2(ask.plot, r_m) * width_m / f64::from(STEPS);
                expected += pairs;
                wanted += pairs * pair_correlation_at(learned, r_m);
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

/// The learned curve at a distance within it: straight between its points, level before the first.
fn pair_correlation_at(learned: &Learned, r_m: f64) -> f64 {
    let (all_m, g) = (&learned.r_m, &learned.pair_correlation);
    let after = all_m.partition_point(|&at_m| at_m < r_m).min(all_m.len() - 1);
    if after == 0 {
        return g[0];
    }
    let before = after - 1;
    let share = ((r_m - all_m[before]) / (all_m[after] - all_m[before])).min(1.0);
    g[before] + share * (g[after] - g[before])
}

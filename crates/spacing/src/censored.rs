//! Distributions of distances of which some are cut off by the edge of the window: what *G* and *F* share.
//!
//! A distance that equals its bound counts as seen. All lists are sorted once; each estimate then is one walk along
//! them.

use understory_numerics::sort;
use understory_space::Region;

/// Distances of which some are only known to exceed a bound: those seen near the edge of an open window.
///
/// Each is the distance from a place to what is nearest to it, and its bound the distance from the place to the
/// window's edge. A distance counts as seen where it does not exceed its bound.
#[derive(Clone, Debug)]
pub(crate) struct Censored {
    /// Sides of the window; `None` in polygons.
    size_m: Option<[f64; 2]>,
    seen: Seen,
    /// Sorted bounds of the distances that were seen.
    seen_bounds_m: Vec<f64>,
}

/// What Kaplan and Meier's estimate takes of censored distances: the bounds of those that were seen do not matter to it.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// Sorted distances that were seen.
    seen_m: Vec<f64>,
    /// Sorted bounds of the others.
    hidden_bounds_m: Vec<f64>,
}

/// The distribution function of censored distances at one distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Estimates {
    /// After Kaplan and Meier.
    pub(crate) km: f64,
    /// Reduced sample: among places at least as far from the edge; `None` where there is none.
    pub(crate) rs: Option<f64>,
    /// After Hanisch: distances that were seen, each over the area in which it could be; `None` where none was
    /// seen, or one could be nowhere, and in polygons.
    pub(crate) han: Option<f64>,
}

impl Seen {
    /// From `(distance, bound)` pairs; `seen_bound` is given the bounds of the distances that were seen.
    pub(crate) fn new(pairs_m: impl Iterator<Item = (f64, f64)>, mut seen_bound: impl FnMut(f64)) -> Self {
        let (mut seen_m, mut hidden_bounds_m) = (Vec::with_capacity(pairs_m.size_hint().0), Vec::new());
        for (distance_m, bound_m) in pairs_m {
            if distance_m <= bound_m {
                seen_m.push(distance_m);
                seen_bound(bound_m);
            } else {
                hidden_bounds_m.push(bound_m);
            }
        }
        for values_m in [&mut seen_m, &mut hidden_bounds_m] {
            sort::many_numbers(values_m);
        }
        Self {
            seen_m,
            hidden_bounds_m,
        }
    }

    /// Walks the distinct distances that were seen, rising, each with the share after Kaplan and Meier up to it.
    fn steps(&self) -> impl Iterator<Item = SeenStep> {
        let count = self.seen_m.len() + self.hidden_bounds_m.len();
        let (mut seen_before, mut hidden_before) = (0, 0);
        let mut share_beyond = 1.0;
        self.seen_m.chunk_by(|a, b| a == b).map(move |tied| {
            let hidden = &self.hidden_bounds_m[hidden_before..];
            // Strictly below: a place whose bound equals the distance was still at risk when it was seen.
            hidden_before += hidden.iter().take_while(|&&bound_m| bound_m < tied[0]).count();
            let at_risk = count - seen_before - hidden_before;
            seen_before += tied.len();
            share_beyond *= 1.0 - tied.len() as f64 / at_risk as f64;
            SeenStep {
                distance_m: tied[0],
                km: 1.0 - share_beyond,
                seen: seen_before,
                tied: tied.len(),
            }
        })
    }

    /// The distribution function after Kaplan and Meier at each of `r_m`, in any order.
    pub(crate) fn km_at(&self, r_m: &[f64]) -> Vec<f64> {
        let mut km = vec![0.0; r_m.len()];
        let (mut steps, mut last) = (self.steps().peekable(), 0.0);
        for number in rising(r_m) {
            while let Some(step) = steps.next_if(|step| step.distance_m <= r_m[number]) {
                last = step.km;
            }
            km[number] = last;
        }
        km
    }
}

/// The numbers of distances, that of the least first.
fn rising(r_m: &[f64]) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..r_m.len()).collect();
    numbers.sort_unstable_by(|&a, &b| r_m[a].total_cmp(&r_m[b]));
    numbers
}

impl Censored {
    /// From `(distance, bound)` pairs in `window`.
    pub(crate) fn new(pairs_m: impl Iterator<Item = (f64, f64)>, window: &impl Region) -> Self {
        let mut seen_bounds_m = Vec::new();
        let seen = Seen::new(pairs_m, |bound_m| seen_bounds_m.push(bound_m));
        sort::many_numbers(&mut seen_bounds_m);
        Self {
            size_m: window.polygon().is_none().then(|| window.bounds().size_m()),
            seen,
            seen_bounds_m,
        }
    }

    /// Walks the distinct distances that were seen, rising, each with what it adds up to: the shares after Kaplan
    /// and Meier up to it, and Hanisch's sum.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let mut han_sum = 0.0;
        self.seen.steps().map(move |step| {
            han_sum += step.tied as f64 / self.eroded_area_m2(step.distance_m);
            Step {
                distance_m: step.distance_m,
                km: step.km,
                seen: step.seen,
                han_sum,
            }
        })
    }

    /// Area of the places further than `distance_m` from the edge, m². In polygons 0, which leaves Hanisch's estimate
    /// undefined.
    fn eroded_area_m2(&self, distance_m: f64) -> f64 {
        self.size_m.map_or(0.0, |size_m| {
            size_m
                .iter()
                .map(|side_m| (side_m - 2.0 * distance_m).max(0.0))
                .product()
        })
    }

    /// The estimates at each of `r_m`, in any order.
    pub(crate) fn at(&self, r_m: &[f64]) -> Vec<Estimates> {
        let none = Estimates {
            km: 0.0,
            rs: None,
            han: None,
        };
        let mut estimates = vec![none; r_m.len()];
        let mut sums = vec![0.0; r_m.len()];
        let mut steps = self.steps().peekable();
        let mut last = Step {
            distance_m: 0.0,
            km: 0.0,
            seen: 0,
            han_sum: 0.0,
        };
        for number in rising(r_m) {
            let r_m = r_m[number];
            while let Some(step) = steps.next_if(|step| step.distance_m <= r_m) {
                last = step;
            }
            estimates[number] = Estimates {
                km: last.km,
                rs: self.reduced_sample(r_m, last.seen),
                han: None,
            };
            sums[number] = last.han_sum;
        }
        // The steps beyond the greatest r belong to the whole, too; where r passed them all, the last one has it.
        let whole = steps.last().unwrap_or(last).han_sum;
        // A distance of half the shorter side can be seen from nowhere: its area is 0 and the sum infinite.
        if whole > 0.0 && whole.is_finite() {
            for (estimate, sum) in estimates.iter_mut().zip(sums) {
                estimate.han = Some(sum / whole);
            }
        }
        estimates
    }

    /// `seen`: distances up to `r_m` that were seen.
    fn reduced_sample(&self, r_m: f64, seen: usize) -> Option<f64> {
        let below = |bounds_m: &[f64]| bounds_m.partition_point(|&bound_m| bound_m < r_m);
        let seen_below = below(&self.seen_bounds_m);
        let within = self.seen.seen_m.len() - seen_below + self.seen.hidden_bounds_m.len()
            - below(&self.seen.hidden_bounds_m);
        (within > 0).then(|| (seen - seen_below) as f64 / within as f64)
    }

    /// Mean of the Kaplan–Meier distribution, over the share of it that is known, m; `None` where nothing was
    /// seen.
    pub(crate) fn km_mean_m(&self) -> Option<f64> {
        let (mut sum_m, mut share) = (0.0, 0.0);
        for step in self.steps() {
            sum_m += step.distance_m * (step.km - share);
            share = step.km;
        }
        (share > 0.0).then(|| sum_m / share)
    }
}

/// A distinct distance that was seen.
struct SeenStep {
    distance_m: f64,
    /// Share up to it after Kaplan and Meier.
    km: f64,
    /// Distances up to it that were seen.
    seen: usize,
    /// How many are equal to it.
    tied: usize,
}

struct Step {
    distance_m: f64,
    km: f64,
    seen: usize,
    han_sum: f64,
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::{Edge, Plot};

    use super::*;

    fn window() -> Plot {
        Plot::new([0.0; 2], [30.0, 40.0], Edge::Open).unwrap()
    }

    /// The definitions, term by term.
    fn by_definition(pairs: &[(f64, f64)], r: f64) -> Estimates {
        let observed: Vec<_> = pairs.iter().map(|&(d, b)| (d.min(b), d <= b)).collect();
        let mut times: Vec<f64> = observed.iter().filter(|o| o.1 && o.0 <= r).map(|o| o.0).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let factor = |t: f64| {
            let seen = observed.iter().filter(|o| o.1 && o.0 == t).count() as f64;
            let at_risk = observed.iter().filter(|o| o.0 >= t).count() as f64;
            1.0 - seen / at_risk
        };
        let inside: Vec<_> = pairs.iter().filter(|&&(_, b)| b >= r).collect();
        let within = inside.iter().filter(|&&&(d, _)| d <= r).count() as f64;
        let han_sum = |r: f64| -> f64 {
            let seen = pairs.iter().filter(|&&(d, b)| d <= b && d <= r);
            seen.map(|(d, _)| 1.0 / ((30.0 - 2.0 * d) * (40.0 - 2.0 * d)))
                .sum()
        };
        Estimates {
            km: 1.0 - times.into_iter().map(factor).product::<f64>(),
            rs: (!inside.is_empty()).then(|| within / inside.len() as f64),
            han: (han_sum(99.0) > 0.0).then(|| han_sum(r) / han_sum(99.0)),
        }
    }

    proptest! {
        /// Whole numbers, so that distances, bounds and `r` tie in every way.
        #[test]
        fn ties_are_counted_as_the_definitions_say(
            pairs in prop::collection::vec((0_u32..12, 0_u32..12), 1..60),
            halves in prop::collection::vec(0_u32..26, 1..30),
        ) {
            let pairs: Vec<_> = pairs.iter().map(|&(d, b)| (f64::from(d), f64::from(b))).collect();
            let r: Vec<f64> = halves.iter().map(|&half| f64::from(half) * 0.5).collect();
            let estimates = Censored::new(pairs.iter().copied(), &window()).at(&r);
            let seen = Seen::new(pairs.iter().copied(), |_| ());
            let km: Vec<f64> = estimates.iter().map(|at| at.km).collect();
            prop_assert_eq!(seen.km_at(&r), km);
            for (ours, &r) in estimates.iter().zip(&r) {
                let exact = by_definition(&pairs, r);
                prop_assert!((ours.km - exact.km).abs() < 1e-12, "r = {}", r);
                prop_assert_eq!(ours.rs, exact.rs);
                prop_assert_eq!(ours.han.is_some(), exact.han.is_some());
                prop_assert!((ours.han.unwrap_or(0.0) - exact.han.unwrap_or(0.0)).abs() < 1e-12, "r = {}", r);
            }
        }
    }

    #[test]
    fn a_worked_example_has_the_values_computed_by_hand() {
        // Seen at 1 and 3, cut off at 2 and 4: one of four is seen, then one of the two left, 1 − (3/4)(1/2).
        let pairs = [(1.0, 9.0), (5.0, 2.0), (3.0, 3.0), (8.0, 4.0)];
        let censored = Censored::new(pairs.into_iter(), &window());
        let km: Vec<f64> = censored
            .at(&[0.9, 1.0, 2.9, 3.0, 99.0])
            .iter()
            .map(|at| at.km)
            .collect();
        assert_eq!(km, [0.0, 0.25, 0.25, 0.625, 0.625]);
        // Known are a share of 2/8 at 1 and 3/8 at 3.
        assert_eq!(censored.km_mean_m(), Some((0.25 + 3.0 * 0.375) / 0.625));
    }

    #[test]
    fn a_distance_of_half_the_window_leaves_hanisch_undefined() {
        let censored = Censored::new([(1.0, 2.0), (15.0, 15.0)].into_iter(), &window());
        assert!(censored.at(&[0.0, 1.0, 20.0]).iter().all(|at| at.han.is_none()));
    }
}

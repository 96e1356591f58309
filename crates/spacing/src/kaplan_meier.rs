use rayon::prelude::*;

/// Kaplan–Meier distribution function of distances of which some are only known to exceed a bound.
///
/// A step function: `steps` holds each distance at which it rises, and its value from there on.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct KaplanMeier {
    steps: Vec<(f64, f64)>,
}

impl KaplanMeier {
    /// From `(distance, bound)` pairs: the smaller of the two is observed, and it is the distance where
    /// distance ≤ bound.
    pub(crate) fn new(pairs_m: impl ExactSizeIterator<Item = (f64, f64)>) -> Self {
        let mut observed: Vec<(f64, bool)> = pairs_m
            .map(|(distance_m, bound_m)| (distance_m.min(bound_m), distance_m <= bound_m))
            .collect();
        observed.par_sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut steps = Vec::new();
        let mut share_beyond = 1.0;
        let mut at_risk = observed.len();
        for tied in observed.chunk_by(|a, b| a.0 == b.0) {
            let seen = tied.iter().filter(|(_, is_seen)| *is_seen).count();
            if seen > 0 {
                share_beyond *= 1.0 - seen as f64 / at_risk as f64;
                steps.push((tied[0].0, 1.0 - share_beyond));
            }
            at_risk -= tied.len();
        }
        Self { steps }
    }

    /// Estimated probability of a distance of at most `r_m`.
    pub(crate) fn at(&self, r_m: f64) -> f64 {
        match self.steps.partition_point(|step| step.0 <= r_m) {
            0 => 0.0,
            above => self.steps[above - 1].1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The definition: a product over the distinct observed distances up to `r`.
    fn by_definition(pairs: &[(f64, f64)], r: f64) -> f64 {
        let observed: Vec<_> = pairs.iter().map(|&(d, b)| (d.min(b), d <= b)).collect();
        let mut times: Vec<f64> = observed.iter().filter(|o| o.1 && o.0 <= r).map(|o| o.0).collect();
        times.sort_by(f64::total_cmp);
        times.dedup();
        let factor = |t: f64| {
            let seen = observed.iter().filter(|o| o.1 && o.0 == t).count() as f64;
            let at_risk = observed.iter().filter(|o| o.0 >= t).count() as f64;
            1.0 - seen / at_risk
        };
        1.0 - times.into_iter().map(factor).product::<f64>()
    }

    proptest! {
        /// Whole numbers, so that distances, bounds and `r` tie in every way.
        #[test]
        fn ties_are_counted_as_the_definition_says(
            pairs in prop::collection::vec((0_u32..12, 0_u32..12), 1..60),
        ) {
            let pairs: Vec<_> = pairs.iter().map(|&(d, b)| (f64::from(d), f64::from(b))).collect();
            let estimate = KaplanMeier::new(pairs.iter().copied());
            for half in 0..26 {
                let r = f64::from(half) * 0.5;
                prop_assert!((estimate.at(r) - by_definition(&pairs, r)).abs() < 1e-12, "r = {}", r);
            }
        }
    }

    #[test]
    fn a_worked_example_has_the_values_computed_by_hand() {
        // Seen at 1 and 3, cut off at 2 and 4: one of four is seen, then one of the two left, 1 − (3/4)(1/2).
        let estimate = KaplanMeier::new([(1.0, 9.0), (5.0, 2.0), (3.0, 3.0), (8.0, 4.0)].into_iter());
        assert_eq!(
            [0.9, 1.0, 2.9, 3.0, 99.0].map(|r| estimate.at(r)),
            [0.0, 0.25, 0.25, 0.625, 0.625]
        );
    }
}

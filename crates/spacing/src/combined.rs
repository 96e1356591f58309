//! One global test for several functions at once: *G*, *F* and *L* of one pattern, say.
//!
//! Each function tests by itself, and what comes out is tested again: three tests at 5 % would reject up to 15 %.

use crate::curves::Curves;
use crate::error::SpacingError;
use crate::global::{GlobalMeasure, GlobalTest};
use crate::ranks::{lexicographic_places, ranks};

/// A global test of several functions of the same patterns together, with one envelope for each.
///
/// # Formula
/// Each function gives each of the *s* curves a measure (see [`GlobalMeasure`]), and each measure its rank among the *s* of
/// its function, the most extreme 1. A pattern has so one rank a function; sorted, these are put into
/// lexicographic order over all patterns, and the place in it, over *s*, is its combined measure (ties have the mean place).
/// *p* is the share of patterns at least as extreme as the observed one. The envelope of a function is the range of the
/// curves of all patterns whose combined measure is at least critical; for
/// [`DirectionalQuantile`](GlobalMeasure::DirectionalQuantile) and [`Studentised`](GlobalMeasure::Studentised) the mean and as many units as the most
/// extreme of these patterns has in that function.
///
/// All functions have the same weight, however many distances each stands at and whatever its unit.
///
/// # Edge cases
/// As for [`GlobalTest`]. [`Rank`](GlobalMeasure::Rank) has too many ties to be combined.
///
/// # Source
/// The two-step combined test of Myllymäki & Mrkvička (2024), Journal of Statistical Software 111(3), with extreme rank
/// lengths in the second step.
#[derive(Clone, Debug, PartialEq)]
pub struct CombinedTest {
    /// How extremeness was measured within a function.
    pub measure: GlobalMeasure,
    /// Of all functions together, from 1/*s* to 1.
    pub p: f64,
    /// Level of the envelopes together.
    pub alpha: f64,
    /// Combined measure of the last pattern within the envelopes.
    pub critical: f64,
    /// Combined measure of each pattern, the observed one first.
    pub of_patterns: Vec<f64>,
    /// The test of each function by itself, but with the envelope of all together.
    pub functions: Vec<GlobalTest>,
}

impl CombinedTest {
    /// The test of `functions`, each of the same patterns in the same order, by `measure` at level `alpha`.
    ///
    /// # Errors
    /// [`SpacingError::NotCombined`] without functions, where they have not the same number of simulations, or for
    /// [`GlobalMeasure::Rank`]; [`SpacingError::OutOfRange`] as for [`Curves::global_test`].
    pub fn new(functions: &[Curves], measure: GlobalMeasure, alpha: f64) -> Result<Self, SpacingError> {
        let Some(first) = functions.first() else {
            return Err(SpacingError::NotCombined(
                "there is no function: give at least one",
            ));
        };
        if measure == GlobalMeasure::Rank {
            let hint = "least ranks tie too often: take extreme rank length, continuous rank or area";
            return Err(SpacingError::NotCombined(hint));
        }
        let s = first.count();
        if functions.iter().any(|curves| curves.count() != s) {
            let hint = "the functions have unlike numbers of simulations: compute each of the same patterns";
            return Err(SpacingError::NotCombined(hint));
        }
        let mut tests: Vec<GlobalTest> = functions
            .iter()
            .map(|curves| curves.global_test(measure, alpha))
            .collect::<Result<_, _>>()?;
        let extreme_first = |value: &f64| match measure {
            GlobalMeasure::DirectionalQuantile | GlobalMeasure::Studentised => -value,
            _ => *value,
        };
        let of_functions: Vec<Vec<f64>> = tests
            .iter()
            .map(|test| ranks(&test.of_curves.iter().map(extreme_first).collect::<Vec<f64>>()))
            .collect();
        let of_patterns = lexicographic_places(s, |pattern| {
            of_functions.iter().map(|ranks| ranks[pattern]).collect()
        });
        let mut sorted = of_patterns.clone();
        sorted.sort_unstable_by(|a, b| b.total_cmp(a));
        let within = ((1.0 - alpha) * s as f64 + 1e-9).floor() as usize;
        let critical = sorted[within - 1];
        for (curves, test) in functions.iter().zip(&mut tests) {
            curves.bound(test, &of_patterns, critical);
        }
        let as_extreme = of_patterns
            .iter()
            .filter(|&&measure| measure <= of_patterns[0])
            .count();
        Ok(Self {
            measure,
            p: as_extreme as f64 / s as f64,
            alpha,
            critical,
            of_patterns,
            functions: tests,
        })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const MEASURES: [GlobalMeasure; 5] = [
        GlobalMeasure::ExtremeRankLength,
        GlobalMeasure::ContinuousRank,
        GlobalMeasure::Area,
        GlobalMeasure::DirectionalQuantile,
        GlobalMeasure::Studentised,
    ];

    fn family(curves: &[Vec<f64>]) -> Curves {
        let r_m: Vec<f64> = (0..curves[0].len()).map(|k| k as f64).collect();
        Curves::new(&r_m, curves[0].clone(), curves[1..].to_vec()).unwrap()
    }

    fn two() -> impl Strategy<Value = (Vec<Vec<f64>>, Vec<Vec<f64>>)> {
        let curves = |distances| prop::collection::vec(prop::collection::vec(-9.0..9.0, distances), 20);
        (curves(5), curves(3))
    }

    proptest! {
        #[test]
        fn the_test_rejects_where_a_curve_leaves_its_envelope(
            (mut a, mut b) in two(),
            push in 0.0..25.0,
            alpha in prop::sample::select(vec![0.05, 0.1, 0.25]),
        ) {
            a[0][1] += push;
            b[0][2] -= 0.5 * push;
            for measure in MEASURES {
                let test = CombinedTest::new(&[family(&a), family(&b)], measure, alpha).unwrap();
                let leaves = [&a, &b].iter().zip(&test.functions).any(|(curves, test)| {
                    curves[0].iter().enumerate().any(|(at, value)| {
                        let (low, high) = (test.low[at].unwrap(), test.high[at].unwrap());
                        let slack = 1e-9 * (high - low).abs().max(1.0);
                        *value < low - slack || *value > high + slack
                    })
                });
                // Patterns whose ranks are the same in both functions tie, and may be critical together.
                let beyond = test.of_patterns[0] < test.critical;
                prop_assert_eq!(leaves, beyond, "{:?} {:?}", measure, test);
                prop_assert!(!beyond || test.p <= alpha);
            }
        }

        #[test]
        fn neither_order_nor_unit_of_the_functions_matters((a, b) in two()) {
            let scaled: Vec<Vec<f64>> = b.iter().map(|curve| curve.iter().map(|x| 4.0 * x).collect()).collect();
            for measure in MEASURES {
                let of = |functions: &[Curves]| CombinedTest::new(functions, measure, 0.1).unwrap();
                let one = of(&[family(&a), family(&b)]);
                let other = of(&[family(&scaled), family(&a)]);
                prop_assert_eq!(one.p, other.p);
                prop_assert_eq!(&one.of_patterns, &other.of_patterns);
                // Of one function alone it is the test of that function.
                let alone = of(&[family(&a)]);
                let single = family(&a).global_test(measure, 0.1).unwrap();
                prop_assert_eq!(alone.p, single.p);
                for (a, b) in alone.functions[0].low.iter().zip(&single.low) {
                    prop_assert!((a.unwrap() - b.unwrap()).abs() < 1e-9);
                }
            }
        }
    }

    #[test]
    fn what_cannot_be_combined_is_refused() {
        let curves = family(&vec![vec![0.0]; 20]);
        let error = |functions: &[Curves], measure| CombinedTest::new(functions, measure, 0.05).unwrap_err();
        assert!(
            error(&[], GlobalMeasure::Area)
                .to_string()
                .contains("no function")
        );
        assert!(
            error(std::slice::from_ref(&curves), GlobalMeasure::Rank)
                .to_string()
                .contains("tie")
        );
        let fewer = family(&vec![vec![0.0]; 10]);
        assert!(
            error(&[curves, fewer], GlobalMeasure::Area)
                .to_string()
                .contains("unlike numbers")
        );
    }
}

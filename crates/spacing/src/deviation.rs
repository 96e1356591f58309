//! Tests of a curve by one number: the greatest deviation, or the integrated squared one.
//!
//! The mean that a curve is compared with leaves that curve out. With the mean of the simulated ones alone the
//! observed curve would not be exchangeable with the others, and *p* not exact.

use crate::curves::{Curves, integrate};
use crate::error::SpacingError;

/// A test by one number that says how far a curve is from the others.
///
/// # Formula
/// With *s* curves *T*₁ (observed), *T*₂, …, *T*ₛ (simulated) and *T̄*₋ᵢ the mean of all but the *i*-th, which is
/// exchangeable under the null model and therefore exact:
/// - MAD: *u*ᵢ = max over *r* of |*T*ᵢ(*r*) − *T̄*₋ᵢ(*r*)|, in the unit of the curves.
/// - DCLF: *u*ᵢ = ∫ (*T*ᵢ(*r*) − *T̄*₋ᵢ(*r*))² d*r*, in that unit squared × m, by the trapezoidal rule.
/// - *p* = #{*u*ᵢ ≥ *u*₁} / *s*, the observed curve among them.
///
/// # Use
/// Both compare deviations at different distances as they are, so take a curve whose variance hardly depends on *r*:
/// *L* rather than *K*. The range of distances should be chosen before looking. MAD sees a narrow peak, DCLF a
/// deviation that lasts. The finest *p* is 1/*s*.
///
/// # Edge cases
/// Where all curves are equal, *p* = 1. Distances at which a curve is undefined are left out.
///
/// # Source
/// MAD: Ripley (1977), JRSS B 39, 172; both as in Baddeley, Diggle, Hardegen et al. (2014), Ecological Monographs
/// 84, 477.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DeviationTest {
    /// *u*₁ of the observed curve.
    pub statistic: f64,
    /// Share of the curves that deviate at least as much, from 1/*s* to 1.
    pub p: f64,
}

impl Curves {
    /// The test by the maximum absolute deviation.
    #[must_use]
    pub fn mad(&self) -> DeviationTest {
        let mut greatest = vec![0.0_f64; self.count()];
        for &at in self.defined() {
            for (greatest, deviation) in greatest.iter_mut().zip(self.deviations(at)) {
                *greatest = greatest.max(deviation.abs());
            }
        }
        DeviationTest::new(&greatest)
    }

    /// The test by the integrated squared deviation, after Diggle, Cressie, Loosmore and Ford.
    ///
    /// # Errors
    /// [`SpacingError::NoInterval`] where no two neighbouring distances are defined in every curve.
    pub fn dclf(&self) -> Result<DeviationTest, SpacingError> {
        // By distance, then by curve; empty where undefined.
        let mut deviations = vec![Vec::new(); self.r_m().len()];
        for &at in self.defined() {
            deviations[at] = self.deviations(at);
        }
        let squared = |curve: usize| {
            integrate(self.r_m(), self.defined(), |at| {
                deviations[at][curve] * deviations[at][curve]
            })
        };
        if squared(0).1 == 0.0 {
            return Err(SpacingError::NoInterval);
        }
        let integrals: Vec<f64> = (0..self.count()).map(|curve| squared(curve).0).collect();
        Ok(DeviationTest::new(&integrals))
    }

    /// *p* of the test by the maximum absolute deviation over the distances up to each of [`r_m`](Self::r_m): its
    /// significance trace. `None` where a curve is undefined.
    ///
    /// It shows how much a verdict depends on the range. It is not a test: the range with the least *p* was chosen by looking.
    ///
    /// # Source
    /// As `mad.sigtrace` of R-spatstat, without its smoothing of *p*.
    #[must_use]
    pub fn mad_trace(&self) -> Vec<Option<f64>> {
        let mut trace = vec![None; self.r_m().len()];
        let mut greatest = vec![0.0_f64; self.count()];
        for &at in self.defined() {
            for (greatest, deviation) in greatest.iter_mut().zip(self.deviations(at)) {
                *greatest = greatest.max(deviation.abs());
            }
            trace[at] = Some(DeviationTest::new(&greatest).p);
        }
        trace
    }

    /// The same of the test by the integrated squared deviation (`dclf.sigtrace` of R-spatstat); `None` too where there is no
    /// interval yet.
    #[must_use]
    pub fn dclf_trace(&self) -> Vec<Option<f64>> {
        let mut trace = vec![None; self.r_m().len()];
        let mut integrals = vec![0.0; self.count()];
        let mut length_m = 0.0;
        let mut before: Option<(usize, Vec<f64>)> = None;
        for &at in self.defined() {
            let own = self.deviations(at);
            if let Some((_, before)) = before.filter(|(number, _)| number + 1 == at) {
                let step_m = self.r_m()[at] - self.r_m()[at - 1];
                length_m += step_m;
                for ((integral, a), b) in integrals.iter_mut().zip(&before).zip(&own) {
                    *integral += 0.5 * step_m * (a * a + b * b);
                }
            }
            if length_m > 0.0 {
                trace[at] = Some(DeviationTest::new(&integrals).p);
            }
            before = Some((at, own));
        }
        trace
    }

    /// How far each curve is at distance number `at` from the mean of the others.
    fn deviations(&self, at: usize) -> Vec<f64> {
        let mut deviations = self.column(at);
        let mean = crate::curves::mean(&deviations);
        // The mean of the others is as far on the other side of the mean of all, over their number.
        let stretch = self.count() as f64 / (self.count() as f64 - 1.0);
        for value in &mut deviations {
            *value = (*value - mean) * stretch;
        }
        deviations
    }
}

impl DeviationTest {
    /// From the statistic of each curve, the observed one first.
    fn new(statistics: &[f64]) -> Self {
        let statistic = statistics[0];
        // What differs by rounding alone ties: of two curves, both deviate alike.
        let as_great_from = statistic * (1.0 - 1e-12);
        let as_great = statistics.iter().filter(|&&other| other >= as_great_from).count();
        Self {
            statistic,
            p: as_great as f64 / statistics.len() as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn curves(values: &[&[f64]]) -> Curves {
        let r_m: Vec<f64> = (0..values[0].len()).map(|k| k as f64 * 0.5).collect();
        let simulated = values[1..].iter().map(|curve| curve.to_vec()).collect();
        Curves::new(&r_m, values[0].to_vec(), simulated).unwrap()
    }

    proptest! {
        #[test]
        fn deviations_are_from_the_mean_of_the_others(
            values in prop::collection::vec(prop::collection::vec(-5.0..5.0, 4), 2..12),
        ) {
            let rows: Vec<&[f64]> = values.iter().map(Vec::as_slice).collect();
            let (mut greatest, mut integrals) = (vec![], vec![]);
            for (i, row) in rows.iter().enumerate() {
                let from_others: Vec<f64> = (0..4)
                    .map(|k| {
                        let others = rows.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, other)| other[k]);
                        row[k] - others.sum::<f64>() / (rows.len() as f64 - 1.0)
                    })
                    .collect();
                greatest.push(from_others.iter().fold(0.0_f64, |most, d| most.max(d.abs())));
                let squares: Vec<f64> = from_others.iter().map(|d| d * d).collect();
                integrals.push(0.5 * (0.5 * squares[0] + squares[1] + squares[2] + 0.5 * squares[3]));
            }
            let tests = [(curves(&rows).mad(), greatest), (curves(&rows).dclf().unwrap(), integrals)];
            for (test, naive) in tests {
                prop_assert!((test.statistic - naive[0]).abs() <= 1e-9 * naive[0]);
                let as_great = naive.iter().filter(|&&other| other >= naive[0] * (1.0 - 1e-12)).count();
                prop_assert_eq!(test.p, as_great as f64 / naive.len() as f64);
            }
        }
    }

    #[test]
    fn a_trace_is_the_test_over_the_distances_so_far() {
        let rows: Vec<Vec<f64>> = (0..20)
            .map(|i| {
                (0..9)
                    .map(|k| f64::from((7 * i * i + 3 * k * i + k) % 23))
                    .collect()
            })
            .collect();
        let mut rows: Vec<&[f64]> = rows.iter().map(Vec::as_slice).collect();
        let gap = [1.0, 2.0, 3.0, f64::NAN, 9.0, 30.0, 2.0, 1.0, 4.0];
        rows[4] = &gap;
        let (mad, dclf) = (curves(&rows).mad_trace(), curves(&rows).dclf_trace());
        assert_eq!((dclf[0], mad[3], dclf[3]), (None, None, None));
        for end in [0, 1, 2, 4, 5, 6, 7, 8] {
            let so_far = curves(&rows).within(0.0, 0.5 * end as f64).unwrap();
            assert_eq!(mad[end], Some(so_far.mad().p), "{end}");
            assert_eq!(dclf[end], so_far.dclf().ok().map(|test| test.p), "{end}");
        }
    }

    #[test]
    fn equal_curves_are_not_told_apart() {
        let same: &[f64] = &[0.1, 0.2, 0.3];
        let curves = curves(&[same, same, same, same]);
        assert_eq!(
            curves.mad(),
            DeviationTest {
                statistic: 0.0,
                p: 1.0
            }
        );
        assert_eq!(
            curves.dclf(),
            Ok(DeviationTest {
                statistic: 0.0,
                p: 1.0
            })
        );
    }

    #[test]
    fn an_integral_needs_two_neighbouring_distances() {
        let curves = curves(&[&[1.0, f64::NAN, 1.0], &[0.0, 0.0, 0.0]]);
        assert_eq!(curves.dclf(), Err(SpacingError::NoInterval));
        assert_eq!(curves.mad().statistic, 1.0);
    }
}

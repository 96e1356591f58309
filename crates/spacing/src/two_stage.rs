//! Tests of a model whose parameters were fitted to the very pattern that is tested.
//!
//! A fitted model lies nearer to the pattern than the true one, so a plain test hardly ever rejects. Here the test is
//! itself tested: its *p* is held against those of patterns of the model, each of which the model was fitted to anew.

use understory_numerics::parallel::try_map;
use understory_numerics::{Purpose, RandomKey};

use crate::curves::Curves;
use crate::error::SpacingError;

/// A two-stage test of a fitted model.
///
/// # Formula
/// The model is fitted to the observed pattern, *m* patterns are simulated from it, and a test of the observed curve among
/// theirs gives *p*₀. Then the same is done to each of *m* patterns *j* of the fitted model: it is fitted anew, *m* patterns are
/// simulated from what was fitted, and the test gives *p*ⱼ. The *p* of both stages is (1 + #{*p*ⱼ ≤ *p*₀}) / (*m* + 1).
/// The *m* patterns of the second stage are others than those of the first, and all tests have the same number of
/// simulations (the balanced, independent form).
///
/// It takes *m*² + 2*m* simulations and *m* + 1 fits: 19 to 39 simulations are usual, 39 the least for 5 % both ways. *p*₀ is
/// a multiple of 1/(*m* + 1), so ties are common; they count against the pattern, and the test rejects a little too
/// seldom.
///
/// # Source
/// Dao & Genton (2014), Journal of Computational and Graphical Statistics 23, 497; Baddeley, Hardegen, Lawrence et al. (2017),
/// Computational Statistics & Data Analysis 114, 75, as `bits.test` of R-spatstat has it.
#[derive(Clone, Debug, PartialEq)]
pub struct TwoStageTest {
    /// Of both stages together, from 1/(*m* + 1) to 1.
    pub p: f64,
    /// *p*₀ of the first stage alone: too great, as the model was fitted.
    pub first_p: f64,
    /// *p*ⱼ of each pattern of the second stage.
    pub second_p: Vec<f64>,
}

impl TwoStageTest {
    /// The test of `observed` by `simulations` in each stage.
    ///
    /// `fit` makes a model of a pattern, `simulate` a pattern of a model and a key, `curve` a curve at `r_m` of a pattern,
    /// and `p` tests the observed curve of a family: `|curves| Ok(curves.dclf()?.p)`, for instance. What a pattern is,
    /// its points alone or with marks, is up to the caller.
    ///
    /// Patterns are simulated from children of `key`, in parallel, each into its own slot: the same for any number of
    /// threads.
    ///
    /// # Errors
    /// [`SpacingError::NoSimulations`] for none; the first error of the four functions or of [`Curves::new`].
    pub fn new<P: Send + Sync, M: Send + Sync>(
        observed: &P,
        r_m: &[f64],
        simulations: u32,
        key: RandomKey,
        fit: impl Fn(&P) -> Result<M, SpacingError> + Sync,
        simulate: impl Fn(&M, RandomKey) -> Result<P, SpacingError> + Sync,
        curve: impl Fn(&P) -> Result<Vec<f64>, SpacingError> + Sync,
        p: impl Fn(&Curves) -> Result<f64, SpacingError> + Sync,
    ) -> Result<Self, SpacingError> {
        if simulations == 0 {
            return Err(SpacingError::NoSimulations);
        }
        let test = |pattern: &P, model: &M, key: RandomKey| {
            let one = |number: usize| {
                let key = key.child(0, Purpose::Simulation, number as u32);
                curve(&simulate(model, key)?)
            };
            let simulated = try_map(simulations as usize, 1, one)?;
            p(&Curves::new(r_m, curve(pattern)?, simulated)?)
        };
        let model = fit(observed)?;
        let first_p = test(observed, &model, key.child(1, Purpose::Simulation, 0))?;
        let second = |number: usize| {
            let key = key.child(2, Purpose::Simulation, number as u32);
            let pattern = simulate(&model, key)?;
            test(&pattern, &fit(&pattern)?, key)
        };
        let second_p = try_map(simulations as usize, 1, second)?;
        let as_small = second_p.iter().filter(|&&p| p <= first_p * (1.0 + 1e-12)).count();
        Ok(Self {
            p: (1.0 + as_small as f64) / (f64::from(simulations) + 1.0),
            first_p,
            second_p,
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use understory_numerics::sample::unit_from_u32;

    use super::*;

    /// A pattern is one number, and the model its mean: curves are the numbers themselves.
    #[test]
    fn both_stages_are_what_their_definition_says() {
        let key = RandomKey::root(5, &["two-stage tests"]);
        let draw = |key: RandomKey| unit_from_u32(key.draws(0, Purpose::Custom, 0)[0]);
        let simulate = |model: &f64, key: RandomKey| Ok(0.5 * model + draw(key));
        let (fits, simulated) = (AtomicU32::new(0), AtomicU32::new(0));
        let test = TwoStageTest::new(
            &1.4,
            &[1.0],
            7,
            key,
            |pattern: &f64| {
                fits.fetch_add(1, Ordering::Relaxed);
                Ok(0.25 * pattern)
            },
            |model: &f64, key| {
                simulated.fetch_add(1, Ordering::Relaxed);
                simulate(model, key)
            },
            |pattern: &f64| Ok(vec![*pattern]),
            |curves| Ok(curves.mad().p),
        )
        .unwrap();
        assert_eq!((fits.into_inner(), simulated.into_inner()), (8, 7 * 7 + 2 * 7));
        let p_of = |pattern: f64, model: f64, key: RandomKey| {
            let values: Vec<f64> = (0..7)
                .map(|number| simulate(&model, key.child(0, Purpose::Simulation, number)).unwrap())
                .collect();
            let others = |i: usize| {
                let all: Vec<f64> = std::iter::once(pattern).chain(values.iter().copied()).collect();
                let mean = (all.iter().sum::<f64>() - all[i]) / 7.0;
                (all[i] - mean).abs()
            };
            (0..8).filter(|&i| others(i) >= others(0) * (1.0 - 1e-12)).count() as f64 / 8.0
        };
        assert_eq!(
            test.first_p,
            p_of(1.4, 0.35, key.child(1, Purpose::Simulation, 0))
        );
        let mut as_small = 1.0;
        for number in 0..7 {
            let key = key.child(2, Purpose::Simulation, number);
            let pattern = simulate(&0.35, key).unwrap();
            let p = p_of(pattern, 0.25 * pattern, key);
            assert_eq!(test.second_p[number as usize], p);
            as_small += f64::from(u8::from(p <= test.first_p));
        }
        assert_eq!(test.p, as_small / 8.0);
    }
}

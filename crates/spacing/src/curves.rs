//! A family of curves, the observed one and simulated ones: what envelopes and tests are made from.
//!
//! The observed curve is number 0 and counts among them: 199 simulations make 200 curves and the finest *p* 1/200.

use understory_numerics::{RandomKey, sort};
use understory_space::Plot;

use crate::csr::csr_simulations;
use crate::error::{SpacingError, check_count};
use crate::g::check_distances;

/// A family of curves on common distances: the observed one, and simulated ones to compare it with.
///
/// A curve may be any function of *r*: *L*(*r*) − *r*, *G*, a pair correlation, of patterns simulated under any null
/// model, or replicates of another process. What a difference from them means depends on the null model.
///
/// # Undefined values
/// A value that is NaN or infinite is undefined there: an estimator beyond its range, a ratio over zero. A distance
/// at which any curve is undefined enters no test, and its envelope is `None`: the simulated values left over would
/// be those of special patterns, and a range of them too narrow.
///
/// ```
/// use understory_spacing::{Curves, Edge, GlobalMeasure, RandomKey, NearestNeighbourSummary, Plot};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let window = Plot::new([0.0, 0.0], [20.0, 20.0], Edge::Open)?;
/// let trees_m: Vec<[f64; 2]> =
///     (0..100).map(|i| [1.0 + 2.0 * f64::from(i % 10), 1.0 + 2.0 * f64::from(i / 10)]).collect();
///
/// let r_m: Vec<f64> = (0..=30).map(|k| 0.1 * f64::from(k)).collect();
/// let g_km = |points_m: &[[f64; 2]], window: &Plot| {
///     Ok(NearestNeighbourSummary::new(points_m, window)?.g(&r_m)?.km)
/// };
/// let curves = Curves::against_csr(&trees_m, &window, &r_m, 199, RandomKey::root(1, &["example"]), g_km)?;
///
/// // Planted trees are no random points.
/// assert_eq!(curves.mad().p, 1.0 / 200.0);
/// let test = curves.global_test(GlobalMeasure::ExtremeRankLength, 0.05)?;
/// assert_eq!(test.p, 1.0 / 200.0);
/// assert!(curves.observed()[15] < test.low[15].expect("defined in every curve"));
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Curves {
    r_m: Vec<f64>,
    /// The observed curve, then the simulated ones.
    curves: Vec<Vec<f64>>,
    /// Numbers of the distances at which every curve has a value.
    defined: Vec<usize>,
}

/// The range of the simulated curves at each distance by itself, in the curves' own unit.
///
/// # Use
/// At any one distance that was fixed beforehand, the observed curve leaves it with probability `level` under the
/// null model. That it does so *somewhere* is far more probable: to test over a range of distances take
/// [`Curves::global_test`], [`Curves::mad`] or [`Curves::dclf`].
#[derive(Clone, Debug, PartialEq)]
pub struct PointwiseEnvelope {
    /// *k*-th lowest simulated value at each distance; `None` where a curve is undefined.
    pub low: Vec<Option<f64>>,
    /// *k*-th highest simulated value; `None` where a curve is undefined.
    pub high: Vec<Option<f64>>,
    /// Mean of the simulated values; `None` where a curve is undefined.
    pub mean: Vec<Option<f64>>,
    /// 2*k* / (simulations + 1): probability to leave the envelope at one distance, where values do not tie.
    pub level: f64,
}

impl Curves {
    /// The observed curve and the simulated ones, each with one value for each of `r_m`.
    ///
    /// # Errors
    /// [`SpacingError::NoSimulations`] without simulated curves, [`SpacingError::CountMismatch`] where a curve does not
    /// fit the distances, [`SpacingError::OutOfRange`] where one of those is negative, not finite or out of
    /// order, [`SpacingError::NowhereDefined`] where no distance is left to compare at.
    pub fn new(r_m: &[f64], observed: Vec<f64>, simulated: Vec<Vec<f64>>) -> Result<Self, SpacingError> {
        if simulated.is_empty() {
            return Err(SpacingError::NoSimulations);
        }
        check_rising(r_m)?;
        let mut curves = simulated;
        curves.insert(0, observed);
        for (curve, values) in curves.iter().enumerate() {
            check_length(curve, values, r_m)?;
        }
        let is_defined = |&at: &usize| curves.iter().all(|values| values[at].is_finite());
        let defined: Vec<usize> = (0..r_m.len()).filter(is_defined).collect();
        if defined.is_empty() {
            return Err(SpacingError::NowhereDefined { curves: curves.len() });
        }
        Ok(Self {
            r_m: r_m.to_vec(),
            curves,
            defined,
        })
    }

    /// The same curves, of which those distances alone enter tests and envelopes that lie from `from_m` to `to_m`.
    ///
    /// A range takes its power where the curves are told apart, and not where their noise is greatest: near 0 for a
    /// pair correlation, where hardly a place is left without a point for *J*. Choose it by the null model or by all
    /// curves alike. Chosen by what the observed curve shows, it would make every *p* too small.
    ///
    /// # Errors
    /// [`SpacingError::Unfit`] where no distance that is defined in every curve lies there.
    pub fn within(mut self, from_m: f64, to_m: f64) -> Result<Self, SpacingError> {
        let r_m = &self.r_m;
        self.defined.retain(|&at| r_m[at] >= from_m && r_m[at] <= to_m);
        if self.defined.is_empty() {
            return Err(SpacingError::Unfit(format!(
                "no distance from {from_m} to {to_m} has a value in every curve: take a wider range, or smaller steps"
            )));
        }
        Ok(self)
    }

    /// The least and the greatest distance that enter tests and envelopes, m.
    #[must_use]
    pub fn range_m(&self) -> [f64; 2] {
        [self.defined[0], self.defined[self.defined.len() - 1]].map(|at| self.r_m[at])
    }

    /// `curve` of the observed points, and of `simulations` patterns of as many uniform points in the same window
    /// (see [`csr_simulations`]).
    ///
    /// The count is fixed, as the intensity is estimated from it; a curve then varies less than under a Poisson
    /// process.
    ///
    /// # Errors
    /// Those of `curve`, of [`csr_simulations`] and of [`Curves::new`].
    pub fn against_csr(
        points_m: &[[f64; 2]],
        window: &Plot,
        r_m: &[f64],
        simulations: u32,
        key: RandomKey,
        curve: impl Fn(&[[f64; 2]], &Plot) -> Result<Vec<f64>, SpacingError> + Sync,
    ) -> Result<Self, SpacingError> {
        let observed = curve(points_m, window)?;
        let simulated = csr_simulations(simulations, points_m.len(), window, key, curve)?;
        Self::new(r_m, observed, simulated)
    }

    /// The distances, m.
    #[must_use]
    pub fn r_m(&self) -> &[f64] {
        &self.r_m
    }

    /// The observed curve.
    #[must_use]
    pub fn observed(&self) -> &[f64] {
        &self.curves[0]
    }

    /// The simulated curves.
    #[must_use]
    pub fn simulated(&self) -> &[Vec<f64>] {
        &self.curves[1..]
    }

    /// The envelope between the `rank`-th lowest and the `rank`-th highest simulated value; 1 for the extremes.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] for rank 0, or where low would pass high.
    pub fn envelope(&self, rank: usize) -> Result<PointwiseEnvelope, SpacingError> {
        let simulations = self.simulated().len();
        let most = simulations.div_ceil(2);
        if !(1..=most).contains(&rank) {
            let must = format!("be from 1 to {most} among {simulations} simulations");
            return Err(SpacingError::out_of_range("the rank of the envelope", rank, must));
        }
        let nowhere = vec![None; self.r_m.len()];
        let mut envelope = PointwiseEnvelope {
            low: nowhere.clone(),
            high: nowhere.clone(),
            mean: nowhere,
            level: 2.0 * rank as f64 / (simulations as f64 + 1.0),
        };
        for &at in &self.defined {
            let mut values = self.column(at).split_off(1);
            envelope.mean[at] = Some(mean(&values));
            sort::numbers(&mut values);
            envelope.low[at] = Some(values[rank - 1]);
            envelope.high[at] = Some(values[simulations - rank]);
        }
        Ok(envelope)
    }

    /// Curves in all, the observed one among them.
    pub(crate) fn count(&self) -> usize {
        self.curves.len()
    }

    /// Numbers of the distances that enter tests, rising.
    pub(crate) fn defined(&self) -> &[usize] {
        &self.defined
    }

    /// The values of all curves at distance number `at`, the observed one first.
    pub(crate) fn column(&self, at: usize) -> Vec<f64> {
        self.curves.iter().map(|values| values[at]).collect()
    }
}

/// Mean, in the order given; exact where all values are equal.
pub(crate) fn mean(values: &[f64]) -> f64 {
    // Rounding could put the mean of equal values beside them, a deviation where there is none.
    if values.iter().all(|&value| value == values[0]) {
        return values[0];
    }
    values.iter().sum::<f64>() / values.len() as f64
}

/// That distances are finite, not negative and rising, each once.
pub(crate) fn check_rising(r_m: &[f64]) -> Result<(), SpacingError> {
    check_distances(r_m)?;
    match r_m.windows(2).position(|pair| pair[1] <= pair[0]) {
        None => Ok(()),
        Some(before) => {
            let what = format!("distance {} (counted from 0)", before + 1);
            let (found, must) = (r_m[before + 1], "be greater than the one before");
            Err(SpacingError::out_of_range(what, format!("{found} m"), must))
        }
    }
}

pub(crate) fn check_length<T>(curve: usize, values: &[T], r_m: &[f64]) -> Result<(), SpacingError> {
    let what = format!("values of curve {curve} (counted from 0)");
    check_count(what, values.len(), "distance", r_m.len())
}

/// The integral over *r* by the trapezoidal rule of a function of the distance's number, and the length that it
/// covers, m: an interval counts where both its ends are `defined` (their numbers, rising).
pub(crate) fn integrate(r_m: &[f64], defined: &[usize], value: impl Fn(usize) -> f64) -> (f64, f64) {
    let (mut integral, mut length_m) = (0.0, 0.0);
    for ends in defined.windows(2).filter(|ends| ends[1] == ends[0] + 1) {
        let step_m = r_m[ends[1]] - r_m[ends[0]];
        integral += 0.5 * step_m * (value(ends[0]) + value(ends[1]));
        length_m += step_m;
    }
    (integral, length_m)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn family(observed: [f64; 3], simulated: &[[f64; 3]]) -> Result<Curves, SpacingError> {
        let simulated = simulated.iter().map(|curve| curve.to_vec()).collect();
        Curves::new(&[0.0, 1.0, 3.0], observed.to_vec(), simulated)
    }

    #[test]
    fn the_envelope_is_the_range_of_the_simulated_values_alone() {
        let curves = family(
            [9.0, 9.0, -9.0],
            &[[0.0, 1.0, 5.0], [0.0, 3.0, 4.0], [0.0, 2.0, 3.0]],
        )
        .unwrap();
        let extremes = curves.envelope(1).unwrap();
        assert_eq!(extremes.low, [Some(0.0), Some(1.0), Some(3.0)]);
        assert_eq!(extremes.high, [Some(0.0), Some(3.0), Some(5.0)]);
        assert_eq!(extremes.mean, [Some(0.0), Some(2.0), Some(4.0)]);
        assert_eq!(extremes.level, 0.5);
        let medians = curves.envelope(2).unwrap();
        assert_eq!(medians.low, medians.high);
        for rank in [0, 3, usize::MAX] {
            assert_eq!(
                curves.envelope(rank).unwrap_err().to_string(),
                format!("the rank of the envelope is {rank}, but must be from 1 to 2 among 3 simulations")
            );
        }
    }

    #[test]
    fn a_distance_where_one_curve_is_undefined_is_left_out() {
        let curves = family(
            [1.0, 1.0, 1.0],
            &[[f64::NAN, 2.0, 3.0], [1.0, 2.0, f64::INFINITY]],
        )
        .unwrap();
        assert_eq!(curves.defined(), [1]);
        assert_eq!(curves.envelope(1).unwrap().low, [None, Some(2.0), None]);
        assert_eq!(
            family(
                [1.0, f64::NAN, 1.0],
                &[[f64::NAN, 2.0, 3.0], [1.0, 2.0, f64::INFINITY]]
            ),
            Err(SpacingError::NowhereDefined { curves: 3 })
        );
    }

    #[test]
    fn families_without_meaning_are_refused() {
        assert_eq!(family([0.0; 3], &[]), Err(SpacingError::NoSimulations));
        let refusal = |r_m: &[f64], observed: Vec<f64>, simulated: Vec<Vec<f64>>| {
            Curves::new(r_m, observed, simulated).unwrap_err().to_string()
        };
        assert_eq!(
            refusal(&[0.0, 1.0], vec![0.0; 2], vec![vec![0.0; 2], vec![0.0; 3]]),
            "there are 3 values of curve 2 (counted from 0) for 2 distances, but each distance needs one"
        );
        assert_eq!(
            refusal(&[0.0, 1.0], vec![0.0], vec![vec![0.0; 2]]),
            "there are 1 values of curve 0 (counted from 0) for 2 distances, but each distance needs one"
        );
        assert_eq!(
            refusal(&[0.0, 1.0, 1.0], vec![0.0; 3], vec![vec![0.0; 3]]),
            "distance 2 (counted from 0) is 1 m, but must be greater than the one before"
        );
        for r_m in [-1.0, f64::INFINITY] {
            assert_eq!(
                refusal(&[r_m], vec![0.0], vec![vec![0.0]]),
                format!("distance 0 (counted from 0) is {r_m}, but must be finite and at least 0 m")
            );
        }
        assert!(Curves::new(&[f64::NAN], vec![0.0], vec![vec![0.0]]).is_err());
        assert!(Curves::new(&[], vec![], vec![vec![]]).is_err());
    }

    #[test]
    fn an_integral_leaves_out_intervals_with_an_undefined_end() {
        let r_m = [0.0, 1.0, 3.0, 4.0, 6.0];
        let square = |at: usize| r_m[at] * r_m[at];
        assert_eq!(integrate(&r_m, &[0, 1, 2], square), (0.5 + 10.0, 3.0));
        assert_eq!(integrate(&r_m, &[0, 1, 3, 4], square), (0.5 + 52.0, 3.0));
        assert_eq!(integrate(&r_m, &[0, 2, 4], square), (0.0, 0.0));
    }
}

//! Global envelope tests: one *p* for a whole curve, and the envelope that shows where it fails.
//!
//! A small measure is extreme for ranks, a great one for the last two: compare by `extreme_first`, never by `<`.

use understory_numerics::parallel::map;
use understory_numerics::sort;

use crate::curves::{Curves, mean};
use crate::error::SpacingError;
use crate::ranks::{continuous_ranks, lexicographic_places, two_sided_ranks};

/// How extreme a curve is among all of its family, over all distances together.
///
/// # Formula
/// Over *s* curves, the observed one among them, and the distances at which all are defined. At one distance, *R* is
/// the lesser of a value's ranks from below and from above (1 for the extremes, the mean rank for ties), and *C* the
/// same rank made continuous, between *R* − 1 and *R*: in the order *y*₁ < … < *y*ₛ, counted from below,
/// *C*ⱼ = *j* − 1 + (*y*ⱼ − *y*ⱼ₋₁) / (*y*ⱼ₊₁ − *y*ⱼ₋₁), *C*₁ = exp(−(*y*₂ − *y*₁) / (*y*ₛ − *y*₂)), likewise from
/// above, and for ties the mean rank − ½. No measure but the last two depends on the unit of the curves.
///
/// # Source
/// Myllymäki, Mrkvička, Grabarnik et al. (2017), JRSS B 79, 381; Myllymäki & Mrkvička (2024), Journal of Statistical
/// Software 111(3); in the form that R-GET computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GlobalMeasure {
    /// Least *R* over the distances. Curves tie in it often, so it takes some 2500 simulations for a test at 5 %.
    Rank,
    /// Curves in the lexicographic order of their sorted *R*, so that of two with the same least *R* the one that
    /// has it at more distances is more extreme; place in that order over *s*, the mean place for ties.
    ExtremeRankLength,
    /// Least *C* over the distances, over *s*.
    ContinuousRank,
    /// ⌈least *C*⌉ less the mean over all distances of what *C* falls short of that (0 where it does not), over *s*:
    /// both how far out a curve is and over how much of the range.
    Area,
    /// Greatest distance from the mean curve, above it in units of the 97.5 % quantile's, below it in units of the
    /// 2.5 % quantile's. Great is extreme.
    DirectionalQuantile,
    /// Greatest distance from the mean curve in units of the standard deviation. Great is extreme.
    Studentised,
}

/// A test of the observed curve over all distances together, with the envelope that shows where it fails.
///
/// # Formula
/// With *s* curves, the observed one among them: *p* is the share of curves at least as extreme as the observed one.
/// The critical value is the ⌊(1 − *α*) *s*⌋-th least extreme measure. The envelope is
/// - for [`Rank`](GlobalMeasure::Rank) the range of the values whose own rank at that distance is at least critical;
/// - for [`ExtremeRankLength`](GlobalMeasure::ExtremeRankLength), [`ContinuousRank`](GlobalMeasure::ContinuousRank)
///   and [`Area`](GlobalMeasure::Area) the range of the curves whose measure is at least critical;
/// - for the last two the mean curve and, on either side, the critical number of its units.
///
/// Where *α* *s* is whole, *p* ≤ *α* exactly where the observed measure is beyond critical, and where values do not
/// tie that is where the observed curve leaves the envelope somewhere. So take *α* *s* whole: 199 simulations for
/// 5 %, or 999.
///
/// # Edge cases
/// Where all curves are equal, *p* = 1. Measures that tie count as at least as extreme. A unit of 0 makes a value that
/// is off the mean infinitely extreme. Ties can make the critical rank half-integer; R-GET then truncates the places of
/// its rank envelope's ends among the sorted values, and its envelope is another.
#[derive(Clone, Debug, PartialEq)]
pub struct GlobalTest {
    /// How extremeness was measured.
    pub measure: GlobalMeasure,
    /// From 1/*s* to 1. Ties of [`GlobalMeasure::Rank`] are broken by extreme rank length.
    pub p: f64,
    /// For [`GlobalMeasure::Rank`], the shares of curves that are more extreme, and at least as extreme, by rank
    /// alone: *p* lies between them.
    pub p_interval: Option<[f64; 2]>,
    /// Level of the envelope.
    pub alpha: f64,
    /// Measure of the last curve within the envelope.
    pub critical: f64,
    /// Measure of each curve, the observed one first.
    pub of_curves: Vec<f64>,
    /// Lower end of the envelope at each distance; `None` where a curve is undefined.
    pub low: Vec<Option<f64>>,
    /// Upper end; `None` where a curve is undefined.
    pub high: Vec<Option<f64>>,
    /// Mean of all curves, the observed one among them; `None` where a curve is undefined.
    pub mean: Vec<Option<f64>>,
}

impl Curves {
    /// The global envelope test of the observed curve by `measure` at level `alpha`.
    ///
    /// The same bits for any number of threads.
    ///
    /// # Errors
    /// [`SpacingError::OutOfRange`] where `alpha` or 1 − `alpha` is less than the share of one curve.
    pub fn global_test(&self, measure: GlobalMeasure, alpha: f64) -> Result<GlobalTest, SpacingError> {
        let s = self.count();
        // A little generous, as 0.05 · 20 need not be 1 in binary.
        let within = ((1.0 - alpha) * s as f64 + 1e-9).floor();
        let beyond = (alpha * s as f64 + 1e-9).floor();
        if alpha.is_nan() || within < 1.0 || beyond < 1.0 {
            let (least, most) = (1.0 / s as f64, (s - 1) as f64 / s as f64);
            let must = format!("lie between {least} and {most} with {} simulations", s - 1);
            return Err(SpacingError::out_of_range("`alpha`", alpha, must));
        }
        let defined = self.defined();
        let columns = map(defined.len(), 4, |number| {
            Column::new(self.column(defined[number]), measure)
        });
        let of_curves = measure.of_curves(&columns, s);

        let mut sorted = of_curves.clone();
        sorted.sort_unstable_by(|a, b| measure.extreme_first(b, a));
        let critical = sorted[within as usize - 1];
        let share =
            |is_counted: &dyn Fn(usize) -> bool| (0..s).filter(|&i| is_counted(i)).count() as f64 / s as f64;
        let at_least_as_extreme =
            |of_curves: &[f64]| share(&|i| measure.extreme_first(&of_curves[i], &of_curves[0]).is_le());
        let (p, p_interval) = if measure == GlobalMeasure::Rank {
            let lengths = GlobalMeasure::ExtremeRankLength.of_curves(&columns, s);
            let more_extreme = share(&|i| of_curves[i] < of_curves[0]);
            let interval = [more_extreme, at_least_as_extreme(&of_curves)];
            (at_least_as_extreme(&lengths), Some(interval))
        } else {
            (at_least_as_extreme(&of_curves), None)
        };

        let nowhere = vec![None; self.r_m().len()];
        let mut test = GlobalTest {
            measure,
            p,
            p_interval,
            alpha,
            critical,
            of_curves,
            low: nowhere.clone(),
            high: nowhere.clone(),
            mean: nowhere,
        };
        for (&at, column) in self.defined().iter().zip(&columns) {
            let [low, high] = column.band(measure, critical, &test.of_curves);
            test.low[at] = Some(low);
            test.high[at] = Some(high);
            test.mean[at] = Some(column.mean);
        }
        Ok(test)
    }
}

impl Curves {
    /// Gives a test the envelope of the curves that are kept, those of which another measure is at least critical.
    pub(crate) fn bound(&self, test: &mut GlobalTest, kept_by: &[f64], critical: f64) {
        let measure = test.measure;
        // Of the measures by units, that of the most extreme curve which is kept.
        let units = (0..self.count())
            .filter(|&curve| kept_by[curve] >= critical)
            .map(|curve| test.of_curves[curve])
            .fold(0.0, f64::max);
        let critical = match measure {
            GlobalMeasure::DirectionalQuantile | GlobalMeasure::Studentised => units,
            _ => critical,
        };
        for &at in self.defined() {
            let [low, high] = Column::new(self.column(at), measure).band(measure, critical, kept_by);
            test.low[at] = Some(low);
            test.high[at] = Some(high);
        }
    }
}

/// All curves at one distance: their values, how extreme each is there, and what that is measured by.
struct Column {
    values: Vec<f64>,
    /// *R* or *C*, or the distance from the mean in units.
    extremes: Vec<f64>,
    mean: f64,
    /// What one unit is below and above the mean; only where distances are measured.
    units: [f64; 2],
}

impl Column {
    fn new(values: Vec<f64>, measure: GlobalMeasure) -> Self {
        let mean = mean(&values);
        let mut units = [0.0; 2];
        let extremes = match measure {
            GlobalMeasure::Rank | GlobalMeasure::ExtremeRankLength => two_sided_ranks(&values),
            GlobalMeasure::ContinuousRank | GlobalMeasure::Area => continuous_ranks(&values),
            GlobalMeasure::DirectionalQuantile | GlobalMeasure::Studentised => {
                units = if measure == GlobalMeasure::Studentised {
                    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
                    [(squares / (values.len() as f64 - 1.0)).sqrt(); 2]
                } else {
                    let mut sorted = values.clone();
                    sort::numbers(&mut sorted);
                    [0.025, 0.975].map(|probability| (quantile(&sorted, probability) - mean).abs())
                };
                let in_units = |&value: &f64| match value - mean {
                    0.0 => 0.0,
                    below if below < 0.0 => -below / units[0],
                    above => above / units[1],
                };
                values.iter().map(in_units).collect()
            }
        };
        Self {
            values,
            extremes,
            mean,
            units,
        }
    }

    /// The envelope's ends at this distance.
    fn band(&self, measure: GlobalMeasure, critical: f64, of_curves: &[f64]) -> [f64; 2] {
        // An infinite number of units of length 0 is no width.
        let width = |unit: f64| if unit == 0.0 { 0.0 } else { critical * unit };
        let judged_by = match measure {
            GlobalMeasure::DirectionalQuantile | GlobalMeasure::Studentised => {
                return [self.mean - width(self.units[0]), self.mean + width(self.units[1])];
            }
            GlobalMeasure::Rank => &self.extremes,
            // Whole curves are kept or left out, so the envelope is the range of curves that exist.
            _ => of_curves,
        };
        self.values
            .iter()
            .zip(judged_by)
            .filter(|&(_, &measure)| measure >= critical)
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], (&value, _)| {
                [low.min(value), high.max(value)]
            })
    }
}

impl GlobalMeasure {
    /// The order of two measures, the more extreme one first.
    fn extreme_first(self, a: &f64, b: &f64) -> std::cmp::Ordering {
        match self {
            Self::DirectionalQuantile | Self::Studentised => b.total_cmp(a),
            _ => a.total_cmp(b),
        }
    }

    /// The measure of each of the `s` curves.
    fn of_curves(self, columns: &[Column], s: usize) -> Vec<f64> {
        let over = |curve: usize| columns.iter().map(move |column| column.extremes[curve]);
        let least = |curve: usize| over(curve).fold(f64::INFINITY, f64::min);
        match self {
            Self::Rank => (0..s).map(least).collect(),
            Self::ContinuousRank => (0..s).map(|curve| least(curve) / s as f64).collect(),
            Self::Area => (0..s)
                .map(|curve| {
                    let rank = least(curve).ceil();
                    let short: f64 = over(curve).map(|continuous| (rank - continuous).max(0.0)).sum();
                    (rank - short / columns.len() as f64) / s as f64
                })
                .collect(),
            Self::DirectionalQuantile | Self::Studentised => {
                (0..s).map(|curve| over(curve).fold(0.0, f64::max)).collect()
            }
            Self::ExtremeRankLength => lexicographic_places(s, |curve| {
                columns.iter().map(|column| column.extremes[curve]).collect()
            }),
        }
    }
}

/// Quantile by linear interpolation between the sorted values, the first being that of 0 and the last that of 1.
fn quantile(sorted: &[f64], probability: f64) -> f64 {
    let place = probability * (sorted.len() as f64 - 1.0);
    let below = place.floor() as usize;
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (place - place.floor()) * (sorted[above] - sorted[below])
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The values of R's `quantile`, whose type 7 this is.
    #[test]
    fn quantiles_lie_between_the_sorted_values() {
        let sorted = [1.0, 2.0, 4.0, 8.0];
        let found = [0.0, 0.25, 0.5, 0.75, 0.9, 1.0].map(|probability| quantile(&sorted, probability));
        let expected = [1.0, 1.75, 3.0, 5.0, 6.8, 8.0];
        assert!(
            found.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-12),
            "{found:?}"
        );
        assert_eq!(quantile(&[3.0], 0.7), 3.0);
    }

    const MEASURES: [GlobalMeasure; 6] = [
        GlobalMeasure::Rank,
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

    /// Twenty curves at five distances.
    fn twenty() -> impl Strategy<Value = Vec<Vec<f64>>> {
        prop::collection::vec(prop::collection::vec(-9.0..9.0, 5), 20)
    }

    proptest! {
        #[test]
        fn the_test_rejects_where_the_curve_leaves_the_envelope(
            mut curves in twenty(),
            push in 0.0..20.0,
            alpha in prop::sample::select(vec![0.05, 0.1, 0.2, 0.5]),
        ) {
            // Otherwise nearly every family would be accepted.
            curves[0][3] += push;
            for measure in MEASURES {
                let test = family(&curves).global_test(measure, alpha).unwrap();
                let leaves = (0..5).any(|at| {
                    let (low, high) = (test.low[at].unwrap(), test.high[at].unwrap());
                    // Where the envelope is the curve itself, up to rounding, the curve does not leave it.
                    let slack = 1e-9 * (high - low).abs().max(1.0);
                    curves[0][at] < low - slack || curves[0][at] > high + slack
                });
                // Extreme rank length breaks ties of rank, and so rejects what lies on the rank envelope.
                if measure == GlobalMeasure::Rank {
                    let beyond = test.of_curves[0] < test.critical;
                    prop_assert_eq!(leaves, beyond);
                    prop_assert!(!leaves || test.p <= alpha);
                    let [low, high] = test.p_interval.unwrap();
                    prop_assert!(low < test.p && test.p <= high);
                } else {
                    prop_assert_eq!(leaves, test.p <= alpha, "{:?} {:?}", measure, test);
                }
            }
        }

        #[test]
        fn above_and_below_are_alike(curves in twenty()) {
            let mirrored: Vec<Vec<f64>> =
                curves.iter().map(|curve| curve.iter().map(|value| -value).collect()).collect();
            for measure in MEASURES {
                let test = family(&curves).global_test(measure, 0.1).unwrap();
                let mirror = family(&mirrored).global_test(measure, 0.1).unwrap();
                prop_assert_eq!(test.p, mirror.p);
                for at in 0..5 {
                    let (low, high) = (test.low[at].unwrap(), -mirror.high[at].unwrap());
                    prop_assert!((low - high).abs() < 1e-9 * low.abs().max(1.0));
                }
            }
        }

        #[test]
        fn tied_values_leave_the_rank_envelope_where_the_rank_is_beyond_it(
            values in prop::collection::vec(prop::collection::vec(0_u8..4, 3), 20),
        ) {
            let curves: Vec<Vec<f64>> =
                values.iter().map(|curve| curve.iter().map(|&value| f64::from(value)).collect()).collect();
            let test = family(&curves).global_test(GlobalMeasure::Rank, 0.25).unwrap();
            for (curve, &rank) in curves.iter().zip(&test.of_curves) {
                let leaves = (0..3).any(|at| {
                    curve[at] < test.low[at].unwrap() || curve[at] > test.high[at].unwrap()
                });
                prop_assert_eq!(leaves, rank < test.critical);
            }
        }
    }

    #[test]
    fn of_two_curves_as_far_out_the_one_that_stays_there_is_more_extreme() {
        let mut curves = vec![vec![0.0, 10.0, 10.0, 0.0], vec![0.0, 0.0, 0.0, 10.0]];
        curves.extend((1..=8).map(|k| vec![f64::from(k) * 0.1 - 0.45; 4]));
        let test = |measure| family(&curves).global_test(measure, 0.1).unwrap();
        // Only the lowest of the level curves is extreme at more distances.
        assert_eq!(test(GlobalMeasure::Rank).p, 0.2);
        assert_eq!(test(GlobalMeasure::Rank).p_interval, Some([0.0, 0.4]));
        assert_eq!(
            test(GlobalMeasure::ExtremeRankLength).of_curves[..3],
            [0.2, 0.4, 0.1]
        );
    }

    #[test]
    fn equal_curves_are_not_told_apart() {
        for measure in MEASURES {
            let test = family(&vec![vec![0.1, 0.2, 0.3]; 20])
                .global_test(measure, 0.05)
                .unwrap();
            assert_eq!(test.p, 1.0, "{measure:?}");
            assert_eq!(test.low, [Some(0.1), Some(0.2), Some(0.3)]);
            assert_eq!(test.high, test.low);
        }
    }

    #[test]
    fn an_undefined_distance_changes_nothing_elsewhere() {
        let curves: Vec<Vec<f64>> = (0..20)
            .map(|i| (0..6).map(|k| f64::from((7 * i + 3 * k * k) % 23)).collect())
            .collect();
        let mut gap = curves.clone();
        for curve in &mut gap {
            curve.insert(2, f64::INFINITY);
        }
        for measure in MEASURES {
            let test = family(&curves).global_test(measure, 0.1).unwrap();
            let with_gap = family(&gap).global_test(measure, 0.1).unwrap();
            assert_eq!((test.p, &test.of_curves), (with_gap.p, &with_gap.of_curves));
            assert_eq!(with_gap.low[2], None);
            assert_eq!(test.low[2..], with_gap.low[3..]);
        }
    }

    #[test]
    fn levels_that_are_none_or_too_fine_are_refused() {
        let curves = family(&vec![vec![0.0]; 20]);
        for alpha in [0.0, 0.049, 0.96, 1.0, -0.1, f64::NAN] {
            let error = curves.global_test(GlobalMeasure::Area, alpha).unwrap_err();
            assert!(
                error
                    .to_string()
                    .ends_with("but must lie between 0.05 and 0.95 with 19 simulations"),
                "{error}"
            );
        }
        assert!(curves.global_test(GlobalMeasure::Area, 0.05).is_ok());
        assert!(curves.global_test(GlobalMeasure::Area, 0.95).is_ok());
    }
}

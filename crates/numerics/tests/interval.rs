//! Intervals of means and medians, against densities and tables of the sign test.

use understory_numerics::interval::{Mean, mean, median};
use understory_numerics::math::{exp, ln_gamma, pow};

/// Probability that |t| stays below `t`: Simpson's rule on the density.
fn share_within(t: f64, degrees: f64) -> f64 {
    let scale = exp(ln_gamma((degrees + 1.0) / 2.0) - ln_gamma(degrees / 2.0))
        / (degrees * std::f64::consts::PI).sqrt();
    let density = |x: f64| scale * pow(1.0 + x * x / degrees, -(degrees + 1.0) / 2.0);
    let steps = 20_000;
    let step = t / f64::from(steps);
    let inner: f64 = (1..steps)
        .map(|i| density(f64::from(i) * step) * if i % 2 == 1 { 4.0 } else { 2.0 })
        .sum();
    2.0 * (density(0.0) + inner + density(t)) * step / 3.0
}

/// The 97.5 % quantile of Student's *t* with so many degrees of freedom: half the interval of values whose mean has an error of 1.
fn t_quantile_975(degrees: usize) -> f64 {
    let mut values = vec![0.0; degrees + 1];
    // Of one value x among zeros, the squared error of the mean is x² / n².
    values[0] = values.len() as f64;
    let [low, high] = mean(&values).unwrap().interval.unwrap();
    (high - low) / 2.0
}

/// How many values the interval of a median leaves out at each end, of so many: they are their own places.
fn values_outside(count: usize) -> usize {
    let values: Vec<f64> = (0..count).rev().map(|place| place as f64).collect();
    let [low, high] = median(&values).unwrap().interval;
    assert_eq!(low + high, count as f64 - 1.0, "as many at each end");
    low as usize
}

/// Degrees of freedom up to which the quantiles are from a table.
const TABLED: usize = 30;

#[test]
fn quantiles_leave_five_percent_outside() {
    for degrees in (1..=60).chain([199, 999]) {
        let share = share_within(t_quantile_975(degrees), degrees as f64);
        // What the table's digits leave, and the terms of the expansion that are left out.
        let most = if degrees > TABLED { 2e-7 } else { 1e-6 };
        assert!((share - 0.95).abs() < most, "{degrees}: {share}");
    }
}

#[test]
fn the_interval_of_a_median_leaves_out_as_many_values_as_tables_of_the_sign_test_say() {
    let tabled = [
        (1, 0),
        (5, 0),
        (6, 0),
        (8, 0),
        (9, 1),
        (12, 2),
        (20, 5),
        (50, 17),
        (100, 39),
        (1_000, 468),
        (5_000, 2_430),
    ];
    for (count, outside) in tabled {
        assert_eq!(values_outside(count), outside, "{count} values");
    }
    assert_eq!(median(&[]), None);
    let found = median(&[4.0, 1.0, 2.0, 3.0]).unwrap();
    assert_eq!((found.median, found.interval), (2.5, [1.0, 4.0]));
}

#[test]
fn one_value_has_no_interval_and_equal_values_none_to_speak_of() {
    assert_eq!(mean(&[]), None);
    assert_eq!(
        mean(&[3.0]),
        Some(Mean {
            mean: 3.0,
            interval: None
        })
    );
    assert_eq!(
        mean(&[2.0, 2.0]),
        Some(Mean {
            mean: 2.0,
            interval: Some([2.0, 2.0])
        })
    );
    let [low, high] = mean(&[1.0, 3.0]).unwrap().interval.unwrap();
    assert!((high - 2.0 - 12.706_205).abs() < 1e-9 && (low + high - 4.0).abs() < 1e-9);
}

//! Samplers against the moments and shares that formulas give.

use understory_numerics::math::{erfc, exp, ln, ln_gamma};
use understory_numerics::sample::{gamma, poisson, standard_normal, unit_from_u32, unit_from_u64};
use understory_numerics::{Purpose, RandomKey};

fn uniforms(count: u32) -> Vec<f64> {
    let key = RandomKey::root(1, &["sample tests"]);
    (0..count)
        .map(|i| unit_from_u32(key.draws(0, Purpose::Member, i)[0]))
        .collect()
}

#[test]
fn uniform_numbers_never_reach_the_ends() {
    assert!(unit_from_u64(0) > 0.0 && unit_from_u64(u64::MAX) < 1.0);
    assert!(unit_from_u32(0) > 0.0 && unit_from_u32(u32::MAX) < 1.0);
}

#[test]
fn poisson_numbers_have_mean_and_variance_equal_to_the_mean() {
    for mean in [0.03, 0.7, 4.0, 11.9, 12.1, 60.0, 4000.0] {
        let draws: Vec<f64> = uniforms(40_000)
            .iter()
            .map(|&u| f64::from(poisson(mean, u)))
            .collect();
        let n = draws.len() as f64;
        let average = draws.iter().sum::<f64>() / n;
        let variance = draws.iter().map(|d| (d - average) * (d - average)).sum::<f64>() / (n - 1.0);
        assert!(
            (average - mean).abs() < 4.0 * (mean / n).sqrt(),
            "mean {mean}: {average}"
        );
        // The variance of a sample variance is (μ₄ − σ⁴)/n = (μ + 2μ²)/n for Poisson numbers.
        let error = ((mean + 2.0 * mean * mean) / n).sqrt();
        assert!(
            (variance - mean).abs() < 4.0 * error,
            "mean {mean}: variance {variance}"
        );
    }
}

#[test]
fn poisson_probabilities_are_those_of_the_formula() {
    let mean = 15.0;
    let count = 200_000;
    let mut seen = [0_u32; 60];
    for u in uniforms(count) {
        seen[poisson(mean, u) as usize] += 1;
    }
    for k in 5..26 {
        let p = exp(f64::from(k) * ln(mean) - mean - ln_gamma(f64::from(k) + 1.0));
        let expected = p * f64::from(count);
        let error = 4.5 * (expected * (1.0 - p)).sqrt();
        assert!((f64::from(seen[k as usize]) - expected).abs() < error, "k = {k}");
    }
}

#[test]
fn poisson_of_no_mean_is_zero_and_of_extreme_uniforms_ends() {
    assert_eq!(poisson(0.0, 0.5), 0);
    for mean in [0.5, 11.0, 13.0, 1e5] {
        let high = poisson(mean, unit_from_u64(u64::MAX));
        assert!(f64::from(high) < mean + 12.0 * mean.sqrt() + 40.0);
        let _ = poisson(mean, unit_from_u64(0));
    }
}

/// Half a square of a normal number has shape ½; sums of 1, 2 and 3 exponential ones have these shapes.
#[test]
fn gamma_numbers_have_the_shares_below_them_that_closed_forms_give() {
    type Share = fn(f64) -> f64;
    let closed: [(f64, Share); 4] = [
        (0.5, |x| 1.0 - erfc(x.sqrt())),
        (1.0, |x| 1.0 - exp(-x)),
        (2.0, |x| 1.0 - exp(-x) * (1.0 + x)),
        (3.0, |x| 1.0 - exp(-x) * (1.0 + x + 0.5 * x * x)),
    ];
    for (shape, share_below) in closed {
        for uniform in [1e-6, 0.01, 0.3, 0.5, 0.7, 0.99, 0.999_999] {
            let found = share_below(gamma(shape, uniform));
            assert!((found - uniform).abs() < 1e-10, "{shape} {uniform}: {found}");
        }
    }
}

/// The closed form of shape 2 loses its digits there; those of the tails themselves do not.
#[test]
fn gamma_numbers_keep_their_digits_at_the_ends() {
    let least = unit_from_u32(0);
    for shape in [0.1, 0.2, 1.0, 5.0, 20.0, 100.0] {
        let x = gamma(shape, least);
        // x^k / Γ(k + 1) · (1 − k x / (k + 1) …), all of which is next to 1 where x is small.
        let ln_share = shape * ln(x) - ln_gamma(shape + 1.0);
        let bound = 1e-9 + x;
        assert!((ln_share - ln(least)).abs() < bound, "{shape}: {ln_share}");
        let far = gamma(shape, unit_from_u32(u32::MAX));
        assert!(
            far > shape && far < shape + 60.0 + 12.0 * shape.sqrt(),
            "{shape}: {far}"
        );
    }
    let far = gamma(1.0, unit_from_u32(u32::MAX));
    assert!((far + ln(least)).abs() < 1e-6, "{far}");
}

#[test]
fn gamma_numbers_have_mean_and_variance_equal_to_the_shape() {
    for shape in [0.2, 0.7, 2.9, 10.0, 90.0] {
        let draws: Vec<f64> = uniforms(40_000).iter().map(|&u| gamma(shape, u)).collect();
        let n = draws.len() as f64;
        let average = draws.iter().sum::<f64>() / n;
        let variance = draws.iter().map(|d| (d - average) * (d - average)).sum::<f64>() / (n - 1.0);
        assert!(
            (average - shape).abs() < 4.0 * (shape / n).sqrt(),
            "{shape}: {average}"
        );
        // The fourth central moment is 3 k² + 6 k.
        let error = ((2.0 * shape * shape + 6.0 * shape) / n).sqrt();
        assert!((variance - shape).abs() < 4.0 * error, "{shape}: {variance}");
    }
}

#[test]
fn normal_numbers_have_mean_zero_and_variance_one() {
    let u = uniforms(80_000);
    let draws: Vec<f64> = u
        .chunks(2)
        .map(|pair| standard_normal([pair[0], pair[1]]))
        .collect();
    let n = draws.len() as f64;
    let average = draws.iter().sum::<f64>() / n;
    let variance = draws.iter().map(|d| d * d).sum::<f64>() / n;
    assert!(average.abs() < 4.0 / n.sqrt());
    assert!((variance - 1.0).abs() < 4.0 * (2.0 / n).sqrt());
}

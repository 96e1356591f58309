//! Distribution functions that the tests need.

use understory_numerics::math::{erfc, exp, ln, ln_1p, ln_gamma};

/// Probability that a standard normal number is at least as far from 0 as `z`.
pub(crate) fn normal_two_sided(z: f64) -> f64 {
    erfc(z.abs() / std::f64::consts::SQRT_2)
}

/// Probability that an *F*(2*n*, 2*n*) number is at least as far out as `ratio` on either side.
pub(crate) fn equal_f_two_sided(ratio: f64, n: f64) -> f64 {
    // The share below `ratio` is that above its inverse.
    let tail = if ratio <= 1.0 { ratio } else { 1.0 / ratio };
    (2.0 * incomplete_beta(n, n, tail / (1.0 + tail))).min(1.0)
}

/// The regularised incomplete beta function for `x` up to *a* / (*a* + *b*), by its continued fraction,
/// evaluated from the front.
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    const MOST_TERMS: u32 = 100_000;
    const TINY: f64 = 1e-300;
    if x <= 0.0 {
        return 0.0;
    }
    // Lentz's method divides by both sequences; where one is 0, a tiny number in its place changes no digit.
    let away_from_0 = |value: f64| if value.abs() < TINY { TINY } else { value };
    let (mut fraction, mut c, mut d) = (1.0, 1.0, 1.0 / away_from_0(1.0 - (a + b) * x / (a + 1.0)));
    fraction *= d;
    for term in 1..MOST_TERMS {
        let m = f64::from(term);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for coefficient in [even, odd] {
            d = 1.0 / away_from_0(1.0 + coefficient * d);
            c = away_from_0(1.0 + coefficient / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() <= 1e-15 * fraction.abs() {
            break;
        }
    }
    let ln_front = a * ln(x) + b * ln_1p(-x) + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
    exp(ln_front) * fraction / a
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For whole *a* and *b* the function is the chance of *a* or more heads in *a* + *b* − 1 throws.
    #[test]
    fn incomplete_beta_is_a_binomial_tail() {
        for (a, b, x) in [
            (1_u32, 1_u32, 0.3),
            (5, 5, 0.2),
            (20, 20, 0.5),
            (65, 65, 0.41),
            (3, 9, 0.2),
        ] {
            let throws = a + b - 1;
            let tail: f64 = (a..=throws)
                .map(|heads| {
                    let ways: f64 = (0..heads)
                        .map(|i| f64::from(throws - i) / f64::from(heads - i))
                        .product();
                    let chance = |p: f64, times: u32| (0..times).map(|_| p).product::<f64>();
                    ways * chance(x, heads) * chance(1.0 - x, throws - heads)
                })
                .sum();
            let ours = incomplete_beta(f64::from(a), f64::from(b), x);
            assert!(
                (ours - tail).abs() < 1e-11 * tail,
                "{a} {b} {x}: {ours} against {tail}"
            );
        }
    }

    #[test]
    fn a_ratio_and_its_inverse_are_equally_far_out() {
        assert!((equal_f_two_sided(1.0, 50.0) - 1.0).abs() < 1e-12);
        for ratio in [0.5, 0.9, 0.99] {
            let (below, above) = (
                equal_f_two_sided(ratio, 64.0),
                equal_f_two_sided(1.0 / ratio, 64.0),
            );
            assert!((below - above).abs() < 1e-12 * below && below < 1.0);
        }
        assert_eq!(equal_f_two_sided(0.0, 10.0), 0.0);
    }

    /// ln F(2n, 2n) has variance close to 2/n and is close to normal when n is large.
    #[test]
    fn f_of_a_million_points_is_near_the_normal_law() {
        let n = 1e6_f64;
        for z in [0.1_f64, 1.0, 2.0, 3.0] {
            let p = equal_f_two_sided(exp(-z * (2.0 / n).sqrt()), n);
            assert!((p - normal_two_sided(z)).abs() < 1e-6, "z = {z}: {p}");
        }
    }

    #[test]
    fn half_of_normal_numbers_lie_within_their_probable_error() {
        assert!((normal_two_sided(0.674_489_750_196_081_7) - 0.5).abs() < 1e-14);
        assert!((normal_two_sided(-1.959_963_984_540_054) - 0.05).abs() < 1e-14);
    }
}

//! Powers that are wanted as `f32`: the bits of [`pow`], in a third of its time.

use crate::math::pow;

/// `then(pow(base, exponent))` rounded to `f32`, bit for bit; `then` must not fall as its argument rises.
///
/// A quick power has a relative error below 1e-11 (held by a test). Where both ends of that margin round to the
/// same `f32`, so does what lies between; else, in one of some thousand cases, the exact function decides.
#[must_use]
#[inline]
pub fn pow_f32(base: f64, exponent: f64, then: impl Fn(f64) -> f64) -> f32 {
    let quick = quick_pow(base, exponent);
    let low = then(quick * (1.0 - MARGIN)) as f32;
    let high = then(quick * (1.0 + MARGIN)) as f32;
    // NaN, for what the quick power cannot do, is not even itself.
    if low == high {
        low
    } else {
        then(pow(base, exponent)) as f32
    }
}

/// More than the quick power ever errs, as a share.
const MARGIN: f64 = 1e-11;

/// 2^(exponent · log2 base): the logarithm of the mantissa by the series of artanh to the 13th power, the power of
/// two by the exponential series to the 10th. NaN where base or power is not an ordinary number or the exponent
/// exceeds 4 in size.
#[inline]
fn quick_pow(base: f64, exponent: f64) -> f64 {
    // Bits of √½: the mantissa is brought between it and √2.
    const ROOT_HALF: u64 = 0x3fe6_a09e_667f_3bcd;
    const ROUND: f64 = 6_755_399_441_055_744.0; // 1.5 · 2^52
    let bits = base.to_bits();
    let above = bits.wrapping_sub(ROOT_HALF) as i64 >> 52;
    let mantissa = f64::from_bits(bits.wrapping_sub((above << 52) as u64));
    // log m = 2 artanh s: |s| is below 0.18, so that seven terms do.
    let s = (mantissa - 1.0) / (mantissa + 1.0);
    let z = s * s;
    let (z2, z4) = (z * z, z * z * z * z);
    let artanh = s
        * ((1.0 + z * (1.0 / 3.0))
            + z2 * (1.0 / 5.0 + z * (1.0 / 7.0))
            + z4 * ((1.0 / 9.0 + z * (1.0 / 11.0)) + z2 * (1.0 / 13.0)));
    let log2 = above as f64 + artanh * (2.0 * std::f64::consts::LOG2_E);
    let t = exponent * log2;
    let shifted = t + ROUND;
    let f = (t - (shifted - ROUND)) * std::f64::consts::LN_2;
    let (f2, f4) = (f * f, f * f * f * f);
    let power = ((1.0 + f) + f2 * (1.0 / 2.0 + f * (1.0 / 6.0)))
        + f4 * ((1.0 / 24.0 + f * (1.0 / 120.0)) + f2 * (1.0 / 720.0 + f * (1.0 / 5040.0)))
        + f4 * f4 * ((1.0 / 40_320.0 + f * (1.0 / 362_880.0)) + f2 * (1.0 / 3_628_800.0));
    let power = f64::from_bits(power.to_bits().wrapping_add(shifted.to_bits() << 52));
    let is_ordinary = (f64::MIN_POSITIVE..=f64::MAX).contains(&base);
    let is_within = (t.abs() < 1000.0) & (exponent.abs() <= 4.0);
    if is_ordinary & is_within { power } else { f64::NAN }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::unit_from_u32;
    use crate::{Purpose, RandomKey};

    /// Bases from 1e-7 to 1e7 in equal ratios and exponents from −4 to 4.
    fn cases(count: u32) -> impl Iterator<Item = (f64, f64)> {
        let key = RandomKey::root(1, &["powers"]);
        (0..count).map(move |number| {
            let words = key.draws(0, Purpose::Member, number).map(unit_from_u32);
            (pow(10.0, 14.0 * words[0] - 7.0), 8.0 * words[1] - 4.0)
        })
    }

    #[test]
    fn error_stays_a_third_below_the_margin() {
        for (base, exponent) in cases(1_000_000) {
            let error = quick_pow(base, exponent) / pow(base, exponent) - 1.0;
            assert!(error.abs() < MARGIN / 1.5, "{base}^{exponent}: {error:e}");
        }
    }

    #[test]
    fn bits_are_those_of_the_exact_function() {
        for (base, exponent) in cases(1_000_000) {
            let then = |power: f64| 0.156 + 2.5 * power;
            let expected = (then(pow(base, exponent)) as f32).to_bits();
            assert_eq!(
                pow_f32(base, exponent, then).to_bits(),
                expected,
                "{base}^{exponent}"
            );
        }
    }

    #[test]
    fn what_is_out_of_its_range_is_left_to_the_exact_function() {
        for base in [0.0, -2.0, 1e-310, f64::MIN_POSITIVE, 1.0, f64::MAX, f64::INFINITY] {
            for exponent in [-1e3, -3.0, 0.0, 0.3, 1.0, 3.9, 7.0, 1e6] {
                let found = pow_f32(base, exponent, |power| power);
                assert_eq!(
                    found.to_bits(),
                    (pow(base, exponent) as f32).to_bits(),
                    "{base}^{exponent}"
                );
            }
        }
    }
}

//! Polynomials on eight lanes, against exact functions and on every processor.

use understory_numerics::lanes::{LANES, Scalar256b, Simd, WithSimd, cast, exp_neg, ln, with_lanes};
use understory_numerics::math::{self, exp};

struct ExpNeg([f32; LANES]);

impl WithSimd for ExpNeg {
    type Output = [f32; LANES];
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; LANES] {
        cast(exp_neg(simd, cast(self.0)))
    }
}

struct Ln([f32; LANES]);

impl WithSimd for Ln {
    type Output = [f32; LANES];
    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) -> [f32; LANES] {
        cast(ln(simd, cast(self.0)))
    }
}

#[test]
fn a_logarithm_is_within_the_stated_bound_and_the_same_bits_everywhere() {
    for step in 0..200_000_u32 {
        // From 1e-30 to 1e30, all mantissas among them.
        let power = f64::from(step) * 3e-4 - 30.0;
        let x = exp(power * std::f64::consts::LN_10) as f32;
        let found = with_lanes(Ln([x; LANES]))[5];
        let exact = math::ln(f64::from(x));
        let error = f64::from(found) - exact;
        assert!(error.abs() < 3e-7 * (1.0 + exact.abs()), "x = {x}: {error}");
        assert_eq!(found.to_bits(), Scalar256b.vectorize(Ln([x; LANES]))[5].to_bits());
    }
    assert_eq!(with_lanes(Ln([1.0; LANES])), [0.0; LANES]);
}

#[test]
fn relative_error_stays_below_the_stated_bound() {
    for step in 0..1_000_000_u32 {
        let x = step as f32 * 8.7e-5;
        let error = f64::from(with_lanes(ExpNeg([x; LANES]))[3]) / exp(-f64::from(x)) - 1.0;
        assert!(error.abs() < 1.3e-7 * (1.0 + f64::from(x)), "x = {x}: {error}");
    }
}

#[test]
fn every_processor_gives_the_same_bits() {
    for step in 0..200_000_u32 {
        let x = std::array::from_fn(|lane| (step * 8 + lane as u32) as f32 * 6e-5);
        let bits = |y: [f32; LANES]| y.map(f32::to_bits);
        let here = bits(with_lanes(ExpNeg(x)));
        assert_eq!(here, bits(Scalar256b.vectorize(ExpNeg(x))), "{x:?}");
    }
}

#[test]
fn is_one_at_zero() {
    assert_eq!(with_lanes(ExpNeg([0.0; LANES])), [1.0; LANES]);
}

//! Eight `f32` lanes side by side, and the exponential of the hot sums: the same bits on every processor.
//!
//! Only `+ − × ÷`, square roots, comparisons and integer operations, which every processor rounds alike. The
//! number of lanes is part of the result of a sum, so it is fixed here, whatever the processor's vectors hold:
//! with AVX2 eight lanes are one register, elsewhere [`Scalar256b`] works through them with what there is.

pub use pulp::{Scalar256b, Simd, WithSimd, cast};

/// Numbers that are worked on together.
pub const LANES: usize = 8;

/// Runs `work` with the widest registers of eight lanes that the processor has.
///
/// What `work` calls must be inlined into it (`#[inline(always)]`), or it is compiled for the plainest processor.
#[inline]
pub fn with_lanes<W: WithSimd>(work: W) -> W::Output {
    #[cfg(target_arch = "x86_64")]
    if let Some(avx2) = pulp::x86::V3::try_new() {
        return Simd::vectorize(avx2, work);
    }
    Simd::vectorize(Scalar256b, work)
}

/// exp(−x) for each of eight `x` in `[0, 87]`, with a relative error below 1.3e-7 (1 + x) (held by a test).
///
/// For larger `x` or for NaN a lane holds some number without meaning: mask it.
///
/// 2^t = 2^n · 2^f with n the nearest whole number: adding `ROUND` leaves n in the low bits of the sum, and a
/// polynomial of degree 6 (interpolated at the Chebyshev nodes of [−½, ½]) gives 2^f.
#[must_use]
#[inline(always)]
pub fn exp_neg<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    const ROUND: f32 = 12_582_912.0; // 1.5 · 2^23
    const COEFFICIENTS: [f32; 6] = [
        0.001_340_042_8,
        0.009_618_057,
        0.055_503_27,
        0.240_226_5,
        std::f32::consts::LN_2,
        1.0,
    ];
    let round = simd.splat_f32s(ROUND);
    let t = simd.mul_f32s(x, simd.splat_f32s(-std::f32::consts::LOG2_E));
    let shifted = simd.add_f32s(t, round);
    let f = simd.sub_f32s(t, simd.sub_f32s(shifted, round));
    let mut p = simd.splat_f32s(0.000_154_614_45);
    for coefficient in COEFFICIENTS {
        p = simd.add_f32s(simd.mul_f32s(p, f), simd.splat_f32s(coefficient));
    }
    let exponent = simd.wrapping_dyn_shl_u32s(simd.transmute_u32s_f32s(shifted), simd.splat_u32s(23));
    simd.transmute_f32s_u32s(simd.add_u32s(simd.transmute_u32s_f32s(p), exponent))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::exp;

    struct ExpNeg([f32; LANES]);

    impl WithSimd for ExpNeg {
        type Output = [f32; LANES];
        #[inline(always)]
        fn with_simd<S: Simd>(self, simd: S) -> [f32; LANES] {
            cast(exp_neg(simd, cast(self.0)))
        }
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
}

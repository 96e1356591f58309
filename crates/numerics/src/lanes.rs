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

/// ln(x) for each of eight `x` in `[1e-30, 1e30]`, with an error below 3e-7 (1 + |ln x|) (held by a test).
///
/// For other `x` a lane holds some number without meaning: mask it.
///
/// x = 2^n · m with m from √½ to √2, read off its bits; ln m = 2 artanh((m − 1)/(m + 1)) by four terms of its series.
#[must_use]
#[inline(always)]
pub fn ln<S: Simd>(simd: S, x: S::f32s) -> S::f32s {
    const ONE: u32 = 0x3f80_0000;
    const ROOT_OF_HALF: u32 = 0x3f35_04f3;
    // A float whose last bits are a whole number: 2^23.
    const WHOLE: u32 = 0x4b00_0000;
    const BIAS: f32 = 8_388_608.0 + 127.0;
    const COEFFICIENTS: [f32; 3] = [0.4, 2.0 / 3.0, 2.0];
    let bits = simd.add_u32s(simd.transmute_u32s_f32s(x), simd.splat_u32s(ONE - ROOT_OF_HALF));
    let exponent = simd.wrapping_dyn_shr_u32s(bits, simd.splat_u32s(23));
    let exponent = simd.transmute_f32s_u32s(simd.or_u32s(exponent, simd.splat_u32s(WHOLE)));
    let n = simd.sub_f32s(exponent, simd.splat_f32s(BIAS));
    let mantissa = simd.and_u32s(bits, simd.splat_u32s(0x007f_ffff));
    let m = simd.transmute_f32s_u32s(simd.add_u32s(mantissa, simd.splat_u32s(ROOT_OF_HALF)));
    let one = simd.splat_f32s(1.0);
    let s = simd.div_f32s(simd.sub_f32s(m, one), simd.add_f32s(m, one));
    let square = simd.mul_f32s(s, s);
    let mut p = simd.splat_f32s(2.0 / 7.0);
    for coefficient in COEFFICIENTS {
        p = simd.add_f32s(simd.mul_f32s(p, square), simd.splat_f32s(coefficient));
    }
    simd.add_f32s(
        simd.mul_f32s(n, simd.splat_f32s(std::f32::consts::LN_2)),
        simd.mul_f32s(s, p),
    )
}

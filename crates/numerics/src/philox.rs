//! Philox4x32-10, a counter-based generator: 128 bits of counter and 64 bits of key in, 128 random bits out.
//!
//! For one key it is a bijection of the counter, so two things with different counters never share a draw.
//! It has no state: a draw costs the same wherever it stands in a sequence, and rows of draws vectorise.
//!
//! # Source
//! Salmon, Moraes, Dror & Shaw (2011), Parallel random numbers: as easy as 1, 2, 3. SC '11. Multipliers, key
//! increments and the known answers in the tests are those of its reference implementation, Random123.

use crate::lanes::Simd;

const MULTIPLIER_0: u32 = 0xD251_1F53;
const MULTIPLIER_1: u32 = 0xCD9E_8D57;
const WEYL_0: u32 = 0x9E37_79B9;
const WEYL_1: u32 = 0xBB67_AE85;

/// The 128 random bits of `counter` under `key`, as four words.
#[must_use]
#[inline]
pub fn philox4x32(counter: [u32; 4], key: [u32; 2]) -> [u32; 4] {
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    for round in 0..10 {
        if round > 0 {
            k0 = k0.wrapping_add(WEYL_0);
            k1 = k1.wrapping_add(WEYL_1);
        }
        let product_0 = u64::from(MULTIPLIER_0) * u64::from(c0);
        let product_1 = u64::from(MULTIPLIER_1) * u64::from(c2);
        (c0, c1, c2, c3) = (
            (product_1 >> 32) as u32 ^ c1 ^ k0,
            product_1 as u32,
            (product_0 >> 32) as u32 ^ c3 ^ k1,
            product_0 as u32,
        );
    }
    [c0, c1, c2, c3]
}

/// [`philox4x32`] in each of eight lanes.
#[must_use]
#[inline(always)]
pub(crate) fn philox4x32_lanes<S: Simd>(simd: S, counter: [S::u32s; 4], key: [S::u32s; 2]) -> [S::u32s; 4] {
    let [mut c0, mut c1, mut c2, mut c3] = counter;
    let [mut k0, mut k1] = key;
    for round in 0..10 {
        if round > 0 {
            k0 = simd.add_u32s(k0, simd.splat_u32s(WEYL_0));
            k1 = simd.add_u32s(k1, simd.splat_u32s(WEYL_1));
        }
        let (low_0, high_0) = simd.widening_mul_u32s(simd.splat_u32s(MULTIPLIER_0), c0);
        let (low_1, high_1) = simd.widening_mul_u32s(simd.splat_u32s(MULTIPLIER_1), c2);
        (c0, c1, c2, c3) = (
            simd.xor_u32s(simd.xor_u32s(high_1, c1), k0),
            low_1,
            simd.xor_u32s(simd.xor_u32s(high_0, c3), k1),
            low_0,
        );
    }
    [c0, c1, c2, c3]
}

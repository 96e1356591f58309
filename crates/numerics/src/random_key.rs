//! Who draws: the 128 bits from which every random number of a tree, a seed or a method follows.
//!
//! A draw is a function of key, year, purpose and number. The same four give the same words, so two decisions of one
//! entity in one year need two purposes, two numbers, or two words of one draw.

use std::fmt;
use std::str::FromStr;

use bytemuck::{Pod, Zeroable};

use crate::philox::philox4x32;
use crate::purpose::Purpose;

/// Who draws: a tree, a seed, a species, a point method. 128 bits, the same in every run with the same seed.
///
/// A child's key comes from its mother's, the year, the purpose and the child's number; the first keys come
/// from the scenario's seed and from names. Nothing depends on order, so a species, a road or a rule that is
/// added elsewhere moves no draw here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Pod, Zeroable)]
#[repr(transparent)]
pub struct RandomKey(u128);

impl RandomKey {
    /// The key of something that is named rather than born: a species, a method, a founders' file.
    ///
    /// The first 128 bits of the BLAKE3 hash of the seed and the parts, each with its length before it.
    #[must_use]
    pub fn root(seed: u64, parts: &[&str]) -> Self {
        let mut hasher = blake3::Hasher::new();
        // Keeps these hashes apart from any other use of the same parts; part of every result.
        hasher.update(b"understory key 1");
        hasher.update(&seed.to_le_bytes());
        for part in parts {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part.as_bytes());
        }
        let mut low = [0_u8; 16];
        low.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self(u128::from_le_bytes(low))
    }

    /// The key with these bits.
    #[must_use]
    pub fn from_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// The 128 bits.
    #[must_use]
    pub fn bits(self) -> u128 {
        self.0
    }

    /// The key of child `number` of this one in `year`. Different parents never give the same child for the
    /// same year, purpose and number.
    #[must_use]
    #[inline]
    pub fn child(self, year: u32, purpose: Purpose, number: u32) -> Self {
        Self::from_words(self.draws(year, purpose, number))
    }

    /// The key with these words, the lowest first.
    #[inline(always)]
    pub(crate) fn from_words([a, b, c, d]: [u32; 4]) -> Self {
        Self(u128::from(a) | u128::from(b) << 32 | u128::from(c) << 64 | u128::from(d) << 96)
    }

    /// Four words of 32 random bits for this key, year, purpose and number.
    ///
    /// `year` counts up to 2^24; the upper bits of the hash's key hold it, the lower eight the purpose.
    #[must_use]
    #[inline]
    pub fn draws(self, year: u32, purpose: Purpose, number: u32) -> [u32; 4] {
        let counter = [
            self.0 as u32,
            (self.0 >> 32) as u32,
            (self.0 >> 64) as u32,
            (self.0 >> 96) as u32,
        ];
        philox4x32(counter, when_and_why(year, purpose, number))
    }
}

/// The hash's own key: the draw's number; the year above the purpose.
#[inline(always)]
pub(crate) fn when_and_why(year: u32, purpose: Purpose, number: u32) -> [u32; 2] {
    [number, year << 8 | purpose as u32]
}

impl fmt::Display for RandomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}

impl fmt::Debug for RandomKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A text that is not 32 hexadecimal digits.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key: a key is 32 hexadecimal digits")]
pub struct ParseKeyError(String);

impl FromStr for RandomKey {
    type Err = ParseKeyError;

    fn from_str(text: &str) -> Result<Self, ParseKeyError> {
        let is_hex = text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        is_hex
            .then(|| u128::from_str_radix(text, 16).ok())
            .flatten()
            .map(Self)
            .ok_or_else(|| ParseKeyError(text.to_owned()))
    }
}

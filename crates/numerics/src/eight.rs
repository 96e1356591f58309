//! Draws for eight keys at once, bit for bit those of [`RandomKey`].
//!
//! Only the draw's number may differ from lane to lane beside the key; year and purpose are the same for all.

use crate::lanes::{LANES, Simd, cast};
use crate::philox::philox4x32_lanes;
use crate::purpose::Purpose;
use crate::random_key::{RandomKey, when_and_why};

/// Eight keys side by side, or the four random words of eight draws, which may be the keys of eight children.
///
/// What [`RandomKey::draws`] and [`RandomKey::child`] give one by one comes here for eight at once, bit for bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EightKeys {
    /// Word by word, from the lowest on, a lane for each key.
    words: [[u32; LANES]; 4],
}

impl EightKeys {
    /// The same key in all lanes.
    #[must_use]
    #[inline(always)]
    pub fn all(key: RandomKey) -> Self {
        Self {
            words: std::array::from_fn(|word| [(key.bits() >> (32 * word)) as u32; LANES]),
        }
    }

    /// The keys that `key` gives for each lane.
    #[must_use]
    #[inline(always)]
    pub fn from_fn(key: impl Fn(usize) -> RandomKey) -> Self {
        let mut words = [[0; LANES]; 4];
        for lane in 0..LANES {
            let bits = key(lane).bits();
            for (word, lanes) in words.iter_mut().enumerate() {
                lanes[lane] = (bits >> (32 * word)) as u32;
            }
        }
        Self { words }
    }

    /// [`RandomKey::draws`] in each lane, with a number of its own.
    #[must_use]
    #[inline(always)]
    pub fn draws<S: Simd>(&self, simd: S, year: u32, purpose: Purpose, numbers: [u32; LANES]) -> Self {
        let [_, when_and_why] = when_and_why(year, purpose, 0);
        let words = philox4x32_lanes(
            simd,
            self.words.map(cast),
            [cast(numbers), simd.splat_u32s(when_and_why)],
        );
        Self {
            words: words.map(cast),
        }
    }

    /// The words of one lane.
    #[must_use]
    #[inline(always)]
    pub fn words(&self, lane: usize) -> [u32; 4] {
        self.words.map(|word| word[lane])
    }

    /// The key of one lane.
    #[must_use]
    #[inline(always)]
    pub fn key(&self, lane: usize) -> RandomKey {
        RandomKey::from_words(self.words(lane))
    }
}

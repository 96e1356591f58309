//! The yearly draws of many rows, eight at once.
//!
//! The words are those that [`RandomKey::draws`](understory_numerics::RandomKey::draws) gives one by one: which system draws in
//! eights shows in no result.

use understory_numerics::lanes::{LANES, Simd, WithSimd, with_lanes};
use understory_numerics::{EightKeys, Purpose};

use crate::components::Identity;

/// Calls `act` for each row with its random words for this year and purpose.
#[inline]
pub(super) fn for_each_draw(
    identities: &[Identity],
    year: u32,
    purpose: Purpose,
    act: impl FnMut(usize, [u32; 4]),
) {
    with_lanes(Draws {
        identities,
        year,
        purpose,
        act,
    });
}

struct Draws<'a, F> {
    identities: &'a [Identity],
    year: u32,
    purpose: Purpose,
    act: F,
}

impl<F: FnMut(usize, [u32; 4])> WithSimd for Draws<'_, F> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(mut self, simd: S) {
        let last = self.identities.len().saturating_sub(1);
        for first in (0..self.identities.len()).step_by(LANES) {
            // Lanes beyond the end repeat the last key.
            let keys = EightKeys::from_fn(|lane| self.identities[(first + lane).min(last)].0);
            let drawn = keys.draws(simd, self.year, self.purpose, [0; LANES]);
            for row in first..(first + LANES).min(last + 1) {
                (self.act)(row, drawn.words(row - first));
            }
        }
    }
}

//! A mother's stream of random numbers: one ChaCha8 generator for a tree and a year.
//!
//! For long rows of draws by one entity. All else draws by [`RandomKey::draws`], which has no state to set up and takes
//! eight keys at once.

use rand_chacha::ChaCha8Rng;
use rand_core::{Rng, SeedableRng};

use crate::purpose::Purpose;
use crate::random_key::RandomKey;
use crate::sample::unit_from_u32;

/// One mother's random numbers of one year: a ChaCha8 stream whose seed holds the mother's key, the year and
/// the purpose.
///
/// The stream is cut into parts at fixed places, so that one more draw in one part moves no other: part 0
/// holds four numbers, each further part four more.
#[derive(Clone, Debug)]
pub struct MotherStream {
    generator: ChaCha8Rng,
    /// The part that the generator stands at: it takes its time to say where it is.
    next: u32,
}

/// Numbers in each part of a stream, each from one of the generator's words.
const NUMBERS_PER_PART: u32 = 4;
impl MotherStream {
    /// The stream of the mother with this key in `year`.
    #[must_use]
    pub fn new(mother: RandomKey, year: u32, purpose: Purpose) -> Self {
        let mut seed = [0_u8; 32];
        seed[..16].copy_from_slice(&mother.bits().to_le_bytes());
        seed[16..20].copy_from_slice(&year.to_le_bytes());
        seed[20] = purpose as u8;
        Self {
            generator: ChaCha8Rng::from_seed(seed),
            next: 0,
        }
    }

    /// The four numbers of `part`, each uniform on the open interval (0, 1).
    ///
    /// Parts are cheapest asked for in rising order.
    #[must_use]
    #[inline]
    pub fn part(&mut self, part: u32) -> [f64; NUMBERS_PER_PART as usize] {
        // Going to a place makes the generator compute its block anew, so it is done only where a part was left out.
        if part != self.next {
            let start = u128::from(part) * u128::from(NUMBERS_PER_PART);
            self.generator.set_word_pos(start);
        }
        self.next = part.wrapping_add(1);
        std::array::from_fn(|_| unit_from_u32(self.generator.next_u32()))
    }
}

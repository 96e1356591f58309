//! Generators of random numbers that the library does not use: to see whether one of them is to blame for what is seen.

use super::measures::Place;

/// The linear congruential generator of the C standard's example, with the upper 16 of its 31 bits.
pub(super) struct Congruential(u64);

impl Congruential {
    pub(super) fn new(seed: u64) -> Self {
        Self((seed * 7919 + 12345) & 0x7fff_ffff)
    }

    fn unit(&mut self) -> f64 {
        let mut next = || {
            self.0 = (self.0 * 1_103_515_245 + 12345) & 0x7fff_ffff;
            (self.0 >> 15) as f64
        };
        let (high, low) = (next(), next());
        (high + low / 65_536.0) / 65_536.0
    }
}

/// Marsaglia's generator of three shifts, with 64 bits of state.
pub(super) struct Shifting(u64);

impl Shifting {
    pub(super) fn new(seed: u64) -> Self {
        Self(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed + 1))
    }

    fn unit(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// A generator that gives one number after the other.
pub(super) trait Generator {
    /// The next number, from 0 to below 1.
    fn next_unit(&mut self) -> f64;

    /// So many random places of a rectangle.
    fn places(&mut self, count: usize, [width, height]: [f64; 2]) -> Vec<Place> {
        let mut place = || [width * self.next_unit(), height * self.next_unit()];
        (0..count).map(|_| place()).collect()
    }
}

impl Generator for Congruential {
    fn next_unit(&mut self) -> f64 {
        self.unit()
    }
}

impl Generator for Shifting {
    fn next_unit(&mut self) -> f64 {
        self.unit()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_fill_the_quarters_of_a_square_evenly() {
        let fill = |generator: &mut dyn Generator| {
            let mut quarters = [0_i32; 4];
            for _ in 0..40_000 {
                let [x, y] = [generator.next_unit(), generator.next_unit()];
                assert!((0.0..1.0).contains(&x));
                quarters[usize::from(x < 0.5) + 2 * usize::from(y < 0.5)] += 1;
            }
            // Five standard deviations of a binomial count.
            assert!(
                quarters.iter().all(|count| (count - 10_000).abs() < 433),
                "{quarters:?}"
            );
        };
        fill(&mut Congruential::new(3));
        fill(&mut Shifting::new(3));
    }
}

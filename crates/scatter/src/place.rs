//! Places of a plot from random bits. Coordinates far from the origin round, so that places are clipped to the plot.

use understory_numerics::sample::unit_from_u64;
use understory_numerics::{Purpose, RandomKey, RowHash};
use understory_space::Plot;

/// A uniform place of `plot` from 128 random bits, 64 for each axis.
pub(crate) fn uniform_place_m(plot: &Plot, bits: [u32; 4]) -> [f64; 2] {
    place_m(plot, fractions(bits))
}

/// Two uniform numbers from 0 to 1, without the ends, from 64 random bits each.
pub(crate) fn fractions([a, b, c, d]: [u32; 4]) -> [f64; 2] {
    let fraction = |low: u32, high: u32| unit_from_u64(u64::from(low) | u64::from(high) << 32);
    [fraction(a, b), fraction(c, d)]
}

/// The place of `plot` at these fractions of its sides, each from 0 to 1.
#[inline(always)]
pub(crate) fn place_m(plot: &Plot, fractions: [f64; 2]) -> [f64; 2] {
    std::array::from_fn(|axis| {
        let (origin_m, size_m) = (plot.origin_m()[axis], plot.size_m()[axis]);
        let far_m = origin_m + size_m;
        let x_m = origin_m + fractions[axis] * size_m;
        // Far from the origin of the coordinates a fraction below 1 can round to the far edge, outside.
        if x_m < far_m { x_m } else { far_m.next_down() }
    })
}

/// The bounds of a plot as they clip a coordinate: far from the origin of the coordinates one can round outside.
#[derive(Clone, Copy)]
pub(crate) struct Clip {
    low_m: [f64; 2],
    last_m: [f64; 2],
}

impl Clip {
    pub(crate) fn new(plot: &Plot) -> Self {
        let (low_m, size_m) = (plot.origin_m(), plot.size_m());
        Self {
            low_m,
            last_m: [0, 1].map(|axis| (low_m[axis] + size_m[axis]).next_down()),
        }
    }

    /// In the form of the processor's own minimum and maximum.
    #[inline(always)]
    pub(crate) fn clip_m(&self, x_m: f64, axis: usize) -> f64 {
        let x_m = if x_m > self.low_m[axis] {
            x_m
        } else {
            self.low_m[axis]
        };
        if x_m < self.last_m[axis] {
            x_m
        } else {
            self.last_m[axis]
        }
    }
}

/// Places in one row of the hash; a row costs about as much as 20 places.
const BLOCK: u64 = 1 << 16;

/// Uniform places of a plot by number, 32 random bits for each axis.
///
/// Place `number` is a function of the key and of the number, so they may be drawn in any order, or in part.
pub(crate) struct UniformPlaces {
    clip: Clip,
    middle_m: [f64; 2],
    per_word_m: [f64; 2],
    key: RandomKey,
}

impl UniformPlaces {
    pub(crate) fn new(plot: &Plot, key: RandomKey) -> Self {
        let (origin_m, size_m) = (plot.origin_m(), plot.size_m());
        Self {
            clip: Clip::new(plot),
            middle_m: [0, 1].map(|axis| origin_m[axis] + 0.5 * size_m[axis]),
            per_word_m: size_m.map(|side_m| side_m / 4_294_967_296.0),
            key,
        }
    }

    /// The places of the numbers from `first` on.
    #[inline]
    pub(crate) fn fill(&self, first: u64, places_m: &mut [[f64; 2]]) {
        let (clip, middle_m, per_word_m) = (self.clip, self.middle_m, self.per_word_m);
        let mut number = first;
        let mut rest = places_m;
        while !rest.is_empty() {
            let (block, column) = ((number / BLOCK) as u32, (number % BLOCK) as u32);
            let row = RowHash::new(self.key.draws(0, Purpose::Place, block));
            let left = (BLOCK - u64::from(column)).min(rest.len() as u64);
            let (part, behind) = rest.split_at_mut(left as usize);
            for (place_m, column) in part.iter_mut().zip(column..) {
                let words = row.words(column);
                *place_m = std::array::from_fn(|axis| {
                    let moved_m = (f64::from(words[axis].cast_signed()) + 0.5) * per_word_m[axis];
                    clip.clip_m(middle_m[axis] + moved_m, axis)
                });
            }
            number += left;
            rest = behind;
        }
    }

    /// The place of a number.
    pub(crate) fn at(&self, number: u64) -> [f64; 2] {
        let mut places_m = [[0.0; 2]];
        self.fill(number, &mut places_m);
        places_m[0]
    }

    /// The places of the first `count` numbers.
    pub(crate) fn first(&self, count: u32) -> Vec<[f64; 2]> {
        let mut places_m = vec![[0.0; 2]; count as usize];
        self.fill(0, &mut places_m);
        places_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use understory_space::Edge;

    #[test]
    fn the_greatest_draw_stays_within_a_plot_far_from_the_origin() {
        let plot = Plot::new([5e8, -3e15], [100.0, 70.0], Edge::Open).unwrap();
        for bits in [[0; 4], [u32::MAX; 4]] {
            let place_m = uniform_place_m(&plot, bits);
            assert!(plot.contains(place_m), "{place_m:?}");
        }
        let places_m = UniformPlaces::new(&plot, RandomKey::from_bits(1)).first(10_000);
        assert!(places_m.into_iter().all(|place_m| plot.contains(place_m)));
    }

    #[test]
    fn each_axis_has_its_own_bits() {
        let plot = Plot::new([0.0; 2], [1.0; 2], Edge::Open).unwrap();
        assert!(uniform_place_m(&plot, [0, u32::MAX, 0, 0])[0] > 0.999);
        assert!(uniform_place_m(&plot, [0, u32::MAX, 0, 0])[1] < 0.001);
    }

    #[test]
    fn any_part_of_the_numbers_gives_the_same_places() {
        let plot = Plot::new([3.0, 4.0], [10.0, 20.0], Edge::Open).unwrap();
        let places = UniformPlaces::new(&plot, RandomKey::from_bits(5));
        let whole_m = places.first(140_000);
        for (first, count) in [(0, 1), (65_535, 2), (131_071, 8929), (7, 0), (65_000, 70_000)] {
            let mut part_m = vec![[0.0; 2]; count];
            places.fill(first as u64, &mut part_m);
            assert_eq!(part_m, whole_m[first..first + count]);
        }
    }
}

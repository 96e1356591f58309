//! Dart throwing: random places are tried until one keeps its distance, for the methods that do so.

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey};

use crate::ScatterError;
use crate::buckets::Buckets;
use crate::layout::Layout;
use crate::place::UniformPlaces;
use crate::weight::may_stand;

/// Darts that are drawn, and first looked at, together.
const BATCH: usize = 16;

/// Uniform darts over a plot, numbered; what becomes of one depends on those before it alone.
pub(crate) struct DartThrowing<'a> {
    layout: &'a Layout<'a>,
    places: UniformPlaces,
    chances: RandomKey,
    /// Number of the next dart, and so of all before it.
    pub(crate) next: u64,
}

impl<'a> DartThrowing<'a> {
    pub(crate) fn new(layout: &'a Layout<'a>, key: RandomKey) -> Self {
        Self {
            layout,
            places: UniformPlaces::new(layout.plot, key),
            chances: key.child(1, Purpose::Place, 0),
            next: 0,
        }
    }

    /// Throws until `count` points lie in `buckets`, each also off the `others`, or `tries` darts in a row found no
    /// room; whether they did not.
    ///
    /// The next call goes on with the dart after the last one that was tried.
    pub(crate) fn until_full(
        &mut self,
        count: u32,
        tries: u32,
        others: &[Buckets],
        buckets: &mut Buckets,
    ) -> Result<bool, ScatterError> {
        let mut failures = 0;
        let mut batch_m = [[0.0; 2]; BATCH];
        while buckets.len() < count {
            self.places.fill(self.next, &mut batch_m);
            // Darts do not wait for each other here, so that the memory they look at is fetched side by side.
            // A place that is taken before the batch stays taken.
            let taken_before = batch_m.map(|place_m| {
                buckets.any_near(place_m) || others.iter().any(|others| others.any_near(place_m))
            });
            let points_before = buckets.len();
            for (place_m, taken_before) in batch_m.into_iter().zip(taken_before) {
                let number = self.next;
                self.next += 1;
                let is_taken = taken_before || buckets.any_near_since(points_before, place_m);
                if !is_taken && self.may_stand(place_m, number)? {
                    buckets.push(place_m);
                    failures = 0;
                    if buckets.len() == count {
                        break;
                    }
                } else {
                    failures += 1;
                    if failures == tries {
                        return Ok(true);
                    }
                }
            }
        }
        Ok(false)
    }

    fn may_stand(&self, place_m: [f64; 2], number: u64) -> Result<bool, ScatterError> {
        if self.layout.weight.is_none() {
            return Ok(true);
        }
        let [low, high] = [number as u32, (number >> 32) as u32];
        may_stand(
            self.layout,
            place_m,
            unit_from_u32(self.chances.draws(high, Purpose::Place, low)[0]),
        )
    }
}

/// Darts until a plot is full: with *t* tries, acceptance has fallen to 1/*t*, which near jamming takes *t*^(2/3)
/// darts a point. While zones cover no more than the default leaves, ten are plenty.
pub(crate) fn darts_a_point(is_given: bool, tries: f64) -> f64 {
    if is_given {
        understory_numerics::math::pow(tries, 2.0 / 3.0) + 10.0
    } else {
        10.0
    }
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use super::*;

    /// Every dart is held against the same number of cells, so the darts are what may grow with the points.
    #[test]
    fn throws_for_a_point_are_the_same_for_few_points_and_for_many() {
        for count in [1000, 10_000, 100_000] {
            let plot = Plot::new([0.0; 2], [f64::from(count).sqrt(); 2], Edge::Torus).unwrap();
            let layout = Layout::new(&plot, count);
            let mut buckets = Buckets::new(plot, 0.7, count);
            let mut darts = DartThrowing::new(&layout, RandomKey::from_bits(3));
            assert_eq!(darts.until_full(count, 1000, &[], &mut buckets), Ok(false));
            let for_a_point = darts.next as f64 / f64::from(count);
            // Known to be 5.0 at this distance; the last points of a thousand vary most.
            assert!((for_a_point - 5.0).abs() < 0.7, "{count}: {for_a_point}");
        }
    }

    #[test]
    fn throwing_goes_on_after_the_last_throw() {
        let plot = Plot::new([0.0; 2], [30.0; 2], Edge::Torus).unwrap();
        let layout = Layout::new(&plot, 100);
        let placed_m = |stops: &[u32]| {
            let mut buckets = Buckets::new(plot, 1.0, 100);
            let mut darts = DartThrowing::new(&layout, RandomKey::from_bits(3));
            for &stop in stops {
                darts.until_full(stop, 1000, &[], &mut buckets).unwrap();
            }
            buckets.into_points_m()
        };
        assert_eq!(placed_m(&[100]), placed_m(&[7, 40, 41, 100]));
    }
}

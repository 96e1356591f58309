//! How far apart points stand.

use std::num::NonZero;

use understory_space::{Edge, KdTree, Plot};

/// Least distance of two points of a square of side 1; infinite where there are not two.
pub(super) fn least_distance(places: &[[f64; 2]], edge: Edge) -> f64 {
    let tile = Plot::new([0.0; 2], [1.0; 2], edge).ok();
    let Some(tree) = tile.and_then(|tile| KdTree::new(places, &tile).ok()) else {
        return f64::INFINITY;
    };
    let mut least2 = f64::INFINITY;
    for (number, &place) in places.iter().enumerate() {
        // The nearest of all is the point itself.
        tree.nearest(place, TWO, |slot, distance2| {
            if tree.numbers()[slot] as usize != number {
                least2 = least2.min(distance2);
            }
        });
    }
    least2.sqrt()
}

/// A point and the nearest of the others.
pub(super) const TWO: NonZero<usize> = NonZero::new(2).expect("two is not zero");

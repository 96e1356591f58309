//! A plot cut into tiles: what the forest sorts its trees by.
//!
//! Never let the cut depend on the trees. Sums run over lists of tiles, and another cut gives other last bits.

use crate::plot::Plot;

/// A plot cut into equal tiles of about a given side, row by row from the lower left corner.
///
/// The cut follows from the plot alone, never from what stands on it: `round(side / target)` tiles along each
/// side, at least one, and on a torus at least three, so that whatever reaches a third of the side touches a
/// tile from one direction only.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tiles {
    plot: Plot,
    count: [u32; 2],
    side_m: [f64; 2],
}

impl Tiles {
    /// The tiles of `plot`, each about `target_side_m` long and wide.
    #[must_use]
    pub fn new(plot: Plot, target_side_m: f64) -> Self {
        let least = if plot.is_torus() { 3.0 } else { 1.0 };
        let size_m = plot.size_m();
        // At most 60,000: the product of two counts has to fit into the 32 bits of a tile's number.
        let count = size_m.map(|side_m| (side_m / target_side_m).round().clamp(least, 60_000.0) as u32);
        let side_m = std::array::from_fn(|axis| size_m[axis] / f64::from(count[axis]));
        Self { plot, count, side_m }
    }

    /// The plot that is cut.
    #[must_use]
    pub fn plot(&self) -> &Plot {
        &self.plot
    }

    /// Number of tiles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.count[0] as usize * self.count[1] as usize
    }

    /// Whether there are none; there is always one.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        false
    }

    /// Tiles along x and along y.
    #[must_use]
    pub fn count(&self) -> [u32; 2] {
        self.count
    }

    /// Length of a tile along x and along y, m.
    #[must_use]
    pub fn side_m(&self) -> [f64; 2] {
        self.side_m
    }

    /// Number of the tile in which a place of the plot lies.
    #[must_use]
    #[inline]
    pub fn of(&self, place_m: [f64; 2]) -> u32 {
        let [column, row] = self.column_and_row(place_m);
        row * self.count[0] + column
    }

    /// Column and row of the tile in which a place of the plot lies.
    #[must_use]
    #[inline(always)]
    pub fn column_and_row(&self, place_m: [f64; 2]) -> [u32; 2] {
        let origin_m = self.plot.origin_m();
        std::array::from_fn(|axis| {
            let along = (place_m[axis] - origin_m[axis]) / self.side_m[axis];
            // A place on the far edge of an open plot, or rounded onto it, belongs to the last tile.
            (along.max(0.0) as u32).min(self.count[axis] - 1)
        })
    }

    /// The centre of a tile, m.
    #[must_use]
    pub fn centre_m(&self, tile: u32) -> [f64; 2] {
        let at = [tile % self.count[0], tile / self.count[0]];
        let origin_m = self.plot.origin_m();
        std::array::from_fn(|axis| origin_m[axis] + (f64::from(at[axis]) + 0.5) * self.side_m[axis])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plot::Edge;

    #[test]
    fn sides_are_those_nearest_to_the_target() {
        let plot = Plot::new([5.0, 5.0], [201.0, 10.0], Edge::Open).unwrap();
        let tiles = Tiles::new(plot, 4.0);
        assert_eq!(tiles.count(), [50, 3]);
        assert!((tiles.side_m()[0] - 4.02).abs() < 1e-12);
        assert_eq!(tiles.of([5.0, 5.0]), 0);
        assert_eq!(tiles.of([205.999, 14.999]), 149);
    }

    #[test]
    fn a_small_torus_has_three_tiles_each_way() {
        let plot = Plot::new([0.0; 2], [5.0, 2.0], Edge::Torus).unwrap();
        assert_eq!(Tiles::new(plot, 4.0).count(), [3, 3]);
    }

    #[test]
    fn the_centre_of_a_tile_lies_in_it() {
        let plot = Plot::new([-7.0, 3.0], [83.0, 41.0], Edge::Torus).unwrap();
        let tiles = Tiles::new(plot, 4.0);
        for tile in 0..tiles.len() as u32 {
            assert_eq!(tiles.of(tiles.centre_m(tile)), tile);
        }
    }
}

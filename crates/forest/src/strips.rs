//! A plot cut into strips of whole rows of tiles, one for each part of a forest that several processes grow.
//!
//! Where it is cut changes no result, only who does the work.

use std::ops::Range;

use understory_space::Tiles;

/// The strips of a plot.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Strips {
    tiles: Tiles,
    /// The first row of tiles of each strip, and their number.
    starts: Vec<u32>,
}

impl Strips {
    /// So many strips of about as much weight each, by the weight of each row of tiles; each has a row at least. `None` where there
    /// are fewer rows.
    pub(crate) fn by_weight(tiles: &Tiles, parts: usize, weights: &[u64]) -> Option<Self> {
        let rows = weights.len();
        if parts > rows || parts == 0 {
            return None;
        }
        // A row without a tree is work too.
        let weight = |row: usize| u128::from(weights[row]) + 1;
        let all: u128 = (0..rows).map(weight).sum();
        let (mut starts, mut sum) = (vec![0], 0);
        for row in 0..rows {
            sum += weight(row);
            let begun = starts.len();
            let (rows_left, strips_left) = (rows - row - 1, parts - begun);
            let is_full = sum * parts as u128 >= all * begun as u128;
            if strips_left > 0 && rows_left > 0 && (is_full || rows_left == strips_left) {
                starts.push(row as u32 + 1);
            }
        }
        starts.push(rows as u32);
        Some(Self {
            tiles: *tiles,
            starts,
        })
    }

    /// From the first rows of their strips.
    pub(crate) fn from_starts(tiles: &Tiles, starts: Vec<u32>) -> Self {
        Self {
            tiles: *tiles,
            starts,
        }
    }

    pub(crate) fn starts(&self) -> &[u32] {
        &self.starts
    }

    /// The part in whose strip a place lies.
    #[inline]
    pub(crate) fn of(&self, place_m: [f64; 2]) -> usize {
        let row = self.tiles.of(place_m) / self.tiles.count()[0];
        self.starts.partition_point(|&start| start <= row) - 1
    }

    /// The tiles of a strip.
    pub(crate) fn tiles_of(&self, part: usize) -> Range<u32> {
        let columns = self.tiles.count()[0];
        self.starts[part] * columns..self.starts[part + 1] * columns
    }

    /// The lower and the upper edge of a strip, m.
    pub(crate) fn edges_m(&self, part: usize) -> [f64; 2] {
        let (low_m, side_m) = (self.tiles.plot().origin_m()[1], self.tiles.side_m()[1]);
        [self.starts[part], self.starts[part + 1]].map(|row| low_m + f64::from(row) * side_m)
    }

    /// How far a place is from a strip, m: 0 in it, and on a torus by the shorter way.
    pub(crate) fn distance_m(&self, part: usize, place_m: [f64; 2]) -> f64 {
        let [low_m, high_m] = self.edges_m(part);
        let (below_m, above_m) = (low_m - place_m[1], place_m[1] - high_m);
        let straight_m = below_m.max(above_m).max(0.0);
        let plot = self.tiles.plot();
        if straight_m > 0.0 && plot.is_torus() {
            let around_m = plot.size_m()[1];
            straight_m
                .min((below_m + around_m).abs())
                .min((above_m + around_m).abs())
        } else {
            straight_m
        }
    }
}

#[cfg(test)]
mod tests {
    use understory_space::{Edge, Plot};

    use super::*;

    fn tiles(edge: Edge) -> Tiles {
        Tiles::new(Plot::new([5.0, -7.0], [40.0, 100.0], edge).unwrap(), 10.0)
    }

    #[test]
    fn strips_have_a_row_each_and_about_as_many_trees() {
        let tiles = tiles(Edge::Open);
        let starts = |parts, weights: [u64; 10]| {
            Strips::by_weight(&tiles, parts, &weights).map(|strips| strips.starts)
        };
        assert_eq!(starts(2, [9; 10]).unwrap(), [0, 5, 10]);
        assert_eq!(starts(2, [99, 1, 1, 1, 1, 1, 1, 1, 1, 1]).unwrap(), [0, 1, 10]);
        assert_eq!(starts(3, [1, 1, 1, 1, 1, 1, 1, 1, 1, 99]).unwrap(), [0, 8, 9, 10]);
        assert_eq!(starts(10, [0; 10]).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        assert_eq!(starts(11, [1; 10]), None);
    }

    #[test]
    fn a_place_is_as_far_from_a_strip_as_the_shorter_way_is_long() {
        for (edge, around_m) in [(Edge::Open, 75.0), (Edge::Torus, 5.0)] {
            let strips = Strips::from_starts(&tiles(edge), vec![0, 2, 10]);
            assert_eq!(strips.of([10.0, 12.9]), 0);
            assert_eq!(strips.of([10.0, 13.1]), 1);
            assert_eq!(strips.distance_m(1, [10.0, 20.0]), 0.0);
            assert_eq!(strips.distance_m(0, [10.0, 20.0]), 7.0);
            assert_eq!(strips.distance_m(0, [10.0, 88.0]), around_m);
        }
    }
}

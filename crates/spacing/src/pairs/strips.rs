//! Points sorted so that the pairs within a reach are met as runs of memory.

use std::ops::Range;

use understory_numerics::parallel::fill;
use understory_space::{CellGrid, Cells, Edge, Plot, PolygonWindow};

use crate::error::SpacingError;

/// Points sorted into cells, row by row, and within a row from left to right: the points of one row whose *x*
/// lies in an interval stand in a row of memory.
///
/// Cells hold about one point, and are wide in *y* and narrow in *x*: a disk then meets few rows, and what is
/// looked at beyond its rim is little.
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    window: Plot,
    grid: CellGrid<2>,
    pub(crate) x_m: Vec<f64>,
    pub(crate) y_m: Vec<f64>,
    /// Distance to the nearest edge of the window, and to the nearest but one.
    pub(crate) to_edge_m: Vec<f64>,
    pub(crate) to_next_edge_m: Vec<f64>,
    /// Number of each sorted point in the order of the caller.
    pub(crate) numbers: Vec<u32>,
    /// How many points stand at each place, in the sorted order; empty where each point is by itself.
    pub(crate) counts: Vec<f64>,
}

// Higher rows make fewer and longer runs for each point; much higher ones make most of a run lie out of reach.
const ROW_IN_SPACINGS: f64 = 3.0;
const POINTS_PER_CELL: f64 = 1.0;

impl Strips {
    /// The points must lie in `window`.
    pub(crate) fn new(points_m: &[[f64; 2]], window: &Plot) -> Result<Self, SpacingError> {
        if points_m.len() > 1 << 31 {
            let (what, must) = (
                "the number of points",
                "be at most 2147483648 where pairs are sought",
            );
            return Err(SpacingError::out_of_range(what, points_m.len(), must));
        }
        let height_m = window.size_m()[1];
        let count = points_m.len().max(1) as f64;
        let spacing_m = (window.area_m2() / count).sqrt();
        let rows = (height_m / (ROW_IN_SPACINGS * spacing_m))
            .round()
            .clamp(1.0, count);
        let columns = (count / (POINTS_PER_CELL * rows)).round().clamp(1.0, count);
        let cells = Cells::of_plot(window, [columns as usize, rows as usize]);
        let (grid, numbers) = CellGrid::of(cells, points_m);
        let (x_m, y_m) = numbers
            .iter()
            .map(|&number| points_m[number as usize].into())
            .unzip();
        let mut strips = Self {
            window: *window,
            grid,
            x_m,
            y_m,
            to_edge_m: Vec::new(),
            to_next_edge_m: Vec::new(),
            numbers,
            counts: Vec::new(),
        };
        let to_edges_m = (0..points_m.len()).map(|place| strips.edge_distances_m(place));
        (strips.to_edge_m, strips.to_next_edge_m) = to_edges_m.unzip();
        Ok(strips)
    }

    /// The same with each place once, and the number of points there; `None` where hardly any stand together. A
    /// million points at one place make 10¹² pairs, which are one product.
    pub(crate) fn heaped(&self, points_m: &[[f64; 2]], window: &Plot) -> Result<Option<Self>, SpacingError> {
        /// Pairs within cells, or at one place, that are met one by one, for each point.
        const MOST_PER_POINT: f64 = 16.0;
        let most = MOST_PER_POINT * points_m.len() as f64;
        let in_cells = self
            .grid
            .starts()
            .windows(2)
            .map(|ends| f64::from(ends[1] - ends[0]));
        if in_cells.map(|count| count * count).sum::<f64>() <= most {
            return Ok(None);
        }
        let mut sorted = points_m.to_vec();
        sorted.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]).then(a[1].total_cmp(&b[1])));
        let heaps = sorted.chunk_by(|a, b| a == b);
        let (places_m, counts): (Vec<[f64; 2]>, Vec<f64>) =
            heaps.map(|heap| (heap[0], heap.len() as f64)).unzip();
        if counts.iter().map(|count| count * count).sum::<f64>() <= most {
            return Ok(None);
        }
        let mut strips = Self::new(&places_m, window)?;
        strips.counts = strips
            .numbers
            .iter()
            .map(|&number| counts[number as usize])
            .collect();
        Ok(Some(strips))
    }

    /// Takes for the distances to the nearest edge those to the border of a polygon in the window.
    pub(crate) fn measure_to_border(&mut self, polygon: &PolygonWindow) {
        let to_border_m = |place: usize| polygon.to_border_m(self.point_m(place));
        self.to_edge_m = fill(self.len(), 64, to_border_m);
    }

    /// The points, of which several may stand at one place.
    pub(crate) fn points(&self) -> f64 {
        if self.counts.is_empty() {
            self.len() as f64
        } else {
            self.counts.iter().sum()
        }
    }

    /// How many points stand at a place of the sorted order.
    #[inline]
    pub(crate) fn count(&self, place: usize) -> f64 {
        self.counts.get(place).copied().unwrap_or(1.0)
    }

    pub(crate) fn len(&self) -> usize {
        self.x_m.len()
    }

    /// In the sorted order.
    pub(crate) fn point_m(&self, place: usize) -> [f64; 2] {
        [self.x_m[place], self.y_m[place]]
    }

    /// Distances to the nearest edge of the window and to the nearest but one, m.
    fn edge_distances_m(&self, place: usize) -> (f64, f64) {
        let along = |axis: usize, at_m: f64| {
            let (origin_m, size_m) = (self.window.origin_m()[axis], self.window.size_m()[axis]);
            let (near_m, far_m) = (at_m - origin_m, origin_m + size_m - at_m);
            (near_m.min(far_m), near_m.max(far_m))
        };
        let (x_m, y_m) = (along(0, self.x_m[place]), along(1, self.y_m[place]));
        (x_m.0.min(y_m.0), x_m.0.max(y_m.0).min(x_m.1).min(y_m.1))
    }

    /// Meets every pair of point `place` and a point within `reach_m` that stands after it, so that over all places
    /// each unordered pair is met once. `meet` is given the point, moved on a torus to where the pair is straight,
    /// and a range of others, of which some are farther off than `reach_m`.
    #[inline]
    pub(crate) fn after(
        &self,
        place: usize,
        reach_m: f64,
        is_torus: bool,
        mut meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        let from_m = self.point_m(place);
        let cells = self.grid.cells();
        let [own_column, own] = cells.at(from_m).map(|at| at as isize);
        let columns = own_column..=cells.along(0, from_m[0] + reach_m + cells.rounding_m());
        let edge = edge(is_torus);
        self.grid.in_row(own, columns, from_m, edge, |from_m, range| {
            let is_own_lap = from_m[0] == self.x_m[place];
            let begin = if is_own_lap { place + 1 } else { range.start };
            meet(from_m, begin..range.end.max(begin));
        });
        self.grid.within_from(own + 1, from_m, reach_m, edge, meet);
    }

    /// Meets every point within `reach_m` of `from_m`, as [`after`](Self::after) does.
    #[inline]
    pub(crate) fn around(
        &self,
        from_m: [f64; 2],
        reach_m: f64,
        is_torus: bool,
        meet: impl FnMut([f64; 2], Range<usize>),
    ) {
        self.grid.within(from_m, reach_m, edge(is_torus), meet);
    }
}

/// Of pairs without a correction distances are straight on a torus too.
fn edge(is_torus: bool) -> Edge {
    if is_torus { Edge::Torus } else { Edge::Open }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_pair_in_reach_is_met_once_and_the_short_way_round(
            fractions in prop::collection::vec((0.0..1.0, 0.0..1.0), 2..80),
            size_m in (0.5..40.0, 0.5..40.0),
            origin_m in -1e3..1e3,
            share in 0.01..0.999,
            is_torus in any::<bool>(),
        ) {
            let edge = if is_torus { Edge::Torus } else { Edge::Open };
            let window = Plot::new([origin_m, -origin_m], [size_m.0, size_m.1], edge).unwrap();
            let points_m: Vec<_> = fractions
                .iter()
                .map(|&(u, v)| [origin_m + u * size_m.0, -origin_m + v * size_m.1])
                .collect();
            let reach_m = share * if is_torus { 0.5 * window.shorter_side_m() } else { 60.0 };
            let strips = Strips::new(&points_m, &window).unwrap();
            let mut expected = Vec::new();
            for i in 0..points_m.len() {
                for j in i + 1..points_m.len() {
                    let d_m = window.distance_squared_m2(points_m[i], points_m[j]).sqrt();
                    if d_m <= reach_m {
                        expected.push((i, j));
                    }
                }
            }
            let (mut once, mut twice) = (Vec::new(), Vec::new());
            for place in 0..strips.len() {
                let note = |list: &mut Vec<(usize, usize)>, from_m: [f64; 2], range: Range<usize>| {
                    for other in range {
                        let [x_m, y_m] = strips.point_m(other);
                        let (dx, dy) = (x_m - from_m[0], y_m - from_m[1]);
                        if (dx * dx + dy * dy).sqrt() <= reach_m && other != place {
                            let pair = [place, other].map(|at| strips.numbers[at] as usize);
                            list.push((pair[0].min(pair[1]), pair[0].max(pair[1])));
                        }
                    }
                };
                strips.after(place, reach_m, is_torus, |from_m, range| note(&mut once, from_m, range));
                let from_m = strips.point_m(place);
                strips.around(from_m, reach_m, is_torus, |from_m, range| note(&mut twice, from_m, range));
            }
            once.sort_unstable();
            twice.sort_unstable();
            prop_assert_eq!(&once, &expected);
            prop_assert_eq!(twice, expected.iter().flat_map(|&pair| [pair, pair]).collect::<Vec<_>>());
        }
    }
}

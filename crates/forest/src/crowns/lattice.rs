//! The attraction points that all crowns of a forest share, and which growth point is nearest to each.
//!
//! One point in each cell of a lattice, at a place that is drawn for it. They never move and are never used up: a point is taken
//! as long as wood stands within the kill distance, and free again when that wood is gone. So they need not be saved.

use std::sync::atomic::{AtomicU64, Ordering};

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, parallel};
use understory_space::Plot;

/// Places are drawn for a block of so many cells along each axis, and repeat beyond: nothing in a forest is as regular.
const DRAWN: i64 = 32;

// What is worked on together; no result depends on it.
const CELLS_TOGETHER: usize = 1 << 16;
const POINTS_TOGETHER: usize = 1024;

/// No growth point is within reach.
const NOBODY: u64 = u64::MAX;

/// The attraction points of a plot, from the lowest ground up to the highest tree.
pub(crate) struct Lattice {
    pub(crate) side_m: [f64; 3],
    /// Cells along x and y; even, as two by two by two of them share their light.
    pub(crate) count: [usize; 2],
    /// Even too.
    pub(crate) layers: usize,
    pub(crate) wraps: bool,
    /// Of cells along x and y that lie before the plot's origin.
    before: i64,
    /// Number of the lowest layer; layers are counted from a height of 0.
    low: i64,
    /// Where a point lies in its cell, in sides.
    drawn: Vec<[f32; 3]>,
    /// For each cell the squared distance to the nearest growth point as the bits of an `f32`, above its number.
    nearest: Vec<AtomicU64>,
}

/// As a cell holds it: the nearer, or of two as near the one with the lower number, is the smaller.
fn held_by(growth_point: u32, distance_m2: f64) -> u64 {
    u64::from((distance_m2 as f32).to_bits()) << 32 | u64::from(growth_point)
}

/// An attraction point as seen from a place.
#[derive(Clone, Copy)]
pub(crate) struct Seen {
    /// Number of its cell.
    pub(crate) cell: usize,
    /// From the place to the point, m.
    pub(crate) offset_m: [f64; 3],
    pub(crate) distance_m2: f64,
}

/// Growth points by blocks of two by two by two cells: those of a block in the order of their numbers.
pub(crate) struct PointsByBlock {
    starts: Vec<u32>,
    order: Vec<u32>,
}

impl PointsByBlock {
    fn in_block(&self, block: usize) -> &[u32] {
        &self.order[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

impl Lattice {
    /// That of a plot, with points so far apart in the mean; on an open plot it goes on by `margin_m`.
    pub(crate) fn new(plot: &Plot, spacing_m: f64, margin_m: f64, key: RandomKey) -> Self {
        let (size_m, wraps) = (plot.size_m(), plot.is_torus());
        let pairs = |length_m: f64| 2 * ((length_m / (2.0 * spacing_m)).round() as usize).max(1);
        let before = if wraps {
            0
        } else {
            pairs(margin_m + spacing_m) as i64
        };
        let own = size_m.map(pairs);
        let count = own.map(|cells| cells + 2 * before as usize);
        let side_m = if wraps {
            [0, 1].map(|axis| size_m[axis] / own[axis] as f64)
        } else {
            [spacing_m; 2]
        };
        let drawn = (0..(DRAWN * DRAWN * DRAWN) as u32).map(|number| {
            let [x, y, z, _] = key
                .draws(0, Purpose::Attraction, number)
                .map(|bits| unit_from_u32(bits) as f32);
            [x, y, z]
        });
        Self {
            side_m: [side_m[0], side_m[1], spacing_m],
            count,
            layers: 0,
            wraps,
            before,
            low: 0,
            drawn: drawn.collect(),
            nearest: Vec::new(),
        }
    }

    /// Cells of a plot where trees reach from one height to another, m.
    pub(crate) fn cells_of(plot: &Plot, spacing_m: f64, margin_m: f64, height_m: f64) -> f64 {
        let beyond_m = if plot.is_torus() { 0.0 } else { 2.0 * margin_m };
        let area_m2: f64 = plot.size_m().iter().map(|size_m| size_m + beyond_m).product();
        area_m2 * height_m / (spacing_m * spacing_m * spacing_m)
    }

    /// Empties it, and lets it reach from the lowest to the highest of what is to stand in it.
    pub(crate) fn clear(&mut self, low_m: f64, high_m: f64) {
        let layer = |height_m: f64| (height_m / self.side_m[2]).floor() as i64;
        self.low = layer(low_m);
        let layers = (layer(high_m) + 1 - self.low) as usize;
        self.layers = layers + layers % 2;
        let cells = self.count[0] * self.count[1] * self.layers;
        self.nearest.truncate(cells);
        parallel::chunks(&mut self.nearest, CELLS_TOGETHER, &|_, cells| {
            cells.iter_mut().for_each(|nearest| *nearest.get_mut() = NOBODY);
        });
        self.nearest.resize_with(cells, || AtomicU64::new(NOBODY));
    }

    /// The cell that holds a place, beyond the plot too.
    fn cell_at(&self, place_m: [f64; 3]) -> [i64; 3] {
        std::array::from_fn(|axis| (place_m[axis] / self.side_m[axis]).floor() as i64)
    }

    /// Number of a cell along an axis, which on a torus is gone round; none beyond the lattice.
    fn along(&self, axis: usize, cell: i64) -> Option<usize> {
        let (at, count) = match axis {
            2 => (cell - self.low, self.layers as i64),
            _ => (cell + self.before, self.count[axis] as i64),
        };
        let is_within = (0..count).contains(&at);
        if !is_within && self.wraps && axis < 2 {
            return Some(at.rem_euclid(count) as usize);
        }
        is_within.then_some(at as usize)
    }

    /// Number of a cell; none beyond the lattice.
    fn number(&self, [x, y, z]: [i64; 3]) -> Option<usize> {
        let (x, y, z) = (self.along(0, x)?, self.along(1, y)?, self.along(2, z)?);
        Some((z * self.count[1] + y) * self.count[0] + x)
    }

    /// Calls `visit` with the number of each cell in a box and the place of its point, row by row from the lowest layer up.
    fn each_point(&self, low: [i64; 3], high: [i64; 3], mut visit: impl FnMut(usize, [f64; 3])) {
        // Where places repeat; on a torus, of the cell that is meant.
        let own = |axis: usize, number: usize, cell: i64| {
            let own = if self.wraps && axis < 2 {
                number as i64
            } else {
                cell
            };
            (own & (DRAWN - 1)) as usize
        };
        for z in low[2]..=high[2] {
            let Some(layer) = self.along(2, z) else { continue };
            let drawn_z = own(2, layer, z) * DRAWN as usize;
            for y in low[1]..=high[1] {
                let Some(row) = self.along(1, y) else { continue };
                let drawn_y = (drawn_z + own(1, row, y)) * DRAWN as usize;
                let first = (layer * self.count[1] + row) * self.count[0];
                for x in low[0]..=high[0] {
                    let Some(column) = self.along(0, x) else { continue };
                    let drawn = self.drawn[drawn_y + own(0, column, x)];
                    let cell = [x, y, z];
                    let point_m = std::array::from_fn(|axis| {
                        (cell[axis] as f64 + f64::from(drawn[axis])) * self.side_m[axis]
                    });
                    visit(first + column, point_m);
                }
            }
        }
    }

    /// Calls `visit` with each point within `reach_m` of a place, in a fixed order.
    pub(crate) fn around(&self, place_m: [f64; 3], reach_m: f64, mut visit: impl FnMut(Seen)) {
        let [low, high] = [-reach_m, reach_m].map(|off_m| self.cell_at(place_m.map(|m| m + off_m)));
        self.each_point(low, high, |cell, point_m| {
            let offset_m: [f64; 3] = std::array::from_fn(|axis| point_m[axis] - place_m[axis]);
            let distance_m2 = offset_m.iter().map(|m| m * m).sum();
            if distance_m2 <= reach_m * reach_m {
                visit(Seen {
                    cell,
                    offset_m,
                    distance_m2,
                });
            }
        });
    }

    /// Calls `visit` with each cell in a box and the place of its point.
    pub(crate) fn within(&self, low_m: [f64; 3], high_m: [f64; 3], visit: impl FnMut(usize, [f64; 3])) {
        self.each_point(self.cell_at(low_m), self.cell_at(high_m), visit);
    }

    /// So many growth points by the blocks in which they stand.
    pub(crate) fn by_block(
        &self,
        count: usize,
        place_of: impl Fn(usize) -> [f64; 3] + Sync,
    ) -> PointsByBlock {
        const BEYOND: u32 = u32::MAX;
        let block_of = |growth_point: usize| {
            let cell = self.number(self.cell_at(place_of(growth_point)));
            cell.map_or(BEYOND, |cell| self.block_of(cell) as u32)
        };
        let blocks = parallel::fill(count, POINTS_TOGETHER, block_of);
        let mut ends = vec![0_u32; self.blocks().iter().product::<usize>() + 1];
        for &block in blocks.iter().filter(|block| **block != BEYOND) {
            ends[block as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            sum += *end;
            *end = sum;
        }
        // From the last on, so that those of a block stand in their order.
        let mut order = vec![0; sum as usize];
        for (growth_point, &block) in blocks.iter().enumerate().rev() {
            if block != BEYOND {
                let end = &mut ends[block as usize];
                *end -= 1;
                order[*end as usize] = growth_point as u32;
            }
        }
        PointsByBlock { starts: ends, order }
    }

    /// Calls `visit` with the growth points within `reach_m` of a point and the way from each to it, m.
    pub(crate) fn growth_points_near(
        &self,
        standing: &PointsByBlock,
        place_of: impl Fn(usize) -> [f64; 3],
        point_m: [f64; 3],
        reach_m: f64,
        mut visit: impl FnMut(u32, [f64; 3]),
    ) {
        let [low, high] = [-reach_m, reach_m].map(|off_m| self.cell_at(point_m.map(|m| m + off_m)));
        let [width, depth, layers] = self.blocks();
        // A cell's number along an axis is counted from that of the first cell.
        let before = [self.before, self.before, -self.low];
        let blocks = |axis: usize| (low[axis] + before[axis]) >> 1..=(high[axis] + before[axis]) >> 1;
        let along = |axis: usize, block: i64| {
            let count = [width, depth, layers][axis] as i64;
            if self.wraps && axis < 2 {
                return Some(block.rem_euclid(count) as usize);
            }
            (0..count).contains(&block).then_some(block as usize)
        };
        for z in blocks(2).filter_map(|block| along(2, block)) {
            for y in blocks(1).filter_map(|block| along(1, block)) {
                for x in blocks(0).filter_map(|block| along(0, block)) {
                    for &growth_point in standing.in_block((z * depth + y) * width + x) {
                        let place_m = place_of(growth_point as usize);
                        let mut offset_m: [f64; 3] =
                            std::array::from_fn(|axis| point_m[axis] - place_m[axis]);
                        if self.wraps {
                            for (along_m, round_m) in offset_m.iter_mut().zip(self.round_m()) {
                                *along_m -= (*along_m / round_m).round() * round_m;
                            }
                        }
                        if offset_m.iter().map(|m| m * m).sum::<f64>() <= reach_m * reach_m {
                            visit(growth_point, offset_m);
                        }
                    }
                }
            }
        }
    }

    /// Lets a growth point have the points within `reach_m` that its tree may take and to which no other is nearer; in any order,
    /// on any threads.
    pub(crate) fn settle(
        &self,
        growth_point: u32,
        place_m: [f64; 3],
        reach_m: f64,
        may_take: impl Fn(&Seen) -> bool,
    ) {
        self.around(place_m, reach_m, |seen| {
            let held = held_by(growth_point, seen.distance_m2);
            if held < self.nearest[seen.cell].load(Ordering::Relaxed) && may_take(&seen) {
                self.nearest[seen.cell].fetch_min(held, Ordering::Relaxed);
            }
        });
    }

    /// Lets one growth point have the point of a cell if no other is nearer.
    pub(crate) fn give(&self, cell: usize, growth_point: u32, distance_m2: f64) {
        self.nearest[cell].fetch_min(held_by(growth_point, distance_m2), Ordering::Relaxed);
    }

    /// The growth point that is nearest to the point of a cell, and the squared distance between them, m².
    pub(crate) fn nearest(&self, cell: usize) -> Option<(u32, f32)> {
        match self.nearest[cell].load(Ordering::Relaxed) {
            NOBODY => None,
            held => Some((held as u32, f32::from_bits((held >> 32) as u32))),
        }
    }

    /// Once round a torus along x and y, m.
    fn round_m(&self) -> [f64; 2] {
        std::array::from_fn(|axis| self.count[axis] as f64 * self.side_m[axis])
    }

    /// Volume of a cell, m³.
    pub(crate) fn cell_m3(&self) -> f64 {
        self.side_m.iter().product()
    }

    /// The points of two by two by two cells, by the number of their block; blocks lie row by row from the lowest layer up.
    pub(crate) fn block(&self, block: usize) -> [usize; 8] {
        let [width, depth] = self.count.map(|cells| cells / 2);
        let (x, y, z) = (
            2 * (block % width),
            2 * (block / width % depth),
            2 * (block / width / depth),
        );
        std::array::from_fn(|corner| {
            let (x, y, z) = (x + corner % 2, y + corner / 2 % 2, z + corner / 4);
            (z * self.count[1] + y) * self.count[0] + x
        })
    }

    /// The block in which a cell lies.
    pub(crate) fn block_of(&self, cell: usize) -> usize {
        let [width, depth] = self.count;
        let (x, y, z) = (cell % width, cell / width % depth, cell / width / depth);
        ((z / 2) * (depth / 2) + y / 2) * (width / 2) + x / 2
    }

    /// Blocks along each axis.
    pub(crate) fn blocks(&self) -> [usize; 3] {
        [self.count[0] / 2, self.count[1] / 2, self.layers / 2]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;

    /// All points of a lattice and where they lie, without its cells being asked for.
    fn points_m(lattice: &Lattice) -> Vec<(usize, [f64; 3])> {
        let (mut points, before) = (Vec::new(), lattice.before);
        let [width, depth] = lattice.count.map(|cells| cells as i64);
        let low = [-before, -before, lattice.low];
        let high = [
            width - before - 1,
            depth - before - 1,
            lattice.low + lattice.layers as i64 - 1,
        ];
        lattice.each_point(low, high, |cell, point_m| points.push((cell, point_m)));
        points
    }

    fn offset_m(plot: &Plot, from_m: [f64; 3], to_m: [f64; 3]) -> [f64; 3] {
        let [x_m, y_m] = plot.offset_m([from_m[0], from_m[1]], [to_m[0], to_m[1]]);
        [x_m, y_m, to_m[2] - from_m[2]]
    }

    fn lattice(edge: Edge) -> (Plot, Lattice) {
        let plot = Plot::new([0.0; 2], [12.0, 9.0], edge).unwrap();
        let mut lattice = Lattice::new(&plot, 0.8, 2.0, RandomKey::root(3, &["test"]));
        lattice.clear(-1.3, 6.0);
        (plot, lattice)
    }

    #[test]
    fn each_cell_has_one_point_and_blocks_hold_eight_cells_each() {
        for edge in [Edge::Torus, Edge::Open] {
            let (_, lattice) = lattice(edge);
            let mut cells: Vec<usize> = points_m(&lattice).iter().map(|(cell, _)| *cell).collect();
            cells.sort_unstable();
            assert_eq!(
                cells,
                Vec::from_iter(0..lattice.count[0] * lattice.count[1] * lattice.layers)
            );
            let blocks: usize = lattice.blocks().iter().product();
            assert_eq!(8 * blocks, cells.len());
            for block in 0..blocks {
                assert!(
                    lattice
                        .block(block)
                        .iter()
                        .all(|&cell| lattice.block_of(cell) == block)
                );
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Against every point and every growth point, one by one: who is nearest within reach, by both ways to find it.
        #[test]
        fn the_nearest_growth_point_is_that_of_brute_force(
            places in prop::collection::vec((0.0..12.0_f64, 0.0..9.0_f64, -1.0..6.0_f64), 1..40),
            is_torus in any::<bool>(),
            reach_m in 0.5..2.4_f64,
        ) {
            let (plot, mut lattice) = lattice(if is_torus { Edge::Torus } else { Edge::Open });
            let places_m: Vec<[f64; 3]> = places.iter().map(|&(x, y, z)| [x, y, z]).collect();
            for (number, &place_m) in (0..).zip(&places_m) {
                lattice.settle(number, place_m, reach_m, |_| true);
            }
            let expected = |point_m: [f64; 3]| {
                let far = places_m.iter().map(|&place_m| {
                    offset_m(&plot, place_m, point_m).iter().map(|m| m * m).sum::<f64>()
                });
                let nearest = (0_u32..).zip(far).min_by(|one, other| one.1.total_cmp(&other.1));
                nearest.filter(|(_, far_m2)| *far_m2 <= reach_m * reach_m)
            };
            let points = points_m(&lattice);
            for &(cell, point_m) in &points {
                let (found, expected) = (lattice.nearest(cell), expected(point_m));
                prop_assert_eq!(found.map(|found| found.0), expected.map(|expected| expected.0));
            }
            let place_of = |number: usize| places_m[number];
            let standing = lattice.by_block(places_m.len(), place_of);
            lattice.clear(-1.3, 6.0);
            for &(cell, point_m) in &points {
                lattice.growth_points_near(&standing, place_of, point_m, reach_m, |number, offset_m| {
                    lattice.give(cell, number, offset_m.iter().map(|m| m * m).sum());
                });
                let (found, expected) = (lattice.nearest(cell), expected(point_m));
                prop_assert_eq!(found.map(|found| found.0), expected.map(|expected| expected.0));
            }
        }
    }
}

//! Neighbours by a grid of cells, searched ring by ring around a place.
//!
//! It is built for points that are spread out; where too many share cells it declines, and the kd-tree answers.

use std::ops::Range;

use understory_space::{CellGrid, Cells, Edge, Plot};

use super::best::{Best, Nearest};
use super::block::Block;
use super::metric::Metric;

/// Points sorted by the cell of the window that they lie in; cells are searched ring by ring.
pub(super) struct Grid {
    window: Plot,
    grid: CellGrid<2>,
    x_m: Vec<f64>,
    y_m: Vec<f64>,
    numbers: Vec<u32>,
}

impl Grid {
    /// `None` where so many points share cells that searching them would cost more than a few hundred distances
    /// a point.
    pub(super) fn new(points_m: &[[f64; 2]], window: &Plot) -> Option<Self> {
        // Eight times what a uniform pattern has: on average 2 + 2² in each of n / 2 cells.
        const MOST_PAIRS_PER_POINT: u64 = 24;
        let (grid, numbers) = CellGrid::of(Self::cells(points_m.len(), window), points_m);
        let in_cells = grid.starts().windows(2).map(|ends| u64::from(ends[1] - ends[0]));
        let pairs: u64 = in_cells.map(|count| count * count).sum();
        if pairs > MOST_PAIRS_PER_POINT * points_m.len() as u64 + 64 {
            return None;
        }
        let (x_m, y_m) = numbers
            .iter()
            .map(|&number| points_m[number as usize].into())
            .unzip();
        Some(Self {
            window: *window,
            grid,
            x_m,
            y_m,
            numbers,
        })
    }

    /// The cells of so many points.
    pub(super) fn cells(points: usize, window: &Plot) -> Cells<2> {
        const POINTS_PER_CELL: f64 = 2.0;
        let [width_m, height_m] = window.size_m();
        let cell_m = width_m.sqrt() * height_m.sqrt() * (POINTS_PER_CELL / points as f64).sqrt();
        // A ribbon of a window gets one cell across and one a point along at most.
        let most = points as f64;
        let count = [width_m, height_m].map(|size_m| (size_m / cell_m).round().clamp(1.0, most) as usize);
        Cells::of_plot(window, count)
    }

    /// The way from a place to the point in a slot, on a torus the shorter one, m.
    pub(super) fn way_m(&self, place_m: [f64; 2], slot: usize) -> [f64; 2] {
        let to_m = [self.x_m[slot], self.y_m[slot]];
        std::array::from_fn(|axis| {
            let straight_m = to_m[axis] - place_m[axis];
            let size_m = self.window.size_m()[axis];
            if self.window.is_torus() && straight_m.abs() > size_m / 2.0 {
                straight_m - size_m.copysign(straight_m)
            } else {
                straight_m
            }
        })
    }

    /// Number of the point in each slot.
    pub(super) fn numbers(&self) -> &[u32] {
        &self.numbers
    }

    /// Asks for the neighbours of the point in each of `slots`.
    pub(super) fn each<B: Best>(&self, slots: Range<usize>, start: impl Fn() -> B, finish: impl FnMut(B)) {
        if self.window.is_torus() {
            self.each_on::<B, true>(slots, start, finish);
        } else {
            self.each_on::<B, false>(slots, start, finish);
        }
    }

    fn each_on<B: Best, const TORUS: bool>(
        &self,
        slots: Range<usize>,
        start: impl Fn() -> B,
        mut finish: impl FnMut(B),
    ) {
        let metric = Metric::<TORUS>::new(&self.window);
        let mut block = Block::new();
        let mut slot = slots.start;
        while slot < slots.end {
            let centre = self.grid.cells().at([self.x_m[slot], self.y_m[slot]]);
            let (runs, count) = self.block::<TORUS>(centre);
            let cell = self.grid.cells().number(centre);
            let own = self.grid.slots(cell..cell + 1);
            let is_block = B::IS_NEAREST && block.take(&runs[..count], own.start, (&self.x_m, &self.y_m));
            let end = slots.end.min(own.end);
            while slot < end {
                let place_m = [self.x_m[slot], self.y_m[slot]];
                let mut best = start();
                if is_block {
                    best.offer(
                        usize::MAX,
                        block.nearest_to_own_m2::<TORUS>(metric, slot - own.start),
                    );
                } else {
                    for run in &runs[..count] {
                        self.offer(metric, run.clone(), place_m, slot, &mut best);
                    }
                }
                if self.is_open::<TORUS>(centre, place_m, 1, best.worst_m2()) {
                    // Rings end: the squares of nearest distances sum to a few times the window's area, as discs
                    // of half that radius around the points do not meet.
                    self.search_rings(metric, centre, place_m, slot, usize::MAX, &mut best);
                }
                finish(best);
                slot += 1;
            }
        }
    }

    /// Squared distance from each of some places to the nearest point, m², where the cells around it tell it; fastest where
    /// places of one cell follow each other.
    pub(super) fn nearest_m2(
        &self,
        places_m: impl Iterator<Item = [f64; 2]>,
        finish: impl FnMut([f64; 2], Option<f64>),
    ) {
        if self.window.is_torus() {
            self.nearest_on::<true>(places_m, finish);
        } else {
            self.nearest_on::<false>(places_m, finish);
        }
    }

    fn nearest_on<const TORUS: bool>(
        &self,
        places_m: impl Iterator<Item = [f64; 2]>,
        mut finish: impl FnMut([f64; 2], Option<f64>),
    ) {
        let metric = Metric::<TORUS>::new(&self.window);
        let (mut block, mut middle, mut is_block) = (Block::new(), None, false);
        for place_m in places_m {
            let centre = self.grid.cells().at(place_m);
            if middle != Some(centre) {
                middle = Some(centre);
                let (runs, count) = self.block::<TORUS>(centre);
                is_block = block.take(&runs[..count], usize::MAX, (&self.x_m, &self.y_m));
            }
            let nearest_m2 = is_block.then(|| block.nearest_m2::<TORUS>(metric, place_m));
            let is_settled = |nearest_m2: &f64| !self.is_open::<TORUS>(centre, place_m, 1, *nearest_m2);
            let nearest_m2 = nearest_m2.filter(is_settled).or_else(|| {
                let mut best = Nearest::default();
                self.search_near_on::<Nearest, TORUS>(place_m, &mut best)
                    .then_some(best.squared_m2)
            });
            finish(place_m, nearest_m2);
        }
    }

    /// Searches the cells around `place_m`; `false` where what matters may lie further off.
    pub(super) fn search_near<B: Best>(&self, place_m: [f64; 2], best: &mut B) -> bool {
        if self.window.is_torus() {
            self.search_near_on::<B, true>(place_m, best)
        } else {
            self.search_near_on::<B, false>(place_m, best)
        }
    }

    fn search_near_on<B: Best, const TORUS: bool>(&self, place_m: [f64; 2], best: &mut B) -> bool {
        // A place in a wide gap would walk ever longer rings of empty cells; the tree finds its neighbour in a few
        // steps.
        const MOST_RINGS: usize = 5;
        let metric = Metric::<TORUS>::new(&self.window);
        let centre = self.grid.cells().at(place_m);
        let (runs, count) = self.block::<TORUS>(centre);
        for run in &runs[..count] {
            self.offer(metric, run.clone(), place_m, usize::MAX, best);
        }
        !self.is_open::<TORUS>(centre, place_m, 1, best.worst_m2())
            || self.search_rings(metric, centre, place_m, usize::MAX, MOST_RINGS, best)
    }

    /// Rings from the second on, up to `most`; whether everything that matters was seen.
    #[cold]
    fn search_rings<B: Best, const TORUS: bool>(
        &self,
        metric: Metric<TORUS>,
        centre: [usize; 2],
        place_m: [f64; 2],
        but: usize,
        most: usize,
        best: &mut B,
    ) -> bool {
        let (cells, edge) = (self.grid.cells(), edge::<TORUS>());
        let mut ring = 1;
        while self.is_open::<TORUS>(centre, place_m, ring, best.worst_m2()) {
            if ring == most {
                return false;
            }
            ring += 1;
            for row in cells.ring(1, centre[1], ring, edge) {
                for columns in cells.span(0, centre[0], ring, edge) {
                    self.offer(metric, self.in_row(row, columns), place_m, but, best);
                }
            }
            for row in cells.span(1, centre[1], ring - 1, edge).into_iter().flatten() {
                for column in cells.ring(0, centre[0], ring, edge) {
                    self.offer(metric, self.in_row(row, column..column + 1), place_m, but, best);
                }
            }
        }
        true
    }

    /// Whether something nearer than `worst_m2` may lie outside the cells up to `ring`.
    #[inline]
    fn is_open<const TORUS: bool>(
        &self,
        centre: [usize; 2],
        place_m: [f64; 2],
        ring: usize,
        worst_m2: f64,
    ) -> bool {
        let cells = self.grid.cells();
        let [x_m, y_m] =
            [0, 1].map(|axis| cells.clear_m(axis, centre[axis], place_m[axis], ring, edge::<TORUS>()));
        let clear_m = x_m.min(y_m);
        worst_m2 > clear_m * clear_m
    }

    /// The slots of the cell `centre` and those around it, as runs, and how many runs there are.
    #[inline]
    fn block<const TORUS: bool>(&self, centre: [usize; 2]) -> ([Range<usize>; 6], usize) {
        let mut runs = [const { 0..0 }; 6];
        let mut count = 0;
        self.grid.around(centre, 1, edge::<TORUS>(), |run| {
            if !run.is_empty() {
                runs[count] = run;
                count += 1;
            }
        });
        (runs, count)
    }

    /// The slots of some columns of a row.
    #[inline]
    fn in_row(&self, row: usize, columns: Range<usize>) -> Range<usize> {
        let first = self.grid.cells().number([0, row]);
        self.grid.slots(first + columns.start..first + columns.end)
    }

    /// Offers the points of a run of slots, all but the one at slot `but`.
    #[inline]
    fn offer<B: Best, const TORUS: bool>(
        &self,
        metric: Metric<TORUS>,
        run: Range<usize>,
        place_m: [f64; 2],
        but: usize,
        best: &mut B,
    ) {
        let first = run.start;
        for (i, (&x_m, &y_m)) in self.x_m[run.clone()].iter().zip(&self.y_m[run]).enumerate() {
            let squared_m2 = metric.squared_m2(place_m, [x_m, y_m]);
            best.offer(
                first + i,
                // A point is no neighbour of itself. Offered as infinitely far, it costs no branch in the loop over
                // distances.
                if first + i == but {
                    f64::INFINITY
                } else {
                    squared_m2
                },
            );
        }
    }
}

const fn edge<const TORUS: bool>() -> Edge {
    if TORUS { Edge::Torus } else { Edge::Open }
}

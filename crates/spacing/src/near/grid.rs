use std::ops::Range;

use understory_space::Plot;

use super::best::Best;
use super::metric::Metric;

/// Points sorted by the cell of the window that they lie in; cells are searched ring by ring.
pub(super) struct Grid {
    window: Plot,
    axes: [Axis; 2],
    /// First slot of each cell, row by row, and the number of points.
    starts: Vec<u32>,
    x_m: Vec<f64>,
    y_m: Vec<f64>,
    numbers: Vec<u32>,
}

/// The cells along one axis.
#[derive(Clone, Copy)]
struct Axis {
    origin_m: f64,
    cells: usize,
    cell_m: f64,
    cells_per_m: f64,
    is_torus: bool,
}

/// What rounding can move a place by, in cells.
const SLACK_CELLS: f64 = 1e-9;

impl Grid {
    /// `None` where so many points share cells that searching them would cost more than a few hundred distances
    /// a point.
    pub(super) fn new(points_m: &[[f64; 2]], window: &Plot) -> Option<Self> {
        const POINTS_PER_CELL: f64 = 2.0;
        // Eight times what a uniform pattern has: on average 2 + 2² in each of n / 2 cells.
        const MOST_PAIRS_PER_POINT: u64 = 24;
        let [width_m, height_m] = window.size_m();
        let cell_m = width_m.sqrt() * height_m.sqrt() * (POINTS_PER_CELL / points_m.len() as f64).sqrt();
        let axes = [0, 1].map(|axis| Axis::new(window, axis, cell_m, points_m.len()));
        let cells: Vec<u32> = points_m
            .iter()
            .map(|point_m| {
                let [column, row] = [0, 1].map(|axis| axes[axis].cell_of(point_m[axis]));
                (row * axes[0].cells + column) as u32
            })
            .collect();
        let mut starts = vec![0_u32; axes[0].cells * axes[1].cells + 1];
        for &cell in &cells {
            starts[cell as usize + 1] += 1;
        }
        let pairs: u64 = starts
            .iter()
            .map(|&count| u64::from(count) * u64::from(count))
            .sum();
        if pairs > MOST_PAIRS_PER_POINT * points_m.len() as u64 + 64 {
            return None;
        }
        for cell in 1..starts.len() {
            starts[cell] += starts[cell - 1];
        }
        let mut x_m = vec![0.0; points_m.len()];
        let mut y_m = vec![0.0; points_m.len()];
        let mut numbers = vec![0; points_m.len()];
        // Filled from the back, so that each start moves down to its cell's first slot and points keep their order.
        let mut ends = starts.split_off(1);
        for (number, (&cell, point_m)) in cells.iter().zip(points_m).enumerate().rev() {
            let end = &mut ends[cell as usize];
            *end -= 1;
            let slot = *end as usize;
            (x_m[slot], y_m[slot], numbers[slot]) = (point_m[0], point_m[1], number as u32);
        }
        ends.push(points_m.len() as u32);
        Some(Self {
            window: *window,
            axes,
            starts: ends,
            x_m,
            y_m,
            numbers,
        })
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
        let mut slot = slots.start;
        while slot < slots.end {
            let centre = [
                self.axes[0].cell_of(self.x_m[slot]),
                self.axes[1].cell_of(self.y_m[slot]),
            ];
            let (runs, count) = self.block(centre);
            let cell = centre[1] * self.axes[0].cells + centre[0];
            let end = slots.end.min(self.starts[cell + 1] as usize);
            while slot < end {
                let place_m = [self.x_m[slot], self.y_m[slot]];
                let mut best = start();
                for run in &runs[..count] {
                    self.offer(metric, run.clone(), place_m, slot, &mut best);
                }
                if self.is_open(centre, place_m, 1, best.worst_m2()) {
                    // Rings end: the squares of nearest distances sum to a few times the window's area, as discs
                    // of half that radius around the points do not meet.
                    self.search_rings(metric, centre, place_m, slot, usize::MAX, &mut best);
                }
                finish(best);
                slot += 1;
            }
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
        const MOST_RINGS: usize = 5;
        let metric = Metric::<TORUS>::new(&self.window);
        let centre = [0, 1].map(|axis| self.axes[axis].cell_of(place_m[axis]));
        let (runs, count) = self.block(centre);
        for run in &runs[..count] {
            self.offer(metric, run.clone(), place_m, usize::MAX, best);
        }
        !self.is_open(centre, place_m, 1, best.worst_m2())
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
        let [columns, rows] = self.axes;
        let mut ring = 1;
        while self.is_open(centre, place_m, ring, best.worst_m2()) {
            if ring == most {
                return false;
            }
            ring += 1;
            for row in rows.edge(centre[1], ring) {
                for span in columns.spans(centre[0], ring) {
                    self.offer(metric, self.slots(row, span), place_m, but, best);
                }
            }
            for row in rows.spans(centre[1], ring - 1).into_iter().flatten() {
                for column in columns.edge(centre[0], ring) {
                    self.offer(metric, self.slots(row, column..column + 1), place_m, but, best);
                }
            }
        }
        true
    }

    /// Whether something nearer than `worst_m2` may lie outside the cells up to `ring`.
    #[inline]
    fn is_open(&self, centre: [usize; 2], place_m: [f64; 2], ring: usize, worst_m2: f64) -> bool {
        let reach_m = self.axes[0]
            .reach_m(centre[0], place_m[0], ring)
            .min(self.axes[1].reach_m(centre[1], place_m[1], ring));
        worst_m2 > reach_m * reach_m
    }

    /// The slots of the cell `centre` and those around it, as runs, and how many runs there are.
    #[inline]
    fn block(&self, centre: [usize; 2]) -> ([Range<usize>; 6], usize) {
        let mut runs = [const { 0..0 }; 6];
        let mut count = 0;
        for row in self.axes[1].spans(centre[1], 1).into_iter().flatten() {
            for span in self.axes[0].spans(centre[0], 1) {
                let run = self.slots(row, span);
                if !run.is_empty() {
                    runs[count] = run;
                    count += 1;
                }
            }
        }
        (runs, count)
    }

    #[inline]
    fn slots(&self, row: usize, columns: Range<usize>) -> Range<usize> {
        let first = row * self.axes[0].cells;
        self.starts[first + columns.start] as usize..self.starts[first + columns.end] as usize
    }

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
                if first + i == but {
                    f64::INFINITY
                } else {
                    squared_m2
                },
            );
        }
    }
}

impl Axis {
    fn new(window: &Plot, axis: usize, cell_m: f64, most_cells: usize) -> Self {
        let size_m = window.size_m()[axis];
        // A ribbon of a window gets one cell across and one a point along at most.
        let cells = (size_m / cell_m).round().clamp(1.0, most_cells as f64);
        Self {
            origin_m: window.origin_m()[axis],
            cells: cells as usize,
            cell_m: size_m / cells,
            cells_per_m: cells / size_m,
            is_torus: window.is_torus(),
        }
    }

    #[inline]
    fn cell_of(&self, x_m: f64) -> usize {
        (((x_m - self.origin_m) * self.cells_per_m) as usize).min(self.cells - 1)
    }

    /// The cells at most `ring` from `centre`, as one run or two.
    #[inline]
    fn spans(&self, centre: usize, ring: usize) -> [Range<usize>; 2] {
        if !self.is_torus {
            return [
                centre.saturating_sub(ring)..(centre.saturating_add(ring + 1)).min(self.cells),
                0..0,
            ];
        }
        if 2 * ring + 1 >= self.cells {
            return [0..self.cells, 0..0];
        }
        let first = (centre + self.cells - ring) % self.cells;
        let end = first + 2 * ring + 1;
        if end <= self.cells {
            [first..end, 0..0]
        } else {
            [first..self.cells, 0..end - self.cells]
        }
    }

    /// The cells exactly `ring` from `centre`.
    fn edge(&self, centre: usize, ring: usize) -> impl Iterator<Item = usize> {
        let (below, above) = if self.is_torus {
            let is_new = 2 * ring <= self.cells;
            (
                (2 * ring < self.cells).then(|| (centre + self.cells - ring) % self.cells),
                is_new.then(|| (centre + ring) % self.cells),
            )
        } else {
            (
                centre.checked_sub(ring),
                Some(centre + ring).filter(|&cell| cell < self.cells),
            )
        };
        below.into_iter().chain(above)
    }

    /// How far a place in cell `centre` is at least from the cells beyond `ring`, m; infinite if there is none.
    #[inline]
    fn reach_m(&self, centre: usize, x_m: f64, ring: usize) -> f64 {
        let is_covered = if self.is_torus {
            2 * ring + 1 >= self.cells
        } else {
            ring >= centre && ring >= self.cells - 1 - centre
        };
        if is_covered {
            return f64::INFINITY;
        }
        let within = (x_m - self.origin_m) * self.cells_per_m - centre as f64;
        (ring as f64 + within.min(1.0 - within).max(0.0) - SLACK_CELLS) * self.cell_m
    }
}

use understory_space::Plot;

/// Points in the order of the cells of a grid whose cells are at least as long and wide as a distance, so that those
/// nearer to a place are in its own cell and the eight around it; on a torus those of the opposite edge belong to them.
pub(super) struct Grid<'a> {
    plot: &'a Plot,
    distance_m2: f64,
    count: [usize; 2],
    /// Where each cell begins, row by row, and where it ends.
    starts: Vec<u32>,
    ends: Vec<u32>,
    /// The points in the order of their cells.
    pub(super) places_m: Vec<[f64; 2]>,
    numbers: Vec<u32>,
}

impl<'a> Grid<'a> {
    pub(super) fn new(plot: &'a Plot, distance_m: f64, points_m: &[[f64; 2]]) -> Self {
        let most = points_m.len().max(1) as f64;
        let side_m = distance_m * (1.0 + 1e-9);
        let count = plot
            .size_m()
            .map(|size_m| (size_m / side_m).clamp(1.0, most) as usize);
        let mut grid = Self {
            plot,
            distance_m2: distance_m * distance_m,
            count,
            starts: vec![0; count[0] * count[1] + 1],
            ends: Vec::new(),
            places_m: vec![[0.0; 2]; points_m.len()],
            numbers: vec![0; points_m.len()],
        };
        let cells: Vec<usize> = points_m
            .iter()
            .map(|&point_m| grid.cell(grid.column_and_row(point_m)))
            .collect();
        for &cell in &cells {
            grid.starts[cell + 1] += 1;
        }
        for cell in 1..grid.starts.len() {
            grid.starts[cell] += grid.starts[cell - 1];
        }
        grid.ends = grid.starts.clone();
        for (number, (&cell, &point_m)) in cells.iter().zip(points_m).enumerate() {
            let slot = grid.ends[cell] as usize;
            grid.ends[cell] += 1;
            grid.places_m[slot] = point_m;
            grid.numbers[slot] = number as u32;
        }
        grid
    }

    /// Calls `take` with the number and the squared distance, m², of every point nearer to a place than the distance
    /// that is still there.
    #[inline]
    pub(super) fn for_each_near(&self, place_m: [f64; 2], mut take: impl FnMut(u32, f64)) {
        let [column, row] = self.column_and_row(place_m);
        let is_inside = |at: usize, axis: usize| at > 0 && at + 1 < self.count[axis];
        if is_inside(column, 0) && is_inside(row, 1) {
            for row in row - 1..=row + 1 {
                for column in column - 1..=column + 1 {
                    let [x_m, y_m] = place_m;
                    self.for_each_in(column, row, &mut take, |[other_x_m, other_y_m]| {
                        let (dx_m, dy_m) = (other_x_m - x_m, other_y_m - y_m);
                        dx_m * dx_m + dy_m * dy_m
                    });
                }
            }
        } else {
            for row in self.around(row, 1) {
                for column in self.around(column, 0) {
                    self.for_each_in(column, row, &mut take, |other_m| {
                        self.plot.distance_squared_m2(place_m, other_m)
                    });
                }
            }
        }
    }

    #[inline(always)]
    fn for_each_in(
        &self,
        column: usize,
        row: usize,
        take: &mut impl FnMut(u32, f64),
        distance_m2: impl Fn([f64; 2]) -> f64,
    ) {
        let cell = self.cell([column, row]);
        let slots = self.starts[cell] as usize..self.ends[cell] as usize;
        for (&other_m, &number) in self.places_m[slots.clone()].iter().zip(&self.numbers[slots]) {
            let distance_m2 = distance_m2(other_m);
            if distance_m2 < self.distance_m2 {
                take(number, distance_m2);
            }
        }
    }

    /// Takes a point out.
    pub(super) fn remove(&mut self, number: u32, place_m: [f64; 2]) {
        let cell = self.cell(self.column_and_row(place_m));
        let slots = self.starts[cell] as usize..self.ends[cell] as usize;
        if let Some(at) = self.numbers[slots.clone()]
            .iter()
            .position(|&other| other == number)
        {
            self.places_m.swap(slots.start + at, slots.end - 1);
            self.numbers.swap(slots.start + at, slots.end - 1);
            self.ends[cell] -= 1;
        }
    }

    fn cell(&self, [column, row]: [usize; 2]) -> usize {
        row * self.count[0] + column
    }

    fn column_and_row(&self, place_m: [f64; 2]) -> [usize; 2] {
        std::array::from_fn(|axis| {
            let fraction = (place_m[axis] - self.plot.origin_m()[axis]) / self.plot.size_m()[axis];
            ((fraction * self.count[axis] as f64) as usize).min(self.count[axis] - 1)
        })
    }

    /// The columns (axis 0) or rows (axis 1) at and beside `at`, each once.
    fn around(&self, at: usize, axis: usize) -> impl Iterator<Item = usize> {
        let count = self.count[axis];
        [at, at + count - 1, at + 1]
            .into_iter()
            .take(count)
            .map(move |index| if index < count { index } else { index - count })
    }
}

//! Points in the order of cells, from which elimination takes one after the other.

use understory_space::{CellGrid, Cells, Plot};

/// Points in the order of the cells of a grid whose cells are at least as long and wide as a distance, so that those
/// nearer to a place are in its own cell and those around it.
pub(super) struct Grid<'a> {
    plot: &'a Plot,
    distance_m2: f64,
    grid: CellGrid<2>,
    /// Where the points end that are still there, of each cell.
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
        let (grid, numbers) = CellGrid::of(Cells::of_plot(plot, count), points_m);
        Self {
            plot,
            distance_m2: distance_m * distance_m,
            ends: grid.starts()[1..].to_vec(),
            grid,
            places_m: numbers.iter().map(|&number| points_m[number as usize]).collect(),
            numbers,
        }
    }

    /// Calls `take` with the number and the squared distance, m², of every point nearer to a place than the distance
    /// that is still there.
    #[inline]
    pub(super) fn for_each_near(&self, place_m: [f64; 2], mut take: impl FnMut(u32, f64)) {
        let cells = self.grid.cells();
        let at = cells.at(place_m);
        let [columns, rows] = [0, 1].map(|axis| cells.span(axis, at[axis], 1, self.plot.edge()));
        let is_inside = (0..2).all(|axis| at[axis] > 0 && at[axis] + 1 < cells.count()[axis]);
        for row in rows.into_iter().flatten() {
            for column in columns.clone().into_iter().flatten() {
                let cell = cells.number([column, row]);
                if is_inside {
                    let [x_m, y_m] = place_m;
                    self.for_each_in(cell, &mut take, |[other_x_m, other_y_m]| {
                        let (dx_m, dy_m) = (other_x_m - x_m, other_y_m - y_m);
                        dx_m * dx_m + dy_m * dy_m
                    });
                } else {
                    self.for_each_in(cell, &mut take, |other_m| {
                        self.plot.distance_squared_m2(place_m, other_m)
                    });
                }
            }
        }
    }

    #[inline(always)]
    fn for_each_in(
        &self,
        cell: usize,
        take: &mut impl FnMut(u32, f64),
        distance_m2: impl Fn([f64; 2]) -> f64,
    ) {
        let slots = self.grid.slots(cell..cell + 1).start..self.ends[cell] as usize;
        for (&other_m, &number) in self.places_m[slots.clone()].iter().zip(&self.numbers[slots]) {
            let distance_m2 = distance_m2(other_m);
            if distance_m2 < self.distance_m2 {
                take(number, distance_m2);
            }
        }
    }

    /// Takes a point out.
    pub(super) fn remove(&mut self, number: u32, place_m: [f64; 2]) {
        let cells = self.grid.cells();
        let cell = cells.number(cells.at(place_m));
        let slots = self.grid.slots(cell..cell + 1).start..self.ends[cell] as usize;
        if let Some(at) = self.numbers[slots.clone()]
            .iter()
            .position(|&other| other == number)
        {
            self.places_m.swap(slots.start + at, slots.end - 1);
            self.numbers.swap(slots.start + at, slots.end - 1);
            self.ends[cell] -= 1;
        }
    }
}

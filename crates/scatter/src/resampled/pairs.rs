//! Pairs of points by class of distance, kept up to date while points move.

use understory_space::Plot;

/// Points in cells, and how many pairs of them each class of distances holds.
pub(super) struct Pairs {
    plot: Plot,
    /// Classes for each metre of distance.
    per_m: f64,
    counts: Vec<i64>,
    places_m: Vec<[f64; 2]>,
    /// Columns and rows of cells.
    cells: [usize; 2],
    contents: Vec<Cell>,
    /// Columns to the right and rows up to each cell that a point within reach may lie in.
    stencil: Vec<[isize; 2]>,
    changes: Tally,
}

#[derive(Clone, Default)]
struct Cell {
    numbers: Vec<u32>,
    x_m: Vec<f64>,
    y_m: Vec<f64>,
}

/// Pairs by class, and in one more class those beyond the reach.
struct Tally {
    by_class: Vec<i32>,
    /// The classes of the points of one cell.
    classes: Vec<u32>,
}

impl Pairs {
    pub(super) fn new(plot: Plot, places_m: Vec<[f64; 2]>, reach_m: f64, classes: usize) -> Self {
        // A quarter of the reach leaves out much of the corners; cells with hardly a point would only cost.
        let room_m = (plot.area_m2() / places_m.len().max(1) as f64).sqrt();
        let target_m = (reach_m / 4.0).max(1.5 * room_m);
        let cells = plot
            .size_m()
            .map(|side_m| (side_m / target_m).clamp(1.0, 30_000.0) as usize);
        let mut pairs = Self {
            plot,
            per_m: classes as f64 / reach_m,
            counts: vec![0; classes],
            cells,
            contents: vec![Cell::default(); cells[0] * cells[1]],
            stencil: stencil(&plot, cells, reach_m),
            changes: Tally {
                by_class: vec![0; classes + 1],
                classes: Vec::new(),
            },
            places_m,
        };
        for number in 0..pairs.places_m.len() as u32 {
            let place_m = pairs.places_m[number as usize];
            pairs.tally::<1>(place_m);
            pairs.insert(number, place_m);
        }
        pairs.take_changes();
        pairs
    }

    /// Pairs by class of distance.
    pub(super) fn counts(&self) -> &[i64] {
        &self.counts
    }

    pub(super) fn place_m(&self, number: u32) -> [f64; 2] {
        self.places_m[number as usize]
    }

    pub(super) fn into_places_m(self) -> Vec<[f64; 2]> {
        self.places_m
    }

    /// Moves a point if `accept` says so of the counts as they are and of how the move would change them.
    pub(super) fn try_move(
        &mut self,
        number: u32,
        to_m: [f64; 2],
        accept: impl FnOnce(&[i64], &[i32]) -> bool,
    ) {
        let from_m = self.place_m(number);
        self.remove(number, from_m);
        self.tally::<-1>(from_m);
        self.tally::<1>(to_m);
        let changes = &self.changes.by_class[..self.counts.len()];
        if accept(&self.counts, changes) {
            self.places_m[number as usize] = to_m;
            self.insert(number, to_m);
            self.take_changes();
        } else {
            self.insert(number, from_m);
            self.changes.by_class.fill(0);
        }
    }

    fn take_changes(&mut self) {
        for (count, change) in self.counts.iter_mut().zip(&self.changes.by_class) {
            *count += i64::from(*change);
        }
        self.changes.by_class.fill(0);
    }

    /// Adds `SIGN` to the changes for each point in the cells, by its distance to `place_m`.
    fn tally<const SIGN: i32>(&mut self, place_m: [f64; 2]) {
        let [column, row] = self.column_and_row(place_m);
        let [columns, rows] = self.cells;
        let is_torus = self.plot.is_torus();
        let beside = |at: usize, by: isize, count: usize| {
            let to = at as isize + by;
            if (0..count as isize).contains(&to) {
                Some(to as usize)
            } else {
                is_torus.then(|| to.rem_euclid(count as isize) as usize)
            }
        };
        for &[right, up] in &self.stencil {
            if let (Some(column), Some(row)) = (beside(column, right, columns), beside(row, up, rows)) {
                let cell = &self.contents[row * columns + column];
                self.changes.tally::<SIGN>(cell, place_m, &self.plot, self.per_m);
            }
        }
    }

    fn insert(&mut self, number: u32, place_m: [f64; 2]) {
        let [column, row] = self.column_and_row(place_m);
        let cell = &mut self.contents[row * self.cells[0] + column];
        cell.numbers.push(number);
        cell.x_m.push(place_m[0]);
        cell.y_m.push(place_m[1]);
    }

    fn remove(&mut self, number: u32, place_m: [f64; 2]) {
        let [column, row] = self.column_and_row(place_m);
        let cell = &mut self.contents[row * self.cells[0] + column];
        if let Some(at) = cell.numbers.iter().position(|&other| other == number) {
            cell.numbers.swap_remove(at);
            cell.x_m.swap_remove(at);
            cell.y_m.swap_remove(at);
        }
    }

    fn column_and_row(&self, place_m: [f64; 2]) -> [usize; 2] {
        std::array::from_fn(|axis| {
            let fraction = (place_m[axis] - self.plot.origin_m()[axis]) / self.plot.size_m()[axis];
            ((fraction * self.cells[axis] as f64) as usize).min(self.cells[axis] - 1)
        })
    }
}

impl Tally {
    fn tally<const SIGN: i32>(&mut self, cell: &Cell, place_m: [f64; 2], plot: &Plot, per_m: f64) {
        let beyond = (self.by_class.len() - 1) as f64;
        // Half a side, past which the way round a torus is shorter; nothing is past it on an open plot.
        let half_m = if plot.is_torus() {
            plot.size_m().map(|side_m| side_m / 2.0)
        } else {
            [f64::INFINITY; 2]
        };
        let way_m = |along_m: f64, axis: usize| {
            let along_m = along_m.abs();
            if along_m > half_m[axis] {
                plot.size_m()[axis] - along_m
            } else {
                along_m
            }
        };
        self.classes.clear();
        self.classes
            .extend(cell.x_m.iter().zip(&cell.y_m).map(|(&x_m, &y_m)| {
                let (x_m, y_m) = (way_m(x_m - place_m[0], 0), way_m(y_m - place_m[1], 1));
                let class = (x_m * x_m + y_m * y_m).sqrt() * per_m;
                (if class < beyond { class } else { beyond }) as i32 as u32
            }));
        for &class in &self.classes {
            self.by_class[class as usize] += SIGN;
        }
    }
}

/// The cells round a cell that reach within `reach_m` of it, each once.
fn stencil(plot: &Plot, cells: [usize; 2], reach_m: f64) -> Vec<[isize; 2]> {
    let side_m: [f64; 2] = std::array::from_fn(|axis| plot.size_m()[axis] / cells[axis] as f64);
    let [columns, rows] = [0, 1].map(|axis| {
        // A cell more than needed, for the rounding by which a point can fall into the next cell.
        let reach = (reach_m / side_m[axis]).ceil() as isize + 1;
        let count = cells[axis] as isize;
        if plot.is_torus() && 2 * reach + 1 > count {
            -(count - 1) / 2..=count / 2
        } else {
            -reach..=reach
        }
    });
    let gap_m = |by: isize, axis: usize| (by.abs() - 1).max(0) as f64 * side_m[axis];
    rows.flat_map(|up| columns.clone().map(move |right| [right, up]))
        .filter(|&[right, up]| {
            let (x_m, y_m) = (gap_m(right, 0), gap_m(up, 1));
            x_m * x_m + y_m * y_m <= reach_m * reach_m * (1.0 + 1e-6)
        })
        .collect()
}

//! Where what has fallen lies: heaps over columns of cells, no steeper than rubble lies.

use std::f64::consts::TAU;

use understory_numerics::sample::unit_from_u32;
use understory_numerics::{Purpose, RandomKey, math};

use super::cells::place_of;

/// Draws for stones stand apart from those of the noise's octaves.
const STONES: u32 = 100;

pub(super) struct Heaps {
    cells: [usize; 3],
    cell_m: f64,
    /// Column over the base of the tree, where nothing lies.
    base: Option<usize>,
    pub(super) floor_m: Vec<f64>,
    pub(super) rubble_m: Vec<f64>,
}

impl Heaps {
    /// No rubble yet, on what stands without a gap from the foot on.
    pub(super) fn on(stands: &[bool], cells: [usize; 3], cell_m: f64, base: Option<usize>) -> Self {
        let columns = cells[0] * cells[1];
        let floor = |column: usize| {
            let standing = (0..cells[2]).take_while(|level| stands[level * columns + column]);
            standing.count() as f64 * cell_m
        };
        Self {
            cells,
            cell_m,
            base,
            floor_m: (0..columns).map(floor).collect(),
            rubble_m: vec![0.0; columns],
        }
    }

    /// A share of each cell that has fallen comes down in a disc around its place, whose radius over the height it fell from is `spread`; never on what stands above it.
    pub(super) fn drop_from(&mut self, fallen: &[usize], (share, spread): (f64, f64), key: RandomKey) {
        let [columns_x, columns_y, _] = self.cells;
        for &number in fallen {
            let [x, y, level] = place_of(number, self.cells);
            let height_m = level as f64 * self.cell_m;
            let [turn, out, ..] = key.draws(STONES, Purpose::Ruin, number as u32).map(unit_from_u32);
            let (sin, cos) = math::sin_cos(TAU * turn);
            let reach = spread * height_m * out.sqrt() / self.cell_m;
            let at = |from: usize, off: f64, most: usize| {
                (from as f64 + 0.5 + off).clamp(0.0, most as f64 - 0.5) as usize
            };
            let own = y * columns_x + x;
            let aside = at(y, reach * sin, columns_y) * columns_x + at(x, reach * cos, columns_x);
            let met = if self.floor_m[aside] > height_m {
                own
            } else {
                aside
            };
            // The base of a tree was kept free by the tree.
            let lies = if Some(met) == self.base { met + 1 } else { met };
            self.rubble_m[lies] += share * self.cell_m;
        }
    }

    /// Rubble slides from column to column until none is steeper than it lies, or what still slides is too little to be seen.
    pub(super) fn settle(&mut self, repose_deg: f64) {
        /// Sweeps after which a heap lies as it lies.
        const MOST_SWEEPS: u32 = 400;
        let (sin, cos) = math::sin_cos(repose_deg.to_radians());
        let step_m = self.cell_m * sin / cos;
        let columns_x = self.cells[0];
        for _ in 0..MOST_SWEEPS {
            let mut most_m = 0.0_f64;
            for column in 0..self.rubble_m.len() {
                let (x, y) = (column % columns_x, column / columns_x);
                let right = (x + 1 < columns_x).then_some(column + 1);
                let up = (y + 1 < self.cells[1]).then_some(column + columns_x);
                for next in [right, up].into_iter().flatten() {
                    most_m = most_m.max(self.slide([column, next], step_m));
                }
            }
            if most_m < 1e-3 * self.cell_m {
                break;
            }
        }
    }

    /// Lets rubble slide from the higher of two columns to the lower; how much, m.
    fn slide(&mut self, pair: [usize; 2], step_m: f64) -> f64 {
        if pair.iter().any(|&column| Some(column) == self.base) {
            return 0.0;
        }
        let surface_m = |column: usize| self.floor_m[column] + self.rubble_m[column];
        let [high, low] = if surface_m(pair[0]) >= surface_m(pair[1]) {
            pair
        } else {
            [pair[1], pair[0]]
        };
        let over_m = surface_m(high) - surface_m(low) - step_m;
        let slides_m = (0.5 * over_m).clamp(0.0, self.rubble_m[high]);
        self.rubble_m[high] -= slides_m;
        self.rubble_m[low] += slides_m;
        slides_m
    }
}

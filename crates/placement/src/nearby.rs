//! How far it is to the nearest of some places, as far as that matters.

use crate::window::Window;

/// Places by the cells of a grid, of which those beyond a distance are not asked for.
pub(crate) struct Nearby {
    low_m: [f64; 2],
    cell_m: f64,
    sides: [usize; 2],
    /// Where each cell's places begin; one more at the end.
    starts: Vec<u32>,
    places_m: Vec<[f64; 2]>,
    reach_m: f64,
}

/// Cells along a side at most.
const MOST_CELLS: f64 = 512.0;

impl Nearby {
    /// Of places in a window, up to a distance.
    pub(crate) fn new(window: &Window, places_m: &[[f64; 2]], reach_m: f64) -> Self {
        let size_m: [f64; 2] =
            std::array::from_fn(|axis| (window.high_m[axis] - window.low_m[axis]).max(0.0));
        let least_m = size_m[0].max(size_m[1]) / MOST_CELLS;
        let cell_m = reach_m.max(least_m).max(1e-3);
        let sides = size_m.map(|side_m| (side_m / cell_m) as usize + 1);
        let mut nearby = Self {
            low_m: window.low_m,
            cell_m,
            sides,
            starts: vec![0; sides[0] * sides[1] + 1],
            places_m: Vec::new(),
            reach_m,
        };
        let mut by_cell: Vec<(usize, [f64; 2])> = places_m
            .iter()
            .map(|&place_m| {
                let [column, row] = nearby.cell(place_m);
                (row * sides[0] + column, place_m)
            })
            .collect();
        by_cell.sort_by_key(|(cell, _)| *cell);
        for &(cell, _) in &by_cell {
            nearby.starts[cell + 1] += 1;
        }
        for cell in 1..nearby.starts.len() {
            nearby.starts[cell] += nearby.starts[cell - 1];
        }
        nearby.places_m = by_cell.into_iter().map(|(_, place_m)| place_m).collect();
        nearby
    }

    /// Distance of a place from the nearest, m; infinite where none is within reach.
    pub(crate) fn distance_m(&self, place_m: [f64; 2]) -> f64 {
        let [low, high] = [-1.0, 1.0].map(|side| self.cell(place_m.map(|at_m| at_m + side * self.reach_m)));
        let mut least_m2 = f64::INFINITY;
        for row in low[1]..=high[1] {
            let first = row * self.sides[0];
            let run = self.starts[first + low[0]] as usize..self.starts[first + high[0] + 1] as usize;
            for other_m in &self.places_m[run] {
                let [dx, dy]: [f64; 2] = std::array::from_fn(|axis| other_m[axis] - place_m[axis]);
                least_m2 = least_m2.min(dx * dx + dy * dy);
            }
        }
        match least_m2.sqrt() {
            distance_m if distance_m <= self.reach_m => distance_m,
            _ => f64::INFINITY,
        }
    }

    fn cell(&self, place_m: [f64; 2]) -> [usize; 2] {
        // A cast takes what is below 0 to 0.
        let of_axis = |axis: usize| ((place_m[axis] - self.low_m[axis]) / self.cell_m) as usize;
        [0, 1].map(|axis| of_axis(axis).min(self.sides[axis] - 1))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn the_nearest_is_that_of_all(
            places_m in prop::collection::vec(prop::array::uniform2(-30.0..30.0_f64), 0..60), from_m in prop::array::uniform2(-40.0..40.0_f64), reach_m in 0.0..50.0_f64,
        ) {
            let window = Window { low_m: [-30.0; 2], high_m: [30.0; 2] };
            let of_all = places_m.iter().map(|at_m| {
                let [dx, dy] = [0, 1].map(|axis: usize| at_m[axis] - from_m[axis]);
                (dx * dx + dy * dy).sqrt()
            });
            let nearest_m = of_all.fold(f64::INFINITY, f64::min);
            let found_m = Nearby::new(&window, &places_m, reach_m).distance_m(from_m);
            prop_assert_eq!(found_m, if nearest_m <= reach_m { nearest_m } else { f64::INFINITY });
        }
    }
}

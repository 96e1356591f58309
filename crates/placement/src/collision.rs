//! Which ground is taken by footprints: a raster whose cells are free, taken as a whole, or know the few discs that reach
//! into them.
//!
//! The verdict is exactly that of the discs, so that it depends neither on the side of a cell nor on the tile.

use crate::window::Window;

/// The least side of a cell, m.
const LEAST_CELL_M: f64 = 0.5;
/// Side of a cell over the radius of the smallest footprint.
const CELL_FOOTPRINTS: f64 = 8.0;

/// The footprints that are there before a rule.
#[derive(Clone, Debug, Default)]
pub(crate) struct Taken {
    low_m: [f64; 2],
    inverse_m: f64,
    /// Cells from west to east and from south to north.
    cells: [usize; 2],
    /// Of each cell the last entry of a disc that reaches into it; [`NONE`], or [`ALL`] where one takes it as a whole.
    heads: Vec<u32>,
    /// Number of a disc, and the entry before it in its cell.
    entries: Vec<[u32; 2]>,
    /// Centres, m, and radii, m.
    discs: Vec<[f64; 3]>,
}

const NONE: u32 = u32::MAX;
const ALL: u32 = u32::MAX - 1;

impl Taken {
    /// No footprint yet, in a window where discs of at least `least_m` will ask.
    pub(crate) fn clear(&mut self, window: &Window, least_m: f64) {
        // Several times a small disc's side, so that it is entered in a few cells.
        let cell_m = (CELL_FOOTPRINTS * least_m).max(LEAST_CELL_M);
        self.low_m = window.low_m;
        self.inverse_m = 1.0 / cell_m;
        self.cells =
            std::array::from_fn(|axis| ((window.high_m[axis] - window.low_m[axis]) / cell_m) as usize + 1);
        self.heads.clear();
        self.heads.resize(self.cells[0] * self.cells[1], NONE);
        self.entries.clear();
        self.discs.clear();
    }

    /// Enters a disc for those of at most `most_m` that will ask.
    pub(crate) fn enter(&mut self, centre_m: [f64; 2], radius_m: f64, most_m: f64) {
        let number = self.discs.len() as u32;
        self.discs.push([centre_m[0], centre_m[1], radius_m]);
        // In cells.
        let [x, y]: [f64; 2] =
            std::array::from_fn(|axis| (centre_m[axis] - self.low_m[axis]) * self.inverse_m);
        let (reach, radius) = ((radius_m + most_m) * self.inverse_m, radius_m * self.inverse_m);
        let (reach2, radius2) = (reach * reach * (1.0 + 1e-9), radius * radius);
        let span = |at: f64, count: usize| (at - reach) as usize..((at + reach) as usize + 1).min(count);
        for row in span(y, self.cells[1]) {
            let (near_y, far_y) = from_to(y - row as f64);
            for column in span(x, self.cells[0]) {
                let (near_x, far_x) = from_to(x - column as f64);
                let head = &mut self.heads[row * self.cells[0] + column];
                if *head == ALL || near_x * near_x + near_y * near_y > reach2 {
                    continue;
                }
                if far_x * far_x + far_y * far_y < radius2 {
                    *head = ALL;
                    continue;
                }
                let before = std::mem::replace(head, self.entries.len() as u32);
                self.entries.push([number, before]);
            }
        }
    }

    /// Whether a disc overlaps one of those that were entered; its centre is in the window.
    #[inline]
    pub(crate) fn meets(&self, centre_m: [f64; 2], radius_m: f64) -> bool {
        let [column, row]: [usize; 2] = std::array::from_fn(|axis| {
            (((centre_m[axis] - self.low_m[axis]) * self.inverse_m) as usize).min(self.cells[axis] - 1)
        });
        let mut head = self.heads[row * self.cells[0] + column];
        if head == ALL {
            return true;
        }
        while let Some(&[number, before]) = self.entries.get(head as usize) {
            let [x_m, y_m, other_m] = self.discs[number as usize];
            let (dx_m, dy_m, reach_m) = (x_m - centre_m[0], y_m - centre_m[1], other_m + radius_m);
            if dx_m * dx_m + dy_m * dy_m < reach_m * reach_m {
                return true;
            }
            head = before;
        }
        false
    }
}

/// How far a place is from the nearest and from the farthest place of the unit interval, where it lies at `at` itself.
fn from_to(at: f64) -> (f64, f64) {
    ((-at).max(at - 1.0).max(0.0), at.max(1.0 - at))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at() -> impl Strategy<Value = [f64; 2]> {
        prop::array::uniform2(-20.0..20.0_f64)
    }

    proptest! {
        #[test]
        fn a_verdict_is_that_of_the_discs(
            entered in prop::collection::vec((at(), 0.05..6.0_f64), 0..40),
            asked in prop::collection::vec((at(), 0.05..1.0_f64), 30),
            least_m in 0.02..6.0_f64,
            low_m in -60.0..-28.0_f64,
        ) {
            let mut taken = Taken::default();
            taken.clear(&Window { low_m: [low_m; 2], high_m: [20.0; 2] }, least_m);
            for &(centre_m, radius_m) in &entered {
                taken.enter(centre_m, radius_m, 1.0);
            }
            for (asked_m, radius_m) in asked {
                let meets = entered.iter().any(|&(centre_m, other_m)| {
                    let [dx, dy] = [0, 1].map(|axis: usize| centre_m[axis] - asked_m[axis]);
                    dx * dx + dy * dy < (other_m + radius_m) * (other_m + radius_m)
                });
                prop_assert_eq!(taken.meets(asked_m, radius_m), meets);
            }
        }
    }
}

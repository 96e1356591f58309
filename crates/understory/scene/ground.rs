//! The ground of a stand: level, or as the run's table of it says.

use understory_numerics::{philox::philox4x32, sample::unit_from_u32};
use understory_records::GroundRow;

use crate::error::Error;
use crate::shown_ground::ShownGround;

/// Cells along its longer side.
const CELLS: f64 = 128.0;
/// Colours of what lies on a forest's floor, and how large its patches are, m.
const MOSS: [f64; 3] = [104.0, 116.0, 66.0];
const LITTER: [f64; 3] = [134.0, 116.0, 82.0];
const PATCHES_M: [f64; 2] = [9.0, 2.5];

/// Heights of the cells of a plot.
pub(crate) struct Ground {
    low_m: [f64; 2],
    cell_m: [f64; 2],
    columns: usize,
    rows: usize,
    heights_m: Vec<f64>,
}

impl Ground {
    /// Ground that lies level at 0.
    pub(super) fn level(low_m: [f64; 2], size_m: [f64; 2]) -> Self {
        Self {
            low_m,
            cell_m: size_m,
            columns: 1,
            rows: 1,
            heights_m: vec![0.0],
        }
    }

    /// That of a table, whose cells fill the plot row by row from the south.
    pub(crate) fn of(
        rows: &[GroundRow],
        table: &str,
        low_m: [f64; 2],
        size_m: [f64; 2],
    ) -> Result<Self, Error> {
        let columns = rows.iter().take_while(|row| row.y_m == rows[0].y_m).count();
        let is_whole = columns > 0 && rows.len().is_multiple_of(columns);
        if !is_whole || rows.iter().any(|row| !row.z_m.is_finite()) {
            return Err(Error::of_table(table, "cells that do not fill a rectangle"));
        }
        let counts = [columns, rows.len() / columns];
        Ok(Self {
            low_m,
            cell_m: [0, 1].map(|axis| size_m[axis] / counts[axis] as f64),
            columns,
            rows: counts[1],
            heights_m: rows.iter().map(|row| row.z_m).collect(),
        })
    }

    pub(super) fn is_level(&self) -> bool {
        self.heights_m.iter().all(|height_m| *height_m == 0.0)
    }

    /// Its height at a place, between the middles of cells, m.
    pub(super) fn height_m(&self, place_m: [f64; 2]) -> f64 {
        let counts = [self.columns, self.rows];
        let [x, y] = [0, 1].map(|axis| {
            let at = (place_m[axis] - self.low_m[axis]) / self.cell_m[axis] - 0.5;
            at.clamp(0.0, (counts[axis] - 1) as f64)
        });
        let ([column, row], [right, up]) = ([x, y].map(|at| at as usize), [x.fract(), y.fract()]);
        let at = |column: usize, row: usize| {
            self.heights_m[row.min(self.rows - 1) * self.columns + column.min(self.columns - 1)]
        };
        let below = at(column, row) * (1.0 - right) + at(column + 1, row) * right;
        let above = at(column, row + 1) * (1.0 - right) + at(column + 1, row + 1) * right;
        below * (1.0 - up) + above * up
    }

    /// Its part in a window.
    pub(crate) fn shown(&self, low_m: [f64; 2], high_m: [f64; 2]) -> ShownGround {
        ShownGround::over(low_m, high_m, CELLS, |place_m| {
            (self.height_m(place_m), colour(place_m))
        })
    }
}

/// Patches of moss and litter.
fn colour(place_m: [f64; 2]) -> [u8; 3] {
    let [large, small] =
        PATCHES_M.map(|patch_m| noise(place_m.map(|along_m| along_m / patch_m), patch_m as u32));
    let share = (0.65 * large + 0.35 * small - 0.5) * 1.6 + 0.5;
    let share = share.clamp(0.0, 1.0);
    [0, 1, 2].map(|part| (MOSS[part] + (LITTER[part] - MOSS[part]) * share) as u8)
}

/// Noise from 0 to 1 that changes smoothly from one whole number to the next.
fn noise(at: [f64; 2], seed: u32) -> f64 {
    let corner = at.map(f64::floor);
    let smooth = |axis: usize| {
        let along = at[axis] - corner[axis];
        along * along * (3.0 - 2.0 * along)
    };
    let value = |right: f64, up: f64| {
        let [x, y] = [corner[0] + right, corner[1] + up].map(|along| along as i64 as u32);
        unit_from_u32(philox4x32([x, y, seed, 0], [0x5ce2_e000, 0])[0])
    };
    let (x, y) = (smooth(0), smooth(1));
    let below = value(0.0, 0.0) * (1.0 - x) + value(1.0, 0.0) * x;
    let above = value(0.0, 1.0) * (1.0 - x) + value(1.0, 1.0) * x;
    below * (1.0 - y) + above * y
}

/// The distance between two places, m.
pub(super) fn distance_m(a: [f64; 3], b: [f64; 3]) -> f64 {
    [0, 1, 2]
        .map(|axis| (a[axis] - b[axis]) * (a[axis] - b[axis]))
        .iter()
        .sum::<f64>()
        .sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(heights_m: [[f64; 3]; 2]) -> Vec<GroundRow> {
        let row = |x: usize, y: usize| GroundRow {
            x_m: 5.0 + 10.0 * x as f64,
            y_m: 10.0 + 20.0 * y as f64,
            z_m: heights_m[y][x],
            wetness: None,
            sun_mj_m2: None,
            soil_depth_m: None,
        };
        (0..2).flat_map(|y| (0..3).map(move |x| row(x, y))).collect()
    }

    #[test]
    fn heights_lie_between_those_of_the_cells_around() {
        let ground = Ground::of(
            &rows([[0.0, 10.0, 20.0], [4.0, 14.0, 24.0]]),
            "ground.csv",
            [0.0; 2],
            [30.0, 40.0],
        );
        let ground = ground.unwrap();
        for (place_m, height_m) in [
            ([5.0, 10.0], 0.0),
            ([15.0, 30.0], 14.0),
            ([10.0, 10.0], 5.0),
            ([10.0, 20.0], 7.0),
            // Beyond the middles of the outermost cells it goes on as it is there.
            ([0.0, 0.0], 0.0),
            ([30.0, 40.0], 24.0),
        ] {
            assert!((ground.height_m(place_m) - height_m).abs() < 1e-12, "{place_m:?}");
        }
        let shown = ground.shown([5.0, 10.0], [25.0, 30.0]);
        let scene = shown.as_scene();
        assert_eq!([scene.columns, scene.rows], [129, 129]);
        assert_eq!([scene.heights_m[0], scene.heights_m[129 * 129 - 1]], [0.0, 24.0]);
        assert_eq!(shown.triangles(), 2 * 128 * 128);
        assert!(Ground::of(&rows([[0.0; 3]; 2])[..5], "ground.csv", [0.0; 2], [30.0, 40.0]).is_err());
        assert!(Ground::of(&[], "ground.csv", [0.0; 2], [30.0, 40.0]).is_err());
    }

    #[test]
    fn noise_fills_its_range_and_is_the_same_on_both_sides_of_a_whole_number() {
        let values: Vec<f64> = (0..400).map(|i| noise([0.37 * f64::from(i), 1.3], 2)).collect();
        assert!(values.iter().all(|value| (0.0..=1.0).contains(value)));
        assert!(values.iter().any(|value| *value < 0.2) && values.iter().any(|value| *value > 0.8));
        let (before, after) = (noise([3.0 - 1e-9, 0.4], 2), noise([3.0 + 1e-9, 0.4], 2));
        assert!((before - after).abs() < 1e-6);
    }
}

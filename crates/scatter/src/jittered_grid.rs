//! The jittered grid on a plot: the centres of a grid's cells, each moved by a random part of the cell.
//!
//! The grid has `columns × rows` cells, at least as many as points are wanted. Of the column counts on either
//! side of √(count · width / height) the one with the squarer cells is taken, of two alike the smaller grid,
//! and no more rows than needed. What is left over, less than one row, is left out: the cells of the smallest
//! random ranks, drawn per cell. A point depends on the key and on its own integer column and row, never on its
//! coordinates and never on another cell; the draws are those of [`JitteredPlane`](crate::JitteredPlane).

use serde::Deserialize;
use understory_keys::Literal::Real;
use understory_keys::{Checked, parameters};
use understory_numerics::{Purpose, RandomKey};
use understory_space::Plot;

use crate::ScatterError;
use crate::cost::Cost;
use crate::grid::Grid;
use crate::jittered_plane::{move_of, row_hash};
use crate::layout::Layout;
use crate::limits::JITTER;
use crate::place::Clip;
use crate::point_method::{FitParameter, PointMethod};
use crate::ranks::{count_before_thinning, leave_out_surplus};
use crate::scattered::Scattered;
use crate::shortfall::Shortfall;

parameters! {
/// Points of a grid, each moved by a random part of the spacing.
///
/// The grid has about square cells *a* × *b* m, and as many as points wherever count and plot allow; else a few
/// cells, fewer than a row, stay empty by random rank. Two points keep (1 − 2 · jitter) · min(*a*, *b*). Points come in
/// row order. On a torus the grid closes.
///
/// Under a weight the grid is as much finer as its mean is below 1, and each cell's point stays at random with the
/// weight at its place as its chance. West's article moves points by 0.4.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
#[serde(default)]
pub struct JitteredGrid: Default {
    /// Greatest move along each axis off the grid.
    pub jitter: f64 = JITTER.default(Real(0.4)),
}

}

impl PointMethod for JitteredGrid {
    fn lay_out(&self, layout: &Layout<'_>, key: RandomKey) -> Result<Scattered, ScatterError> {
        self.in_range()?;
        if layout.count == 0 {
            return Ok(Scattered::default());
        }
        let grid = Grid::new(layout.plot, count_before_thinning(layout)?);
        let mut points_m = grid.points_m(layout.plot, self.jitter, key);
        leave_out_surplus(&mut points_m, layout, key.child(1, Purpose::Place, 0))?;
        let missing = layout.count as usize - points_m.len();
        Ok(Scattered {
            shortfall: (missing > 0).then_some(Shortfall::Weight { missing }),
            spacing_m: Some((layout.plot.area_m2() / grid.cell_count() as f64).sqrt()),
            ..Scattered::of(points_m)
        })
    }

    fn cost(&self, layout: &Layout<'_>) -> Cost {
        let count = f64::from(layout.count);
        Cost::new("count", 50.0 * count, 32.0 * count)
    }

    fn fit_parameters(&self, _layout: &Layout<'_>) -> Vec<FitParameter> {
        vec![FitParameter::new("jitter", self.jitter, [0.0, 0.5])]
    }

    fn set(&mut self, parameter: &str, value: f64) {
        if parameter == "jitter" {
            self.jitter = value;
        }
    }
}

impl Grid {
    /// The points of all cells, row by row.
    fn points_m(self, plot: &Plot, jitter: f64, key: RandomKey) -> Vec<[f64; 2]> {
        let mut points_m = vec![[0.0; 2]; self.cell_count() as usize];
        let (clip, [x0_m, y0_m]) = (Clip::new(plot), plot.origin_m());
        let [a_m, b_m] = [
            plot.size_m()[0] / f64::from(self.columns),
            plot.size_m()[1] / f64::from(self.rows),
        ];
        let along =
            |word: u32, cell: i32, side_m: f64| (f64::from(cell) + 0.5 + move_of(word, jitter)) * side_m;
        for (row, of_row_m) in (0..).zip(points_m.chunks_exact_mut(self.columns as usize)) {
            let hash = row_hash(key, row);
            for (point_m, column) in of_row_m.iter_mut().zip(0_i32..) {
                let [x, y] = hash.words(column.cast_unsigned());
                *point_m = [
                    clip.clip_m(x0_m + along(x, column, a_m), 0),
                    clip.clip_m(y0_m + along(y, row, b_m), 1),
                ];
            }
        }
        points_m
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use understory_space::Edge;

    use super::*;
    use crate::Request;

    fn points(plot: &Plot, count: u32, key: RandomKey, jitter: f64) -> Vec<[f64; 2]> {
        JitteredGrid { jitter }
            .scatter(&Request::new(plot, count), key)
            .unwrap()
            .points_m
    }

    fn plot(size_m: [f64; 2], edge: Edge) -> Plot {
        Plot::new([20.0, -60.0], size_m, edge).unwrap()
    }

    proptest! {
        #[test]
        fn each_point_stays_in_its_own_cell_and_keeps_the_least_distance(
            seed in any::<u64>(),
            count in 1_u32..160,
            size_m in prop::array::uniform2(0.5..300.0),
            jitter in 0.0..=0.5,
            is_torus in any::<bool>(),
        ) {
            let plot = plot(size_m, if is_torus { Edge::Torus } else { Edge::Open });
            let points_m = points(&plot, count, RandomKey::root(seed, &["grid"]), jitter);
            prop_assert_eq!(points_m.len(), count as usize);
            let Grid { columns, rows } = Grid::new(&plot, count);
            let cell_m = [size_m[0] / f64::from(columns), size_m[1] / f64::from(rows)];
            let mut cells = Vec::new();
            for &point_m in &points_m {
                prop_assert!(plot.contains(point_m));
                let cell = [0, 1].map(|axis| {
                    let spacings = (point_m[axis] - plot.origin_m()[axis]) / cell_m[axis];
                    let from_centre = (spacings - spacings.floor() - 0.5).abs();
                    assert!(from_centre <= jitter + 1e-9, "{from_centre} > {jitter}");
                    spacings.floor() as u32
                });
                cells.push(cell);
            }
            cells.sort_unstable();
            cells.dedup();
            prop_assert_eq!(cells.len(), count as usize, "two points share a cell");
            // A lone column or row meets itself across the seam, which is no pair of points.
            let least_m = (1.0 - 2.0 * jitter) * cell_m[0].min(cell_m[1]);
            for (i, &a_m) in points_m.iter().enumerate() {
                for &b_m in &points_m[..i] {
                    prop_assert!(plot.distance_squared_m2(a_m, b_m).sqrt() >= least_m - 1e-9);
                }
            }
        }
    }

    #[test]
    fn moves_are_uniform_up_to_both_ends() {
        let plot = plot([100.0; 2], Edge::Torus);
        let points_m = points(&plot, 10_000, RandomKey::root(1, &["ends"]), 0.4);
        for axis in 0..2 {
            let moves: Vec<f64> = points_m
                .iter()
                .map(|point_m| (point_m[axis] - plot.origin_m()[axis]).rem_euclid(1.0) - 0.5)
                .collect();
            let (low, high) = moves
                .iter()
                .fold((0.0_f64, 0.0_f64), |(l, h), &m| (l.min(m), h.max(m)));
            assert!(low < -0.399 && high > 0.399, "{low} {high}");
            let mean = moves.iter().sum::<f64>() / 1e4;
            let variance = moves.iter().map(|m| m * m).sum::<f64>() / 1e4;
            // 0.8²/12, with four standard errors; the fourth central moment of that law is 0.8⁴/80.
            assert!(mean.abs() < 4.0 * (0.64_f64 / 12.0 / 1e4).sqrt());
            let error = ((0.4096 / 80.0 - 0.64 * 0.64 / 144.0) / 1e4_f64).sqrt();
            assert!((variance - 0.64 / 12.0).abs() < 4.0 * error, "{variance}");
        }
    }

    #[test]
    fn cells_left_out_are_spread_over_the_grid() {
        let plot = plot([100.0; 2], Edge::Open);
        // 39 cells of 1600 are left out: at random about half of them lie in the lower half.
        let points_m = points(&plot, 1600 - 39, RandomKey::root(5, &["lots"]), 0.4);
        let in_lower_half = points_m.iter().filter(|point_m| point_m[1] < -10.0).count();
        let left_out = 800 - in_lower_half;
        assert!((7..=32).contains(&left_out), "{left_out}");
    }
}

//! A grid of about square cells that fits a plot, for methods with a point a cell.

use understory_space::Plot;

/// A grid of about square cells that fits a plot, with at least as many cells as points are wanted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Grid {
    pub(crate) columns: u32,
    pub(crate) rows: u32,
}

impl Grid {
    /// Of the column counts on either side of √(count · width / height) the one with the squarer cells, of two alike
    /// the smaller grid, and no more rows than needed: less than one row is left over. `count` is at least 1.
    pub(crate) fn new(plot: &Plot, count: u32) -> Self {
        let [width_m, height_m] = plot.size_m();
        let columns = (f64::from(count) * (width_m / height_m)).sqrt();
        let with_columns = |columns: f64| {
            let columns = columns.clamp(1.0, f64::from(count)) as u32;
            Self {
                columns,
                rows: count.div_ceil(columns),
            }
        };
        let (fewer, more) = (with_columns(columns.floor()), with_columns(columns.ceil()));
        let rank = |grid: Self| (grid.elongation(plot), grid.cell_count());
        if rank(more) < rank(fewer) { more } else { fewer }
    }

    pub(crate) fn cell_count(self) -> u64 {
        u64::from(self.columns) * u64::from(self.rows)
    }

    /// Width and height of a cell, m.
    pub(crate) fn cell_m(self, plot: &Plot) -> [f64; 2] {
        let [width_m, height_m] = plot.size_m();
        [width_m / f64::from(self.columns), height_m / f64::from(self.rows)]
    }

    /// Longer over shorter side of a cell.
    fn elongation(self, plot: &Plot) -> f64 {
        let [a_m, b_m] = self.cell_m(plot);
        a_m.max(b_m) / a_m.min(b_m)
    }
}

#[cfg(test)]
mod tests {
    use understory_space::Edge;

    use super::*;

    fn plot(size_m: [f64; 2]) -> Plot {
        Plot::new([20.0, -60.0], size_m, Edge::Open).unwrap()
    }

    #[test]
    fn grids_have_about_square_cells_and_little_surplus() {
        let square = plot([1000.0; 2]);
        let at = |plot: &Plot, count| {
            let Grid { columns, rows } = Grid::new(plot, count);
            (columns, rows)
        };
        assert_eq!(at(&square, 1), (1, 1));
        assert_eq!(at(&square, 110), (10, 11));
        assert_eq!(at(&square, 111), (11, 11));
        assert_eq!(at(&square, 1600), (40, 40));
        assert_eq!(at(&plot([1000.0, 500.0]), 200), (20, 10));
        assert_eq!(at(&plot([1e6, 1.0]), 7), (7, 1));
        assert_eq!(at(&plot([1.0, 1e6]), 7), (1, 7));
    }
}

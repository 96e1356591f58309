//! The light that comes through the canopy to what stands below it.
//!
//! The sun comes from the side, so a gap as wide as one crown stays dark: the leaves of all trees of the canopy are
//! counted cell by cell, spread out over the cells around, and what is left of the light follows Beer's law.

use understory_numerics::parallel;
use understory_space::{Plot, Tiles};

use super::stand::Stand;
use crate::field::EXTINCTION;
use crate::parameters::Canopy;

/// Target side of a cell, m: the shade changes from cell to cell.
const CELL_SIDE_M: f64 = 5.0;

/// What the canopy takes from the light of all that is lower, cell by cell.
#[derive(Default)]
pub(crate) struct CanopyShade {
    cells: Option<Tiles>,
    /// −ln of the share of light that comes through: the crowding of a tree that has no other neighbour.
    crowding: Vec<f32>,
    /// Leaves over the ground of each cell, m² per m².
    leaves: Vec<f32>,
    /// The same, spread along rows of cells.
    along_rows: Vec<f32>,
}

/// Memory of the cells of a plot, bytes.
pub(super) fn memory_bytes(plot: &Plot) -> u64 {
    const COLUMNS: u64 = 3;
    COLUMNS * size_of::<f32>() as u64 * Tiles::new(*plot, CELL_SIDE_M).len() as u64
}

/// How far from a place the leaves of a tree may count there, m: the spread in whole cells, and the cells of both.
pub(super) fn width_m(canopy: &Canopy, plot: &Plot) -> f64 {
    let [width_m, height_m] = Tiles::new(*plot, CELL_SIDE_M).side_m();
    canopy.spread_m + 3.0 * width_m.max(height_m)
}

impl CanopyShade {
    /// Crowding at a place of what is lower than the canopy; none before leaves were counted.
    #[inline(always)]
    pub(crate) fn crowding(&self, place_m: [f64; 2]) -> f32 {
        let cells = self.cells.as_ref();
        cells.map_or(0.0, |cells| self.crowding[cells.of(place_m) as usize])
    }

    /// Counts the leaves anew.
    pub(crate) fn count(&mut self, stand: &Stand<'_>, canopy: &Canopy) {
        let plot = *stand.tiles.plot();
        let Self {
            cells,
            crowding,
            leaves,
            along_rows,
        } = self;
        let cells = cells.get_or_insert_with(|| Tiles::new(plot, CELL_SIDE_M));
        for column in [&mut *crowding, &mut *leaves, &mut *along_rows] {
            column.clear();
            column.resize(cells.len(), 0.0);
        }
        let [columns, rows] = cells.count().map(|count| count as usize);
        let [width_m, height_m] = cells.side_m();
        let cell_m2 = (width_m * height_m) as f32;
        // In the order of rows, one thread alone: the sum of a cell must not depend on who adds first.
        for (row, size) in stand.sizes.iter().enumerate() {
            if size.height_m >= canopy.from_m {
                let cell = cells.of(stand.living.places[row].0);
                leaves[cell as usize] += leaves_m2(stand, row) / cell_m2;
            }
        }
        let is_torus = plot.is_torus();
        let steps = cells
            .side_m()
            .map(|side_m| (canopy.spread_m / side_m).round() as usize);
        parallel::chunks(along_rows, columns, &|first, spread| {
            let leaves = &leaves[first..];
            for (column, spread) in spread.iter_mut().enumerate() {
                let mut sum = 0.0;
                let weights = for_each_near(columns, column, steps[0], is_torus, |at, weight| {
                    sum += weight * leaves[at];
                });
                *spread = sum / weights;
            }
        });
        parallel::chunks(crowding, columns, &|first, crowding| {
            // Row upon row, so that cells side by side are added together.
            let weights = for_each_near(rows, first / columns, steps[1], is_torus, |at, weight| {
                let spread = &along_rows[at * columns..][..columns];
                for (sum, spread) in crowding.iter_mut().zip(spread) {
                    *sum += weight * spread;
                }
            });
            for sum in crowding {
                *sum = EXTINCTION as f32 * (*sum / weights);
            }
        });
    }
}

/// Area of the leaves of a tree, m².
fn leaves_m2(stand: &Stand<'_>, row: usize) -> f32 {
    let crown = &stand.model(row).parameters.crown;
    let radius_m = stand.crown_radii[row].0 as f32;
    std::f32::consts::PI * radius_m * radius_m * crown.leaf_area_index as f32
}

/// Calls `act` with each cell up to so many steps from `at` and its weight, which falls evenly to nothing one step further; on
/// an open plot, with those that there are. Gives the sum of the weights.
#[inline(always)]
fn for_each_near(
    count: usize,
    at: usize,
    steps: usize,
    is_torus: bool,
    mut act: impl FnMut(usize, f32),
) -> f32 {
    let weight = |offset: usize| (steps + 1 - offset) as f32;
    // Away from the edges no cell has to be asked whether it is there.
    if at >= steps && at + steps < count {
        for cell in at - steps..=at + steps {
            act(cell, weight(cell.abs_diff(at)));
        }
        return ((steps + 1) * (steps + 1)) as f32;
    }
    let mut weights = 0.0;
    for offset in -(steps as isize)..=steps as isize {
        let cell = at as isize + offset;
        let cell = if is_torus {
            cell.rem_euclid(count as isize)
        } else if (0..count as isize).contains(&cell) {
            cell
        } else {
            continue;
        };
        act(cell as usize, weight(offset.unsigned_abs()));
        weights += weight(offset.unsigned_abs());
    }
    weights
}

//! Spawn points that were laid out over a whole area at once, and cut at its edge.

use std::collections::BTreeMap;
use std::sync::Arc;

use understory_numerics::RandomKey;
use understory_scatter::{Edge, Plot, PointMethod, Request, ScatterError, even_order};

use super::{SpawnId, SpawnPoint};
use crate::keep::keep;
use crate::parameters::Fill;
use crate::window::Window;

/// Points that share a cell, about.
const POINTS_A_CELL: f64 = 16.0;

/// The points of an area, which depend on it alone: not on tiles, rivers or what else is painted.
#[derive(Clone, Debug)]
pub struct FilledPoints {
    per_m2: f64,
    cell_m: f64,
    /// By row and column of their cell.
    cells: Arc<BTreeMap<[i32; 2], Vec<SpawnPoint>>>,
}

impl FilledPoints {
    /// The area filled by its method: the rectangle around it is laid out, and what lies in the area stays.
    ///
    /// # Errors
    /// What the point method reports.
    pub fn new(fill: &Fill, key: RandomKey) -> Result<Self, ScatterError> {
        let plot = around(fill)?;
        let per_m2 = fill.per_ha / 10_000.0;
        let method = fill.method.method();
        let mut places_m = method.scatter(&Request::dense(&plot, per_m2), key)?.points_m;
        places_m.retain(|&place_m| fill.holds(place_m));
        let order = even_order(&plot, &places_m, key);
        let count = order.len().max(1) as f32;
        let cell_m = (POINTS_A_CELL / per_m2).sqrt();
        let mut cells: BTreeMap<[i32; 2], Vec<SpawnPoint>> = BTreeMap::new();
        for (rank, &number) in order.iter().enumerate() {
            let place_m = places_m[number as usize];
            let [x, y] = place_m.map(|at_m| (at_m / cell_m).floor() as i32);
            cells.entry([y, x]).or_default().push(SpawnPoint {
                place_m,
                rank: rank as f32 / count,
                id: SpawnId { cell: [0; 2], number },
            });
        }
        Ok(Self {
            per_m2,
            cell_m,
            cells: Arc::new(cells),
        })
    }

    /// Points per m² of the area.
    #[must_use]
    pub fn per_m2(&self) -> f64 {
        self.per_m2
    }

    /// Adds the points of a window whose rank is below a density, cell by cell, row by row.
    pub fn points_in(&self, window: &Window, density: f32, points: &mut Vec<SpawnPoint>) {
        if window.is_empty() {
            return;
        }
        let cell = |at_m: f64| (at_m / self.cell_m).floor() as i32;
        let [low, high] = [window.low_m, window.high_m].map(|corner_m| corner_m.map(cell));
        for row in low[1]..=high[1] {
            for (_, own) in self.cells.range([row, low[0]]..=[row, high[0]]) {
                let start = points.len();
                points.extend(own);
                keep(points, start, |point| {
                    (point.rank < density) & window.holds(point.place_m)
                });
            }
        }
    }
}

/// The rectangle around an area.
pub(crate) fn around(fill: &Fill) -> Result<Plot, ScatterError> {
    let end_m = |axis: usize, side: f64| {
        let ends_m = fill.corners_m.iter().map(|corner_m| side * corner_m[axis]);
        side * ends_m.fold(f64::NEG_INFINITY, f64::max)
    };
    let low_m = [end_m(0, -1.0), end_m(1, -1.0)];
    let size_m = [end_m(0, 1.0) - low_m[0], end_m(1, 1.0) - low_m[1]];
    let narrow_m = size_m[0].min(size_m[1]);
    Plot::new(low_m, size_m, Edge::Open).map_err(|_| ScatterError::NotASpacing(narrow_m))
}

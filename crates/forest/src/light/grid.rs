//! Light by Beer's law through a grid of leaves: crowns as voxels, light from above and from the side.
//!
//! Each tile is cut into whole cells, the height into layers. A crown is half an ellipsoid, widest at its base, evenly filled
//! with its leaves, leaf area index times crown area; in each layer it is a square with the area of its mean cross-section,
//! and each voxel gets the leaves of the part that lies in it. A sky of even brightness sends a quarter of its light to the
//! ground from within 30° of the zenith, which comes straight down here, and the rest from the side: in four equal shares
//! from 52.2°, on each side of which half of that rest lies. A ray through a layer passes the voxel in which it is half-way
//! up. L is the weighted mean of exp(−k · leaves on the way), with k larger by 1/cos 52.2° for the rays from the side, as by
//! leaves that lie at random. A tree is asked on its axis at three quarters of its crown's length, its own leaves not
//! counted; a newborn at the ground.
//!
//! On an open plot what hangs over the edge is lost, and beyond the edge it is as in the last cell before it. A ray that
//! goes round a torus to its tree's own crown takes it for another's.
//!
//! Four bytes a voxel: 20 a m² of ground for trees of 40 m, with cells and layers of 2 m.
//!
//! # Source
//! Cells of 2 m: iLand, whose own light multiplies stamps. Calibrated: k = 0.87, with which trees from 5 m on of the stand of
//! the benches get the mean light that they get under `crowding`, and the ground 8 % (`examples/light.rs`). Assumed: the
//! shape of crowns, the directions, and where a tree is asked.

use std::cell::RefCell;

use understory_numerics::math::{exp, ln};
use understory_numerics::parallel;
use understory_space::Tiles;

use super::sky::{DIRECTIONS, FROM_A_SIDE, FROM_ABOVE, SLANT, TANGENT};
use super::stand::{Asks, Here, Stand};
use crate::neighbourhood::Touching;

const RAYS: usize = 1 + DIRECTIONS.len();

/// Where on its crown a tree is asked for its light, as a share of the crown's length from the base.
const ASKED_AT: f32 = 0.75;

/// The least length of a crown as a share of its tree's height: one may begin at its top.
const LEAST_CROWN: f32 = 0.01;

/// The grid of leaves.
pub(crate) struct Grid {
    cell_m: f64,
    layer_m: f32,
    extinction: f64,
    shape: Shape,
    /// Leaves, m² over each m² of the cell: layer by layer from the ground, cell by cell, row by row.
    leaves: Vec<f32>,
}

/// How a plot is cut.
#[derive(Clone, Copy, Default)]
struct Shape {
    /// Cells of a tile along each axis.
    per_tile: [usize; 2],
    /// Cells of the plot along each axis.
    cells: [usize; 2],
    /// Sides of a cell, m.
    side_m: [f64; 2],
    layers: usize,
    origin_m: [f64; 2],
    is_torus: bool,
}

impl Shape {
    fn new(tiles: &Tiles, cell_m: f64, layers: usize) -> Self {
        let per_tile = tiles
            .side_m()
            .map(|side_m| ((side_m / cell_m).floor() as usize).max(1));
        let axis = |axis: usize| tiles.count()[axis] as usize * per_tile[axis];
        Self {
            per_tile,
            cells: [axis(0), axis(1)],
            side_m: std::array::from_fn(|axis| tiles.side_m()[axis] / per_tile[axis] as f64),
            layers,
            origin_m: tiles.plot().origin_m(),
            is_torus: tiles.plot().is_torus(),
        }
    }

    /// The cell of the plot for a column or row that may lie beyond it.
    #[inline(always)]
    fn on_plot(&self, axis: usize, cell: i64) -> i64 {
        let count = self.cells[axis] as i64;
        if (0..count).contains(&cell) {
            cell
        } else if self.is_torus {
            cell.rem_euclid(count)
        } else {
            cell.clamp(0, count - 1)
        }
    }
}

/// A crown as the grid has it.
struct CrownShape {
    base_m: f32,
    length_m: f32,
    /// Area of its widest cross-section, m².
    area_m2: f32,
    leaves_m2: f32,
}

/// What a crown has in a layer.
struct Slice {
    /// Half of the side of its square, m.
    half_m: f32,
    /// Leaves per m² of the square, m² per m².
    leaf_area_index: f32,
}

impl CrownShape {
    /// That of a row of the living.
    fn of(stand: &Stand<'_>, row: usize) -> Self {
        let height_m = stand.sizes[row].height_m as f32;
        let length_m = (height_m - stand.crown_bases[row].0).max(LEAST_CROWN * height_m);
        let radius_m = stand.crown_radii[row].0 as f32;
        let area_m2 = std::f32::consts::PI * radius_m * radius_m;
        Self {
            base_m: height_m - length_m,
            length_m,
            area_m2,
            leaves_m2: area_m2 * stand.model(row).parameters.crown.leaf_area_index as f32,
        }
    }

    /// The layers that it lies in.
    fn layers(&self, layer_m: f32) -> std::ops::RangeInclusive<usize> {
        let top = (self.base_m + self.length_m) / layer_m;
        // A top on the border of two layers has no leaves in the upper one.
        let last = if top == top.floor() { top - 1.0 } else { top };
        (self.base_m / layer_m) as usize..=last as usize
    }

    /// What it has in a layer, if anything.
    #[inline(always)]
    fn slice(&self, layer: usize, layer_m: f32) -> Option<Slice> {
        let share = |height_m: f32| ((height_m - self.base_m) / self.length_m).clamp(0.0, 1.0);
        let (low, high) = (share(layer as f32 * layer_m), share((layer + 1) as f32 * layer_m));
        // The cross-section at a share u of the length is 1 − u² of the widest one; this is its integral.
        let filled = |u: f32| u - u * u * u / 3.0;
        let volume = filled(high) - filled(low);
        if high <= low || volume <= 0.0 {
            return None;
        }
        let square_m2 = self.area_m2 * volume / (high - low);
        Some(Slice {
            half_m: 0.5 * square_m2.sqrt(),
            // All of the half-ellipsoid is 2/3 of a cylinder.
            leaf_area_index: 1.5 * volume * self.leaves_m2 / square_m2,
        })
    }
}

/// How much of a span lies within `half` of a place, as lengths along one axis.
#[inline(always)]
fn overlap(low: f32, high: f32, place: f32, half: f32) -> f32 {
    (high.min(place + half) - low.max(place - half)).max(0.0)
}

/// Memory of the voxels over a plot up to this height, bytes.
pub(super) fn memory_bytes(tiles: &Tiles, cell_m: f64, layer_m: f64, highest_m: f64) -> u64 {
    let layers = (highest_m / layer_m).ceil().max(1.0) as u64;
    let cells = Shape::new(tiles, cell_m, 1).cells.map(|count| count as u64);
    size_of::<f32>() as u64 * cells[0] * cells[1] * layers
}

thread_local! {
    static TOUCHING: RefCell<Touching> = RefCell::default();
}

impl Grid {
    pub(super) fn new(cell_m: f64, layer_m: f64, extinction: f64) -> Self {
        Self {
            cell_m,
            layer_m: layer_m as f32,
            extinction,
            shape: Shape::default(),
            leaves: Vec::new(),
        }
    }

    /// Fills the grid: each tile its own cells, from the list of those whose crowns touch it, in the list's order.
    pub(super) fn work_out(&mut self, stand: &Stand<'_>) {
        let highest_m = stand.sizes.iter().map(|size| size.height_m).fold(0.0, f64::max);
        let layers = (highest_m as f32 / self.layer_m).ceil().max(1.0) as usize;
        self.shape = Shape::new(stand.tiles, self.cell_m, layers);
        let shape = self.shape;
        self.leaves.clear();
        self.leaves.resize(shape.cells[0] * shape.cells[1] * layers, 0.0);
        let columns = stand.tiles.count()[0];
        let layer_m = self.layer_m;
        let of_a_row = shape.per_tile[1] * shape.cells[0] * layers;
        parallel::chunks(&mut self.leaves, of_a_row, &|first, leaves| {
            let tile_row = (first / of_a_row) as u32;
            TOUCHING.with_borrow_mut(|touching| {
                for column in 0..columns {
                    let tile = tile_row * columns + column;
                    let living = &stand.living;
                    living.index.list_touching(
                        stand.tiles,
                        tile,
                        living.places,
                        living.reaches,
                        0.0,
                        touching,
                    );
                    let first_cell = column as usize * shape.per_tile[0];
                    fill(stand, &shape, layer_m, touching, first_cell, leaves);
                }
            });
        });
    }

    pub(super) fn answer(&self, stand: &Stand<'_>, here: &mut Here<'_, '_>) {
        here.answer(|asks: Asks<'_>| {
            let light = match asks {
                Asks::Tree { row, .. } => {
                    let crown = CrownShape::of(stand, row);
                    let height_m = crown.base_m + ASKED_AT * crown.length_m;
                    self.light(stand.living.places[row].0, height_m, Some(&crown))
                }
                Asks::Newborn(sprout) => self.light(sprout.place_m, 0.0, None),
            };
            // Where the sum of an own crown's leaves is a rounding less than what was taken for it, no more than full light.
            -ln(light.min(1.0)) as f32
        });
    }

    /// The light at a place and height, without what the tree's own crown takes from it.
    fn light(&self, place_m: [f64; 2], height_m: f32, own: Option<&CrownShape>) -> f64 {
        let shape = &self.shape;
        let at: [f64; 2] =
            std::array::from_fn(|axis| (place_m[axis] - shape.origin_m[axis]) / shape.side_m[axis]);
        let mut sums = [0.0_f32; RAYS];
        for layer in (height_m / self.layer_m) as usize..shape.layers {
            let (low_m, high_m) = (layer as f32 * self.layer_m, (layer + 1) as f32 * self.layer_m);
            let from_m = low_m.max(height_m);
            let share = (high_m - from_m) / self.layer_m;
            let half_way_m = TANGENT * f64::from(0.5 * (from_m + high_m) - height_m);
            let own = own.and_then(|own| own.slice(layer, self.layer_m));
            for (ray, sum) in sums.iter_mut().enumerate() {
                let cells: [i64; 2] = std::array::from_fn(|axis| {
                    let way_m = if ray == 0 {
                        0.0
                    } else {
                        half_way_m * DIRECTIONS[ray - 1][axis]
                    };
                    // Below the cells of any plot that can be: a number above 0 is cut to the whole one below it.
                    const BELOW: f64 = 1_048_576.0;
                    (at[axis] + way_m / shape.side_m[axis] + BELOW) as i64 - BELOW as i64
                });
                let [column, row] = [0, 1].map(|axis| shape.on_plot(axis, cells[axis]));
                let voxel = (row as usize * shape.cells[0] + column as usize) * shape.layers + layer;
                let mut leaves = self.leaves[voxel];
                if let Some(own) = &own {
                    // Beyond an edge the last cell is met again, and in it the own leaves.
                    let met = if shape.is_torus { cells } else { [column, row] };
                    leaves = (leaves - own_leaves(shape, at, met, own)).max(0.0);
                }
                *sum += share * leaves;
            }
        }
        let through = |sum: f32, k: f64| exp(-k * f64::from(sum));
        let [above, sides @ ..] = sums;
        let mut light = FROM_ABOVE * through(above, self.extinction);
        for side in sides {
            light += FROM_A_SIDE * through(side, SLANT * self.extinction);
        }
        light
    }
}

/// Fills the cells of a tile, the first of which is `first_cell` in its row, from the crowns that touch it.
fn fill(
    stand: &Stand<'_>,
    shape: &Shape,
    layer_m: f32,
    touching: &Touching,
    first_cell: usize,
    leaves: &mut [f32],
) {
    let side_m = shape.side_m.map(|m| m as f32);
    // From the tile's centre, where offsets begin.
    let low_m: [f32; 2] = std::array::from_fn(|axis| -0.5 * side_m[axis] * shape.per_tile[axis] as f32);
    let cell_m2 = side_m[0] * side_m[1];
    for source in touching.all() {
        let crown = CrownShape::of(stand, source.row as usize);
        let [x_m, y_m] = source.offset_m;
        // The list is by reach, which may go beyond the crown.
        let widest_m = 0.5 * crown.area_m2.sqrt();
        if x_m.abs() - widest_m >= -low_m[0] || y_m.abs() - widest_m >= -low_m[1] {
            continue;
        }
        for layer in crown.layers(layer_m) {
            let Some(slice) = crown.slice(layer, layer_m) else {
                continue;
            };
            for row in 0..shape.per_tile[1] {
                let from_m = low_m[1] + row as f32 * side_m[1];
                let along_y_m = overlap(from_m, from_m + side_m[1], y_m, slice.half_m);
                let cells = &mut leaves[(row * shape.cells[0] + first_cell) * shape.layers..];
                for column in 0..shape.per_tile[0] {
                    let from_m = low_m[0] + column as f32 * side_m[0];
                    let along_x_m = overlap(from_m, from_m + side_m[0], x_m, slice.half_m);
                    cells[column * shape.layers + layer] +=
                        slice.leaf_area_index * along_x_m * along_y_m / cell_m2;
                }
            }
        }
    }
}

/// What a tree itself has in a voxel, m² over each m² of the cell; `at` is where it stands, in cells.
#[inline(always)]
fn own_leaves(shape: &Shape, at: [f64; 2], cells: [i64; 2], slice: &Slice) -> f32 {
    let [x, y] = [0, 1].map(|axis: usize| {
        let side_m = shape.side_m[axis] as f32;
        let low_m = (cells[axis] as f64 - at[axis]) as f32 * side_m;
        overlap(low_m, low_m + side_m, 0.0, slice.half_m) / side_m
    });
    slice.leaf_area_index * x * y
}

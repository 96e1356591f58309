//! Attraction points in a grid that is built once.
//!
//! Each cell knows a bound on what its points' nearest nodes are away. A new node passes by a cell that lies
//! further off than that: behind the growing front, nearly all of them.

use understory_space::{CellGrid, Cells};

use crate::colonization::index::PointIndex;
use crate::colonization::points::Points;
use crate::vector::{Vector, distance_squared, distance_squared_to_segment, sub};

pub(crate) struct Grid {
    grid: CellGrid<3>,
    influence_m: f64,
    /// No point of the cell has a squared distance to its nearest node above this.
    bounds: Vec<f64>,
    /// Squared distances along x of the cells of a row, kept for its room.
    row: Vec<f64>,
}

/// Attraction points to a cell, on average over their bounding box.
const POINTS_PER_CELL: f64 = 2.0;
/// No need for finer cells than this share of the influence distance.
const CELLS_PER_INFLUENCE: f64 = 8.0;

impl PointIndex for Grid {
    fn build(count: usize, place_of: impl Fn(usize) -> Vector, influence_m: f64) -> (Self, Vec<u32>) {
        let (mut low, mut high) = (place_of(0), place_of(0));
        for place in (1..count).map(&place_of) {
            for axis in 0..3 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        let cells = cells_for(low, sub(high, low), count, influence_m);
        let (grid, order) = CellGrid::of_places(cells, count, place_of);
        let bound = |ends: &[u32]| {
            if ends[0] < ends[1] {
                influence_m * influence_m
            } else {
                -1.0
            }
        };
        let grid = Self {
            influence_m,
            bounds: grid.starts().windows(2).map(bound).collect(),
            row: Vec::new(),
            grid,
        };
        (grid, order)
    }

    fn associate(
        &mut self,
        points: &mut Points,
        place: Vector,
        node: u32,
        may_have: impl Fn(Vector, f64) -> bool,
    ) {
        let Self {
            grid,
            influence_m,
            bounds,
            row,
        } = self;
        let cells = grid.cells();
        let Some([xs, ys, zs]) = cells.near_box(place, place, *influence_m) else {
            return;
        };
        let off_squared = |axis: usize, at: usize| {
            let off = cells.gap_m(axis, at, place[axis]);
            off * off
        };
        row.clear();
        row.extend(xs.clone().map(|x| off_squared(0, x)));
        let influence_squared = *influence_m * *influence_m;
        for z in zs {
            let off_z = off_squared(2, z);
            for y in ys.clone() {
                let off_yz = off_z + off_squared(1, y);
                if off_yz >= influence_squared {
                    continue;
                }
                let first = cells.number([xs.start, y, z]);
                let bounds = &mut bounds[first..first + row.len()];
                for ((cell, &off_x), bound) in (first..).zip(&*row).zip(bounds) {
                    if off_yz + off_x < *bound {
                        *bound = -1.0;
                        for slot in grid.slots(cell..cell + 1) {
                            let squared = distance_squared(points.near[slot].place, place);
                            points.offer(slot as u32, squared, node, &may_have);
                            *bound = bound.max(points.near[slot].squared);
                        }
                    }
                }
            }
        }
    }

    fn near_segment(&self, points: &Points, a: Vector, b: Vector, within_m: f64, found: &mut Vec<u32>) {
        let Some(block) = self.grid.cells().near_box(a, b, within_m) else {
            return;
        };
        let within_squared = within_m * within_m;
        self.grid.rows(&block, |slots| {
            found.extend(slots.map(|slot| slot as u32).filter(|&slot| {
                points.is_left(slot)
                    && distance_squared_to_segment(points.near[slot as usize].place, a, b) <= within_squared
            }));
        });
    }

    fn free(&mut self) {
        self.bounds.fill(self.influence_m * self.influence_m);
    }

    fn forget(&mut self, _points: &Points, _slot: u32) {
        // A reached point's distance is below 0: it lowers the bound of its cell when that is next searched.
    }
}

/// Cubes that hold a box of this size.
fn cells_for(low: Vector, size: Vector, points: usize, influence_m: f64) -> Cells<3> {
    let wanted = (points as f64 / POINTS_PER_CELL).max(1.0);
    let cells_of = |edge_m: f64| size.map(|side| (side / edge_m).floor() + 1.0);
    let mut edge_m = influence_m / CELLS_PER_INFLUENCE;
    loop {
        let count = cells_of(edge_m);
        if count[0] * count[1] * count[2] <= wanted {
            return Cells::new(
                low,
                count.map(|count| count * edge_m),
                count.map(|count| count as usize),
            );
        }
        edge_m *= 1.1;
    }
}

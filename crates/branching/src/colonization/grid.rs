//! Attraction points in a grid that is built once.
//!
//! Each cell knows a bound on what its points' nearest nodes are away. A new node passes by a cell that lies
//! further off than that: behind the growing front, nearly all of them.

use crate::colonization::index::PointIndex;
use crate::colonization::points::Points;
use crate::vector::{Vector, distance_squared, distance_squared_to_segment, sub};

pub(crate) struct Grid {
    low: Vector,
    edge_m: f64,
    influence_m: f64,
    cells: [usize; 3],
    /// First slot of each cell, and one more.
    starts: Vec<u32>,
    /// No point of the cell has a squared distance to its nearest node above this.
    bounds: Vec<f64>,
    /// Squared distances along x of the cells of a row, kept for its room.
    row: Vec<f64>,
}

/// Attraction points to a cell, on average over their bounding box.
const POINTS_PER_CELL: f64 = 2.0;
/// No need for finer cells than this share of the influence distance.
const CELLS_PER_INFLUENCE: f64 = 8.0;
/// A cell is taken to be nearer than computed by this share of its edge, far more than rounding can err.
const SLACK: f64 = 1e-9;

impl PointIndex for Grid {
    fn build(places: &[Vector], influence_m: f64) -> (Self, Vec<u32>) {
        let (mut low, mut high) = (places[0], places[0]);
        for place in places {
            for axis in 0..3 {
                low[axis] = low[axis].min(place[axis]);
                high[axis] = high[axis].max(place[axis]);
            }
        }
        let (edge_m, cells) = cells_for(sub(high, low), places.len(), influence_m);
        let count = cells[0] * cells[1] * cells[2];
        let mut grid = Self {
            low,
            edge_m,
            influence_m,
            cells,
            starts: vec![0; count + 1],
            bounds: vec![-1.0; count],
            row: Vec::new(),
        };
        let cell_of: Vec<u32> = places.iter().map(|&place| grid.cell_at(place) as u32).collect();
        for &cell in &cell_of {
            grid.starts[cell as usize + 1] += 1;
            grid.bounds[cell as usize] = influence_m * influence_m;
        }
        for cell in 0..count {
            grid.starts[cell + 1] += grid.starts[cell];
        }
        let mut next = grid.starts.clone();
        let mut order = vec![0; places.len()];
        for (number, &cell) in cell_of.iter().enumerate() {
            order[next[cell as usize] as usize] = number as u32;
            next[cell as usize] += 1;
        }
        (grid, order)
    }

    fn associate(&mut self, points: &mut Points, place: Vector, node: u32, won: &mut Vec<u32>) {
        let from_low = sub(place, self.low);
        let Some([xs, ys, zs]) = self.reached(from_low, from_low, self.influence_m) else {
            return;
        };
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        row.extend((xs.0..=xs.1).map(|x| self.off_squared(from_low[0], x)));
        let influence_squared = self.influence_m * self.influence_m;
        for z in zs.0..=zs.1 {
            let off_z = self.off_squared(from_low[2], z);
            for y in ys.0..=ys.1 {
                let off_yz = off_z + self.off_squared(from_low[1], y);
                if off_yz >= influence_squared {
                    continue;
                }
                let first = (z * self.cells[1] + y) * self.cells[0] + xs.0;
                for (column, &off_x) in row.iter().enumerate() {
                    if off_yz + off_x < self.bounds[first + column] {
                        self.associate_cell(first + column, points, place, node, won);
                    }
                }
            }
        }
        self.row = row;
    }

    fn near_segment(&self, points: &Points, a: Vector, b: Vector, within_m: f64, found: &mut Vec<u32>) {
        let Some([xs, ys, zs]) = self.reached(sub(a, self.low), sub(b, self.low), within_m) else {
            return;
        };
        let within_squared = within_m * within_m;
        for z in zs.0..=zs.1 {
            for y in ys.0..=ys.1 {
                let row = (z * self.cells[1] + y) * self.cells[0];
                let slots = self.starts[row + xs.0]..self.starts[row + xs.1 + 1];
                found.extend(slots.filter(|&slot| {
                    points.is_left(slot)
                        && distance_squared_to_segment(points.near[slot as usize].place, a, b)
                            <= within_squared
                }));
            }
        }
    }

    fn free(&mut self) {
        self.bounds.fill(self.influence_m * self.influence_m);
    }

    fn forget(&mut self, _points: &Points, _slot: u32) {
        // A reached point's distance is below 0: it lowers the bound of its cell when that is next searched.
    }
}

impl Grid {
    #[inline]
    fn associate_cell(
        &mut self,
        cell: usize,
        points: &mut Points,
        place: Vector,
        node: u32,
        won: &mut Vec<u32>,
    ) {
        let mut bound = -1.0_f64;
        for slot in self.starts[cell]..self.starts[cell + 1] {
            let squared = distance_squared(points.near[slot as usize].place, place);
            points.offer(slot, squared, node, won);
            bound = bound.max(points.near[slot as usize].squared);
        }
        self.bounds[cell] = bound;
    }

    fn cell_at(&self, place: Vector) -> usize {
        let along =
            |axis: usize| (((place[axis] - self.low[axis]) / self.edge_m) as usize).min(self.cells[axis] - 1);
        (along(2) * self.cells[1] + along(1)) * self.cells[0] + along(0)
    }

    /// First and last cell along each axis within a distance of the box from `a` to `b`, both relative to the
    /// lower corner; none where the grid lies further off.
    fn reached(&self, a: Vector, b: Vector, within_m: f64) -> Option<[(usize, usize); 3]> {
        let mut ranges = [(0, 0); 3];
        for axis in 0..3 {
            let slack_m = within_m + self.edge_m * SLACK;
            let first = (a[axis].min(b[axis]) - slack_m) / self.edge_m;
            let last = (a[axis].max(b[axis]) + slack_m) / self.edge_m;
            if last < 0.0 || first > self.cells[axis] as f64 {
                return None;
            }
            let end = self.cells[axis] - 1;
            ranges[axis] = ((first.max(0.0) as usize).min(end), (last as usize).min(end));
        }
        Some(ranges)
    }

    /// Squared distance along one axis from a place to cell number `cell`, or a little less.
    #[inline]
    fn off_squared(&self, along_m: f64, cell: usize) -> f64 {
        let low = (cell as f64 - SLACK) * self.edge_m;
        let high = ((cell + 1) as f64 + SLACK) * self.edge_m;
        let off = (low - along_m).max(along_m - high).max(0.0);
        off * off
    }
}

/// Edge of a cell and cells along each axis for a box of this size.
fn cells_for(size: Vector, points: usize, influence_m: f64) -> (f64, [usize; 3]) {
    let wanted = (points as f64 / POINTS_PER_CELL).max(1.0);
    let cells_of = |edge_m: f64| size.map(|side| (side / edge_m).floor() + 1.0);
    let mut edge_m = influence_m / CELLS_PER_INFLUENCE;
    loop {
        let cells = cells_of(edge_m);
        if cells[0] * cells[1] * cells[2] <= wanted {
            return (edge_m, cells.map(|count| count as usize));
        }
        edge_m *= 1.1;
    }
}
